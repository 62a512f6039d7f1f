// Members of families that somebody wrote, in the place of those that a description names.
#pragma once

#include <memory>

#include "sweetspot/search/description.hpp"

namespace sweetspot {

/// Null: as described. A method has its model, sampling rule and maximiser in it already.
struct OwnMembers {
    QualityPtr measure = nullptr;
    DeviationLawPtr law = nullptr;  ///< of what is built; the environment keeps its own
    KernelPtr kernel = nullptr;
    SamplingRulePtr sampling = nullptr;
    InitialDesignPtr design = nullptr;
    MethodPtr method = nullptr;
    /// In the parameters' units (on a log scale: in differences of log x); tolerances and law then do not matter.
    std::shared_ptr<const RobustSet> robust_set = nullptr;
};

[[nodiscard]] Problem problem_of(const SearchDescription& search, const OwnMembers& own);
[[nodiscard]] Options options_of(const SearchDescription& search, const OwnMembers& own);

}  // namespace sweetspot
