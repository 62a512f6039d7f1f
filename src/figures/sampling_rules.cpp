// Where each sampling rule evaluates within the region of x' (fig:sampling-location).
#include "figures/paper_figures.hpp"
#include "figures/toy_model.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {
namespace {

using namespace plot;

const std::vector<std::string>& symbols() {
    static const std::vector<std::string> of_rule = {"circle", "square", "diamond", "cross", "triangle-up"};
    return of_rule;
}

void add_model(Plot& figure, const GaussianProcess& gp) {
    const Vector x = spaced(0, 1, 200);
    const auto undo = [&](double y) { return gp.standardisation().undo(y); };
    const Vector mean = gp.mean(x.transpose());
    // 95 % of a normal distribution lie within 1.96 standard deviations.
    const Vector half = 1.959964 * gp.variance(x.transpose()).cwiseSqrt();
    figure.add(band(x, (mean - half).unaryExpr(undo), (mean + half).unaryExpr(undo), "95 % interval", faded(sky, 0.3)));
    figure.add(line(x, mean.unaryExpr(undo), "Posterior mean", blue));
    figure.add(markers(gp.inputs().row(0).transpose(), gp.targets().unaryExpr(undo), "Observations", ink, "circle"));
}

}  // namespace

Figure sampling_rules_figure() {
    const GaussianProcess gp = *toy::robust_search().ask().reason->gp;
    const Problem problem = toy::problem();
    const Template T = make_template(problem.robust_set(), {}, Rng(1).split("template"));
    // A region in which the rules disagree.
    const Vector x_prime{{0.62}};

    Plot figure({.panel_height = 340, .head = 70});
    figure.name_axes("<i>x</i>", "<i>f</i>(<i>x</i>)");
    figure.axis('x')["range"] = {0, 1};
    add_model(figure, gp);
    const double left = x_prime[0] - toy::tolerance;
    const double right = x_prime[0] + toy::tolerance;
    for (const auto& [from, to] : {std::pair{0.0, left}, std::pair{right, 1.0}}) {
        SortedJson outside = strip(from, to, "rgba(120,120,120,0.22)");
        outside["layer"] = "above";
        figure.add_shape(std::move(outside));
    }
    for (std::size_t i = 0; i < sampling_rules().size(); ++i) {
        const SamplingRule& rule = *sampling_rules()[i];
        const MethodLook look = look_of(std::string(rule.name()));
        const Vector next = rule.sample({gp, problem.robust_set(), T, x_prime}, Rng(2).split("sample"));
        const double y = gp.standardisation().undo(gp.mean(next)[0]);
        SortedJson point = markers(next, Vector{{y}}, look.label, look.colour, symbols()[i]);
        point["marker"].update({{"size", 14}, {"line", {{"color", "#ffffff"}, {"width", 1.5}}}});
        figure.add_shape(vertical(next[0], look.colour, "dot"));
        figure.add(std::move(point));
    }
    return figure.figure(
        "sampling-rules", "Where the five sampling rules evaluate",
        "The model of eight observations of the toy function with its 95 % interval. Only the region of "
        "the chosen centre x′, which is left white, may be evaluated; each rule chooses its own place "
        "in it. The place of the random rule is one of many.");
}

}  // namespace sweetspot
