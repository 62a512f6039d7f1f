// What the command verify checks beyond the budget, the answer or a design of the user's own, and the trials for it.
#pragma once

#include <optional>
#include <set>

#include "sweetspot/study/study.hpp"

namespace sweetspot {

struct VerifiedSubject {
    std::optional<Vector> at = std::nullopt;  ///< a design of the user's own; nothing: the answer

    [[nodiscard]] TrialSource source() const { return at ? TrialSource::verified_design : TrialSource::verified; }
    [[nodiscard]] bool concerns(const Trial& trial) const;
    /// The numbers of the trials that are still to be evaluated.
    [[nodiscard]] std::set<Index> open_in(const StudyView& view) const;
    /// All of its trials have come to their end, and nothing came after them.
    [[nodiscard]] bool is_told_in(const StudyView& view) const;
};

/// Adds so many places, unless those of a verification that was interrupted are still to be evaluated.
void choose_places(const Study& study, Store& store, const VerifiedSubject& subject, Index count, int threads = 1);

}  // namespace sweetspot
