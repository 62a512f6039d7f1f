// What a study's model answers to a re-asked question: other tolerances, another norm, measure or limit, at the study's
// own centre or at the best one for it. The model is fitted once and kept; a question costs no evaluation and no fit.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/json_text.hpp"
#include "report/ask_question.hpp"
#include "report/modelled.hpp"
#include "sweetspot/base/parallel.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study_report {

/// All that questions need of a study at one moment.
struct AskedModel {
    Study study;
    StudyView used;  ///< the trials that the model is made of
    GaussianProcess gp;
    Answer own;  ///< to the study's own question
};
/// At least one trial must be complete. Takes as long as a fit.
[[nodiscard]] AskedModel asked_model(const Study& study, const StudyView& view, int threads = 1);
[[nodiscard]] AskedModel asked_model(const Modelled& m);

/// What comes out over the region of one point.
struct AskedSide {
    Vector x;
    Vector lower;  ///< the region's extent in each parameter, as far as it lies in the bounds
    Vector upper;
    bool fits = true;                ///< the whole region lies in the bounds
    double value = 0;                ///< that the model expects at x
    std::optional<double> measured;  ///< what came out at x
    Estimate worst;
    Estimate measure;
    std::optional<Estimate> yield;  ///< share of the builds within the question's limit
    Vector spread;  ///< quantiles of the expected value over what is built, from the least to the largest
    std::vector<Estimate> within;  ///< share of the builds within each limit of the answer's curve

    /// What is known of the value at x: measured, or expected.
    [[nodiscard]] double known_value() const { return measured.value_or(value); }
};

struct AskedAnswer {
    AskedQuestion question;
    std::string measure_label;      ///< "worst case", "share of builds within 41 N"
    bool measure_is_share = false;  ///< it is in no unit
    AskedSide robust;
    AskedSide single;
    Vector limits;  ///< of the curves, evenly spaced
};

/// A pure function: the same question to the same model gives the same answer at any number of threads. Refuses, in one
/// sentence, tolerances whose region fits nowhere in the bounds. The numbers are those of `sweetspot best` with the
/// same options, at the study's centre those of its --at.
[[nodiscard]] AskedAnswer answer_to(const AskedModel& model, const AskedQuestion& question, const Parallel& parallel);

/// The same as JSON, numbers with every digit (docs/live.md).
[[nodiscard]] Json json_of(const AskedModel& model, const AskedAnswer& answer);

/// What people call a measure: "worst case", "share of builds within 41 N".
[[nodiscard]] std::string measure_words(const ObjectiveConfig& objective, const Quality& quality);

}  // namespace sweetspot::study_report
