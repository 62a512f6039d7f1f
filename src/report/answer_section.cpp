// What to build, in words and numbers.
#include <fmt/format.h>

#include <tuple>

#include "report/sections.hpp"
#include "report/text.hpp"
#include "space/confusion_text.hpp"
#include "space/value_text.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study_report {
namespace {

constexpr std::size_t most_in_words = 6;  // parameters; more are read better in the table

std::string region_words(const StudyConfig& config) {
    switch (config.norm) {
        case Norm::one:
            return "as long as the deviations, each as a share of its tolerance, add up to at most 1";
        case Norm::two:
            return "as long as the deviations together stay in the ellipsoid of the tolerances";
        default:
            return "as long as every parameter stays within its tolerance";
    }
}

std::string what_to_build(const Modelled& m) {
    const Candidate& robust = m.answer.robust;
    const bool few = m.study.config.parameters.size() <= most_in_words;
    const std::string build = few ? fmt::format("Build {}.", design_text(m.study.config, robust.x))
                                  : "Build the robust centre of the table below.";
    const std::string measure =
        m.measure().is == RegionMeasure::Is::worst
            ? ""
            : fmt::format(", and {} as the {} of the region", shown(m.measure().estimate.value), m.measure().label);
    return fmt::format(
        "{} The model expects {} there{}; {}, the worst that is expected is {}{}, and hardly anything worse than {}.",
        build, shown(robust.value), measure, region_words(m.study.config), shown(robust.worst.by_search),
        few ? fmt::format(" (at {})", point_text(m.study.config, robust.worst.where)) : "", shown(robust.worst.upper));
}

std::string what_it_costs(const Modelled& m) {
    const auto& [robust, single] = std::tie(m.answer.robust, m.answer.single);
    const double cost = price(robust, single).value;
    const double saved = -price(robust, single).worst;
    std::string text = fmt::format("The best single point {} itself, but {} at the worst of its region",
                                   single.measured ? fmt::format("gave {}", shown(*single.measured))
                                                   : fmt::format("promises {}", shown(single.value)),
                                   shown(single.worst.by_search));
    text += m.answer.single_fits ? ": " : ", as far as that lies in the bounds: ";
    text += cost > 0 ? fmt::format("robustness costs {:.3g}", cost) : "robustness costs nothing";
    return text + (saved > 0 ? fmt::format(" at the nominal point and saves {:.3g} in the worst case.", saved)
                             : " at the nominal point and saves nothing in the worst case.");
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

std::string how_sure(const Modelled& m) {
    const Index inside = m.answer.evaluations_in_region;
    std::string text = inside <= 1
                           ? fmt::format("{} of the {} evaluations lies in the region", inside == 0 ? "None" : "Only 1",
                                         m.answer.evaluations)
                           : fmt::format("{} of the {} evaluations lie in the region", inside, m.answer.evaluations);
    // As many as a plane through them would need.
    if (inside <= m.problem().dimension()) {
        text +=
            ", too few to rely on: let the search go on, or evaluate the places that look worst with "
            "\"sweetspot verify\"";
    }
    return text + "." + confusion_words(m);
}

std::string verification_words(const Modelled& m) {
    return in_words(m.study.config, verification_state(m.study, m.all, m.answer.robust.x));
}

Table answer_table(const Modelled& m) {
    const auto& [robust, single] = std::tie(m.answer.robust, m.answer.single);
    Table table{
        "What the model expects; the true worst of the region lies in its range in about 95 of 100 such answers.",
        {"", "robust centre", fmt::format("its region (norm {})", to_string(m.study.config.norm)), "best single point"},
        {}};
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const Parameter& p = m.study.config.parameters[d].parameter;
        table.rows.push_back({p.name, p.chosen ? value_text(p, robust.x[i], 5) : "environment",
                              range_text(p, m.answer.lower[i], m.answer.upper[i], 5), value_text(p, single.x[i], 5)});
    }
    const Interval at_centre = nearly_surely(robust.value, robust.sd);
    table.rows.push_back(
        {"value", shown(robust.value), shown_range(at_centre.lower, at_centre.upper), shown(single.value)});
    if (robust.measured || single.measured) {
        const auto measured = [](const Candidate& c) { return c.measured ? shown(*c.measured) : ""; };
        table.rows.push_back({"measured", measured(robust), "", measured(single)});
    }
    const std::vector<RegionRow> of_single = region_rows(single);
    for (std::size_t i = 0; const RegionRow& row : region_rows(robust)) {
        table.rows.push_back({row.what, shown(row.estimate.value), shown_range(row.estimate.lower, row.estimate.upper),
                              shown(of_single[i++].estimate.value)});
    }
    return table;
}

}  // namespace

Section answer_section(const Modelled& m) {
    if (m.answer.missing > 0) {
        std::string note = what_is_missing(m.study.config, m.answer);
        note.front() = 'T';
        return {"Answer", {Paragraph{note + "."}}};
    }
    Section section{"Answer",
                    {Paragraph{what_to_build(m)},
                     Paragraph{fmt::format("{} {} {}", what_it_costs(m), how_sure(m), verification_words(m))}}};
    if (m.study.config.largest_within) {
        section.parts.emplace_back(Paragraph{largest_region_words(m.study.config, *m.answer.robust.within)});
    }
    if (m.is_selection()) {
        section.parts.emplace_back(
            Paragraph{fmt::format("The study has {} evaluations. The model of this report is made of {} of them: the "
                                  "best by value, and others "
                                  "spread evenly over the rest by number.",
                                  complete(m.all).size(), m.answer.evaluations)});
    }
    for (const std::string& warning : m.answer.warnings) {
        section.parts.emplace_back(Paragraph{"Careful: " + warning});
    }
    section.parts.emplace_back(answer_table(m));
    return section;
}

}  // namespace sweetspot::study_report
