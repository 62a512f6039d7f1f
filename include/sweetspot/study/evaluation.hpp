// What one evaluation of the objective gave: a measured value, or a failure with its reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sweetspot {

/// A finite value, with the standard error of its noise if the objective gave one (finite, ≥ 0).
struct Measurement {
    double value = 0;
    std::optional<double> standard_error = std::nullopt;

    bool operator==(const Measurement&) const = default;
};

enum class FailureKind {
    not_started,      ///< the command could not be run at all: the fault of the command, not of the point
    exit_status,      ///< it ended with a status other than 0
    signal,           ///< a signal ended it
    timeout,          ///< it ran too long and was ended
    no_results_file,  ///< it ended well and left no results file
    unparsable,       ///< its result is not in the format
    not_finite,       ///< its result is NaN or infinite
    reported,         ///< the objective itself reported that it failed
    cancelled         ///< the caller ended it
};

/// The word under which a kind is stored, e.g. "exit-status".
[[nodiscard]] std::string_view to_string(FailureKind kind);
/// The reverse; an unknown word is refused.
[[nodiscard]] FailureKind failure_kind_named(std::string_view name);

/// Why there is no value. The reason is one line for people, of printable text.
struct EvaluationFailure {
    FailureKind kind = FailureKind::unparsable;
    std::string reason;

    bool operator==(const EvaluationFailure&) const = default;
};

using Outcome = std::variant<Measurement, EvaluationFailure>;

/// An outcome with its circumstances.
struct EvaluationResult {
    Outcome outcome;
    double seconds = 0;                                                  ///< wall time until its end was seen
    std::optional<std::filesystem::path> work_directory = std::nullopt;  ///< if it was kept

    /// Null unless it succeeded.
    [[nodiscard]] const Measurement* measurement() const { return std::get_if<Measurement>(&outcome); }
    /// Null unless it failed.
    [[nodiscard]] const EvaluationFailure* failure() const { return std::get_if<EvaluationFailure>(&outcome); }
};

}  // namespace sweetspot
