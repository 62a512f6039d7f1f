// True evaluations at the worst places that the model knows in the answer's region: does it keep what it promises?
//
// The trials of a verification are stored as observations like any other, with the answer's centre; the promise that
// they are held against is that of all other trials, so that it can be found again at any time.
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/study/answer.hpp"

namespace sweetspot {

struct Verification {
    Answer promise;             ///< by all trials but those of the verification
    std::vector<Trial> trials;  ///< at the places looked at

    enum class Verdict { pass, fail, open };
    /// Fails if a place is worse than the promise's upper bound by more than two standard errors of the measurement, or
    /// if it could not be evaluated; open while there is none that failed and some are still to be evaluated.
    [[nodiscard]] Verdict verdict() const;
    [[nodiscard]] Verdict verdict(const Trial& trial) const;
};
[[nodiscard]] std::string_view to_string(Verification::Verdict verdict);

/// Trials, waiting, at the worst places of the answer's region.
[[nodiscard]] std::vector<Trial> trials_to_verify(const StudyConfig& config, const StudyView& view, Index count,
                                                  int threads = 1);

/// The last verification of a study; none if there was none.
[[nodiscard]] std::optional<Verification> verification_of(const StudyConfig& config, const StudyView& view,
                                                          int threads = 1);

}  // namespace sweetspot
