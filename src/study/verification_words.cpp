// A study's points, and what the checks of its answer came to, in words.
#include <fmt/format.h>

#include <string>

#include "space/value_text.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

std::string evaluations(Index count) {
    return count == 1 ? "1 evaluation" : fmt::format("{} evaluations", count);
}

std::string verified(const VerificationState& v) {
    std::string text =
        fmt::format("Verified: {} where this region could be worst came to at most {:.5g}, promised was {:.5g}",
                    evaluations(v.evaluations), *v.worst_measured, *v.promised);
    if (v.broken == 1) text += "; a promise was broken before, and the answer reconsidered";
    if (v.broken > 1) text += fmt::format("; {} promises were broken before, and the answer reconsidered", v.broken);
    return text;
}

std::string failed(const VerificationState& v) {
    return fmt::format(
        "Failed: in this region {}, promised was at most {:.5g}; run the study with a larger budget",
        v.worst_measured ? fmt::format("{:.5g} was measured", *v.worst_measured) : std::string("an evaluation failed"),
        *v.promised);
}

std::string not_verified(const StudyConfig& config, const VerificationState& v) {
    if (v.evaluations == 0) return "Not verified: no evaluation has checked this region yet; sweetspot verify does";
    return fmt::format(
        "Not verified: the evaluations that checked an answer lie in the region of {}; sweetspot verify checks this "
        "one",
        in_words(config, v.centre));
}

}  // namespace

std::string in_words(const StudyConfig& config, const Vector& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        text += fmt::format("{}{} = {}", d == 0 ? "" : ", ", p.name, value_text(p, x[static_cast<Index>(d)], 5));
    }
    return text;
}

std::string in_words(const StudyConfig& config, const VerificationState& state) {
    std::string text;
    switch (state.state) {
        case VerificationState::State::verified:
            text = verified(state);
            break;
        case VerificationState::State::failed:
            text = failed(state);
            break;
        default:
            text = not_verified(config, state);
    }
    if (state.open > 0) text += fmt::format(" ({} still to be made)", evaluations(state.open));
    return text + ".";
}

}  // namespace sweetspot
