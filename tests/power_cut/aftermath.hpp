// Whether a study outlives every power cut that could have come while it was worked on.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "power_cut/disk.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::power_cut {

/// A bowl; what the studies here measure.
[[nodiscard]] double bowl(const Vector& x);
/// A study of it whose suggestions cost nothing. Its file, s.db, is in that folder.
[[nodiscard]] StudyConfig bowl_study(const std::string& folder);

/// Everything that is known of the trials.
[[nodiscard]] std::string text_of(const StudyConfig& config, const StudyView& view);

/// What had been promised when so many events had happened.
struct Promise {
    std::size_t number = 0;  ///< the same as long as nothing more is promised
    bool is_begun = false;   ///< the study had been opened
    /// What is wrong with the trials; empty: nothing.
    std::function<std::string(const StudyView& view)> flaw;
    /// Of an earlier program's work: done again, it brings what is missing; nothing where the study is simply gone on
    /// with.
    std::function<void(const StudyConfig& config)> again = {};
};

struct Aftermath {
    Index states = 0;                 ///< that were different, and were opened
    Index recovered = 0;              ///< of these had lost something that was written
    std::vector<std::string> broken;  ///< promises
};

/// After each of the events the power is cut: nothing survives that was not synced, or everything, or some of it, in
/// as many ways as SWEETSPOT_POWER_CUTS says (3). Each state that is left is opened by the store, its integrity is
/// checked and its trials are judged; then the study is gone on with to its end. `most_broken`: it stops there.
[[nodiscard]] Aftermath after_every_power_cut(const std::vector<DiskEvent>& events,
                                              const std::function<Promise(std::size_t)>& promised,
                                              std::size_t most_broken = 10);

}  // namespace sweetspot::power_cut
