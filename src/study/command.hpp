// The objective as an external command: one evaluation is one child process in a work directory of its own.
//
// Several evaluations run at once; the caller's loop starts them and collects what has ended. The work directory of
// trial 7 is <work_root>/trial-7 (trial-7-2, … for its retries) and holds parameters.json or .txt, stdout, stderr and
// results.json or .txt. The command runs in a session of its own, so that a Ctrl-C at the terminal reaches only the
// caller, who decides. It has no terminal; its standard input is the parameters, or empty with {params}.
//
// An evaluation is over when the command's own process has ended; what it left running is then ended too. What is out
// of reach: a process that runs as another user, and a daemon, which made a session of its own; after a timeout, a
// cancellation and the end of the evaluator daemons are ended too, by their environment. If the caller is itself
// ended (SIGKILL, a crash), the kernel ends the commands' own processes, and a guardian the processes that these had
// started (see guardian.hpp), daemons included. What it should miss, because the guardian was ended as well, is found
// by the variable SWEETSPOT_WORKDIR in its environment and ended before its work directory is used again.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/study/config.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

/// How parameters and results are written.
/// json: {"width": 2.5, "height": 7.1} in; {"value": 0.7}, {"value": 0.7, "standard_error": 0.1} or {"error": "why"}
/// out. numbers: one parameter per line in; the value, the value and its standard error, or FAIL and why out.
/// With further outputs: {"value": 0.7, "stress": 240}; or as numbers the value, then one for each output, then the
/// standard error if there is one, with nan for an output that is not known.
enum class ObjectiveFormat { json, numbers };

/// Under which names a result has its numbers.
struct ResultNames {
    std::string value = "value";
    std::vector<std::string> outputs = {};  ///< further ones that are wanted
};

enum class NumberType { real, integer };

/// A parameter as the command sees it.
struct CommandParameter {
    std::string name;
    NumberType type = NumberType::real;
    std::vector<std::string> choices = {};  ///< the names of a choice, which is given by its name; empty: a number
};

enum class KeepWork { failed, all };

struct CommandOptions {
    /// An argument list, never a shell. In any argument {params} and {results} stand for the files' paths, {number} for
    /// the trial's number, {workdir} for the work directory and {folder} for `base_folder`. Without {params} the
    /// parameters come on standard input; without {results} the result is what is printed on standard output. A first
    /// word with a slash is relative to `base_folder`, one without is looked up in PATH.
    std::vector<std::string> command;
    /// In the order of the coordinates.
    std::vector<CommandParameter> parameters;
    ObjectiveFormat format = ObjectiveFormat::json;
    ResultNames results = {};
    /// Seconds; none: as long as it takes.
    std::optional<double> timeout = std::nullopt;
    /// Seconds between the request to end (SIGTERM) and the end by force (SIGKILL): enough to tidy up.
    double grace = 5;
    /// The folder of the study file; empty: the current one.
    std::filesystem::path base_folder = {};
    /// Made if it is missing.
    std::filesystem::path work_root;
    /// A cancelled evaluation counts as neither: its directory is removed unless all are kept.
    KeepWork keep = KeepWork::failed;
    /// Of every process of an evaluation.
    EvaluationResources resources = {};
};

/// Refuses options that cannot work.
void check(const CommandOptions& options);

/// One thread uses it that lives as long as it does: the kernel ends a command when the thread that started it ends. A
/// SIGCHLD that is ignored is set to its default, since the kernel would otherwise throw away how children ended.
class CommandEvaluator final : public Evaluator {
  public:
    /// Refuses options that cannot work; the program itself is looked for when it is started.
    explicit CommandEvaluator(CommandOptions options);
    /// Ends by force what is in flight.
    ~CommandEvaluator() override;

    /// A retry has a work directory of its own; what an attempt of the same number has left is ended and removed.
    /// Thrown are a lack of space, permission or processes.
    void start(Index number, const VectorRef& x, Index attempt = 1) override;
    /// None also when a signal was caught meanwhile. Deadlines are kept only inside this function. A work directory
    /// that is not kept goes with the next call.
    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double timeout) override;
    /// By SIGTERM, by force after the grace.
    void cancel(Index number) override;
    [[nodiscard]] std::vector<Index> in_flight() const override;
    /// Removes its work directory, unless all are kept.
    void clean_up(Index number, Index attempt) override;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot
