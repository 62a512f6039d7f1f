// A study as its file describes it: what may be changed and how exactly it is built, what is measured, how long, and by
// which method.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/search/description.hpp"

namespace sweetspot {

using StudyParameter = DescribedParameter;

/// What is done when an evaluation has failed more often than it is retried.
enum class AfterFailure {
    avoid,  ///< the search stays away from there
    skip,   ///< the point is left out; what is near it is not blamed, and it does not count for the budget
    stop    ///< the study ends
};
[[nodiscard]] std::string_view to_string(AfterFailure after);

/// Who evaluates the objective.
enum class RunOn {
    here,    ///< the program that runs the study, on its own machine
    slurm,   ///< a cluster, as jobs
    workers  ///< `sweetspot work`, on whatever machines it was started
};
[[nodiscard]] std::string_view to_string(RunOn where);

/// What one evaluation may use of the machine it runs on; what is not stated is as the program has it.
struct EvaluationResources {
    Index nice = 0;                                 ///< 0 … 19: how much it steps back behind other programs
    std::optional<double> memory = std::nullopt;    ///< bytes that each of its processes may address
    std::optional<double> cpu_time = std::nullopt;  ///< seconds of a processor that each of its processes may use

    friend bool operator==(const EvaluationResources&, const EvaluationResources&) = default;
};

/// How jobs are asked of Slurm; what is empty is left to the cluster.
struct SlurmConfig {
    std::string partition = {};
    std::string account = {};
    std::string time = {};    ///< of a job, in Slurm's words: "02:00:00"
    std::string memory = {};  ///< of a job, in Slurm's words: "4G"
    std::optional<Index> cpus = std::nullopt;
    std::vector<std::string> arguments = {};  ///< further ones of sbatch
    /// So many jobs that each take one evaluation after another, for short ones; 0: a job for every evaluation.
    Index pilots = 0;
    double look_every = 30;  ///< seconds between questions to the controller

    friend bool operator==(const SlurmConfig&, const SlurmConfig&) = default;
};

struct ObjectiveConfig {
    std::vector<std::string> command;  ///< empty: evaluated by hand
    std::string format = "json";       ///< or numbers
    std::string minimise = "value";    ///< the name of what is minimised among what the command prints as JSON
    std::optional<double> timeout = std::nullopt;
    std::optional<double> limit = std::nullopt;  ///< what a build may have at most, in the unit of y
    std::string label = {};                      ///< what people call the value; empty: "value", or what is minimised
    std::string unit = {};                       ///< of the value, for people
    RunOn run_on = RunOn::here;
    Index parallel = 1;
    EvaluationResources resources = {};
    Index retry = 0;
    AfterFailure then = AfterFailure::avoid;
    std::string keep = "failed";  ///< work directories; or all

    /// The label, or the name of what is minimised.
    [[nodiscard]] const std::string& shown_name() const { return label.empty() ? minimise : label; }

    friend bool operator==(const ObjectiveConfig&, const ObjectiveConfig&) = default;
};

/// A budget without a limit of evaluations has this one.
inline constexpr Index most_evaluations = 1000000;

/// Below which further gain of the robust quality a study ends: an amount in the unit of y, or a share of the range of
/// the values (0.01: 1 %).
struct GainLimit {
    double amount = 0;
    enum class Of { unit, range } of = Of::unit;

    friend bool operator==(const GainLimit&, const GainLimit&) = default;
};
/// Reads 0.5, "1%" or "1% of the range".
[[nodiscard]] GainLimit gain_limit_from(std::string_view text);

/// A study ends when the first of these is reached.
struct BudgetConfig {
    Index evaluations = 100;                     ///< with hours alone in the file: as many as fit
    std::optional<double> hours = std::nullopt;  ///< of one run of the program
    /// Ends when the expected improvement of this many suggestions in a row was below the amount.
    std::optional<double> improvement_below = std::nullopt;
    Index for_suggestions = 5;
    /// Ends when further evaluations can bring less than this (see stop_rule.hpp).
    std::optional<GainLimit> stop_when = std::nullopt;
    /// So many of the last evaluations check the answer; automatic: see verifications().
    std::optional<Index> verify = std::nullopt;

    friend bool operator==(const BudgetConfig&, const BudgetConfig&) = default;
};

/// Where the trials are kept.
struct StorageConfig {
    std::string kind = "sqlite";  ///< one of store_kinds()
    std::string place;            ///< in the words of that kind; of sqlite: the path of the file
    std::string study = {};       ///< its name there, if a place of that kind holds several

    /// For people; a password is left out.
    [[nodiscard]] std::string shown() const;

    friend bool operator==(const StorageConfig&, const StorageConfig&) = default;
};

struct StudyConfig : SearchDescription {
    std::string name;
    std::string description = {};  ///< of the study, a line for people
    std::string notes = {};        ///< … and as many lines as they like
    StorageConfig storage;
    ObjectiveConfig objective;
    SlurmConfig slurm = {};
    BudgetConfig budget;
    std::filesystem::path folder;  ///< of the study file
    std::string text;              ///< the study file itself
    std::string file = {};         ///< its name as it was given, or that of the database it was read from

    /// The name as that of a file: what separates folders becomes a hyphen.
    [[nodiscard]] std::string file_name() const;

    friend bool operator==(const StudyConfig&, const StudyConfig&) = default;
};

/// Reads the text of a study file that lies in `folder`, TOML or, where its name `where` ends in .json, JSON; a mistake
/// is refused with its place and the remedy.
[[nodiscard]] StudyConfig read_study(std::string_view text, const std::string& where,
                                     const std::filesystem::path& folder);

/// What stands beside parameters and outputs in tables, comma-separated values and JSON.
[[nodiscard]] const std::vector<std::string>& reserved_names();
/// Refuses a parameter or a limited output that has one of these names. Studies that were begun with one are still read
/// and gone on with.
void require_free_names(const StudyConfig& config);

/// How many of the last evaluations of the budget check the answer: what the file says, otherwise 5 of 30 or more, and
/// none of fewer. None where everything is built exactly, for then the region is the point itself.
[[nodiscard]] Index verifications(const StudyConfig& config);

}  // namespace sweetspot
