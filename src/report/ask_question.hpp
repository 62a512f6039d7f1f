// A question to a study's model: the study with other tolerances, another norm, measure or limit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot::study_report {

/// A tolerance may be asked for from 0 to so many times what the study states.
inline constexpr double most_factor = 2;

struct AskedQuestion {
    enum class Centre {
        of_study,  ///< the study's answer stays where it is
        best       ///< the best centre for what is asked
    };

    std::vector<double> factors;  ///< of every parameter's tolerance, as a multiple of the study's; 1 where it has none
    Norm norm = Norm::two;
    Choice measure;
    std::optional<double> limit;
    Centre centre = Centre::of_study;

    friend bool operator==(const AskedQuestion&, const AskedQuestion&) = default;
};
[[nodiscard]] std::string_view to_string(AskedQuestion::Centre centre);  ///< study, best

/// The study's own.
[[nodiscard]] AskedQuestion own_question(const StudyConfig& config);

/// As an address has it: "factor" of all tolerances, "factor.NAME" of one, "norm", "measure" ("quantile,q=0.95"),
/// "limit", "centre"; what is left out is the study's own. A mistake is refused in one sentence.
[[nodiscard]] AskedQuestion question_from(const StudyConfig& config,
                                          const std::vector<std::pair<std::string, std::string>>& given);

/// The study that is asked about. Tolerances are rounded to six digits, so that the command below asks the same.
[[nodiscard]] StudyConfig asked_config(const StudyConfig& config, const AskedQuestion& question);

/// The command that asks the same of the study's file; `centre` is that of the study's answer.
[[nodiscard]] std::string asked_command(const StudyConfig& config, const AskedQuestion& question,
                                        const VectorRef& centre);

/// The study's file as it was given.
[[nodiscard]] std::string file_for_command(const StudyConfig& config);
/// A point as the command line reads it, with every digit and without the environment: "width=2.5,height=7".
[[nodiscard]] std::string design_for_command(const StudyConfig& config, const VectorRef& x);

/// A tolerance as the command line reads it: "0.24", "6%".
[[nodiscard]] std::string asked_tolerance(const RegionTolerance& tolerance, double factor);

}  // namespace sweetspot::study_report
