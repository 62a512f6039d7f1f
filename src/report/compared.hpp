// Studies that are compared, each with its model and answer, and what can be said of them together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/modelled.hpp"
#include "sweetspot/page/page.hpp"
#include "sweetspot/report/compare_page.hpp"

namespace sweetspot::study_report {

struct Compared {
    std::string label;  ///< its name, with the file where another has the same
    const ComparedStudy& given;
    std::optional<Modelled> m = std::nullopt;  ///< if a trial is complete

    [[nodiscard]] const StudyConfig& config() const { return given.study.config; }
    [[nodiscard]] bool answered() const { return m && m->answer.missing == 0; }
    /// Null where it has none of that name.
    [[nodiscard]] const StudyParameter* parameter(const std::string& name) const;
};

/// One for each, all different.
[[nodiscard]] std::vector<std::string> labels_of(std::span<const ComparedStudy> studies);

/// The names of all parameters, in the order in which they first appear.
[[nodiscard]] std::vector<std::string> parameter_names(std::span<const Compared> studies);

/// The values of both are of one kind: the same name and unit.
[[nodiscard]] bool share_objective(const StudyConfig& a, const StudyConfig& b);
/// Both choose the same parameters in the same units, so that a design of one is a design of the other.
[[nodiscard]] bool share_designs(const StudyConfig& a, const StudyConfig& b);

/// "± 0.2 mm", "± 5%", "exact".
[[nodiscard]] std::string tolerance_with_unit(const StudyParameter& parameter);
/// "42.1 N (38.4 … 46.1)".
[[nodiscard]] std::string estimate_text(const Estimate& estimate, const std::string& unit);

/// State, evaluations, answer, price and verification, a column per study.
[[nodiscard]] Table side_by_side(std::span<const Compared> studies);

/// The settings in which the studies differ, a column per study; no rows where they are the same.
[[nodiscard]] Table differences(std::span<const Compared> studies);

/// The design of each study (rows) by the model, the region and the measure of each (columns).
[[nodiscard]] Table judged_by_each_other(std::span<const Compared> studies);

}  // namespace sweetspot::study_report
