#include "sweetspot/methods/alternating_robust_search.hpp"

#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/check.hpp"
#include "methods/common_parts.hpp"
#include "methods/improving_region.hpp"
#include "methods/region_minimum.hpp"
#include "sweetspot/design/latin_hypercube.hpp"

namespace sweetspot {
namespace {

using Kind = AlternatingStep::Kind;

int rounds_of_securing() {
    static const int n = std::getenv("SECURE") ? std::atoi(std::getenv("SECURE")) : 0;
    return n;
}

/// A template can be blind to the worst place of a region, and who minimises its maximum finds the centres where it is.
/// So the worst place of the found region is added to the template, and the search for the best-so-far repeated, until
/// nothing new is found; the best by the worst place of the whole region is taken.
CommonStart secured_start(const BayesianRobustSearchOptions& options, const Situation& s) {
    CommonStart start = common_start(options, s);
    if (s.problem.quality().kind() != Quality::Kind::maximum) return start;
    Stopwatch watch;
    std::optional<BestSoFar> best;
    for (int round = 0; round <= rounds_of_securing(); ++round) {
        if (round > 0) start.x_star = incumbent(options, s, start.gp, start.T);
        const Vector worst = sample_worst_case()->sample({start.gp, s.problem.robust_set(), start.T, start.x_star.x}, s.rng);
        const double value = start.gp.mean(worst)[0];
        if (!best || value < best->quality) best = BestSoFar{start.x_star.x, value};
        if (value - start.x_star.quality < 1e-3) break;
        Template& T = start.T;
        T.points.conservativeResize(Eigen::NoChange, T.size() + 1);
        T.points.rightCols(1) = worst - start.x_star.x;
        T.weights.conservativeResize(T.points.cols());
        T.weights.tail(1).setZero();
    }
    if (rounds_of_securing() > 0) start.x_star = *best;
    start.timings.incumbent_ms += watch.lap();
    return start;
}

class AlternatingRobustSearch final : public Method {
  public:
    explicit AlternatingRobustSearch(AlternatingOptions options) : options_(std::move(options)) {
        require(!options_.cycle.empty(), "alternating: the cycle has no steps; give at least one");
    }
    [[nodiscard]] std::string_view name() const override { return "alternating"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override {
        CommonStart start = secured_start(options_.common, s);
        return {std::move(start.x_star), std::move(start.gp)};
    }

  private:
    [[nodiscard]] AlternatingStep step(const Situation& s) const {
        const Index n = std::max<Index>(0, s.observations.size() - s.initial);
        return options_.cycle[static_cast<std::size_t>(n % std::ssize(options_.cycle))];
    }

    AlternatingOptions options_;
};

struct Cloud { Points centres; Points points; Index few; };
Cloud cloud(const Situation& s, const CommonStart& start, Index K, Index few) {
    const Box& box = s.problem.centres();
    Rng rng = s.rng.split("cloud");
    // centres: best of a screened set by lower bound
    const RegionFunction lb = lower_bound_over_regions(start.gp, start.T, 2);
    Points near = plateau_starts(s.problem, s.observations, start.x_star.x, rng.split("near"));
    const Points unit = latin_hypercube(box.dimension(), 500, rng.split("lhs"));
    Points all(box.dimension(), unit.cols() + near.cols() + 1);
    all << start.x_star.x, Points((box.width().asDiagonal() * unit).colwise() + box.lower), near;
    std::vector<Index> idx; for (Index i = 0; i < few; ++i) idx.push_back(i * start.T.size() / few);
    const Points thin = start.T.points(Eigen::all, idx);
    Vector score(all.cols());
    for (Index i = 0; i < all.cols(); ++i) { const Points r = thin.colwise() + all.col(i); score[i] = (start.gp.mean(r) - 1.0 * start.gp.variance(r).cwiseSqrt()).maxCoeff(); }
    score[0] = -1e9;
    std::vector<Index> order(all.cols()); for (Index i = 0; i < all.cols(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return score[a] < score[b]; });
    Cloud c{Points(box.dimension(), K), Points(box.dimension(), K * few), few};
    for (Index k = 0; k < K; ++k) { c.centres.col(k) = all.col(order[k]); c.points.middleCols(k * few, few) = thin.colwise() + all.col(order[k]); }
    return c;
}
Vector sampled_region(const Situation& s, const CommonStart& start) {
    const Cloud c = cloud(s, start, 24, 24);
    JointPosterior j = start.gp.joint(c.points);
    j.covariance.diagonal().array() += 1e-6;
    const Eigen::LLT<Matrix> llt(j.covariance);
    Rng rng = s.rng.split("path"); Vector z(c.points.cols()); for (double& v : z) v = rng.normal();
    const Vector f = j.mean + llt.matrixL() * z;
    Index best = 0; f.reshaped(c.few, c.centres.cols()).colwise().maxCoeff().minCoeff(&best);
    return c.centres.col(best);
}
std::pair<Vector, Vector> knowledge_point(const Situation& s, const CommonStart& start) {
    const Cloud c = cloud(s, start, 24, 24);
    const GaussianProcess& gp = start.gp;
    const JointPosterior j = gp.joint(c.points);
    const double xi[] = {-2, -1.2, -0.6, 0, 0.6, 1.2, 2}; const double w[] = {0.06, 0.15, 0.2, 0.18, 0.2, 0.15, 0.06};
    double best = 1e300; Index at = 0;
    for (Index zi = 0; zi < c.points.cols(); ++zi) {
        const double v = j.covariance(zi, zi); if (v < 1e-8) continue;
        const Vector step = j.covariance.col(zi) / std::sqrt(v + 1e-6);
        double e = 0;
        for (int q = 0; q < 7; ++q) e += w[q] * (j.mean + xi[q] * step).reshaped(c.few, c.centres.cols()).colwise().maxCoeff().minCoeff();
        if (e < best) { best = e; at = zi; }
    }
    return {c.points.col(at), c.centres.col(at / c.few)};
}

/// The centres within two tolerances of x*.
Box around(const Situation& s, const Vector& x_star) {
    const Vector reach = s.problem.robust_set().bounds().width();
    const Box& all = s.problem.centres();
    return {all.clamp(x_star - reach), all.clamp(x_star + reach)};
}

Proposal AlternatingRobustSearch::propose(const Situation& s) const {
    const CommonStart start = common_start(options_.common, s);
    const auto& [T, gp, x_star, before] = start;
    Timings t = before;
    Stopwatch watch;
    AlternatingStep now = step(s);
    if (now.beta > 20) { Rng r = s.rng.split("beta"); const double b[] = {0.5, 1, 2, 4}; now.beta = b[r.below(4)]; }
    if ((now.kind == Kind::optimism || now.kind == Kind::local) && s.problem.quality().kind() != Quality::Kind::maximum)
        now.kind = Kind::improvement;
    AcquisitionMaximum x_prime{x_star.x, 0, 0, {}};
    if (now.kind == Kind::improvement) x_prime = improving_region(options_.common, s, gp, T, x_star.x);
    if (now.kind == Kind::optimism || now.kind == Kind::local) {
        const RegionFunction lower_bound = lower_bound_over_regions(gp, T, now.beta);
        Box part = s.problem.centres();
        if (now.kind == Kind::local) part = around(s, x_star.x);
        x_prime.x = minimize_over_regions(lower_bound, s, start, options_.common.multistart, s.rng.split("maximise"), part).x;
    }
    if (now.kind == Kind::sample) x_prime.x = sampled_region(s, start);
    t.acquisition_ms = watch.lap();
    if (now.kind == Kind::knowledge) {
        const auto [z, c] = knowledge_point(s, start);
        const double ei0 = 0;
        return {s.problem.space().to_unit(s.problem.space().from_unit(z)), c, ei0, x_star, gp, 0, {}, t};
    }
    const Vector next =
        sample_ucb(now.beta)->sample({gp, s.problem.robust_set(), T, x_prime.x}, s.rng.split("sampling"));
    t.sampling_ms = watch.lap();
    t.total_ms = t.fit_ms + t.incumbent_ms + t.acquisition_ms + t.sampling_ms;
    const double ei = gp.standardisation().undo_step(x_star.quality - x_prime.value, x_prime.value);
    return {next, x_prime.x, ei, x_star, gp, x_prime.realisations, x_prime.note, t};
}

}  // namespace

BayesianRobustSearchOptions warped_profile() {
    BayesianRobustSearchOptions options;
    const auto env = [](const char* n, double d) { const char* v = std::getenv(n); return v ? std::atof(v) : d; };
    if (env("TIE", 0.5) > 0) options.fit.tie = env("TIE", 0.5);
    if (env("MARGIN", 10) < 1000) options.fit.warp = FitOptions::Warp::by_evidence;
    options.best_so_far.pessimism = env("PESS", 0);
    options.best_so_far.local_starts = static_cast<Index>(env("STARTS", 5));
    if (env("UNPROVEN", 1e-4) < 1) options.fit.unproven_noise = env("UNPROVEN", 1e-4);
    options.fit.warp_margin = env("MARGIN", 10);
    return options;
}

AlternatingOptions alternating_defaults() {
    AlternatingOptions options{{{Kind::improvement, 2}, {Kind::optimism, 1}}, warped_profile()};
    if (const char* c = std::getenv("CYCLE")) {
        options.cycle.clear();
        for (; *c; c += 2) options.cycle.push_back({*c == 'I' ? Kind::improvement : *c == 'O' ? Kind::optimism : *c == 'L' ? Kind::local : *c == 'P' ? Kind::sample : *c == 'K' ? Kind::knowledge : Kind::assurance, (c[1] - '0') / 2.0});
    }
    return options;
}

MethodPtr alternating_robust_search(AlternatingOptions options) {
    return std::make_shared<AlternatingRobustSearch>(std::move(options));
}

}  // namespace sweetspot
