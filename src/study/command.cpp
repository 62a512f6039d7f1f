// The life of an evaluation: started; over when its process has ended; or, past its deadline or cancelled, asked to
// end, ended by force after the grace, and over when its whole session is.
#include "study/command.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <limits>

#include "base/check.hpp"
#include "process/arguments.hpp"
#include "process/excerpt.hpp"
#include "process/guardian.hpp"
#include "process/leftovers.hpp"
#include "process/process.hpp"
#include "process/work_directory.hpp"
#include "study/judgement.hpp"
#include "study/objective_protocol.hpp"
#include "study/resources.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;
using namespace process;
using namespace study;

constexpr double never = std::numeric_limits<double>::infinity();

/// Seconds of a clock that only goes forward.
double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void check_parameters(const std::vector<CommandParameter>& parameters) {
    require(!parameters.empty(), "command: there are no parameters; name at least one");
    std::vector<std::string> names;
    for (const CommandParameter& parameter : parameters) {
        require(!parameter.name.empty() && excerpt(parameter.name) == parameter.name,
                "command: a parameter is called \"{}\"; a name is one line of printable text, at most {} bytes",
                excerpt(parameter.name), excerpt_length);
        names.push_back(parameter.name);
    }
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    require(twice == names.end(), "command: two parameters are called \"{}\"; names must differ",
            twice == names.end() ? "" : *twice);
}

void keep_statuses_of_children() {
    struct sigaction action = {};
    sigaction(SIGCHLD, nullptr, &action);
    const bool thrown_away = action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0;
    if (thrown_away) ::signal(SIGCHLD, SIG_DFL);
}

/// Whether execve failed for want of something that another moment or a larger machine has.
bool is_shortage(int code) {
    return code == ENOMEM || code == EAGAIN || code == EMFILE || code == ENFILE;
}

}  // namespace

struct CommandEvaluator::Implementation {
    struct Running {
        Index number = 0;
        WorkDirectory work;
        double started = 0;
        std::unique_ptr<Process> process = nullptr;               ///< none: it could not be started
        std::optional<EvaluationFailure> verdict = std::nullopt;  ///< if it was known before the end
        double force_at = never;  ///< when patience with one that was asked to end is over
        bool forced = false;      ///< it was ended by force
        bool has_ended = false;   ///< its own process, at the last look
    };

    CommandOptions options;
    Guardian guardian = {};  ///< before the evaluations, so that it goes after them
    std::vector<Running> running = {};
    std::vector<WorkDirectory> concluded =
        {};  ///< not kept; removed when the caller comes back, with the result stored

    static void ask_to_end(Running& running, double grace, EvaluationFailure verdict) {
        running.process->ask_to_end();
        running.force_at = steady_seconds() + grace;
        running.verdict = std::move(verdict);
    }

    void tidy() {
        for (const WorkDirectory& work : concluded) remove_work_directory(work);
        concluded.clear();
    }

    ~Implementation() {
        tidy();
        for (Running& evaluation : running) {
            evaluation.process.reset();
            end_leftovers(evaluation.work.folder);
            if (options.keep != KeepWork::all) remove_work_directory(evaluation.work);
        }
    }

    [[nodiscard]] std::vector<Running>::iterator find(Index number) {
        return std::ranges::find(running, number, &Running::number);
    }

    /// The process, or why there is none.
    void run(Running& evaluation) const {
        const WorkDirectory& work = evaluation.work;
        const Placeholders placeholders = {{"params", work.parameters.string()},
                                           {"results", work.results.string()},
                                           {"number", std::to_string(evaluation.number)},
                                           {"workdir", work.folder.string()},
                                           {"folder", options.base_folder.string()}};
        ProcessPlan plan = {
            .program = {},
            .arguments = {},
            .environment = {fmt::format("{}={}", work_directory_variable, work.folder.string()), guardian.mark()},
            .folder = work.folder,
            .in = uses(options.command, "params") ? fs::path("/dev/null") : work.parameters,
            .out = work.out,
            .err = work.err,
            .limits = {static_cast<int>(options.resources.nice), options.resources.memory, options.resources.cpu_time}};
        for (const std::string& argument : options.command) plan.arguments.push_back(filled_in(argument, placeholders));
        const std::string& name = plan.arguments[0];
        plan.program = find_program(name, options.base_folder);
        if (plan.program.empty()) {
            evaluation.verdict = {FailureKind::not_started, not_in_path(name)};
            return;
        }
        try {
            evaluation.process = std::make_unique<Process>(plan);
            guardian.watch(evaluation.process->session());
        } catch (const CouldNotRun& failure) {
            const std::string why = why_not_run(plan.program, failure.code);
            if (is_shortage(failure.code)) throw std::runtime_error(why);
            evaluation.verdict = {FailureKind::not_started, why};
        }
    }

    /// Keeps the deadlines of an evaluation; true when it is over.
    [[nodiscard]] bool advance(Running& evaluation) const {
        if (!evaluation.process) return true;
        evaluation.has_ended = evaluation.process->has_ended();
        if (evaluation.has_ended) {
            // What was asked to end may tidy up, also in processes that the command has left behind.
            const bool patient = evaluation.verdict && !evaluation.forced && steady_seconds() < evaluation.force_at;
            return !patient || !evaluation.process->session_lives();
        }
        if (!evaluation.verdict && options.timeout && steady_seconds() >= evaluation.started + *options.timeout) {
            ask_to_end(evaluation, options.grace, timeout_failure(*options.timeout, evaluation.work));
        }
        if (evaluation.verdict && !evaluation.forced && steady_seconds() >= evaluation.force_at) {
            evaluation.process->end_by_force();
            evaluation.forced = true;
        }
        return false;
    }

    /// When an evaluation needs another look even if its process does not end.
    [[nodiscard]] double due(const Running& evaluation) const {
        constexpr double between_looks = 0.02;  // at what the command left behind, whose end nothing tells
        if (evaluation.has_ended) return steady_seconds() + between_looks;
        if (evaluation.verdict) return evaluation.forced ? never : evaluation.force_at;
        return options.timeout ? evaluation.started + *options.timeout : never;
    }

    /// Sleeps until `deadline`, or until an evaluation needs a look; false if a signal was caught.
    [[nodiscard]] bool sleep(double deadline) const {
        std::vector<pollfd> entries;
        for (const Running& evaluation : running) {
            deadline = std::min(deadline, due(evaluation));
            if (!evaluation.has_ended) entries.push_back({evaluation.process->descriptor(), POLLIN, 0});
        }
        constexpr double longest = 3600;  // poll counts milliseconds in an int; the caller's loop comes back
        const double seconds = std::clamp(deadline - steady_seconds(), 0.0, longest);
        const int ready = poll(entries.data(), entries.size(), static_cast<int>(std::ceil(1000 * seconds)));
        return ready >= 0 || errno != EINTR;
    }

    /// Of a command that came to its own end, or to that of what it may use.
    [[nodiscard]] Outcome judged(const WorkDirectory& work, const ProcessEnd& end) const {
        const auto source = uses(options.command, "results") ? ResultSource::file : ResultSource::standard_output;
        Outcome outcome = judge(options.format, source, work, end.status, options.results);
        const auto* failure = std::get_if<EvaluationFailure>(&outcome);
        if (failure == nullptr || failure->kind == FailureKind::reported) return outcome;
        if (auto limit = limit_failure(options.resources, end, work)) return *std::move(limit);
        return outcome;
    }

    [[nodiscard]] FinishedEvaluation conclude(Running evaluation) {
        ProcessEnd end;
        if (evaluation.process) {
            const pid_t session = evaluation.process->session();
            end = evaluation.process->finish();
            guardian.forget(session);
            // What was asked to end takes along what it had started in sessions of their own.
            if (evaluation.verdict) end_leftovers(evaluation.work.folder);
        }
        const double seconds = steady_seconds() - evaluation.started;
        EvaluationResult result = {.outcome = evaluation.verdict ? *evaluation.verdict : judged(evaluation.work, end),
                                   .seconds = seconds};
        const EvaluationFailure* failure = result.failure();
        const bool failed = failure != nullptr && failure->kind != FailureKind::cancelled;
        if (failed || options.keep == KeepWork::all) {
            result.work_directory = evaluation.work.folder;
        } else {
            concluded.push_back(evaluation.work);
        }
        return {evaluation.number, std::move(result)};
    }
};

void check(const CommandOptions& options) {
    check_command(options.command);
    check_parameters(options.parameters);
    require(!options.timeout || (std::isfinite(*options.timeout) && *options.timeout > 0),
            "command: the timeout is {} seconds; it must be finite and > 0, or be left out",
            options.timeout.value_or(0));
    require(std::isfinite(options.grace) && options.grace >= 0,
            "command: the grace is {} seconds; it must be finite and ≥ 0", options.grace);
    require(!options.work_root.empty(), "command: there is no folder for work directories; give one");
    try {
        check_resources(options.resources);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("command: {}", error.what()));
    }
}

CommandEvaluator::CommandEvaluator(CommandOptions options) {
    check(options);
    options.base_folder = options.base_folder.empty() ? fs::current_path() : fs::absolute(options.base_folder);
    options.work_root = fs::absolute(options.work_root);
    keep_statuses_of_children();
    // std::make_unique knows no names of members.
    implementation_.reset(new Implementation{.options = std::move(options)});  // NOLINT(modernize-make-unique)
}

CommandEvaluator::~CommandEvaluator() = default;

void CommandEvaluator::start(Index number, const VectorRef& x, Index attempt) {
    Implementation& self = *implementation_;
    require(number >= 0, "start: trial {}; numbers must be ≥ 0", number);
    require(attempt >= 1, "start: attempt {}; attempts are counted from 1", attempt);
    require(self.find(number) == self.running.end(), "start: trial {} is in flight; collect it first", number);
    const CommandOptions& options = self.options;
    self.tidy();
    const std::string text = parameters_text(options.format, options.parameters, x);
    const std::string suffix = options.format == ObjectiveFormat::json ? ".json" : ".txt";
    Implementation::Running evaluation = {.number = number,
                                          .work = make_work_directory(options.work_root, number, attempt, suffix, text),
                                          .started = steady_seconds()};
    try {
        self.run(evaluation);
        self.running.push_back(std::move(evaluation));
    } catch (...) {
        remove_work_directory(evaluation.work);
        throw;
    }
}

std::optional<FinishedEvaluation> CommandEvaluator::wait_any(double timeout) {
    require(timeout >= 0, "wait_any: the timeout is {} seconds; it must be ≥ 0", timeout);
    Implementation& self = *implementation_;
    const double deadline = steady_seconds() + timeout;
    self.tidy();
    while (!self.running.empty()) {
        for (auto evaluation = self.running.begin(); evaluation != self.running.end(); ++evaluation) {
            if (!self.advance(*evaluation)) continue;
            Implementation::Running over = std::move(*evaluation);
            self.running.erase(evaluation);
            return self.conclude(std::move(over));
        }
        if (steady_seconds() >= deadline || !self.sleep(deadline)) break;
    }
    return std::nullopt;
}

void CommandEvaluator::cancel(Index number) {
    Implementation& self = *implementation_;
    const auto evaluation = self.find(number);
    require(evaluation != self.running.end(), "cancel: trial {} is not in flight", number);
    if (evaluation->verdict) return;  // it is ending already
    Implementation::ask_to_end(*evaluation, self.options.grace, {FailureKind::cancelled, "it was cancelled"});
}

std::vector<Index> CommandEvaluator::in_flight() const {
    std::vector<Index> numbers;
    for (const auto& evaluation : implementation_->running) numbers.push_back(evaluation.number);
    return numbers;
}

void CommandEvaluator::clean_up(Index number, Index attempt) {
    const CommandOptions& options = implementation_->options;
    if (options.keep != KeepWork::all) remove_work_directory(options.work_root, number, attempt);
}

}  // namespace sweetspot
