// A study's points, and what the checks of its answer came to, in words.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <string>

#include "base/number_text.hpp"
#include "study/answer_words.hpp"

namespace sweetspot {
namespace {

/// What to say to have the region checked.
std::string command_words(const StudyConfig& config, ReadOn where) {
    const std::string file = config.file.empty()     ? "STUDY.toml"
                             : where == ReadOn::page ? std::filesystem::path(config.file).filename().string()
                                                     : config.file;
    return fmt::format("say \"sweetspot verify {}\"", file);
}

/// " on 2026-03-01", where that is known.
std::string day_words(const VerificationState& v, ReadOn where) {
    if (where == ReadOn::terminal || v.checked_at <= 0) return "";
    return fmt::format(" on {:%Y-%m-%d}", fmt::gmtime(static_cast<std::time_t>(v.checked_at)));
}

std::string verified(const StudyConfig& config, const VerificationState& v, ReadOn where) {
    std::string text =
        fmt::format("Verified at {}{}, worst {} against a promise of {}", counted(v.evaluations, "worst place"),
                    day_words(v, where), value_words(config.objective, *v.worst_measured),
                    value_words(config.objective, *v.promised));
    for (const CheckedLimit& checked : v.limits) text += "; " + in_words(config, checked);
    if (v.broken == 1) text += "; a promise was broken before, and the answer reconsidered";
    if (v.broken > 1) text += fmt::format("; {} promises were broken before, and the answer reconsidered", v.broken);
    return text;
}

std::string failed(const StudyConfig& config, const VerificationState& v, ReadOn where) {
    std::string text = fmt::format("Verification failed{}: ", day_words(v, where));
    for (const CheckedLimit& checked : v.limits) {
        if (checked.verdict() == CheckedLimit::Verdict::broken) text += in_words(config, checked) + "; ";
    }
    if (v.is_value_broken) {
        const std::string measured = v.worst_measured ? value_words(config.objective, *v.worst_measured) + " measured"
                                                      : std::string("an evaluation failed");
        text += fmt::format("{} where {} was promised; ", measured, value_words(config.objective, *v.promised));
    }
    return text + "run the study with a larger budget";
}

std::string not_verified(const StudyConfig& config, const VerificationState& v, ReadOn where) {
    if (v.evaluations == 0) return "Not verified: " + command_words(config, where);
    return fmt::format("Not verified: the checks lie in the region of {}; {}", in_words(config, v.centre),
                       command_words(config, where));
}

}  // namespace

std::string in_words(const StudyConfig& config, const Vector& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const StudyParameter& p = config.parameters[d];
        text += fmt::format("{}{} = {}", d == 0 ? "" : ", ", p.shown_name(), value_words(p, x[static_cast<Index>(d)]));
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
        return fmt::format("{} {} at {}, the limit is {}", limit.of, number_text(measured),
                           in_words(config, checked.at), number_text(limit.bound));
    }
    return fmt::format("{} came to {} {}, the limit is {}", limit.of,
                       limit.side == Limit::Side::at_most ? "at most" : "at least", number_text(measured),
                       number_text(limit.bound));
}

std::string in_words(const StudyConfig& config, const VerificationState& state, ReadOn where) {
    std::string text;
    switch (state.state) {
        case VerificationState::State::verified:
            text = verified(config, state, where);
            break;
        case VerificationState::State::failed:
            text = failed(config, state, where);
            break;
        default:
            text = not_verified(config, state, where);
    }
    if (state.open > 0) text += fmt::format(" ({} still to be made)", counted(state.open, "check"));
    return text + ".";
}

}  // namespace sweetspot
