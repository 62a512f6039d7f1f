#include "report/answer_card.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/number_text.hpp"
#include "report/text.hpp"
#include "space/confusion_text.hpp"
#include "space/value_text.hpp"
#include "study/answer_words.hpp"

namespace sweetspot::study_report {
namespace {

constexpr std::size_t most_in_a_line = 6;  // parameters; more are read better in the table

/// How far off it may be built, in its own unit where that is named.
std::string deviation_text(const StudyParameter& described, double x) {
    const Parameter& p = described.parameter;
    if (p.is_choice()) return p.confusion.empty() ? "as chosen" : "as chosen" + or_another_text(p, x);
    const auto& [amount, of] = described.tolerance;
    if (amount == 0) return "exact";
    if (of == RegionTolerance::Of::unit) return "± " + number_text(amount);
    return fmt::format("± {} ({} %)", number_text(std::abs(amount * x), 3), number_text(100 * amount));
}

Table design_table(const Modelled& m, const std::optional<RoundedDesign>& rounded) {
    Table table{"", {"", "build", "±"}, {}};
    if (rounded) table.header.emplace_back("to draw");
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        const StudyParameter& described = m.study.config.parameters[d];
        const Parameter& p = described.parameter;
        if (!p.chosen) continue;
        const double x = m.answer.robust.x[i];
        std::vector<std::string> row = {axis_title(described), value_text(p, x, 5), deviation_text(described, x)};
        if (rounded) row.push_back(value_text(p, rounded->x[i], 15));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Card::Fact large_fact(const Modelled& m) {
    const ShownMeasure measure = shown_measure(m.study.config.objective, m.measure());
    const bool is_share = m.measure().yield_limit.has_value();
    return {is_exact(m.study.config) ? m.study.config.objective.shown_name()
            : is_share               ? measure.name
                                     : fmt::format("{} of the region", measure.name),
            measure.value(), fmt::format("{} in about 95 of 100 such answers", measure.interval())};
}

std::string side_words(const ObjectiveConfig& objective, const Candidate& c) {
    if (c.measured) return value_words(objective, *c.measured) + " measured";
    return expected_words(objective, c) + " expected by the model";
}

Card::Fact price_fact(const Modelled& m) {
    const ObjectiveConfig& objective = m.study.config.objective;
    if (m.answer.robust.x == m.answer.single.x) {
        return {"price of robustness", "nothing", "it is the best single point itself"};
    }
    return {"price of robustness", price_amount(m.study.config, m.answer),
            fmt::format("{} at the centre, {} at the best single point", side_words(objective, m.answer.robust),
                        side_words(objective, m.answer.single))};
}

Card::Fact rounded_fact(const Modelled& m, const RoundedDesign& rounded) {
    std::string values;
    const auto& parameters = m.study.config.parameters;
    for (std::size_t d = 0; d < parameters.size() && parameters.size() <= most_in_a_line; ++d) {
        if (!parameters[d].parameter.chosen) continue;
        values +=
            (values.empty() ? "" : " × ") + value_text(parameters[d].parameter, rounded.x[static_cast<Index>(d)], 15);
    }
    return {"rounded so that it could be drawn", values,
            fmt::format("rounding costs {}", rounding_words(m.study.config, m.answer, rounded))};
}

std::vector<Card::Fact> measured_facts(const Modelled& m, const Evidence& evidence) {
    const StudyConfig& config = m.study.config;
    std::vector<Card::Fact> facts;
    if (evidence.best) {
        facts.push_back({"best measured", value_words(config.objective, evidence.best->value),
                         fmt::format("trial {}: {}", evidence.best->number, point_text(config, evidence.best->x))});
    }
    const std::string inside =
        fmt::format("{} of {} {} in the region", evidence.in_region, counted(evidence.evaluations, "evaluation"),
                    evidence.in_region == 1 ? "lies" : "lie");
    if (evidence.worst_in_region) {
        facts.push_back({"worst measured in the region", value_words(config.objective, evidence.worst_in_region->value),
                         fmt::format("trial {}; {}", evidence.worst_in_region->number, inside)});
    } else {
        facts.push_back({"worst measured in the region", "none", inside});
    }
    return facts;
}

std::string environment_words(const StudyConfig& config) {
    std::string text;
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        if (p.chosen) continue;
        text += fmt::format("{}{} {} … {}", text.empty() ? "" : ", ", described.shown_name(), number_text(p.lower),
                            quantity_text(p.upper, described.unit));
    }
    return text;
}

std::vector<Card::Copy> copies_of(const Modelled& m, const std::optional<RoundedDesign>& rounded) {
    const StudyConfig& config = m.study.config;
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        const double x = m.answer.robust.x[static_cast<Index>(d)];
        if (!p.chosen) continue;
        if (p.is_choice()) {
            json[p.name] = choice_at(p, x);
        } else {
            json[p.name] = x;
        }
    }
    std::vector<Card::Copy> copies = {{"Copy the design", plain_text(config, m.answer.robust.x)}};
    if (rounded) copies.push_back({"Copy it rounded", plain_text(config, rounded->x)});
    copies.push_back({"Copy it as JSON", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)});
    return copies;
}

Card::Tone tone_of(Assurance::Tone tone) {
    switch (tone) {
        case Assurance::Tone::good:
            return Card::Tone::good;
        case Assurance::Tone::fair:
            return Card::Tone::fair;
        default:
            return Card::Tone::poor;
    }
}

}  // namespace

Card answer_card(const Modelled& m, const Evidence& evidence, const std::optional<RoundedDesign>& rounded) {
    const StudyConfig& config = m.study.config;
    const Assurance assurance = assurance_of(config, m.answer, evidence);
    Card card{.id = "answer",
              .name = "What to build",
              .tone = tone_of(assurance.tone),
              .verdict = assurance.word,
              .why = assurance.why,
              .large = large_fact(m),
              .table = design_table(m, rounded),
              .facts = {},
              .copies = copies_of(m, rounded)};
    if (rounded) card.facts.push_back(rounded_fact(m, *rounded));
    if (!is_exact(config)) card.facts.push_back(price_fact(m));
    for (Card::Fact& fact : measured_facts(m, evidence)) card.facts.push_back(std::move(fact));
    card.facts.push_back({"verification", in_words(config, evidence.verification, ReadOn::page)});
    if (const std::string holds = environment_words(config); !holds.empty()) {
        card.facts.push_back({"holds for", holds});
    }
    return card;
}

}  // namespace sweetspot::study_report
