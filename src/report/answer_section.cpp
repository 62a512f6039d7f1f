// What to build, in words and numbers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <tuple>

#include "base/number_text.hpp"
#include "report/answer_card.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "robust/shape_word.hpp"
#include "space/confusion_text.hpp"
#include "space/value_text.hpp"
#include "study/answer_words.hpp"
#include "study/rounded_design.hpp"

namespace sweetspot::study_report {
namespace {

constexpr std::size_t most_in_words = 6;  // parameters; more are read better in the table

std::string region_words(const StudyConfig& config) {
    switch (config.norm) {
        case Norm::one:
            return "as long as the deviations, each as a share of its tolerance, add up to at most 1 (a diamond)";
        case Norm::two:
            return "as long as the deviations together stay in the ellipsoid of the tolerances";
        default:
            return "as long as every parameter stays within its tolerance (a box)";
    }
}

std::string what_to_build(const Modelled& m) {
    const StudyConfig& config = m.study.config;
    const Candidate& robust = m.answer.robust;
    const bool few = config.parameters.size() <= most_in_words;
    const std::string build =
        few ? fmt::format("Build {}.", design_text(config, robust.x)) : "Build the robust centre of the table below.";
    const Interval at = nearly_surely(robust.value, robust.sd);
    const std::string value =
        fmt::format("The model expects {} ({}) there",
                    with_unit(number_text_within(robust.value, surely * robust.sd), config.objective.unit),
                    interval_text(at.lower, at.upper));
    if (is_exact(config)) return fmt::format("{} {}.", build, value);
    const ShownMeasure measure = shown_measure(config.objective, m.measure());
    if (m.measure().is != RegionMeasure::Is::worst) {
        return fmt::format("{} {}; {}, the {} is expected to be {}, and hardly outside {}.", build, value,
                           region_words(config), measure.name, measure.value(), measure.interval());
    }
    return fmt::format(
        "{} {}; {}, the worst that is expected is {}{}, and hardly anything worse than {}.", build, value,
        region_words(config), measure.value(),
        few ? fmt::format(" (at {})", point_text(config, robust.worst.where)) : "",
        with_unit(number_text_within(robust.worst.upper, (measure.estimate.upper - measure.estimate.lower) / 2),
                  config.objective.unit));
}

std::string confusion_words(const Modelled& m) {
    std::string text;
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const std::string sentence =
            confusion_sentence(m.study.config.parameters[d].parameter, m.answer.robust.x[static_cast<Index>(d)]);
        if (!sentence.empty()) text += " " + sentence;
    }
    return text;
}

/// What was measured, and what to do where that is too little to rely on.
std::string what_was_measured(const Modelled& m, const Evidence& evidence) {
    std::string text = in_words(m.study.config, evidence);
    // As many as a plane through them would need.
    if (evidence.in_region <= m.problem().dimension()) {
        text += " That is too little to rely on: let the search go on, or evaluate the places that look worst.";
    }
    return text + confusion_words(m);
}

Table answer_table(const Modelled& m) {
    const auto& [robust, single] = std::tie(m.answer.robust, m.answer.single);
    const ObjectiveConfig& objective = m.study.config.objective;
    Table table{
        "What the model expects, but for what was measured; a range holds the truth in about 95 of 100 answers.",
        {"", "robust centre", fmt::format("its region ({})", shape_word(m.study.config.norm)), "best single point"},
        {}};
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const StudyParameter& described = m.study.config.parameters[d];
        const Parameter& p = described.parameter;
        table.rows.push_back({axis_title(described), p.chosen ? value_text(p, robust.x[i], 5) : "environment",
                              range_text(p, m.answer.lower[i], m.answer.upper[i], 5), value_text(p, single.x[i], 5)});
    }
    const Interval at_centre = nearly_surely(robust.value, robust.sd);
    table.rows.push_back({axis_title(objective), number_text_within(robust.value, surely * robust.sd),
                          interval_text(at_centre.lower, at_centre.upper),
                          number_text_within(single.value, surely * single.sd)});
    if (robust.measured || single.measured) {
        const auto measured = [](const Candidate& c) { return c.measured ? shown(*c.measured) : ""; };
        table.rows.push_back({"measured", measured(robust), "", measured(single)});
    }
    const std::vector<RegionRow> of_single = region_rows(single);
    for (std::size_t i = 0; const RegionRow& row : region_rows(robust)) {
        table.rows.push_back({row.what, value_of_row(row), interval_of_row(row), value_beside(of_single[i++], row)});
    }
    return table;
}

}  // namespace

Section answer_section(const Modelled& m, const Evidence& evidence) {
    const StudyConfig& config = m.study.config;
    if (m.answer.missing > 0) {
        std::string note = what_is_missing(config, m.answer);
        note.front() = 'T';
        return {"Answer", {Paragraph{note + "."}}};
    }
    const std::optional<RoundedDesign> rounded = rounded_design(config, m.model, m.limits, m.answer.robust);
    Section section{"Answer", {answer_card(m, evidence, rounded), Paragraph{what_to_build(m)}}};
    const std::string costs = is_exact(config) ? "All tolerances are 0, so the region is the point itself."
                                               : fmt::format("{}", fmt::join(price_words(config, m.answer), " "));
    section.parts.emplace_back(Paragraph{fmt::format("{} {} {}", costs, what_was_measured(m, evidence),
                                                     in_words(config, evidence.verification, ReadOn::page))});
    if (config.largest_within) {
        section.parts.emplace_back(Paragraph{largest_region_words(config, *m.answer.robust.within)});
    }
    if (m.is_selection()) {
        section.parts.emplace_back(
            Paragraph{fmt::format("The study has {} evaluations. The model of this report is made of {} of them: the "
                                  "best by value, and others spread evenly over the rest by number.",
                                  complete(m.all).size(), m.answer.evaluations)});
    }
    for (const std::string& warning : m.answer.warnings) {
        section.parts.emplace_back(Paragraph{"Careful: " + warning});
    }
    section.parts.emplace_back(answer_table(m));
    return section;
}

}  // namespace sweetspot::study_report
