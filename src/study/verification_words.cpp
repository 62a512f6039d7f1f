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

std::string verified(const StudyConfig& config, const VerificationState& v) {
    std::string text =
        fmt::format("Verified: {} where this region could be worst came to at most {:.5g}, promised was {:.5g}",
                    evaluations(v.evaluations), *v.worst_measured, *v.promised);
    for (const CheckedLimit& checked : v.limits) text += "; " + in_words(config, checked);
    if (v.broken == 1) text += "; a promise was broken before, and the answer reconsidered";
    if (v.broken > 1) text += fmt::format("; {} promises were broken before, and the answer reconsidered", v.broken);
    return text;
}

std::string failed(const StudyConfig& config, const VerificationState& v) {
    std::string text = "Failed: ";
    for (const CheckedLimit& checked : v.limits) {
        if (checked.verdict() == CheckedLimit::Verdict::broken) text += in_words(config, checked) + "; ";
    }
    if (v.is_value_broken) {
        const std::string measured = v.worst_measured ? fmt::format("{:.5g} was measured", *v.worst_measured)
                                                      : std::string("an evaluation failed");
        text += fmt::format("in this region {}, promised was at most {:.5g}; ", measured, *v.promised);
    }
    return text + "run the study with a larger budget";
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

std::string in_words(const StudyConfig& config, const CheckedLimit& checked) {
    const Limit& limit = checked.limit;
    if (checked.evaluations == 0) {
        return fmt::format("{} was not judged, for {}", to_string(limit),
                           limit.what == Limit::For::centre ? fmt::format("no check gave a {} at the centre", limit.of)
                                                            : fmt::format("no check gave a {}", limit.of));
    }
    if (limit.what == Limit::For::share) {
        return fmt::format("{} was not judged, for single places cannot break it ({} of {} beyond it)",
                           to_string(limit), checked.beyond.size(), checked.evaluations);
    }
    const double measured = *checked.worst_measured;
    if (checked.verdict() == CheckedLimit::Verdict::broken) {
        return fmt::format("{} {:.5g} at {}, the limit is {:g}", limit.of, measured, in_words(config, checked.at),
                           limit.bound);
    }
    return fmt::format("{} came to {} {:.5g}, the limit is {:g}", limit.of,
                       limit.side == Limit::Side::at_most ? "at most" : "at least", measured, limit.bound);
}

std::string in_words(const StudyConfig& config, const VerificationState& state) {
    std::string text;
    switch (state.state) {
        case VerificationState::State::verified:
            text = verified(config, state);
            break;
        case VerificationState::State::failed:
            text = failed(config, state);
            break;
        default:
            text = not_verified(config, state);
    }
    if (state.open > 0) text += fmt::format(" ({} still to be made)", evaluations(state.open));
    return text + ".";
}

}  // namespace sweetspot
