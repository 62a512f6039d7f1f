#include "study/slurm_evaluator.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/check.hpp"
#include "process/work_directory.hpp"
#include "study/objective_protocol.hpp"
#include "study/slurm/dispatch.hpp"
#include "study/slurm/ending.hpp"
#include "study/slurm/flight.hpp"
#include "study/slurm/folder.hpp"
#include "study/slurm/job_script.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;
using slurm::Flight;
using slurm::TrialKey;

SlurmOptions completed(SlurmOptions options) {
    check(options.command);
    CommandOptions& command = options.command;
    command.base_folder = command.base_folder.empty() ? fs::current_path() : fs::absolute(command.base_folder);
    command.work_root = fs::absolute(command.work_root);
    return options;
}

/// Seconds for which a start waits until its job is submitted; a slow controller is waited for by wait_any().
constexpr double patience_at_start = 2;

/// … and the end for what is still to be said to Slurm.
constexpr double patience_at_end = 2;

/// For the rename of a kept work folder into its usual place.
void move_folder(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::remove_all(to, failed);
    fs::rename(from, to, failed);
    if (failed) {
        throw std::runtime_error(fmt::format("cannot move {} to {}: {}", from.string(), to.string(), failed.message()));
    }
}

}  // namespace

struct SlurmEvaluator::Implementation {
    explicit Implementation(SlurmOptions given) : options(completed(std::move(given))) {}

    SlurmOptions options;
    slurm::Folder folder{options.command.work_root / "slurm"};
    std::vector<Flight> flights = {};  ///< in the order of their start
    slurm::Dispatch dispatch{options, folder, flights};
    std::vector<TrialKey> concluded = {};  ///< what is left of them goes when the caller comes back
    double looked_at = 0;
    bool has_started = false;
    bool has_ended_pilots = false;

    [[nodiscard]] std::vector<Flight>::iterator find(Index number) {
        return std::ranges::find_if(flights, [&](const Flight& flight) { return flight.key.number == number; });
    }

    [[nodiscard]] std::string suffix() const {
        return options.command.format == ObjectiveFormat::json ? ".json" : ".txt";
    }

    void tidy() {
        for (const TrialKey& key : concluded) folder.forget(key);
        concluded.clear();
    }

    /// What an earlier program has written down of it tells how far it came.
    void take_up(Flight& flight) {
        flight.submission = folder.last_submission(flight.key);
        if (flight.submission == 0) return dispatch.submit_anew(flight);
        const std::string name = dispatch.job_name(flight.key, flight.submission);
        flight.job = folder.job_of_submission(flight.key, flight.submission);
        const bool by_pilot = folder.intent(flight.key, flight.submission) != name;
        flight.carrier = by_pilot ? Flight::Carrier::pilot : Flight::Carrier::job;
        const bool is_sure = by_pilot || !flight.job.empty();
        flight.phase = is_sure ? Flight::Phase::submitted : Flight::Phase::unsure;
        flight.unheard = true;
        if (!flight.job.empty()) dispatch.was_taken_before();
        flight.unsure_since = slurm::steady_seconds();
        if (!is_sure) flight.unsure_since -= folder.seconds_since_intent(flight.key, flight.submission);
    }

    [[nodiscard]] FinishedEvaluation conclude(const Flight& flight, EvaluationResult result) {
        const TrialKey& key = flight.key;
        const EvaluationFailure* failure = result.failure();
        const bool cancelled = failure != nullptr && failure->kind == FailureKind::cancelled;
        const bool keep = (failure != nullptr && !cancelled) || options.command.keep == KeepWork::all;
        if (keep && result.work_directory) {
            const fs::path usual = process::work_directory_of(options.command.work_root, key.number, key.attempt);
            if (*result.work_directory != usual) move_folder(*result.work_directory, usual);
            result.work_directory = usual;
        } else {
            result.work_directory.reset();
        }
        // One that was cancelled is evaluated anew when it is started again; any other result waits to be stored.
        if (cancelled) {
            folder.forget(key);
        } else {
            concluded.push_back(key);
        }
        return {key.number, std::move(result)};
    }

    [[nodiscard]] std::optional<FinishedEvaluation> next_finished() {
        for (auto flight = flights.begin(); flight != flights.end(); ++flight) {
            auto result = slurm::result_of(*flight, dispatch, options);
            if (!result) continue;
            Flight over = std::move(*flight);
            flights.erase(flight);
            return conclude(over, std::move(*result));
        }
        return std::nullopt;
    }

    /// Seconds between looks at the files: a hundredth of what the youngest evaluation has taken so far.
    [[nodiscard]] double between_looks() const {
        double youngest = slurm::steady_seconds();
        for (const Flight& flight : flights) {
            youngest = std::min(youngest, slurm::steady_seconds() - flight.running_since.value_or(flight.begun_at));
        }
        return std::clamp(youngest / 100, 0.05, 1.0);
    }

    /// False if a signal was caught.
    [[nodiscard]] bool sleep(double seconds) const {
        pollfd entry = {dispatch.descriptor(), POLLIN, 0};
        const int ready = poll(&entry, 1, static_cast<int>(std::ceil(1000 * seconds)));
        return ready >= 0 || errno != EINTR;
    }
};

SlurmEvaluator::SlurmEvaluator(SlurmOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(options))) {}

SlurmEvaluator::~SlurmEvaluator() {
    try {
        implementation_->dispatch.talk_for(patience_at_end);
        implementation_->dispatch.settle();
        // On the way of an exception the last result may not have been stored.
        if (std::uncaught_exceptions() == 0) implementation_->tidy();
        const bool idle = implementation_->flights.empty();
        if (idle && implementation_->has_started && implementation_->options.slurm.pilots > 0) {
            implementation_->folder.close();
            // Those that run see it; those that wait for a place would only come to leave.
            implementation_->dispatch.end_pilots(slurm::Dispatch::WhichPilots::waiting);
        }
    } catch (const std::exception&) {
        // What is left is found by the next program; a destructor has nobody to tell.
        return;
    }
}

void SlurmEvaluator::start(Index number, const VectorRef& x, Index attempt) {
    Implementation& self = *implementation_;
    require(number >= 0, "start: trial {}; numbers must be ≥ 0", number);
    require(attempt >= 1, "start: attempt {}; attempts are counted from 1", attempt);
    require(self.find(number) == self.flights.end(), "start: trial {} is in flight; collect it first", number);
    const CommandOptions& command = self.options.command;
    self.tidy();
    if (!self.has_started) self.folder.open_again();
    self.has_started = true;
    const std::string text = study::parameters_text(command.format, command.parameters, x);
    Flight flight;
    flight.key = {number, attempt};
    flight.begun_at = slurm::steady_seconds();
    if (self.folder.holds(flight.key, text, self.suffix())) {
        self.take_up(flight);
    } else {
        if (fs::exists(self.folder.control(flight.key))) self.dispatch.abandon(flight.key);
        const std::string script = slurm::run_script(command, self.options.resources, number);
        self.folder.add(flight.key, text, self.suffix(), script);
        self.dispatch.submit_anew(flight);
    }
    self.flights.push_back(std::move(flight));
    self.looked_at = 0;
    self.dispatch.look_at_files();
    self.dispatch.talk_for(patience_at_start);
}

std::optional<FinishedEvaluation> SlurmEvaluator::wait_any(double timeout) {
    require(timeout >= 0, "wait_any: the timeout is {} seconds; it must be ≥ 0", timeout);
    Implementation& self = *implementation_;
    const double deadline = slurm::steady_seconds() + timeout;
    self.tidy();
    while (!self.flights.empty()) {
        const double between = self.between_looks();
        if (slurm::steady_seconds() - self.looked_at >= between) {
            self.dispatch.look_at_files();
            self.looked_at = slurm::steady_seconds();
        }
        self.dispatch.talk();
        if (auto finished = self.next_finished()) return finished;
        const double left = deadline - slurm::steady_seconds();
        if (left <= 0 || !self.sleep(std::min(left, between))) break;
    }
    return std::nullopt;
}

void SlurmEvaluator::cancel(Index number) {
    const auto flight = implementation_->find(number);
    require(flight != implementation_->flights.end(), "cancel: trial {} is not in flight", number);
    if (flight->verdict) return;  // it is ending already
    flight->verdict = {FailureKind::cancelled, "it was cancelled"};
    implementation_->dispatch.have_ended(*flight);
}

std::vector<Index> SlurmEvaluator::in_flight() const {
    std::vector<Index> numbers;
    for (const Flight& flight : implementation_->flights) numbers.push_back(flight.key.number);
    return numbers;
}

std::vector<Index> SlurmEvaluator::outliving() const {
    std::vector<Index> numbers;
    for (const Flight& flight : implementation_->flights) {
        if (flight.phase != Flight::Phase::to_submit) numbers.push_back(flight.key.number);
    }
    return numbers;
}

void SlurmEvaluator::clean_up(Index number, Index attempt) {
    Implementation& self = *implementation_;
    const TrialKey key = {number, attempt};
    if (fs::exists(self.folder.control(key))) self.folder.forget(key);
    if (self.options.command.keep != KeepWork::all) {
        process::remove_work_directory(self.options.command.work_root, number, attempt);
    }
}

void SlurmEvaluator::abandon(Index number, Index attempt) {
    Implementation& self = *implementation_;
    require(self.find(number) == self.flights.end(), "abandon: trial {} is in flight; cancel it", number);
    const TrialKey key = {number, attempt};
    // They would find nothing to do.
    if (!std::exchange(self.has_ended_pilots, true)) self.dispatch.end_pilots(slurm::Dispatch::WhichPilots::all);
    if (fs::exists(self.folder.control(key))) self.dispatch.abandon(key);
}

}  // namespace sweetspot
