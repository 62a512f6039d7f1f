// The answer of a study: the centre to build, what its region promises and how sure that is, and what robustness costs.
#pragma once

#include <string>
#include <vector>

#include "sweetspot/study/study.hpp"

namespace sweetspot {

/// The worst value of a region as the model sees it, in the unit of y.
struct PredictedWorst {
    double lower = 0;        ///< largest mean - 2 sd over the template: something there is hardly any better
    double by_template = 0;  ///< largest posterior mean over the template
    double by_search = 0;    ///< largest posterior mean in the whole region
    Vector where;            ///< … and where that is
    double upper = 0;        ///< largest mean + 2 sd in the whole region: hardly anything there is worse
    Vector upper_where;
};

/// A point with its own predicted value and that of its region.
struct Candidate {
    Vector x;
    double value = 0;  ///< posterior mean at x
    double sd = 0;     ///< of f at x
    PredictedWorst worst;
    double mean = 0;  ///< average of the posterior mean over the region
};

struct Answer {
    Candidate robust;  ///< the centre to build
    Vector lower;      ///< the region's extent in each parameter
    Vector upper;
    Index evaluations = 0;            ///< with a value
    Index evaluations_in_region = 0;  ///< … in the centre's region
    Candidate single;                 ///< the best single point that was evaluated, for comparison
    bool single_fits = false;         ///< its whole region lies in the domain
};

/// By the trials that have a value, without new evaluations; `config` may have another tolerance, norm or measure than
/// the trials were chosen for. At least one trial must be complete.
[[nodiscard]] Answer answer_of(const StudyConfig& config, const StudyView& view, int threads = 1);

/// The model behind the answer, in the unit cube of problem_of(config) and standardised units: its inputs are those of
/// the trials that have a value, then of the failed ones that are avoided. It depends on the region only through the
/// scale of the parameters: a tolerance in per cent, whatever its amount, puts its parameter on a log scale.
[[nodiscard]] GaussianProcess model_of(const StudyConfig& config, const StudyView& view, int threads = 1);
/// The same answer by that model: only the centre is sought, so that questions about many regions need one fit.
[[nodiscard]] Answer answer_of(const StudyConfig& config, const StudyView& view, const GaussianProcess& model,
                               int threads = 1);

/// The places of the answer's region that look worst, one per column in the parameters' own units: the first has the
/// largest mean + 2 sd of all, each further one that of the template's points at a distance from those before it.
[[nodiscard]] Points worst_places(const StudyConfig& config, const StudyView& view, Index count, int threads = 1);

}  // namespace sweetspot
