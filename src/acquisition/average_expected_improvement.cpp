// With the fixed points p = (observations X, then x* + T), everything comes from a(x) = k(p, x + T) w:
//   gain     = αᵀ (a(x*) - a(x)) over X,
//   variance = 2 (wᵀ k(T, T) w - wᵀ a(x) over x* + T) - |L⁻¹ (a(x) - a(x*))|² over X,
// where, if choices may be confused, wᵀ k(T, T) w is that of x* and that of x in place of twice the same.
// Distances cost three operations each, for |x + b - p|² = |x - p|² + |b|² + 2 b·x - 2 b·p, where b·p does not depend
// on x. All points are taken relative to x*, so that nothing is lost where the improvement is smallest.
#include "acquisition/average_expected_improvement.hpp"

#include "base/normal.hpp"
#include "gp/main_effects.hpp"
#include "loops/dense.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;

namespace {

// The rules of the search are one block, of which the products b·p are kept. Blocks of larger templates stay in cache.
constexpr Index largest_single_block = 96;
constexpr Index block_of_several = 32;

std::vector<Index> weighted(const Vector& weights) {
    std::vector<Index> result;
    for (Index i = 0; i < weights.size(); ++i) {
        if (weights[i] != 0) result.push_back(i);
    }
    return result;
}

}  // namespace

AverageExpectedImprovement::AverageExpectedImprovement(GaussianProcess gp, const Template& T, const Vector& weights,
                                                       Vector x_star)
    : AverageExpectedImprovement(std::make_shared<const GaussianProcess>(std::move(gp)), rules_of(T, weights),
                                 std::move(x_star)) {}

AverageExpectedImprovement::AverageExpectedImprovement(std::shared_ptr<const GaussianProcess> gp,
                                                       std::vector<Rule> rules, Vector x_star)
    : gp_(std::move(gp)),
      x_star_(std::move(x_star)),
      rules_(std::move(rules)),
      inverse_(gp_->embedded_lengthscales().cwiseInverse()),
      fixed_(gp_->size() + own().points.cols(), inverse_.size()),
      best_(fixed_.rows()) {
    Rule& at_x_star = rules_[static_cast<std::size_t>(combination(x_star_))];
    for (Index c = 0; c < std::ssize(rules_); ++c) place(rules_[static_cast<std::size_t>(c)], c);
    fixed_.topRows(gp_->size()) = (inverse_.asDiagonal() * from_x_star(gp_->inputs())).transpose();
    fixed_.bottomRows(at_x_star.points.cols()) = at_x_star.scaled.transpose();
    if (gp_->main_effects()) {
        fixed_features_ = gp_->main_effects()->features(fixed_.transpose());
        at_x_star.features = fixed_features_.rightCols(at_x_star.points.cols()) * at_x_star.weights;
    }
    for (Rule& rule : rules_) {
        if (blocks(rule) > 1) continue;
        rule.products.resize(fixed_.rows(), rule.scaled.cols());
        dense::multiply(-2, Op::plain, fixed_, Op::plain, rule.scaled, 0, rule.products);
    }
    Matrix g;
    averages(at_x_star, Vector::Zero(inverse_.size()), best_, g, nullptr);
    at_x_star.averaged = best_.tail(at_x_star.points.cols());
    for (Rule& rule : rules_) {
        if (rule.averaged.size() == 0) rule.averaged = averaged_within(rule);
        rule.prior_variance = rule.weights.dot(rule.averaged);
    }
}

std::vector<AverageExpectedImprovement::Rule> AverageExpectedImprovement::rules_of(const Template& T,
                                                                                   const Vector& weights) {
    const std::vector<Index> which = weighted(weights);
    Rule rule;
    rule.points = T.points(Eigen::all, which);
    rule.scenarios = T.scenarios.part(which);
    rule.weights = weights(which);
    return std::vector<Rule>(static_cast<std::size_t>(T.scenarios.combinations()), rule);
}

void AverageExpectedImprovement::place(Rule& rule, Index combination) const {
    rule.block_size = rule.points.cols() <= largest_single_block ? rule.points.cols() : block_of_several;
    rule.scaled = inverse_.asDiagonal() * gp_->embedded_offsets(rule.points, rule.scenarios, combination);
    rule.squared_norms = rule.scaled.colwise().squaredNorm();
    if (!gp_->main_effects() || combination == this->combination(x_star_)) return;
    rule.features = gp_->main_effects()->features(rule.scaled) * rule.weights;
}

Vector AverageExpectedImprovement::averaged_within(const Rule& rule) const {
    const Hyperparameters& eta = gp_->hyperparameters();
    const Matrix rows = rule.scaled.transpose();
    Vector result = Vector::Zero(rows.rows());
    if (gp_->main_effects()) {
        result = eta.variance * (gp_->main_effects()->features(rule.scaled).transpose() * rule.features);
    }
    for (Index block = 0; block < blocks(rule); ++block) {
        const Index first = block * rule.block_size;
        const Index count = std::min(rule.block_size, rows.rows() - first);
        Matrix g(rows.rows(), count);
        dense::squared_distances(rows, rule.scaled.middleCols(first, count), g);
        gp_->kernel().evaluate(g.data(), g.data(), g.size());
        result += eta.variance * (1 - eta.effects) * (g * rule.weights.segment(first, count));
    }
    return result;
}

Points AverageExpectedImprovement::from_x_star(const PointsRef& x) const {
    return gp_->embedded(x).colwise() - gp_->embedded(x_star_).col(0);
}

AverageRulesByChoices AverageExpectedImprovement::rules(const AverageRuleOptions& most) const {
    std::vector<AverageRules> result;
    for (Index c = 0; c < std::ssize(rules_); ++c) {
        const Rule& rule = rules_[static_cast<std::size_t>(c)];
        // Anywhere, as long as those choices are ordered there.
        const Template T{rule.points, rule.weights, rule.scenarios};
        const ConfusionPtr& confusion = rule.scenarios.confusion;
        const Points points = confusion ? T.at(confusion->ordering(x_star_, c)) : rule.points;
        result.emplace_back(*gp_, points, rule.weights, rule.averaged, most);
    }
    return AverageRulesByChoices(std::move(result));
}

AverageExpectedImprovement AverageExpectedImprovement::over(const std::vector<AverageRule>& rules) const {
    std::vector<Rule> chosen(rules.size());
    for (std::size_t c = 0; c < rules.size(); ++c) {
        chosen[c].points = rules_[c].points(Eigen::all, rules[c].which);
        chosen[c].scenarios = rules_[c].scenarios.part(rules[c].which);
        chosen[c].weights = rules[c].weights;
    }
    return {gp_, std::move(chosen), x_star_};
}

Index AverageExpectedImprovement::blocks(const Rule& rule) {
    return (rule.points.cols() + rule.block_size - 1) / rule.block_size;
}

void AverageExpectedImprovement::shapes(const Rule& rule, const VectorRef& scaled_x, Index block, Matrix& g,
                                        Matrix* dg) const {
    const Index first = block * rule.block_size;
    const Index count = std::min(rule.block_size, rule.points.cols() - first);
    const auto points = rule.scaled.middleCols(first, count);
    Matrix from_x(fixed_.rows(), 1);
    dense::squared_distances(fixed_, scaled_x, from_x);
    const Vector of_rule = rule.squared_norms.segment(first, count) + 2 * (points.transpose() * scaled_x);
    Matrix products;
    if (rule.products.size() == 0) {
        products.resize(fixed_.rows(), count);
        dense::multiply(-2, Op::plain, fixed_, Op::plain, points, 0, products);
    }
    g.resize(fixed_.rows(), count);
    const Matrix& cross = rule.products.size() == 0 ? products : rule.products;
    dense::loops().shifted_distances(from_x.data(), g.rows(), cross.data(), cross.rows(), nullptr, of_rule.data(),
                                     count, g.data());
    if (dg == nullptr) {
        gp_->kernel().evaluate(g.data(), g.data(), g.size());
    } else {
        dg->resize(g.rows(), g.cols());
        gp_->kernel().evaluate(g.data(), g.data(), dg->data(), g.size());
    }
}

void AverageExpectedImprovement::averages(const Rule& rule, const VectorRef& scaled_x, Eigen::Ref<Vector> result,
                                          Matrix& g, Matrix* dg) const {
    result.setZero();
    const auto& effects = gp_->main_effects();
    const double variance = gp_->hyperparameters().variance;
    const double of_kernel = variance * (1 - gp_->hyperparameters().effects);
    if (effects) {
        Matrix placed;
        effects->shift(rule.features, scaled_x, placed);
        dense::multiply(variance, Op::transposed, fixed_features_, Op::plain, placed, 0, result);
    }
    for (Index block = 0; block < blocks(rule); ++block) {
        shapes(rule, scaled_x, block, g, blocks(rule) == 1 ? dg : nullptr);
        dense::multiply(of_kernel, Op::plain, g, Op::plain, rule.weights.segment(block * rule.block_size, g.cols()), 1,
                        result);
    }
}

double AverageExpectedImprovement::gain(const VectorRef& averages) const {
    return gp_->weights().dot(best_.head(gp_->size()) - averages.head(gp_->size()));
}

double AverageExpectedImprovement::variance(const Rule& rule, const VectorRef& averages, double explained) const {
    const Rule& at_x_star = own();
    const double shared = at_x_star.weights.dot(averages.tail(at_x_star.weights.size()));
    return std::max(0.0, at_x_star.prior_variance + rule.prior_variance - 2 * shared - explained);
}

double AverageExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient != nullptr) gradient->setZero(x.size());
    if (x == x_star_) return 0;  // the same region: no improvement in any realisation
    const Index N = gp_->size();
    const Rule& rule = rule_at(x);
    const Vector scaled_x = inverse_.cwiseProduct(from_x_star(x));
    Matrix g;
    Matrix dg;
    Vector a(fixed_.rows());
    averages(rule, scaled_x, a, g, gradient != nullptr ? &dg : nullptr);
    Vector whitened = gp_->known_rows(a.head(N) - best_.head(N));
    dense::solve(Side::left, Op::plain, gp_->cholesky(), whitened);
    const double mean = gain(a);
    const double sd = std::sqrt(variance(rule, a, whitened.squaredNorm()));
    if (gradient != nullptr) {
        const double z = sd > 0 ? mean / sd : (mean > 0 ? 1e300 : -1e300);
        const double variance_bar = sd > 0 ? normal_density(z) / (2 * sd) : 0;
        dense::solve(Side::left, Op::transposed, gp_->cholesky(), whitened);
        Vector adjoint(fixed_.rows());
        if (gp_->known().empty()) {
            adjoint.head(N) = -normal_cdf(z) * gp_->weights() - 2 * variance_bar * whitened;
        } else {
            adjoint.head(N) = -normal_cdf(z) * gp_->weights();
            adjoint(gp_->known()) -= 2 * variance_bar * whitened;
        }
        adjoint.tail(own().weights.size()) = -2 * variance_bar * own().weights;
        *gradient = chain(rule, scaled_x, adjoint, g, dg);
    }
    return expected_positive_part(mean, sd);
}

Vector AverageExpectedImprovement::chain(const Rule& rule, const Vector& scaled_x, const Vector& adjoint, Matrix& g,
                                         Matrix& dg) const {
    const auto& effects = gp_->main_effects();
    const double variance = gp_->hyperparameters().variance;
    const double twice = 2 * variance * (1 - gp_->hyperparameters().effects);
    // Σ h(p, b) (x + b - p) with h = adjoint_p w_b dk(p, b), summed over p and b for each of the three.
    Vector over_rule = Vector::Zero(fixed_.rows());
    Vector sum = Vector::Zero(scaled_x.size());
    for (Index block = 0; block < blocks(rule); ++block) {
        if (blocks(rule) > 1) shapes(rule, scaled_x, block, g, &dg);
        const auto w = rule.weights.segment(block * rule.block_size, dg.cols());
        dense::multiply(twice, Op::plain, dg, Op::plain, w, 1, over_rule);
        Vector over_fixed(dg.cols());
        dense::multiply(twice, Op::transposed, dg, Op::plain, adjoint, 0, over_fixed);
        over_fixed.array() *= w.array();
        dense::multiply(1, Op::plain, rule.scaled.middleCols(block * rule.block_size, dg.cols()), Op::plain, over_fixed,
                        1, sum);
    }
    over_rule.array() *= adjoint.array();
    sum += over_rule.sum() * scaled_x;
    dense::multiply(-1, Op::transposed, fixed_, Op::plain, over_rule, 1, sum);
    if (effects) {
        Matrix placed;
        effects->shift(rule.features, scaled_x, placed);
        sum += effects->chain(placed, variance * (fixed_features_ * adjoint));
    }
    return inverse_.cwiseProduct(sum).head(x_star_.size());
}

Vector AverageExpectedImprovement::values(const PointsRef& x) const {
    Vector gains;
    const Vector sd = differences(x, &gains);
    Vector result(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        result[i] = x.col(i) == x_star_ ? 0 : expected_positive_part(gains[i], sd[i]);
    }
    return result;
}

Vector AverageExpectedImprovement::sds(const PointsRef& x) const {
    return differences(x, nullptr);
}

Vector AverageExpectedImprovement::differences(const PointsRef& x, Vector* gains) const {
    const Index N = gp_->size();
    Matrix a(fixed_.rows(), x.cols());
    Matrix g;
    for (Index i = 0; i < x.cols(); ++i) {
        averages(rule_at(x.col(i)), inverse_.cwiseProduct(from_x_star(x.col(i))), a.col(i), g, nullptr);
    }
    Matrix whitened = gp_->known_rows(a.topRows(N).colwise() - best_.head(N));
    dense::solve(Side::left, Op::plain, gp_->cholesky(), whitened);
    Vector sd(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        sd[i] = std::sqrt(variance(rule_at(x.col(i)), a.col(i), whitened.col(i).squaredNorm()));
    }
    if (gains != nullptr) {
        gains->resize(x.cols());
        for (Index i = 0; i < x.cols(); ++i) (*gains)[i] = gain(a.col(i));
    }
    return sd;
}

}  // namespace sweetspot
