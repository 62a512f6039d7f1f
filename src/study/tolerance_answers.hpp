// Questions about the tolerances of a modelled study with their answers, and those as JSON: how far they may grow, how
// much of the spread each causes, and which are the cheapest that keep a limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_text.hpp"
#include "study/modelled_study.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {

/// How far tolerances may grow before a limit is broken.
struct ToleranceAnswer {
    std::optional<double> limit = std::nullopt;  ///< of the objective
    std::string parameter = {};                  ///< whose tolerance alone grows; empty: all do
    ToleranceRoom at_centre;                     ///< at the centre that is asked about
    ToleranceRoom at_best_centre;                ///< at the best centre for each size
};

/// `limit` is the study's own if left out; there must be one unless other outputs have limits. Refuses an unknown
/// parameter, and a limit on an output of which nothing is known.
[[nodiscard]] ToleranceAnswer tolerance_answer(const ModelledStudy& modelled, const std::optional<double>& limit,
                                               const std::string& parameter = {}, int threads = 1);
[[nodiscard]] Json tolerance_json(const StudyConfig& config, const ToleranceAnswer& answer);

/// What every limit allows, that of the objective after the others.
[[nodiscard]] std::vector<LimitRoom> each_limit(const StudyConfig& config, const ToleranceRoom& room,
                                                const std::optional<double>& limit);
/// It lets tolerances grow no further than all limits together do, and those are not as large as can be.
[[nodiscard]] bool does_bind(const LimitRoom& one, const std::vector<LimitRoom>& each, double most);

/// How much of the spread of an output each deviation causes.
struct ContributionsAnswer {
    std::string of;                             ///< the name of the output
    std::optional<Limit> limit = std::nullopt;  ///< of the output; nothing for what is minimised
    Vector centre;
    Contributions found;
};

/// `of` is an output that has a limit; empty: what is minimised. Refuses another, and one of which nothing is known.
[[nodiscard]] ContributionsAnswer contributions_answer(const ModelledStudy& modelled, const std::string& of = {});
[[nodiscard]] Json contributions_json(const StudyConfig& config, const ContributionsAnswer& answer);

struct AllocationOptions {
    std::optional<double> limit = std::nullopt;  ///< the study's own if left out
    std::vector<ToleranceChoice> choices = {};   ///< one per parameter; none: usual_choices()
    AllocationQuestion::Centre centre = AllocationQuestion::Centre::free;
    Index curve = 7;  ///< how many limits the curve has; 1: no curve
    int threads = 1;
};

/// The cheapest tolerances that keep a limit, and what is there now.
struct AllocationAnswer {
    AllocationQuestion question;
    double limit = 0;
    AllocatedTolerances now;
    std::vector<Allocation> curve;  ///< with that of the limit

    [[nodiscard]] const Allocation& at_limit() const;
};

/// Refuses where neither the options nor the study have a limit of the objective.
[[nodiscard]] AllocationAnswer allocation_answer(const ModelledStudy& modelled, const AllocationOptions& options);
[[nodiscard]] Json allocation_json(const StudyConfig& config, const AllocationAnswer& answer);

}  // namespace sweetspot
