// True evaluations where the answer's region could be worst: does it keep what it promises?
//
// The last evaluations of a budget (see verifications()) go there one after another, each with the model of all before
// it, to where mean + 2 sd is largest in the region of the recommended centre. The promise that each is held against is
// the upper bound of that moment and is stored with it. The centre under verification stays the recommended one unless
// its last promise was broken, or another centre is predicted to be better by more than the uncertainty: the half-width
// (upper bound - expected) of either interval, or of that promised before the first check. Then the remaining
// evaluations go to the region of that one.
//
// The command verify adds further ones beyond the budget, at several places at once, also for a design of the user's
// own. The promise that those are held against is by all other trials, so that it can be found again at any time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/study/answer.hpp"

namespace sweetspot {

/// What the command verify found.
struct Verification {
    Candidate promise;          ///< the centre, by all trials but those of the verification
    std::vector<Trial> trials;  ///< at the places looked at

    enum class Verdict { pass, fail, open };
    /// Fails if a place is worse than the promise's upper bound by more than two standard errors of the measurement, or
    /// if it could not be evaluated; open while there is none that failed and some are still to be evaluated.
    [[nodiscard]] Verdict verdict() const;
    [[nodiscard]] Verdict verdict(const Trial& trial) const;
};
[[nodiscard]] std::string_view to_string(Verification::Verdict verdict);

/// Trials, waiting, at the worst places of the answer's region, or of the region of a design of the user's own.
[[nodiscard]] std::vector<Trial> trials_to_verify(const Study& study, const StudyView& view, Index count,
                                                  const AnswerOptions& options = {});

/// The last verification by the command; none if there was none.
[[nodiscard]] std::optional<Verification> verification_of(const Study& study, const StudyView& view, int threads = 1);

/// What the checks of the answer, within the budget and beyond it, say of the centre that is recommended now.
struct VerificationState {
    enum class State {
        verified,     ///< evaluations in its region kept the last promise, and none was broken since
        failed,       ///< the last promise was broken, and it is recommended all the same
        not_verified  ///< there was no evaluation yet, or another centre was checked
    };
    State state = State::not_verified;
    Index evaluations = 0;  ///< that the state rests on
    Index open = 0;         ///< still to be evaluated
    Index broken = 0;       ///< promises that were broken in the whole study, at any centre
    std::optional<double> worst_measured = std::nullopt;
    std::optional<double> promised = std::nullopt;  ///< the upper bound that held, or was broken
    Vector centre = {};                             ///< that was checked last; empty if none was
};
[[nodiscard]] std::string_view to_string(VerificationState::State state);  ///< verified, failed, not verified

/// By the stored trials alone. Two centres are the same within a tenth of the tolerance.
[[nodiscard]] VerificationState verification_state(const Study& study, const StudyView& view,
                                                   const Vector& recommended);

/// A point: "width = 2.5, height = 7".
[[nodiscard]] std::string in_words(const StudyConfig& config, const Vector& x);
/// One sentence for people.
[[nodiscard]] std::string in_words(const StudyConfig& config, const VerificationState& state);

/// The last check of the answer; nullptr if there was none.
[[nodiscard]] const Trial* last_check_of_answer(const StudyView& view);
/// The value of a check is worse than promised by more than two standard errors, or it could not be evaluated.
[[nodiscard]] bool broke_promise(const Trial& check);
/// Of the checks at this centre that have ended, the last one broke its promise.
[[nodiscard]] bool is_last_promise_broken(const StudyView& view, const Vector& centre);

/// The next check within the budget, not stored yet; nothing while too few values are known for an answer.
[[nodiscard]] std::optional<Trial> next_verification(const Study& study, const StudyView& view, int threads = 1);

}  // namespace sweetspot
