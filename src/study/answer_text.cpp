#include "study/answer_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number_text.hpp"
#include "robust/shape_word.hpp"
#include "space/confusion_text.hpp"
#include "space/value_text.hpp"
#include "study/answer_words.hpp"

namespace sweetspot {
namespace {

/// What a limit means for two designs; the words of `sweetspot tolerance` in short.
std::string limit_sentence(const ObjectiveConfig& objective, const WithinLimit& within) {
    std::string text;
    if (within.sigma_level) {
        const Estimate& level = *within.sigma_level;
        text += fmt::format("The limit {} is {} standard deviations of what is built away ({}; Cpk {}).\n",
                            value_words(objective, within.limit), number_text(level.value, 3),
                            interval_text(level.lower, level.upper), number_text(level.value / 3, 3));
    }
    if (within.distance) {
        text += fmt::format("Tolerances {} times as large would still keep it by expectation, {} times safely.\n",
                            number_text(within.distance->by_mean, 3), number_text(within.distance->safely, 3));
    }
    return text;
}

/// Four columns, the first as wide as its longest cell.
class AnswerRows {
  public:
    void add(std::string what, std::string robust, std::string region, std::string single) {
        rows_.push_back({std::move(what), std::move(robust), std::move(region), std::move(single)});
    }
    void add_line() { rows_.push_back({}); }

    [[nodiscard]] std::string text() const {
        std::size_t width = 22;
        for (const auto& row : rows_) width = std::max(width, width_of(row[0]) + 1);
        std::string text;
        for (const auto& [what, robust, region, single] : rows_) {
            const bool is_line = what.empty() && single.empty();
            text += is_line ? "\n" : fmt::format("  {:<{}}{:>14}{:>28}{:>20}\n", what, width, robust, region, single);
        }
        return text;
    }

  private:
    /// In characters, of which UTF-8 marks the first byte.
    static std::size_t width_of(std::string_view text) {
        return static_cast<std::size_t>(
            std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    }

    std::vector<std::array<std::string, 4>> rows_;
};

std::string name_in_unit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : fmt::format("{} in {}", name, unit);
}

std::string region_title(const StudyConfig& config) {
    return fmt::format("its region ({})", shape_word(config.norm));
}

std::string measured_text(const Candidate& c) {
    return c.measured ? number_text(*c.measured) : "";
}

/// One row per parameter: a design, the extent of its region, another design.
void add_parameter_rows(AnswerRows& rows, const StudyConfig& config, const Vector& x, const Box& region,
                        const Vector& other) {
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const StudyParameter& described = config.parameters[d];
        const Parameter& p = described.parameter;
        rows.add(name_in_unit(described.shown_name(), described.unit),
                 p.chosen ? value_text(p, x[i], 5) : "environment", range_text(p, region.lower[i], region.upper[i], 5),
                 value_text(p, other[i], 5));
    }
}

/// What a design and its region amount to, beside another's.
void add_value_rows(AnswerRows& rows, const StudyConfig& config, const Candidate& c, const Candidate& other) {
    const Interval at_centre = nearly_surely(c.value, c.sd);
    rows.add(name_in_unit(config.objective.shown_name(), config.objective.unit),
             number_text_within(c.value, surely * c.sd), interval_text(at_centre.lower, at_centre.upper),
             number_text_within(other.value, surely * other.sd));
    if (c.measured || other.measured) rows.add("measured", measured_text(c), "", measured_text(other));
    const std::vector<RegionRow> of_other = region_rows(other);
    for (std::size_t i = 0; const RegionRow& r : region_rows(c)) {
        rows.add(r.what, value_of_row(r), interval_of_row(r), value_beside(of_other[i++], r));
    }
}

std::string confusion_sentences(const StudyConfig& config, const Vector& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const std::string sentence = confusion_sentence(config.parameters[d].parameter, x[static_cast<Index>(d)]);
        if (!sentence.empty()) text += sentence + "\n";
    }
    return text;
}

std::string how_sure(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    const Assurance assurance = assurance_of(config, answer, evidence);
    return fmt::format("How sure: {}. {}\n", assurance.word, assurance.why);
}

std::string answer_sentences(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    const std::string measure = answer.robust.measure.yield_limit
                                    ? "share of builds"
                                    : shown_measure(config.objective, answer.robust.measure).name;
    std::string text = fmt::format(
        "The model expects all of this but what was measured; the true {} lies in its range in about 95 of 100\n"
        "such answers.\n{}\n",
        measure, in_words(config, evidence));
    text += confusion_sentences(config, answer.robust.x);
    if (answer.in_covariances < answer.modelled) {
        text += fmt::format(
            "The model is local: its mean knows all {} evaluations, its standard deviations the {} nearest to the "
            "centre,\n"
            "so that they are rather too large.\n",
            answer.modelled, answer.in_covariances);
    }
    for (const std::string& warning : answer.warnings) text += fmt::format("Careful: {}\n", warning);
    if (answer.robust.within) text += limit_sentence(config.objective, *answer.robust.within);
    if (config.largest_within) text += largest_region_words(config, *answer.robust.within) + "\n";
    for (const std::string& sentence : limit_sentences(config, answer)) text += sentence + "\n";
    if (answer.rounded) {
        text += fmt::format("Rounded to {} it costs {}.\n", in_words(config, *answer.rounded),
                            rounding_words(config, answer, *answer.rounded));
    }
    if (is_exact(config)) return text + "All tolerances are 0, so the region is the point itself.\n";
    return text + fmt::format("The worst of the region is expected at {}.\n{}\n",
                              in_words(config, answer.robust.worst.where),
                              fmt::join(price_words(config, answer), "\n"));
}

/// Empty where the evaluation lacks the output.
std::string output_text(const Trial& trial, const std::string& output) {
    if (!trial.measurement) return "";
    const auto found = trial.measurement->outputs.find(output);
    return found == trial.measurement->outputs.end() ? "" : number_text(found->second, 6);
}

}  // namespace

std::string verification_text(const StudyConfig& config, const Verification& verification) {
    const PredictedWorst& worst = verification.promise.worst;
    std::string text = fmt::format("{}: the worst of the region is promised to be {}, and at most {}\n\n  {:>6}",
                                   config.name, value_words(config.objective, worst.by_search),
                                   value_words(config.objective, worst.upper), "number");
    for (const StudyParameter& p : config.parameters) text += fmt::format("{:>13}", p.parameter.name);
    text += fmt::format("{:>13}", "value");
    const std::vector<std::string> outputs = outputs_of(config.limits);
    for (const std::string& output : outputs) text += fmt::format("{:>13}", output);
    text += "\n";
    for (const Trial& trial : verification.trials) {
        text += fmt::format("  {:>6}", trial.number);
        for (Index d = 0; d < trial.x.size(); ++d) {
            const Parameter& p = config.parameters[static_cast<std::size_t>(d)].parameter;
            text += fmt::format("{:>13}", value_text(p, trial.x[d], 6));
        }
        text += fmt::format("{:>13}", trial.measurement ? number_text(trial.measurement->value, 6) : "");
        for (const std::string& output : outputs) text += fmt::format("{:>13}", output_text(trial, output));
        text += fmt::format("  {}\n", to_string(verification.verdict(trial)));
    }
    text += "\n";
    for (const CheckedLimit& checked : verification.limits) text += in_words(config, checked) + "\n";
    return text + fmt::format("{}\n", to_string(verification.verdict()));
}

std::string answer_text(const Study& study, const StudyView& view) {
    const bool any = std::any_of(view.trials.begin(), view.trials.end(),
                                 [](const Trial& trial) { return trial.state == TrialState::complete; });
    if (!any) return fmt::format("{}: no trial is complete, so there is no answer\n", study.config.name);
    const Answer answer = answer_of(study, view, AnswerOptions{.rounded = AnswerOptions::Rounded::wanted});
    return answer_text(study.config, answer, evidence_of(study, view, answer));
}

std::string answer_text(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    if (answer.missing > 0) return fmt::format("{}: {}\n", config.name, what_is_missing(config, answer));
    const Candidate& robust = answer.robust;
    const Candidate& single = answer.single;
    const std::string verification = in_words(config, evidence.verification) + "\n";
    const bool is_failed = evidence.verification.state == VerificationState::State::failed;
    std::string text = is_failed ? verification + "\n" : "";
    text += fmt::format("{}: what to build, after {}\n", config.name, counted(answer.evaluations, "evaluation"));
    if (!config.description.empty()) text += config.description + "\n";
    AnswerRows rows;
    rows.add("", "robust centre", region_title(config), "best single point");
    add_parameter_rows(rows, config, robust.x, {answer.lower, answer.upper}, single.x);
    rows.add_line();
    add_value_rows(rows, config, robust, single);
    return text + "\n" + rows.text() + "\n" + answer_sentences(config, answer, evidence) +
           (is_failed ? "" : verification) + how_sure(config, answer, evidence);
}

std::string design_text(const StudyConfig& config, const Answer& answer) {
    const Design& design = *answer.at;
    const Candidate& own = design.candidate;
    if (answer.missing > 0) return fmt::format("{}: {}\n", config.name, what_is_missing(config, answer));
    const Candidate& robust = answer.robust;
    AnswerRows rows;
    rows.add("", "your design", region_title(config), "robust centre");
    add_parameter_rows(rows, config, own.x, {design.lower, design.upper}, robust.x);
    rows.add_line();
    add_value_rows(rows, config, own, robust);
    std::string limits;
    for (const PredictedLimit& predicted : own.limits) limits += in_words(config, predicted) + "\n";
    const Price costs = price(own, robust);
    const ShownMeasure measure = shown_measure(config.objective, robust.measure);
    const auto more_or_less = [](double difference) { return difference > 0 ? "more" : "less"; };
    const bool is_share = robust.measure.yield_limit.has_value();
    // Of a share of good builds more is better, and the engine counts the bad ones.
    const double change = is_share ? -costs.measure : costs.measure;
    const Index inside = design.evaluations_in_region;
    return fmt::format("{}: a design of your own, after {}\n\n", config.name,
                       counted(answer.evaluations, "evaluation")) +
           rows.text() +
           fmt::format(
               "\nThe model expects all of this but what was measured; {} of {} {} in this region.\n{}"
               "The worst of your region is expected at {}.\n"
               "Against the robust centre your design costs {} {} in value and {} {} in the {}.\n",
               inside == 0 ? "none" : std::to_string(inside), counted(answer.evaluations, "evaluation"),
               inside <= 1 ? "lies" : "lie", confusion_sentences(config, own.x), in_words(config, own.worst.where),
               with_unit(number_text(std::abs(costs.value), 4), config.objective.unit), more_or_less(costs.value),
               change_words(config.objective, robust.measure, change), more_or_less(change), measure.name) +
           limits;
}

}  // namespace sweetspot
