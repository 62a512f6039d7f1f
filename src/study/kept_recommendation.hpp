// What a study's answer rests on and takes seconds to find where there are thousands of trials: the method's
// recommendation with its model, and the centre that is chosen by it. Both are pure functions of the study, its trials
// and the program, so they are kept in the user's cache folder under a key that names all of these; whoever finds them
// there has, to the last bit, what it would find itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sweetspot/methods/method.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::study {

/// As find(), which has the optimizer's recommendation with these points as failed. Kept from 500 observations on, of
/// studies without limits on other outputs.
[[nodiscard]] Recommendation kept_recommendation(const StudyConfig& config, const Optimizer& optimizer,
                                                 const Points& failed, const std::function<Recommendation()>& find);

/// As find(), which chooses a centre (unit cube) among these and others by this model.
[[nodiscard]] Vector kept_choice(const StudyConfig& config, const StudyView& view, const Optimizer& optimizer,
                                 const GaussianProcess& model, const std::vector<Vector>& candidates,
                                 const std::function<Vector()>& find);

/// As find(), whose numbers answer a question (a word, and the numbers that it has in it) about this model of a study.
[[nodiscard]] Vector kept_numbers(const StudyConfig& config, const GaussianProcess& model, const std::string& question,
                                  const Vector& about, const std::function<Vector()>& find);

}  // namespace sweetspot::study
