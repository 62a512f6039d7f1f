// Which centre is recommended, among all that are worth a look.
#pragma once

#include "sweetspot/study/answer.hpp"

namespace sweetspot::study {

/// What the choice rests on; points in the unit cube.
struct CentreChoice {
    const StudyConfig& config;
    const StudyView& view;
    const RegionModel& model;
    const Points& observed;  ///< inputs with a value
    const Vector& values;    ///< of them
    Index best_measured;     ///< the best single point of them
    int threads = 1;
    std::vector<LimitModel> limits = {};  ///< that a centre must keep
};

/// Of `candidates` and those that larger regions and the measured points offer, the centre that can be drawn and is
/// predicted to be best; then whether a centre under verification is kept instead.
[[nodiscard]] Vector chosen_centre(const CentreChoice& choice, std::vector<Vector> candidates);

}  // namespace sweetspot::study
