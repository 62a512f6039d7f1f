#include "sweetspot/study/evaluator.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

using Clock = std::chrono::steady_clock;

/// `most` bounds what a clock can count.
Clock::time_point after(Clock::time_point start, double seconds) {
    constexpr double most = 1e9;
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, most)));
}

Outcome checked(const Measurement& measured) {
    const auto& [value, error, outputs] = measured;
    if (!std::isfinite(value)) {
        return EvaluationFailure{FailureKind::not_finite,
                                 fmt::format("the value is {}; it must be a finite number", value)};
    }
    if (!is_output(value) || (error && *error > largest_output && std::isfinite(*error))) {
        return EvaluationFailure{FailureKind::not_finite,
                                 fmt::format("the value is {} and its standard error {}; they must be from -{} to {}",
                                             value, error.value_or(0), largest_output, largest_output)};
    }
    if (error && !(std::isfinite(*error) && *error >= 0)) {
        return EvaluationFailure{FailureKind::not_finite,
                                 fmt::format("the standard error is {}; it must be a finite number ≥ 0", *error)};
    }
    Measurement result = measured;
    std::erase_if(result.outputs, [](const auto& output) { return !is_output(output.second); });  // not known
    return result;
}

Outcome called(const FunctionEvaluator::Function& function, const Vector& x, const std::stop_token& stop) {
    try {
        return checked(function(x, stop));
    } catch (const std::exception& error) {
        return EvaluationFailure{FailureKind::reported, one_line(error.what())};
    } catch (...) {
        return EvaluationFailure{FailureKind::reported, "the function threw something without a sentence"};
    }
}

}  // namespace

struct FunctionEvaluator::Implementation {
    struct Running {
        Index number = 0;
        Clock::time_point started;
        std::optional<EvaluationFailure> verdict = std::nullopt;  ///< if it was known before the end
        std::optional<Outcome> outcome = std::nullopt;            ///< once it has ended
        double seconds = 0;
        std::jthread thread = {};
    };

    Function function;
    FunctionOptions options;
    std::mutex mutex = {};
    std::condition_variable ended = {};
    std::vector<std::unique_ptr<Running>> running = {};  ///< changed by the caller's thread alone

    ~Implementation() {
        for (const auto& evaluation : running) evaluation->thread.request_stop();  // all, before one is waited for
    }

    [[nodiscard]] auto find(Index number) {
        return std::ranges::find_if(running, [&](const auto& evaluation) { return evaluation->number == number; });
    }

    void evaluate(Running& evaluation, const Vector& x, const std::stop_token& stop) {
        Outcome outcome = called(function, x, stop);
        const std::lock_guard lock(mutex);
        evaluation.seconds = std::chrono::duration<double>(Clock::now() - evaluation.started).count();
        evaluation.outcome = std::move(outcome);
        ended.notify_all();
    }

    /// Asks for the end of those whose time is over, and says when the next one's will be. The mutex is held.
    [[nodiscard]] Clock::time_point keep_deadlines(Clock::time_point until) {
        if (!options.timeout) return until;
        for (const auto& evaluation : running) {
            const Clock::time_point deadline = after(evaluation->started, *options.timeout);
            if (evaluation->verdict || evaluation->outcome) continue;
            if (Clock::now() < deadline) {
                until = std::min(until, deadline);
                continue;
            }
            evaluation->verdict = {FailureKind::timeout,
                                   fmt::format("it still ran after {} seconds and was ended", *options.timeout)};
            evaluation->thread.request_stop();
        }
        return until;
    }
};

FunctionEvaluator::FunctionEvaluator(Function function, FunctionOptions options)
    : implementation_(new Implementation{std::move(function), options}) {
    require(implementation_->function != nullptr, "FunctionEvaluator: there is no function; give one");
    require(!options.timeout || (std::isfinite(*options.timeout) && *options.timeout > 0),
            "FunctionEvaluator: the timeout is {} seconds; it must be finite and > 0, or be left out",
            options.timeout.value_or(0));
}

FunctionEvaluator::FunctionEvaluator(const std::function<double(const Vector& x)>& function, FunctionOptions options)
    : FunctionEvaluator([function](const Vector& x, const std::stop_token&) { return Measurement{function(x)}; },
                        options) {}

FunctionEvaluator::~FunctionEvaluator() = default;

void FunctionEvaluator::start(Index number, const VectorRef& x, Index attempt) {
    Implementation& self = *implementation_;
    require(number >= 0, "start: trial {}; numbers must be ≥ 0", number);
    require(attempt >= 1, "start: attempt {}; attempts are counted from 1", attempt);
    require(self.find(number) == self.running.end(), "start: trial {} is in flight; collect it first", number);
    auto evaluation = std::make_unique<Implementation::Running>();
    evaluation->number = number;
    evaluation->started = Clock::now();
    Implementation::Running& itself = *evaluation;
    const std::lock_guard lock(self.mutex);  // so that it does not end before it is there
    self.running.push_back(std::move(evaluation));
    try {
        itself.thread = std::jthread(
            [&self, &itself, point = Vector(x)](const std::stop_token& stop) { self.evaluate(itself, point, stop); });
    } catch (const std::system_error& error) {
        self.running.pop_back();
        throw std::runtime_error(fmt::format("cannot start one more thread: {}", error.what()));
    }
}

std::optional<FinishedEvaluation> FunctionEvaluator::wait_any(double timeout) {
    require(timeout >= 0, "wait_any: the timeout is {} seconds; it must be ≥ 0", timeout);
    Implementation& self = *implementation_;
    const Clock::time_point deadline = after(Clock::now(), timeout);
    std::unique_lock lock(self.mutex);
    while (!self.running.empty()) {
        const Clock::time_point until = self.keep_deadlines(deadline);
        const auto over =
            std::ranges::find_if(self.running, [](const auto& evaluation) { return evaluation->outcome.has_value(); });
        if (over != self.running.end()) {
            const std::unique_ptr<Implementation::Running> evaluation = std::move(*over);
            self.running.erase(over);
            lock.unlock();  // its thread may still hold it for its last step
            evaluation->thread.join();
            Outcome outcome = evaluation->verdict ? Outcome(*evaluation->verdict) : *evaluation->outcome;
            return FinishedEvaluation{evaluation->number,
                                      {.outcome = std::move(outcome), .seconds = evaluation->seconds}};
        }
        if (Clock::now() >= deadline) break;
        self.ended.wait_until(lock, until);
    }
    return std::nullopt;
}

void FunctionEvaluator::cancel(Index number) {
    Implementation& self = *implementation_;
    const auto evaluation = self.find(number);
    require(evaluation != self.running.end(), "cancel: trial {} is not in flight", number);
    const std::lock_guard lock(self.mutex);
    if ((*evaluation)->verdict) return;  // it is ending already
    (*evaluation)->verdict = {FailureKind::cancelled, "it was cancelled"};
    (*evaluation)->thread.request_stop();
}

std::vector<Index> FunctionEvaluator::in_flight() const {
    std::vector<Index> numbers;
    for (const auto& evaluation : implementation_->running) numbers.push_back(evaluation->number);
    return numbers;
}

void FunctionEvaluator::clean_up(Index /*number*/, Index /*attempt*/) {}  // a thread leaves nothing behind its program

}  // namespace sweetspot
