// A study with the model of its trials and its answer, made once for all figures of its report.
#pragma once

#include <string>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study_report {

/// A model of more points takes longer to fit than anybody waits for a page.
inline constexpr Index most_modelled = 500;

/// The trials that a model of at most `most` points is made of: all that say something of f (with a value, or failed
/// and avoided), or the best half by value and the other half spread evenly over the rest by number. A pure function.
[[nodiscard]] StudyView selection(const StudyConfig& config, const StudyView& view, Index most = most_modelled);

/// Those trials of the view that have a value.
[[nodiscard]] std::vector<const Trial*> complete(const StudyView& view);

/// Points are in the unit cube, values in the unit of y.
struct Modelled {
    Study study;
    const StudyView& all;
    StudyView used;  ///< the trials that the model is made of
    RegionModel model;
    Answer answer;
    Vector centre;  ///< of the answer
    const Parallel& parallel;
    std::vector<LimitModel> limits;  ///< of the limited outputs of which a value is known

    [[nodiscard]] const Problem& problem() const { return model.problem(); }
    [[nodiscard]] const GaussianProcess& gp() const { return model.gp(); }
    /// What the study makes small, at the answer.
    [[nodiscard]] const RegionMeasure& measure() const { return answer.robust.measure; }
    /// A stream of its own for every purpose.
    [[nodiscard]] Rng rng(std::string_view purpose) const {
        return Rng(study.config.seed).split("report").split(purpose);
    }
    [[nodiscard]] bool is_selection() const;
};

/// At least one trial must be complete.
[[nodiscard]] Modelled modelled(const Study& study, const StudyView& view, const Parallel& parallel);
/// From a centre and model that are there already; the model must be of selection(study.config, view).
[[nodiscard]] Modelled modelled(const Study& study, const StudyView& view, Recommendation recommendation,
                                const Parallel& parallel);

/// What the same model says of regions of another problem: other tolerances.
[[nodiscard]] RegionModel model_for(const Modelled& m, const Problem& problem);

/// The measure as people call it: "worst case", "share of builds within 41".
[[nodiscard]] std::string measure_name(const Modelled& m);
/// The measure at the beginning of a title: "Worst case".
[[nodiscard]] std::string measure_title(const Modelled& m);

}  // namespace sweetspot::study_report
