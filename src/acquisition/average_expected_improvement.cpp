// With the fixed points p = (observations X, then x* + T), everything comes from a(x) = k(p, x + T) w:
//   gain     = αᵀ (a(x*) - a(x)) over X,
//   variance = 2 (wᵀ k(T, T) w - wᵀ a(x) over x* + T) - |L⁻¹ (a(x) - a(x*))|² over X.
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
    : AverageExpectedImprovement(std::make_shared<const GaussianProcess>(std::move(gp)),
                                 T.points(Eigen::all, weighted(weights)), weights(weighted(weights)),
                                 std::move(x_star)) {}

AverageExpectedImprovement::AverageExpectedImprovement(std::shared_ptr<const GaussianProcess> gp, Points points,
                                                       Vector weights, Vector x_star)
    : gp_(std::move(gp)),
      points_(std::move(points)),
      weights_(std::move(weights)),
      x_star_(std::move(x_star)),
      block_size_(points_.cols() <= largest_single_block ? points_.cols() : block_of_several),
      inverse_(gp_->embedded_lengthscales().cwiseInverse()),
      scaled_(inverse_.asDiagonal() * gp_->embedded_offsets(points_)),
      squared_norms_(scaled_.colwise().squaredNorm()),
      fixed_(gp_->size() + points_.cols(), inverse_.size()),
      best_(fixed_.rows()) {
    fixed_.topRows(gp_->size()) = (inverse_.asDiagonal() * from_x_star(gp_->inputs())).transpose();
    fixed_.bottomRows(points_.cols()) = scaled_.transpose();
    if (gp_->main_effects()) {
        fixed_features_ = gp_->main_effects()->features(fixed_.transpose());
        rule_features_ = fixed_features_.rightCols(points_.cols()) * weights_;
    }
    if (blocks() == 1) {
        products_.resize(fixed_.rows(), scaled_.cols());
        dense::multiply(-2, Op::plain, fixed_, Op::plain, scaled_, 0, products_);
    }
    Matrix g;
    averages(Vector::Zero(inverse_.size()), best_, g, nullptr);
    prior_variance_ = weights_.dot(best_.tail(points_.cols()));
}

Points AverageExpectedImprovement::from_x_star(const PointsRef& x) const {
    return gp_->embedded(x).colwise() - gp_->embedded(x_star_).col(0);
}

AverageRules AverageExpectedImprovement::rules(const AverageRuleOptions& most) const {
    return {*gp_, points_, weights_, best_.tail(points_.cols()), most};
}

AverageExpectedImprovement AverageExpectedImprovement::over(const AverageRule& rule) const {
    return {gp_, rule.points, rule.weights, x_star_};
}

Index AverageExpectedImprovement::blocks() const {
    return (points_.cols() + block_size_ - 1) / block_size_;
}

void AverageExpectedImprovement::shapes(const VectorRef& scaled_x, Index block, Matrix& g, Matrix* dg) const {
    const Index first = block * block_size_;
    const Index count = std::min(block_size_, points_.cols() - first);
    const auto rule = scaled_.middleCols(first, count);
    Matrix from_x(fixed_.rows(), 1);
    dense::squared_distances(fixed_, scaled_x, from_x);
    const Vector of_rule = squared_norms_.segment(first, count) + 2 * (rule.transpose() * scaled_x);
    Matrix products;
    if (products_.size() == 0) {
        products.resize(fixed_.rows(), count);
        dense::multiply(-2, Op::plain, fixed_, Op::plain, rule, 0, products);
    }
    g.resize(fixed_.rows(), count);
    const Matrix& cross = products_.size() == 0 ? products : products_;
    dense::loops().shifted_distances(from_x.data(), g.rows(), cross.data(), cross.rows(), nullptr, of_rule.data(),
                                     count, g.data());
    if (dg == nullptr) {
        gp_->kernel().evaluate(g.data(), g.data(), g.size());
    } else {
        dg->resize(g.rows(), g.cols());
        gp_->kernel().evaluate(g.data(), g.data(), dg->data(), g.size());
    }
}

void AverageExpectedImprovement::averages(const VectorRef& scaled_x, Eigen::Ref<Vector> result, Matrix& g,
                                          Matrix* dg) const {
    result.setZero();
    const auto& effects = gp_->main_effects();
    const double variance = gp_->hyperparameters().variance;
    const double of_kernel = variance * (1 - gp_->hyperparameters().effects);
    if (effects) {
        Matrix placed;
        effects->shift(rule_features_, scaled_x, placed);
        dense::multiply(variance, Op::transposed, fixed_features_, Op::plain, placed, 0, result);
    }
    for (Index block = 0; block < blocks(); ++block) {
        shapes(scaled_x, block, g, blocks() == 1 ? dg : nullptr);
        dense::multiply(of_kernel, Op::plain, g, Op::plain, weights_.segment(block * block_size_, g.cols()), 1, result);
    }
}

double AverageExpectedImprovement::gain(const VectorRef& averages) const {
    return gp_->weights().dot(best_.head(gp_->size()) - averages.head(gp_->size()));
}

double AverageExpectedImprovement::variance(const VectorRef& averages, double explained) const {
    return std::max(0.0, 2 * (prior_variance_ - weights_.dot(averages.tail(weights_.size()))) - explained);
}

double AverageExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient != nullptr) gradient->setZero(x.size());
    if (x == x_star_) return 0;  // the same region: no improvement in any realisation
    const Index N = gp_->size();
    const Vector scaled_x = inverse_.cwiseProduct(from_x_star(x));
    Matrix g;
    Matrix dg;
    Vector a(fixed_.rows());
    averages(scaled_x, a, g, gradient != nullptr ? &dg : nullptr);
    Vector whitened = a.head(N) - best_.head(N);
    dense::solve(Side::left, Op::plain, gp_->cholesky(), whitened);
    const double mean = gain(a);
    const double sd = std::sqrt(variance(a, whitened.squaredNorm()));
    if (gradient != nullptr) {
        const double z = sd > 0 ? mean / sd : (mean > 0 ? 1e300 : -1e300);
        const double variance_bar = sd > 0 ? normal_density(z) / (2 * sd) : 0;
        dense::solve(Side::left, Op::transposed, gp_->cholesky(), whitened);
        Vector adjoint(fixed_.rows());
        adjoint.head(N) = -normal_cdf(z) * gp_->weights() - 2 * variance_bar * whitened;
        adjoint.tail(weights_.size()) = -2 * variance_bar * weights_;
        *gradient = chain(scaled_x, adjoint, g, dg);
    }
    return expected_positive_part(mean, sd);
}

Vector AverageExpectedImprovement::chain(const Vector& scaled_x, const Vector& adjoint, Matrix& g, Matrix& dg) const {
    const auto& effects = gp_->main_effects();
    const double variance = gp_->hyperparameters().variance;
    const double twice = 2 * variance * (1 - gp_->hyperparameters().effects);
    // Σ h(p, b) (x + b - p) with h = adjoint_p w_b dk(p, b), summed over p and b for each of the three.
    Vector over_rule = Vector::Zero(fixed_.rows());
    Vector sum = Vector::Zero(scaled_x.size());
    for (Index block = 0; block < blocks(); ++block) {
        if (blocks() > 1) shapes(scaled_x, block, g, &dg);
        const auto w = weights_.segment(block * block_size_, dg.cols());
        dense::multiply(twice, Op::plain, dg, Op::plain, w, 1, over_rule);
        Vector over_fixed(dg.cols());
        dense::multiply(twice, Op::transposed, dg, Op::plain, adjoint, 0, over_fixed);
        over_fixed.array() *= w.array();
        dense::multiply(1, Op::plain, scaled_.middleCols(block * block_size_, dg.cols()), Op::plain, over_fixed, 1,
                        sum);
    }
    over_rule.array() *= adjoint.array();
    sum += over_rule.sum() * scaled_x;
    dense::multiply(-1, Op::transposed, fixed_, Op::plain, over_rule, 1, sum);
    if (effects) {
        Matrix placed;
        effects->shift(rule_features_, scaled_x, placed);
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
        averages(inverse_.cwiseProduct(from_x_star(x.col(i))), a.col(i), g, nullptr);
    }
    Matrix whitened = a.topRows(N).colwise() - best_.head(N);
    dense::solve(Side::left, Op::plain, gp_->cholesky(), whitened);
    Vector sd(x.cols());
    for (Index i = 0; i < x.cols(); ++i) sd[i] = std::sqrt(variance(a.col(i), whitened.col(i).squaredNorm()));
    if (gains != nullptr) {
        gains->resize(x.cols());
        for (Index i = 0; i < x.cols(); ++i) (*gains)[i] = gain(a.col(i));
    }
    return sd;
}

}  // namespace sweetspot
