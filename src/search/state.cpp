#include "sweetspot/search/description.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/check.hpp"
#include "search/read_description.hpp"
#include "search/read_fixed.hpp"
#include "search/read_limits.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

double output_of_size(const DocumentTable& observation, const std::string& key, double value) {
    observation.at(key, [&] {
        require(is_output(value), "it is {}; it must be from -{} to {}", value, largest_output, largest_output);
    });
    return value;
}

void read_observations(const DocumentTable& file, const Problem& problem, SearchState& state) {
    const std::vector<DocumentTable> observations = file.tables("observations");
    state.x.resize(problem.dimension(), std::ssize(observations));
    state.y.resize(std::ssize(observations));
    state.standard_errors.setZero(state.y.size());
    for (Index n = 0; n < state.y.size(); ++n) {
        const DocumentTable& observation = observations[static_cast<std::size_t>(n)];
        state.x.col(n) = point_in(observation, "x", problem);
        const auto y = observation.number("y");
        if (!y) observation.refuse("y", "it is missing; give what came out, a number");
        state.y[n] = output_of_size(observation, "y", *y);
        state.standard_errors[n] =
            output_of_size(observation, "standard_error", observation.non_negative("standard_error").value_or(0));
        NamedOutputs& outputs = state.outputs.emplace_back();
        for (const std::string& name : outputs_of(problem.limits())) {
            if (const auto value = observation.number(name)) outputs[name] = output_of_size(observation, name, *value);
        }
        observation.refuse_unknown();
    }
}

/// A given model must see what was observed as numbers that it can work with.
void check_standardised(const DocumentTable& file, const SearchState& state) {
    if (!state.fixed.model) return;
    constexpr double most = 1e100;
    const Vector standardised = state.fixed.model->standardisation.apply(state.y);
    for (Index n = 0; n < standardised.size(); ++n) {
        if (std::abs(standardised[n]) <= most) continue;
        file.table("fixed").refuse(
            "gp", fmt::format("by y_mean, y_std and warp the output {} of observation {} is {}; that must be a number "
                              "from -{} to {}, so give those of the model's own observations",
                              state.y[n], n + 1, std::isnan(standardised[n]) ? NAN : standardised[n], most, most));
    }
}

}  // namespace

SearchState read_state(std::string_view text, const std::string& source, Syntax syntax) {
    const DocumentTable file =
        syntax == Syntax::json ? DocumentTable::json(text, source) : DocumentTable::toml(text, source);
    SearchState state;
    state.search = read_search(file);
    refuse_limits_of(file, {"y"}, "it is what is minimised, and has no limit; name another output");
    const Problem problem = problem_of(state.search);
    read_observations(file, problem, state);
    state.has_fixed = file.has("fixed");
    state.fixed = read_fixed(file.table("fixed"), problem);
    check_standardised(file, state);
    // What a state was made for may stand in it.
    file.ignore("reference");
    file.ignore("comment");
    file.refuse_unknown();
    return state;
}

Optimizer optimizer_of(const SearchState& state, int threads) {
    Options options = options_of(state.search, state.fixed);
    options.threads = threads;
    Optimizer optimizer(problem_of(state.search), std::move(options));
    for (Index n = 0; n < state.y.size(); ++n) {
        optimizer.tell(state.x.col(n), state.y[n], state.standard_errors[n],
                       state.outputs[static_cast<std::size_t>(n)]);
    }
    return optimizer;
}

}  // namespace sweetspot
