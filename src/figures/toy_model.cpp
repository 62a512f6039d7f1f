#include "figures/toy_model.hpp"

#include <array>
#include <cmath>

#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot::toy {
namespace {

/// As in the paper's figure they cover the domain and include 0.842. Of many such designs one is shown to which maximum
/// likelihood fits a length scale that is neither tiny nor huge.
constexpr std::array<double, 8> observed = {0.07, 0.22, 0.34, 0.38, 0.57, 0.72, 0.842, 0.99};

const Benchmark& benchmark() {
    static const BenchmarkPtr toy = benchmark_named("toy");
    return *toy;
}

Optimizer search(MethodPtr method) {
    Optimizer optimizer(problem(), {.seed = 4, .method = std::move(method)});
    for (const double x : observed) optimizer.tell(Vector{{x}}, value(x));
    return optimizer;
}

}  // namespace

double value(double x) {
    return benchmark().value(Vector{{x}});
}

Vector values(const VectorRef& x) {
    return x.unaryExpr([](double at) { return value(at); });
}

Problem problem() {
    return {benchmark().space(1), Norm::two, tolerance};
}

Optimizer robust_search() {
    BayesianRobustSearchOptions options = paper_profile();
    options.sampling = sample_centre();
    return search(bayesian_robust_search(options));
}

Optimizer plain_search() {
    return search(expected_improvement_search({.model = paper_model()}));
}

Matrix realisations(const GaussianProcess& gp, const VectorRef& x, Index count, Rng rng) {
    const JointPosterior posterior = gp.joint(x.transpose());
    // The covariance of so many near points is singular to rounding: its square root by eigenvalues needs no jitter.
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(posterior.covariance);
    const Matrix root = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
    Matrix normals(x.size(), count);
    for (double& z : normals.reshaped()) z = rng.normal();
    const Matrix standardised = (root * normals).colwise() + posterior.mean;
    return standardised.unaryExpr([&](double y) { return gp.standardisation().undo(y); });
}

double worst_within(const VectorRef& x, const VectorRef& y, double centre) {
    std::vector<double> within;
    for (Index i = 0; i < x.size(); ++i) {
        // A point on the region's edge counts, whatever rounding says.
        if (std::abs(x[i] - centre) <= tolerance + 1e-9) within.push_back(y[i]);
    }
    const auto count = static_cast<Index>(within.size());
    const Eigen::Map<const Vector> responses(within.data(), count);
    return worst_quality()->value(responses, Vector::Constant(count, 1.0 / static_cast<double>(count)));
}

void add_realisations(plot::Plot& plot, const VectorRef& x, const Matrix& drawn, Index panel) {
    for (Index m = 0; m < drawn.cols(); ++m) {
        plot::SortedJson trace = plot::line(x, drawn.col(m), "Realisations", plot::sky, panel);
        trace["line"]["width"] = 1;
        trace["opacity"] = 0.75;
        trace["hoverinfo"] = "skip";
        trace["legendgroup"] = "realisations";
        trace["showlegend"] = m == 0 && panel == 0;
        plot.add(std::move(trace));
    }
}

void add_observations(plot::Plot& plot, const VectorRef& x, const VectorRef& y, Index panel) {
    plot::SortedJson trace = plot::markers(x, y, "Observations", plot::ink, "circle", panel);
    trace["legendgroup"] = "observations";
    trace["showlegend"] = panel == 0;
    plot.add(std::move(trace));
}

}  // namespace sweetspot::toy
