// What a study's trials mean: what to evaluate next, when it is over, what was found.
#pragma once

#include <optional>
#include <string>

#include "sweetspot/search/optimizer.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// A study ready to work with: its description, and the problem and the method made from it, once.
struct Study {
    StudyConfig config;
    Problem problem;
    MethodPtr method;

    /// Not explicit, for whoever has one question about a description: the functions below take either.
    Study(StudyConfig description);
};

/// The search that the trials amount to: those with a value are told in the order of their numbers, so that the same
/// trials always give the same suggestion.
[[nodiscard]] Optimizer optimizer_of(const Study& study, const StudyView& view, int threads = 1);

/// Pending: the points of trials that have no value yet, and of failed ones that are skipped. Failed: those that are
/// avoided.
[[nodiscard]] WithoutValue without_value(const StudyConfig& config, const StudyView& view);

/// The next trial, not stored yet. A pure function of the study file and the trials.
[[nodiscard]] Trial next_trial(const Study& study, const StudyView& view, int threads = 1);

/// All do but imported ones, checks beyond the budget, and those that failed and are skipped.
[[nodiscard]] bool counts_for_budget(const StudyConfig& config, const Trial& trial);
/// How many trials count for it, with those that have no result yet.
[[nodiscard]] Index spent(const StudyConfig& config, const StudyView& view);

/// Why no further trial should be added; nothing while there should.
struct ReasonToEnd {
    enum class Kind {
        spent,    ///< the budget is used up, or more would not pay
        failures  ///< the study says stop at a failure; or nothing but failures came out
    };
    Kind kind = Kind::spent;
    std::string sentence;
};
[[nodiscard]] std::optional<ReasonToEnd> reason_to_end(const Study& study, const StudyView& view);

}  // namespace sweetspot
