#include "search/read_fixed.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "base/check.hpp"

namespace sweetspot {
namespace {

/// A template written with 16 digits can leave the region by rounding; more is a mistake.
constexpr double rounding_of_text = 1e-6;

/// `value`, which must be there.
template <class T>
T needed(const DocumentTable& table, const std::string& key, std::optional<T> value, std::string_view example) {
    if (!value) table.refuse(key, fmt::format("it is missing; give it, e.g. {}", example));
    return *std::move(value);
}

Vector vector_of(const std::vector<double>& values) {
    return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

/// Far inside the range of double, so that no product of two of them, nor what is predicted, is beyond it.
constexpr double least_of_model = 1e-100;
constexpr double most_of_model = 1e100;

/// A number of the model that must be there: a size above 0, or one of either sign.
double size_in(const DocumentTable& table, const std::string& key, std::string_view example) {
    const double value = needed(table, key, table.positive(key), example);
    table.at(key, [&] {
        require(value >= least_of_model && value <= most_of_model, "it is {}; it must be from {} to {}", value,
                least_of_model, most_of_model);
    });
    return value;
}

double level_in(const DocumentTable& table, const std::string& key, double most) {
    const double value = needed(table, key, table.number(key), "0");
    table.at(key, [&] { require(std::abs(value) <= most, "it is {}; it must be from -{} to {}", value, most, most); });
    return value;
}

Hyperparameters hyperparameters_of(const DocumentTable& table, Index dimension) {
    Hyperparameters eta;
    eta.lengthscales = vector_of(needed(table, "lengthscales", table.numbers("lengthscales"), "[1, 1]"));
    if (eta.lengthscales.size() != dimension) {
        table.refuse("lengthscales", fmt::format("there are {} length scales for {} parameters; give one per parameter",
                                                 eta.lengthscales.size(), dimension));
    }
    for (Index d = 0; d < dimension; ++d) {
        const double lengthscale = eta.lengthscales[d];
        if (lengthscale >= least_of_model && lengthscale <= most_of_model) continue;
        const std::string allowed =
            lengthscale > 0 ? fmt::format("from {} to {}", least_of_model, most_of_model) : "a number above 0";
        table.refuse_item("lengthscales", static_cast<std::size_t>(d),
                          fmt::format("it is {}; it must be {}", lengthscale, allowed));
    }
    eta.variance = size_in(table, "variance", "1");
    eta.noise = needed(table, "noise", table.non_negative("noise"), "1e-6");
    table.at("noise",
             [&] { require(eta.noise <= most_of_model, "it is {}; it must be at most {}", eta.noise, most_of_model); });
    eta.mean = level_in(table, "mean", most_of_model);
    if (!table.has("effects")) return eta;
    const DocumentTable effects = table.table("effects");
    eta.effects = needed(effects, "share", effects.non_negative("share"), "0.5");
    effects.at("share", [&] { require(eta.effects <= 1, "it is {}; it must be at most 1", eta.effects); });
    eta.effect_lengthscale = size_in(effects, "lengthscale", "0.3");
    effects.refuse_unknown();
    return eta;
}

Fixed::Model model_in(const DocumentTable& table, Index dimension) {
    const std::string kernel = needed(table, "kernel", table.text("kernel"), "\"matern52\"");
    Fixed::Model model{.kernel = table.at("kernel", [&] { return kernel_named(kernel); }),
                       .hyperparameters = hyperparameters_of(table, dimension),
                       .standardisation = {level_in(table, "y_mean", largest_output), size_in(table, "y_std", "1")}};
    if (table.has("warp")) {
        const DocumentTable warp = table.table("warp");
        model.standardisation.warp = {level_in(warp, "origin", largest_output), size_in(warp, "scale", "1")};
        warp.refuse_unknown();
    }
    for (const char* known : {"effects", "warp"}) table.ignore(known);
    table.refuse_unknown();
    return model;
}

Points template_in(const DocumentTable& table, const Problem& problem) {
    const std::vector<std::vector<double>> rows = table.rows("template").value();
    for (const Parameter& p : problem.space().parameters()) {
        if (p.scale != Scale::log) continue;
        table.refuse("template",
                     fmt::format("a template in parameter units cannot be used because \"{}\" is on a log scale, where "
                                 "perturbations are factors; leave the template out",
                                 p.name));
    }
    table.at("template", [&] {
        require(!rows.empty(), "the template is empty; give at least the centre, a row of zeros, or leave it out");
    });
    Points unit(problem.dimension(), std::ssize(rows));
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (std::ssize(rows[k]) != problem.dimension()) {
            table.refuse_item("template", k,
                              fmt::format("the perturbation has {} coordinates; it must have {}, one per parameter",
                                          rows[k].size(), problem.dimension()));
        }
        const Vector delta = vector_of(rows[k]).cwiseQuotient(problem.edge());
        const double gauge = problem.robust_set().gauge(delta);
        if (!(gauge <= 1 + rounding_of_text)) {
            table.refuse_item("template", k,
                              fmt::format("the perturbation is outside the region: its norm in units of the tolerances "
                                          "is {:.6g}; it must be at most 1",
                                          gauge));
        }
        unit.col(static_cast<Index>(k)) = delta;
    }
    return unit;
}

Vector incumbent_in(const DocumentTable& table, const Problem& problem) {
    const Vector x = point_in(table, "incumbent", problem);
    Vector unit = problem.space().to_unit(x);
    const Box& centres = problem.centres();
    const Vector lower = problem.space().from_unit(centres.lower);
    const Vector upper = problem.space().from_unit(centres.upper);
    for (Index d = 0; d < unit.size(); ++d) {
        if (unit[d] >= centres.lower[d] - rounding_of_text && unit[d] <= centres.upper[d] + rounding_of_text) continue;
        table.refuse(
            "incumbent",
            fmt::format("\"{}\" is {}; it must lie in [{:.6g}, {:.6g}] so that the region around it fits in the bounds",
                        problem.space().parameters()[static_cast<std::size_t>(d)].name, x[d], lower[d], upper[d]));
    }
    return unit;
}

}  // namespace

Vector point_in(const DocumentTable& table, const std::string& key, const Problem& problem) {
    const std::vector<Parameter>& parameters = problem.space().parameters();
    const std::vector<DocumentValue> given = needed(table, key, table.numbers_and_texts(key), "[0.5, 0.5]");
    Vector x(std::ssize(given));
    for (std::size_t d = 0; d < given.size(); ++d) {
        const bool is_choice = d < parameters.size() && parameters[d].is_choice();
        const bool is_text = given[d].kind == DocumentValue::Kind::text;
        if (is_text != is_choice) {
            table.refuse_item(key, d,
                              fmt::format("it is {}; it must be {}", given[d].shown(),
                                          is_choice ? fmt::format("the name of a value of \"{}\", e.g. \"{}\"",
                                                                  parameters[d].name, parameters[d].choices.front())
                                                    : "a number"));
        }
        x[static_cast<Index>(d)] =
            is_choice ? table.at(key, [&] { return choice_named(parameters[d], given[d].text); }) : given[d].number;
    }
    const std::string why_not = problem.space().why_not_inside(x);
    if (!why_not.empty()) table.refuse(key, why_not);
    return x;
}

Fixed read_fixed(const DocumentTable& table, const Problem& problem) {
    Fixed fixed;
    if (table.has("gp")) fixed.model = model_in(table.table("gp"), problem.dimension());
    if (table.has("template")) fixed.template_points = template_in(table, problem);
    if (table.has("incumbent")) fixed.incumbent = incumbent_in(table, problem);
    for (const char* known : {"gp", "template", "incumbent"}) table.ignore(known);
    table.refuse_unknown();
    return fixed;
}

}  // namespace sweetspot
