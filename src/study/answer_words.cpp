#include "study/answer_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.hpp"
#include "space/value_text.hpp"

namespace sweetspot {
namespace {

std::string share_points(double share) {
    return number_text(100 * share, 3) + " percentage points";
}

/// What is known of the value at a design, and how: "38.734 was measured", "38.7 (38.6 … 38.8) is expected".
std::string known_words(const ObjectiveConfig& objective, const Candidate& candidate) {
    if (candidate.measured) return value_words(objective, *candidate.measured) + " was measured";
    return "the model expects " + expected_words(objective, candidate);
}

std::string saved_words(const StudyConfig& config, const Answer& answer) {
    const ShownMeasure robust = shown_measure(config.objective, answer.robust.measure);
    const ShownMeasure single = shown_measure(config.objective, answer.single.measure);
    const double saved = -price(answer.robust, answer.single).measure;
    const double half = (robust.estimate.upper - robust.estimate.lower) / 2;
    const std::string sides = fmt::format("{} is expected of its region, {} of the single point's", robust.value(),
                                          with_unit(number_text_within(single.estimate.value, half), single.unit));
    const std::string beyond = answer.single_fits ? "" : ", as far as that lies in the bounds";
    if (!(saved > 0)) return fmt::format("It gains nothing in the {}: {}{}.", robust.name, sides, beyond);
    constexpr double next_to_nothing = 0.01;  // of the half-width of the interval
    const Estimate& measure = answer.robust.measure.estimate;
    const bool is_tiny = saved < next_to_nothing * (measure.upper - measure.lower) / 2;
    return fmt::format(
        "It {} {} in the {}: {}{}.", robust.good == ShownMeasure::Good::large ? "gains" : "saves",
        is_tiny ? std::string("next to nothing") : change_words(config.objective, answer.robust.measure, saved),
        robust.name, sides, beyond);
}

}  // namespace

std::string counted(Index count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string value_words(const ObjectiveConfig& objective, double value) {
    return quantity_text(value, objective.unit);
}

std::string value_words(const StudyParameter& described, double value) {
    const Parameter& p = described.parameter;
    return p.is_choice() ? value_text(p, value) : quantity_text(value, described.unit);
}

std::string ShownMeasure::value() const {
    return with_unit(number_text_within(estimate.value, (estimate.upper - estimate.lower) / 2), unit);
}

std::string ShownMeasure::interval() const {
    return with_unit(interval_text(estimate.lower, estimate.upper), unit);
}

std::string expected_words(const ObjectiveConfig& objective, const Candidate& candidate) {
    const Interval at = nearly_surely(candidate.value, candidate.sd);
    return fmt::format("{} ({})", with_unit(number_text_within(candidate.value, surely * candidate.sd), objective.unit),
                       interval_text(at.lower, at.upper));
}

ShownMeasure shown_measure(const ObjectiveConfig& objective, const RegionMeasure& measure) {
    const Estimate& e = measure.estimate;
    if (!measure.yield_limit) return {measure.label, e, objective.unit};
    return {fmt::format("share of builds within {}", value_words(objective, *measure.yield_limit)),
            {100 * (1 - e.value), 100 * (1 - e.upper), 100 * (1 - e.lower)},
            "%",
            ShownMeasure::Good::large};
}

std::string change_words(const ObjectiveConfig& objective, const RegionMeasure& measure, double change) {
    if (measure.yield_limit) return share_points(std::abs(change));
    // A difference of two numbers of the same model is known better than either, but not to many digits.
    return with_unit(number_text(std::abs(change), 2), objective.unit);
}

std::string value_of_row(const RegionRow& row) {
    return value_beside(row, row);
}

std::string value_beside(const RegionRow& row, const RegionRow& other) {
    const double half = (other.estimate.upper - other.estimate.lower) / 2;
    if (row.kind == RegionRow::Kind::value) return number_text_within(row.estimate.value, half);
    return with_unit(number_text_within(100 * row.estimate.value, 100 * half), "%");
}

std::string interval_of_row(const RegionRow& row) {
    if (row.kind == RegionRow::Kind::value) return interval_text(row.estimate.lower, row.estimate.upper);
    return with_unit(interval_text(100 * row.estimate.lower, 100 * row.estimate.upper), "%");
}

std::string price_amount(const StudyConfig& config, const Answer& answer) {
    const Price costs = price(answer.robust, answer.single);
    if (!(costs.value > 0)) return "nothing";
    const std::string number =
        costs.uncertainty > 0 ? number_text_within(costs.value, costs.uncertainty) : number_text(costs.value, 4);
    return with_unit(number, config.objective.unit);
}

std::vector<std::string> price_words(const StudyConfig& config, const Answer& answer) {
    if (answer.robust.x == answer.single.x) {
        return {"The robust centre is the best single point itself, so robustness costs nothing."};
    }
    return {fmt::format("Robustness costs {} if it is built exactly: {} at the centre, {} at the best single point.",
                        price_amount(config, answer), known_words(config.objective, answer.robust),
                        known_words(config.objective, answer.single)),
            saved_words(config, answer)};
}

std::string in_words(const StudyConfig& config, const RoundedDesign& rounded) {
    constexpr int every_digit = 15;
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const StudyParameter& described = config.parameters[d];
        if (!described.parameter.chosen) continue;
        const std::string value = value_text(described.parameter, rounded.x[static_cast<Index>(d)], every_digit);
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", described.shown_name(),
                            with_unit(value, described.unit));
    }
    return text;
}

std::string rounding_words(const StudyConfig& config, const Answer& answer, const RoundedDesign& rounded) {
    const ShownMeasure measure = shown_measure(config.objective, answer.robust.measure);
    if (!(rounded.cost > 0)) return fmt::format("nothing in the {}", measure.name);
    return fmt::format("{} of {} in the {}{}", change_words(config.objective, answer.robust.measure, rounded.cost),
                       measure.value(), measure.name, rounded.is_little ? ", nothing that matters" : "");
}

std::string in_words(const ObjectiveConfig& objective, const MeasuredValue& measured) {
    return fmt::format("{} in trial {}", value_words(objective, measured.value), measured.number);
}

std::string in_words(const StudyConfig& config, const Evidence& evidence) {
    if (!evidence.best) return "Nothing was measured yet.";
    std::string text = fmt::format("Measured at best: {}. ", in_words(config.objective, *evidence.best));
    const std::string all = counted(evidence.evaluations, "evaluation");
    if (evidence.in_region == 0) return text + fmt::format("None of {} lies in this region.", all);
    if (evidence.in_region == 1) {
        return text + fmt::format("Only 1 of {} lies in this region: {}.", all,
                                  in_words(config.objective, *evidence.worst_in_region));
    }
    return text + fmt::format("{} of {} lie in the region, the worst of them {}.", evidence.in_region, all,
                              in_words(config.objective, *evidence.worst_in_region));
}

std::string plain_text(const StudyConfig& config, const Vector& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        if (!p.chosen) continue;
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", p.name, value_text(p, x[static_cast<Index>(d)]));
    }
    return text;
}

}  // namespace sweetspot
