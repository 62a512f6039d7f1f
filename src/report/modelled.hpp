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

/// A robust quality as the model sees it, in the unit of y; nearly surely between lower and upper.
struct Estimate {
    double value = 0;
    double lower = 0;
    double upper = 0;
};

/// Points are in the unit cube, values in the unit of y.
struct Modelled {
    const StudyConfig& config;
    const StudyView& all;
    StudyView used;  ///< the trials that the model is made of
    Problem problem;
    GaussianProcess gp;
    Answer answer;
    Vector centre;   ///< of the answer
    Template T;      ///< of its region, as the measure wants it
    Vector weights;  ///< of the template
    const Parallel& parallel;

    [[nodiscard]] Vector mean(const PointsRef& points) const;
    [[nodiscard]] Vector sd(const PointsRef& points) const;  ///< of f
    /// A stream of its own for every purpose.
    [[nodiscard]] Rng rng(std::string_view purpose) const { return Rng(config.seed).split("report").split(purpose); }
    [[nodiscard]] bool is_selection() const;
};

/// At least one trial must be complete.
[[nodiscard]] Modelled modelled(const StudyConfig& config, const StudyView& view, const Parallel& parallel);
/// By a model that is there already; it must be of selection(config, view).
[[nodiscard]] Modelled modelled(const StudyConfig& config, const StudyView& view, const GaussianProcess& gp,
                                const Parallel& parallel);

/// The answer's robust quality.
[[nodiscard]] Estimate quality_of(const Modelled& m);
/// The measure of the posterior mean over the region of another problem (other tolerances) at the same model: for a
/// worst case the largest mean in the whole region, as far as it lies in the bounds.
[[nodiscard]] double quality_at(const Modelled& m, const Problem& problem, const Vector& centre);
/// The same with its interval.
[[nodiscard]] Estimate estimate_at(const Modelled& m, const Problem& problem, const Vector& centre);

/// "worst case" or "average": what the study makes small.
[[nodiscard]] std::string measure_words(const StudyConfig& config);

}  // namespace sweetspot::study_report
