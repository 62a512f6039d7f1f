#include "apps/sweetspot/search/suggest.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "base/json_text.hpp"
#include "base/whole_text.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::app {
namespace {

std::string read_file(const std::string& path) {
    const auto refuse = [&](std::string_view why) {
        throw std::invalid_argument(fmt::format(
            "{}: the file cannot be read ({}); give the name of a state, or - for standard input", path, why));
    };
    if (std::filesystem::is_directory(path)) refuse("it is a directory");
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(std::strerror(errno));
    std::string text = whole_text(file);
    if (file.bad()) refuse(std::strerror(errno));
    return text;
}

Json json_of(const GaussianProcess& gp) {
    const Hyperparameters& eta = gp.hyperparameters();
    Json result = {{"kernel", std::string(gp.kernel().name())},
                   {"lengthscales", array_of(eta.lengthscales)},
                   {"variance", eta.variance},
                   {"noise", eta.noise},
                   {"mean", eta.mean},
                   {"y_mean", gp.standardisation().mean},
                   {"y_std", gp.standardisation().scale}};
    if (eta.effects > 0) result["effects"] = {{"share", eta.effects}, {"lengthscale", eta.effect_lengthscale}};
    const OutputWarp& warp = gp.standardisation().warp;
    if (warp.active()) result["warp"] = {{"origin", warp.origin}, {"scale", warp.scale}};
    return result;
}

Json json_of(const Timings& timings) {
    return {{"fit", timings.fit_ms},
            {"incumbent", timings.incumbent_ms},
            {"acquisition", timings.acquisition_ms},
            {"sampling", timings.sampling_ms},
            {"total", timings.total_ms}};
}

/// Numbers, and the names of choices.
Json array_of(const SearchState& state, const Vector& x) {
    Json result = Json::array();
    for (Index d = 0; d < x.size(); ++d) {
        const Parameter& p = state.search.parameters[static_cast<std::size_t>(d)].parameter;
        result.push_back(p.is_choice() ? Json(choice_at(p, x[d])) : Json(x[d]));
    }
    return result;
}

Json json_of(const Suggestion& suggestion, const SearchState& state) {
    Json result = {{"next", {{"x", array_of(state, suggestion.x)}}}};
    if (!suggestion.reason) {
        result["stage"] = "initial-design";
        if (state.has_fixed) {
            result["note"] = "\"fixed\" is not used before the initial design is complete";
        }
        return result;
    }
    const Suggestion::Reason& reason = *suggestion.reason;
    result["centre"] = array_of(state, reason.centre);
    // Before a region is known that keeps the limits there is nothing to improve on.
    const bool improves = !std::isnan(reason.expected_improvement);
    result["expected_improvement"] = improves ? Json(reason.expected_improvement) : Json(nullptr);
    // Both are null for a method that has no model, and so knows of none.
    const Json incumbent = {{"x", array_of(state, reason.incumbent)}, {"quality", reason.incumbent_quality}};
    result["incumbent"] = reason.incumbent.size() > 0 ? incumbent : Json(nullptr);
    result["gp"] = reason.gp ? json_of(*reason.gp) : Json(nullptr);
    if (reason.realisations > 0) result["realisations"] = reason.realisations;
    if (!reason.note.empty()) result["note"] = reason.note;
    result["timings_ms"] = json_of(reason.timings);
    return result;
}

}  // namespace

void suggest(const SuggestOptions& options, std::istream& in, std::ostream& out) {
    const bool from_stdin = options.state == "-";
    const std::string source = from_stdin ? "stdin" : options.state;
    const Syntax syntax = options.state.ends_with(".toml") ? Syntax::toml : Syntax::json;
    const SearchState state = read_state(from_stdin ? whole_text(in) : read_file(options.state), source, syntax);
    try {
        out << write_json(json_of(optimizer_of(state, options.threads).ask(), state)) << '\n';
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", source, sentence_of(error)));
    } catch (const NumericalError& error) {
        throw NumericalError(fmt::format("{}: {}", source, error.what()));
    }
}

}  // namespace sweetspot::app
