// What is known of the limits on other outputs, in words.
#include <fmt/format.h>

#include "base/number_text.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

std::string what_is_expected(const Limit& limit) {
    switch (limit.what) {
        case Limit::For::worst:
            return "the worst is expected to be";
        case Limit::For::share:
            return fmt::format("{} % of what is built is expected to be {}", number_text(100 * limit.share),
                               limit.side == Limit::Side::at_most ? "at most" : "at least");
        default:
            return "expected is";
    }
}

std::string probability_text(double probability) {
    if (probability > 0.999) return "above 99.9 %";
    if (probability < 0.001) return "below 0.1 %";
    return fmt::format("{:.1f} %", 100 * probability);
}

}  // namespace

std::string in_words(const StudyConfig& config, const PredictedLimit& predicted) {
    const Limit& limit = predicted.limit;
    if (predicted.known == 0) {
        return fmt::format("{}: no evaluation gave a {}, so nothing is known of it.", to_string(limit), limit.of);
    }
    const Estimate& value = predicted.value;
    std::string text =
        fmt::format("{}: {} {} ({}), so it is kept with a probability of {}", to_string(limit), what_is_expected(limit),
                    number_text_within(value.value, (value.upper - value.lower) / 2),
                    interval_text(value.lower, value.upper), probability_text(predicted.probability));
    text += predicted.binds ? "; it binds" : "; it does not bind";
    if (limit.what == Limit::For::centre) return text + ".";
    return text + fmt::format(". {} is closest to it at {}.", limit.of, in_words(config, predicted.where));
}

std::vector<std::string> limit_sentences(const StudyConfig& config, const Answer& answer) {
    std::vector<std::string> sentences;
    if (answer.robust.limits.empty()) return sentences;
    if (!answer.feasible) {
        sentences.emplace_back(
            config.largest_within
                ? "The region as stated does not keep every limit on another output surely enough."
                : "No region is known that keeps every limit surely enough; this one comes nearest to it.");
    }
    for (const PredictedLimit& predicted : answer.robust.limits) sentences.push_back(in_words(config, predicted));
    if (answer.lacking > 0) {
        sentences.push_back(fmt::format(
            "{} evaluation{} lack{} an output that has a limit, and count{} for the others.", answer.lacking,
            answer.lacking == 1 ? "" : "s", answer.lacking == 1 ? "s" : "", answer.lacking == 1 ? "s" : ""));
    }
    return sentences;
}

}  // namespace sweetspot
