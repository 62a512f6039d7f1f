// What was measured, beside what the model expects: the evidence for an answer, and a word for how sure that makes it.
#pragma once

#include <optional>
#include <string>

#include "sweetspot/study/answer.hpp"

namespace sweetspot {

/// A value that came out, and where.
struct MeasuredValue {
    double value = 0;
    Index number = 0;  ///< of the trial
    Vector x;
};

struct Evidence {
    Index evaluations = 0;  ///< with a value
    Index in_region = 0;    ///< … in the region of the recommended centre
    /// The least value, of those that keep the limits on other outputs themselves as far as there are any.
    std::optional<MeasuredValue> best = std::nullopt;
    std::optional<MeasuredValue> worst_in_region = std::nullopt;
    std::optional<Index> single = std::nullopt;  ///< the number of the best single point's first trial
    double range = 0;                            ///< the span of the middle 80 % of the values
    VerificationState verification;
};

/// By the stored trials alone; `answer` is that of `study`.
[[nodiscard]] Evidence evidence_of(const Study& study, const StudyView& view, const Answer& answer);

/// A word for how sure an answer is. The first of these that is true:
///   verification failed   a check of this region came out worse than promised, or broke a limit
///   limits not sure       no region is known that keeps every limit on another output surely enough
///   verified              checks where the region could be worst kept the promise
///   measured nearby       more evaluations lie in the region than there are parameters, as many as a plane needs
///   hardly measured       fewer do
///   by the model alone    none does
/// Where the interval of the measure is wider than half the range of the values (of a share: than 50 %) the word ends
/// in ", but vague"; where something stands out in the model, in ", with a warning".
struct Assurance {
    enum class Tone { good, fair, poor };
    Tone tone = Tone::poor;
    std::string word;
    std::string why;  ///< a sentence
};
[[nodiscard]] Assurance assurance_of(const StudyConfig& config, const Answer& answer, const Evidence& evidence);

}  // namespace sweetspot
