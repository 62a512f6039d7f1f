#include "report/compared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/number_text.hpp"
#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

/// Those that a designer chooses, by name.
std::map<std::string, const StudyParameter*> chosen_parameters(const StudyConfig& config) {
    std::map<std::string, const StudyParameter*> chosen;
    for (const StudyParameter& p : config.parameters) {
        if (p.parameter.chosen) chosen[p.parameter.name] = &p;
    }
    return chosen;
}

}  // namespace

const StudyParameter* Compared::parameter(const std::string& name) const {
    for (const StudyParameter& p : config().parameters) {
        if (p.parameter.name == name) return &p;
    }
    return nullptr;
}

std::vector<std::string> labels_of(std::span<const ComparedStudy> studies) {
    std::map<std::string, int> names;
    for (const ComparedStudy& given : studies) ++names[given.study.config.name];
    std::vector<std::string> labels;
    std::set<std::string> used;
    for (const ComparedStudy& given : studies) {
        const std::string& name = given.study.config.name;
        const std::string plain = names[name] == 1 ? name : fmt::format("{} ({})", name, given.file);
        std::string label = plain;
        for (int k = 2; !used.insert(label).second; ++k) label = fmt::format("{}, {}", plain, k);
        labels.push_back(std::move(label));
    }
    return labels;
}

std::vector<std::string> parameter_names(std::span<const Compared> studies) {
    std::vector<std::string> names;
    for (const Compared& c : studies) {
        for (const StudyParameter& p : c.config().parameters) {
            if (std::ranges::find(names, p.parameter.name) == names.end()) names.push_back(p.parameter.name);
        }
    }
    return names;
}

bool share_objective(const StudyConfig& a, const StudyConfig& b) {
    return a.objective.shown_name() == b.objective.shown_name() && a.objective.unit == b.objective.unit;
}

bool share_designs(const StudyConfig& a, const StudyConfig& b) {
    return std::ranges::equal(chosen_parameters(a), chosen_parameters(b), [](const auto& p, const auto& q) {
        return p.first == q.first && p.second->unit == q.second->unit &&
               p.second->parameter.choices == q.second->parameter.choices;
    });
}

std::string tolerance_with_unit(const StudyParameter& p) {
    const bool in_unit = p.parameter.chosen && p.parameter.confusion.empty() && p.tolerance.amount > 0 &&
                         p.tolerance.of == RegionTolerance::Of::unit;
    return in_unit ? "± " + quantity_text(p.tolerance.amount, p.unit) : tolerance_text(p);
}

std::string estimate_text(const Estimate& e, const std::string& unit) {
    return fmt::format("{}{}{} ({})", number_text_within(e.value, (e.upper - e.lower) / 2),
                       unit.empty() ? "" : "\u00a0", unit, interval_text(e.lower, e.upper));
}

}  // namespace sweetspot::study_report
