// One run of an experiment: a method on a problem from the initial design to the end of its budget, scored by the truth
// after every evaluation.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "sweetspot/methods/method.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// All that a run depends on: two runs of the same key on the same kind of machine are the same to the last bit.
struct RunKey {
    std::string problem;
    Index dimension = 0;
    Norm norm = Norm::two;
    std::string method;   ///< a sampling rule of the paper's method, or another method of methods()
    std::string profile;  ///< one of experiment_profiles()
    Index repeat = 0;     ///< from 1; also the instance, for problems that have several
    Index evaluations = 0;
    Index score_every = 1;   ///< the worst case is looked for after so many evaluations each, where promises are
                             ///< recorded, and after the last
    std::uint64_t seed = 0;  ///< of the experiment

    // clang-tidy 14 takes the comparison with 0 that it stands for for a null pointer.
    friend auto operator<=>(const RunKey&, const RunKey&) = default;  // NOLINT(modernize-use-nullptr)
};

/// "bumped-bowl D = 5 p = 2 stableopt repeat 7", for people.
[[nodiscard]] std::string to_string(const RunKey& key);

/// The names that RunKey::method may have.
[[nodiscard]] std::vector<std::string> experiment_methods();
/// The names that RunKey::profile may have.
[[nodiscard]] const std::vector<std::string>& experiment_profiles();
[[nodiscard]] MethodPtr experiment_method(std::string_view method, std::string_view profile, Index evaluations);
/// The problem of that name, or its instance of that repeat.
[[nodiscard]] BenchmarkPtr experiment_problem(std::string_view problem, Index repeat);

/// The numbers of evaluations after which a run records what the answer promises.
inline constexpr std::array<Index, 3> promise_moments = {25, 50, 100};

/// What a method would have built at each moment, and how good that truly is. Column n - 1: after n evaluations.
struct Reports {
    Points centres;    ///< in the problem's units; NaN where there was nothing to report
    Vector qualities;  ///< their true worst cases; NaN where not scored
};

/// A finished run, evaluation by evaluation.
struct RunRecord {
    Points inputs;  ///< in the problem's units
    Vector outputs;
    Reports common;      ///< by the rule that all methods share (eq:estimated-best)
    Reports own;         ///< by the rule of the method's authors, for StableOpt; otherwise empty
    double seconds = 0;  ///< what it took, scoring included
    /// By number of evaluations: where the worst case of the common report's centre was promised to lie. Only at
    /// promise_moments, and only if the answer makes a promise.
    std::map<Index, Interval> promises = {};
};

/// The seed of the search depends on everything but the method and the profile, so that these share the initial design.
[[nodiscard]] std::uint64_t search_seed(const RunKey& key);

[[nodiscard]] RunRecord perform(const RunKey& key);

}  // namespace sweetspot
