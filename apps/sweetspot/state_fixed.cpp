// What a state takes as given: the model, the template and the incumbent.
#include <fmt/format.h>

#include "state.hpp"

namespace sweetspot::app {
namespace {

using Keys = std::vector<std::string>;

/// A template written with 16 digits can leave the region by rounding; more is a mistake.
constexpr double rounding_of_text = 1e-6;

void read_effects(const Node& node, Hyperparameters& eta) {
    node.require_keys(Keys{"share", "lengthscale"});
    const Node share = node.member("share", "0.5");
    eta.effects = share.non_negative();
    if (eta.effects > 1) share.refuse(fmt::format("{} was given; it must be at most 1", eta.effects));
    eta.effect_lengthscale = node.member("lengthscale", "0.3").positive();
}

OutputWarp read_warp(const Node& node) {
    node.require_keys(Keys{"origin", "scale"});
    return {node.member("origin", "0").number(), node.member("scale", "1").positive()};
}

Fixed::Model read_model(const Node& node, Index dimension) {
    node.require_keys(
        Keys{"kernel", "lengthscales", "variance", "noise", "mean", "y_mean", "y_std", "effects", "warp"});
    const Node kernel = node.member("kernel", "\"matern52\"");
    const Node list = node.member("lengthscales", fmt::format("{} numbers > 0", dimension));
    const std::vector<Node> lengthscales = list.items();
    if (std::ssize(lengthscales) != dimension) {
        list.refuse(fmt::format("there are {} length scales for {} parameters; give one per parameter",
                                lengthscales.size(), dimension));
    }
    Hyperparameters eta;
    eta.lengthscales.resize(dimension);
    for (Index d = 0; d < dimension; ++d) {
        eta.lengthscales[d] = lengthscales[static_cast<std::size_t>(d)].positive();
    }
    eta.variance = node.member("variance", "1").positive();
    eta.noise = node.member("noise", "1e-6").non_negative();
    eta.mean = node.member("mean", "0").number();
    const double y_mean = node.member("y_mean", "0").number();
    const double y_std = node.member("y_std", "1").positive();
    if (const auto effects = node.find("effects")) read_effects(*effects, eta);
    OutputWarp warp;
    if (const auto given = node.find("warp")) warp = read_warp(*given);
    return {kernel.named(kernel_named), std::move(eta), {y_mean, y_std, warp}};
}

Points read_template(const Node& node, const Problem& problem) {
    for (const Parameter& p : problem.space().parameters()) {
        if (p.scale != Scale::log) continue;
        node.refuse(
            fmt::format("a template in parameter units cannot be used because \"{}\" is on a log scale, where "
                        "perturbations are factors; leave the template out",
                        p.name));
    }
    const std::vector<Node> points = node.items();
    if (points.empty()) node.refuse("the template is empty; give at least the centre, a row of zeros, or leave it out");
    Points unit(problem.dimension(), std::ssize(points));
    for (Index k = 0; k < unit.cols(); ++k) {
        const Node& point = points[static_cast<std::size_t>(k)];
        const Vector delta = point.vector();
        if (delta.size() != problem.dimension()) {
            point.refuse(fmt::format("the perturbation has {} coordinates; it must have {}, one per parameter",
                                     delta.size(), problem.dimension()));
        }
        unit.col(k) = delta.cwiseQuotient(problem.edge());
        const double gauge = problem.robust_set().gauge(unit.col(k));
        if (!(gauge <= 1 + rounding_of_text)) {
            point.refuse(
                fmt::format("the perturbation is outside the region: its norm in units of the tolerances is "
                            "{:.6g}; it must be at most 1",
                            gauge));
        }
    }
    return unit;
}

Vector read_incumbent(const Node& node, const Problem& problem) {
    const Vector x = node.vector();
    node.check([&] { problem.space().require_contains(x, "Space"); });
    Vector unit = problem.space().to_unit(x);
    const Box& centres = problem.centres();
    const Vector lower = problem.space().from_unit(centres.lower);
    const Vector upper = problem.space().from_unit(centres.upper);
    for (Index d = 0; d < unit.size(); ++d) {
        if (unit[d] >= centres.lower[d] - rounding_of_text && unit[d] <= centres.upper[d] + rounding_of_text) continue;
        node.refuse(
            fmt::format("\"{}\" is {}; it must lie in [{:.6g}, {:.6g}] so that the region around it fits in the bounds",
                        problem.space().parameters()[static_cast<std::size_t>(d)].name, x[d], lower[d], upper[d]));
    }
    return unit;
}

}  // namespace

Fixed read_fixed(const Node& node, const Problem& problem) {
    node.require_keys(Keys{"gp", "template", "incumbent"});
    Fixed fixed;
    if (const auto gp = node.find("gp")) fixed.model = read_model(*gp, problem.dimension());
    if (const auto points = node.find("template")) fixed.template_points = read_template(*points, problem);
    if (const auto incumbent = node.find("incumbent")) fixed.incumbent = read_incumbent(*incumbent, problem);
    return fixed;
}

}  // namespace sweetspot::app
