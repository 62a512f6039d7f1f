#include "apps/sweetspot/study/study_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "apps/sweetspot/study/study_files.hpp"
#include "space/confusion_text.hpp"
#include "space/value_text.hpp"

namespace sweetspot::app {
namespace {

/// What a limit means for two designs; the words of `sweetspot tolerance` in short.
std::string limit_sentence(const WithinLimit& within) {
    std::string text;
    if (within.sigma_level) {
        const Estimate& level = *within.sigma_level;
        text += fmt::format(
            "The limit {:g} is {:.3g} standard deviations of what is built away ({:.3g} … {:.3g}; Cpk {:.2f}).\n",
            within.limit, level.value, level.lower, level.upper, level.value / 3);
    }
    if (within.distance) {
        text +=
            fmt::format("Tolerances {:.3g} times as large would still keep it by expectation, {:.3g} times safely.\n",
                        within.distance->by_mean, within.distance->safely);
    }
    return text;
}

std::string short_number(double value) {
    return fmt::format("{:.5g}", value);
}

std::string range(double from, double to) {
    return fmt::format("{:.5g} … {:.5g}", from, to);
}

std::string row(std::string_view what, std::string_view robust, std::string_view region, std::string_view single) {
    return fmt::format("  {:<22}{:>14}{:>28}{:>20}\n", what, robust, region, single);
}

std::string region_title(const StudyConfig& config) {
    return fmt::format("its region (norm {})", to_string(config.norm));
}

std::string measured_text(const Candidate& c) {
    return c.measured ? short_number(*c.measured) : "";
}

/// One row per parameter: a design, the extent of its region, another design.
std::string rows_of_parameters(const StudyConfig& config, const Vector& x, const Box& region, const Vector& other) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const Parameter& p = config.parameters[d].parameter;
        text += row(p.name, p.chosen ? value_text(p, x[i], 5) : "environment",
                    range_text(p, region.lower[i], region.upper[i], 5), value_text(p, other[i], 5));
    }
    return text;
}

/// What a design and its region amount to, beside another's.
std::string rows_of_values(const Candidate& c, const Candidate& other) {
    const Interval at_centre = nearly_surely(c.value, c.sd);
    std::string text =
        row("value", short_number(c.value), range(at_centre.lower, at_centre.upper), short_number(other.value));
    if (c.measured || other.measured) text += row("measured", measured_text(c), "", measured_text(other));
    const std::vector<RegionRow> of_other = region_rows(other);
    for (std::size_t i = 0; const RegionRow& r : region_rows(c)) {
        text += row(r.what, short_number(r.estimate.value), range(r.estimate.lower, r.estimate.upper),
                    short_number(of_other[i++].estimate.value));
    }
    return text;
}

std::string confusion_sentences(const StudyConfig& config, const Vector& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const std::string sentence = confusion_sentence(config.parameters[d].parameter, x[static_cast<Index>(d)]);
        if (!sentence.empty()) text += sentence + "\n";
    }
    return text;
}

std::string plural(Index count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "3 of 100 evaluations lie in the region"; with fewer than two the model is alone there, which is said.
std::string in_region(Index inside, Index all) {
    if (inside == 0) return fmt::format("none of {} lies in this region", plural(all, "evaluation"));
    if (inside == 1) return fmt::format("only 1 of {} lies in this region", plural(all, "evaluation"));
    return fmt::format("{} of {} lie in the region", inside, plural(all, "evaluation"));
}

std::string capitalised(std::string text) {
    if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string amount(double value) {
    return value > 0 ? fmt::format("{:.4g}", value) : "nothing";
}

std::string sentences(const StudyConfig& config, const Answer& answer) {
    std::string text = fmt::format(
        "The model expects all of this but what was measured; the true worst case lies in its range in about 95 of "
        "100\n"
        "such answers. {}.\n",
        capitalised(in_region(answer.evaluations_in_region, answer.evaluations)));
    text += confusion_sentences(config, answer.robust.x);
    for (const std::string& warning : answer.warnings) text += fmt::format("Careful: {}\n", warning);
    if (answer.robust.within) text += limit_sentence(*answer.robust.within);
    if (config.largest_within) text += largest_region_words(config, *answer.robust.within) + "\n";
    for (const std::string& sentence : limit_sentences(config, answer)) text += sentence + "\n";
    if (is_exact(config)) return text + "All tolerances are 0, so the region is the point itself.\n";
    const Price robustness = price(answer.robust, answer.single);
    return text + fmt::format(
                      "The worst of the region is expected at {}.\n"
                      "Robustness costs {} in value and saves {} in the worst case{}.\n",
                      in_words(config, answer.robust.worst.where), amount(robustness.value), amount(-robustness.worst),
                      answer.single_fits ? "" : "; the single point's region reaches beyond the bounds");
}

/// Empty where the evaluation lacks the output.
std::string output_text(const Trial& trial, const std::string& output) {
    if (!trial.measurement) return "";
    const auto found = trial.measurement->outputs.find(output);
    return found == trial.measurement->outputs.end() ? "" : fmt::format("{:.6g}", found->second);
}

}  // namespace

std::string verification_text(const StudyConfig& config, const Verification& verification) {
    const PredictedWorst& worst = verification.promise.worst;
    std::string text =
        fmt::format("{}: the worst of the region is promised to be {:.5g}, and at most {:.5g}\n\n  {:>6}", config.name,
                    worst.by_search, worst.upper, "number");
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
        text += trial.measurement ? fmt::format("{:>13.6g}", trial.measurement->value) : fmt::format("{:>13}", "");
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
    const Answer answer = answer_of(study, view);
    return answer_text(study.config, answer, verification_state(study, view, answer.robust.x));
}

std::string answer_text(const StudyConfig& config, const Answer& answer, const VerificationState& state) {
    if (answer.missing > 0) return fmt::format("{}: {}\n", config.name, what_is_missing(config, answer));
    const Candidate& robust = answer.robust;
    const Candidate& single = answer.single;
    std::string text =
        fmt::format("{}: what to build, after {}\n\n", config.name, plural(answer.evaluations, "evaluation")) +
        row("", "robust centre", region_title(config), "best single point");
    text += rows_of_parameters(config, robust.x, {answer.lower, answer.upper}, single.x);
    text += "\n" + rows_of_values(robust, single);
    return text + "\n" + sentences(config, answer) + in_words(config, state) + "\n";
}

std::string design_text(const StudyConfig& config, const Answer& answer) {
    const Design& design = *answer.at;
    const Candidate& own = design.candidate;
    if (answer.missing > 0) return fmt::format("{}: {}\n", config.name, what_is_missing(config, answer));
    std::string text =
        fmt::format("{}: a design of your own, after {}\n\n", config.name, plural(answer.evaluations, "evaluation")) +
        row("", "your design", region_title(config), "robust centre");
    text += rows_of_parameters(config, own.x, {design.lower, design.upper}, answer.robust.x);
    const Candidate& robust = answer.robust;
    text += "\n" + rows_of_values(own, robust);
    std::string limits;
    for (const PredictedLimit& predicted : own.limits) limits += in_words(config, predicted) + "\n";
    const Price costs = price(own, robust);
    const auto against = [](double difference) {
        return difference > 0 ? fmt::format("{:.4g} more", difference) : fmt::format("{:.4g} less", -difference);
    };
    return text +
           fmt::format(
               "\nThe model expects all of this but what was measured; {}.\n"
               "{}"
               "The worst of your region is expected at {}.\n"
               "Against the robust centre your design costs {} in value and {} in the worst case.\n",
               in_region(design.evaluations_in_region, answer.evaluations), confusion_sentences(config, own.x),
               in_words(config, own.worst.where), against(costs.value), against(costs.worst)) +
           limits;
}

}  // namespace sweetspot::app
