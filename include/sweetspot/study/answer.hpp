// The answer of a study: the centre to build, what its region promises and how sure that is, and what robustness costs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/search/predicted_limit.hpp"
#include "sweetspot/search/region_model.hpp"
#include "sweetspot/search/tolerance_questions.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

/// How a region stands to the limit of the objective.
struct WithinLimit {
    double limit = 0;
    Estimate yield;                                        ///< share of the builds that meet it, from 0 to 1
    std::optional<Estimate> sigma_level = std::nullopt;    ///< a third of it is Cpk
    std::optional<ToleranceRoom> distance = std::nullopt;  ///< of all tolerances, at this centre
};

/// The tolerances of the largest region that keeps the limit, in a sentence, for a study that looks for it. The
/// distance, then of a region within the bounds, must be there.
[[nodiscard]] std::string largest_region_words(const StudyConfig& config, const WithinLimit& within);

/// A point with its own predicted value and that of its region.
struct Candidate {
    Vector x;
    double value = 0;  ///< posterior mean at x
    double sd = 0;     ///< of f at x
    PredictedWorst worst;
    double mean = 0;        ///< average of the posterior mean over the region
    double mean_lower = 0;  ///< the interval of the average
    double mean_upper = 0;
    RegionMeasure measure;                             ///< what the study makes small
    std::optional<WithinLimit> within = std::nullopt;  ///< if the study has a limit
    std::vector<PredictedLimit> limits = {};           ///< on other outputs; not of the single point
    std::optional<double> measured =
        std::nullopt;  ///< what came out at x, on average over repeats, if it was evaluated

    /// The best that is known of the value at x: what was measured, otherwise what the model expects.
    [[nodiscard]] double known_value() const { return measured.value_or(value); }
};

/// A number of the region for a table: "worst of the region".
struct RegionRow {
    std::string what;
    Estimate estimate;
    enum class Kind { value, share } kind = Kind::value;  ///< in the unit of y, or from 0 to 1
};
/// The average and the worst, the measure where it is neither, and the yield where there is a limit.
[[nodiscard]] std::vector<RegionRow> region_rows(const Candidate& candidate);

/// A design of the user's own.
struct Design {
    Candidate candidate;
    Vector lower;  ///< its region's extent in each parameter
    Vector upper;
    Index evaluations_in_region = 0;
};

/// How much more one design costs than another; below 0 it costs less.
struct Price {
    double value = 0;        ///< at the design itself, by what was measured where that is known
    double worst = 0;        ///< in the worst case of its region
    double measure = 0;      ///< in what the study makes small of its region
    double uncertainty = 0;  ///< of `value`: two standard deviations of what was not measured but is expected
};
[[nodiscard]] Price price(const Candidate& of, const Candidate& against);

/// The centre in numbers that could be drawn.
struct RoundedDesign {
    Vector x;
    Estimate measure;       ///< of its region
    double cost = 0;        ///< how much worse than that of the centre as it was found
    bool is_little = true;  ///< at most a tenth of the half-width of the interval
};

struct Answer {
    Candidate robust;  ///< the centre to build
    Vector lower;      ///< the region's extent in each parameter
    Vector upper;
    double room = 0;                  ///< how much better than expected its measure may be: down to the lower bound
    Index evaluations = 0;            ///< with a value
    Index evaluations_in_region = 0;  ///< … in the centre's region
    /// So many values more are needed before a centre is recommended and an interval means anything.
    Index missing = 0;
    /// For comparison: the evaluated point with the least value; by the model where values have standard errors, for
    /// then the least is the luckiest.
    Candidate single;
    bool single_fits = false;  ///< its whole region lies in the domain
    /// What should be known about the model before the answer is trusted, a sentence each.
    std::vector<std::string> warnings = {};
    Index modelled = 0;        ///< the observations that the model's mean knows
    Index in_covariances = 0;  ///< … and its covariances: fewer in a local model (GaussianProcess::local)
    std::optional<Design> at = std::nullopt;
    /// Every limit on another output is kept surely enough. If not, no such region is known, and the centre is the
    /// nearest to one.
    bool feasible = true;
    Index lacking = 0;                                    ///< evaluations that lack an output that has a limit
    std::optional<RoundedDesign> rounded = std::nullopt;  ///< if it was asked for, and there is one
};

struct AnswerOptions {
    int threads = 1;
    /// A design of the user's own, in the parameters' units, that is looked at as well.
    std::optional<Vector> at = std::nullopt;
    /// Centres that are considered beside those that are found, e.g. what was recommended for a larger region.
    std::vector<Vector> also = {};
    enum class Rounded { unwanted, wanted } rounded = Rounded::unwanted;
};

/// By the trials that have a value, without new evaluations; `study` may have another tolerance, norm or measure than
/// the trials were chosen for. At least one trial must be complete.
///
/// The centre is the best by prediction among the method's own and those that are found for larger regions, so that a
/// smaller region never gets a worse answer, and among them only those whose own value is known, as far as there are
/// any. A centre that is being verified, or was, is kept unless its promise was broken or another is better by more
/// than the uncertainty (see below).
[[nodiscard]] Answer answer_of(const Study& study, const StudyView& view, const AnswerOptions& options);
[[nodiscard]] Answer answer_of(const Study& study, const StudyView& view, int threads = 1);

/// The measure of the answer alone, which costs less than all of it; nothing while values are missing.
[[nodiscard]] std::optional<RegionMeasure> measure_of_answer(const Study& study, const StudyView& view,
                                                             int threads = 1);

/// What is known of every limit on another output at the answer, a sentence each, after one where no region is known
/// that keeps them all and one where evaluations lack an output; none without limits.
[[nodiscard]] std::vector<std::string> limit_sentences(const StudyConfig& config, const Answer& answer);
/// Of one limit: "stress ≤ 250 in the whole region: expected is 243, …".
[[nodiscard]] std::string in_words(const StudyConfig& config, const PredictedLimit& predicted);

/// The sentence that tells what an answer still needs; empty where nothing is missing.
[[nodiscard]] std::string what_is_missing(const StudyConfig& config, const Answer& answer);

/// Refuses a design that is not inside the bounds with its whole region, in one sentence after `where`.
void require_design(const Study& study, const VectorRef& x, const std::string& where);

/// The method's own best centre and the model behind it, in the unit cube of `study.problem` and standardised units.
/// The model's inputs are those of the trials that have a value, then of the failed ones that are avoided. It depends
/// on the region only through the scale of the parameters: a tolerance in per cent, whatever its amount, puts its
/// parameter on a log scale.
[[nodiscard]] Recommendation recommendation_of(const Study& study, const StudyView& view, int threads = 1);
/// The best centre for the region of `study` by a model that is there, so that questions about many regions need one
/// fit.
[[nodiscard]] Recommendation recommendation_by(const Study& study, const GaussianProcess& model, int threads = 1);
/// The same answer from there on.
[[nodiscard]] Answer answer_of(const Study& study, const StudyView& view, Recommendation recommendation,
                               int threads = 1);
[[nodiscard]] Answer answer_of(const Study& study, const StudyView& view, Recommendation recommendation,
                               const AnswerOptions& options);

/// The places of a region that could be worst, one per column in the parameters' own units: the centre, unless it was
/// evaluated; then in turn for the objective and for every output that is limited in the region or for a share of it,
/// the limits that are least sure first: the place with the largest mean + 2 sd of all (of the output, turned so that
/// large is bad), then that of the template's points at a distance from those before it. All keep away from what was
/// evaluated, or is being evaluated.
struct WorstPlaces {
    Vector centre;    ///< of the region, in the parameters' own units
    double promised;  ///< hardly anything in the region is worse
    Points places;
};
/// Of the answer's region, or of that of `options.at`.
[[nodiscard]] WorstPlaces worst_places(const Study& study, const StudyView& view, Index count,
                                       const AnswerOptions& options = {});

// True evaluations where the answer's region could be worst: does it keep what it promises?
//
// The last evaluations of a budget (see verifications()) go there one after another, each with the model of all before
// it, to where mean + 2 sd is largest in the region of the recommended centre, in turn of the objective and of other
// outputs that have limits. The promise that each is held against is the upper bound of that moment and is stored with
// it; of a limit it is the limit itself. The centre under verification stays the recommended one unless its last
// promise or a limit was broken, or another centre is predicted to be better by more than the uncertainty: the
// half-width (upper bound - expected) of either interval, or of that promised before the first check. Then the
// remaining evaluations go to the region of that one.
//
// The command verify adds further ones beyond the budget, at several places at once, also for a design of the user's
// own. The promise that those are held against is by all other trials, so that it can be found again at any time.

/// What the checks of a region found of a limit on another output.
struct CheckedLimit {
    Limit limit;
    /// Checks that have the output, where the limit is to hold: in the region, or at the centre.
    Index evaluations = 0;
    std::vector<Index> beyond = {};                       ///< the numbers of those that are beyond the limit
    std::optional<double> worst_measured = std::nullopt;  ///< nearest to the limit, or furthest beyond it
    Vector at = {};                                       ///< where that was

    /// A limit for a share of what is built is not judged, for no single place can break it; nor one without checks.
    enum class Verdict { kept, broken, not_judged };
    [[nodiscard]] Verdict verdict() const;
};
[[nodiscard]] std::string_view to_string(CheckedLimit::Verdict verdict);  ///< kept, broken, not judged

/// Of every limit of the problem, by those of `trials` that lie in the region of `centre`, or were made to check it.
[[nodiscard]] std::vector<CheckedLimit> checked_limits(const Problem& problem, std::span<const Trial> trials,
                                                       const Vector& centre);

/// What the command verify found.
struct Verification {
    Candidate promise;          ///< the centre, by all trials but those of the verification
    std::vector<Trial> trials;  ///< at the places looked at
    std::vector<CheckedLimit> limits = {};

    enum class Verdict { pass, fail, open };
    /// Fails if a place is worse than the promise's upper bound by more than two standard errors of the measurement,
    /// breaks a limit on another output, or could not be evaluated; open while there is none that failed and some are
    /// still to be evaluated.
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
        failed,       ///< the last promise or a limit was broken, and it is recommended all the same
        not_verified  ///< there was no evaluation yet, or another centre was checked
    };
    State state = State::not_verified;
    Index evaluations = 0;  ///< that the state rests on
    Index open = 0;         ///< still to be evaluated
    Index broken = 0;       ///< promises that were broken in the whole study, at any centre
    std::optional<double> worst_measured = std::nullopt;
    std::optional<double> promised = std::nullopt;  ///< the upper bound that held, or was broken
    bool is_value_broken = false;                   ///< by the last check: worse than promised, or not evaluated
    double checked_at = 0;                          ///< when the last of them was evaluated, in seconds since 1970
    Vector centre = {};                             ///< that was checked last; empty if none was
    std::vector<CheckedLimit> limits = {};          ///< by the checks of that centre, in the region recommended now
};
[[nodiscard]] std::string_view to_string(VerificationState::State state);  ///< verified, failed, not verified

/// By the stored trials alone. Two centres are the same within a tenth of the tolerance.
[[nodiscard]] VerificationState verification_state(const Study& study, const StudyView& view,
                                                   const Vector& recommended);

/// A point: "width = 2.5 mm, height = 7 mm".
[[nodiscard]] std::string in_words(const StudyConfig& config, const Vector& x);
/// A page has the day of the checks and the study file without its folders; a terminal the file as it was given.
enum class ReadOn { terminal, page };
/// One sentence for people.
[[nodiscard]] std::string in_words(const StudyConfig& config, const VerificationState& state,
                                   ReadOn where = ReadOn::terminal);
/// Without a full stop: "stress 263 at width = 2.5, height = 7, the limit is 250".
[[nodiscard]] std::string in_words(const StudyConfig& config, const CheckedLimit& checked);

/// The last check of the answer; nullptr if there was none.
[[nodiscard]] const Trial* last_check_of_answer(const StudyView& view);
/// The value of a check is worse than promised by more than two standard errors, another output breaks its limit, or it
/// could not be evaluated.
[[nodiscard]] bool broke_promise(const Problem& problem, const Trial& check);
/// Of the checks at this centre that have ended, the last one found a value worse than promised, or any of them a limit
/// broken: a limit is not promised anew.
[[nodiscard]] bool is_promise_broken(const Problem& problem, const StudyView& view, const Vector& centre);

/// The next check within the budget, not stored yet; nothing while too few values are known for an answer.
[[nodiscard]] std::optional<Trial> next_verification(const Study& study, const StudyView& view, int threads = 1);

}  // namespace sweetspot
