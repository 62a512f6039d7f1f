// Work of the engine while Python goes on: the GIL is released, and Ctrl-C is answered while the main thread waits.
#pragma once

#include <nanobind/nanobind.h>
#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace sweetspot::python {

namespace nb = nanobind;

/// True in the thread in which Python handles signals.
[[nodiscard]] bool is_main_thread();
/// What work may do besides computing.
enum class Calls { python, nothing };
/// Keeps a thread whose result nobody wants any more until the end of the process.
void leave_behind(std::thread thread, Calls calls);
/// Waits for the threads that were left behind; the GIL must not be held. If the process is about to die of the Ctrl-C
/// that left them, those that never call Python are not waited for: they end with it.
enum class End { in_order, by_signal };
void wait_for_left_behind(End end);

/// A thread for what the main thread wants done, one piece after another. It stays for the next piece: a new one would
/// cost more than all else here, and begin without the memory that the engine keeps for a thread.
class Worker {
  public:
    Worker();
    /// In this process, with nothing to do; the GIL is held.
    static Worker& of_main_thread();

    void begin(std::function<void()> work);
    /// Whether the work is done, destroyed as well, after this time at the latest; the GIL is released meanwhile.
    [[nodiscard]] bool is_done_within(std::chrono::milliseconds time);
    /// Ends after what it is doing, and the main thread gets another one.
    [[nodiscard]] std::thread give_up();

  private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::function<void()> work;
        bool is_done = false;
        bool is_given_up = false;
    };
    static void run(State& state);

    std::shared_ptr<State> state_;  ///< outlives this object where the thread does
    std::thread thread_;
    pid_t process_;
    bool is_busy_ = false;
};

/// Runs `work`, which must own all that it needs and touch no Python object without the GIL. In the main thread it is
/// done by another one, so that Ctrl-C raises KeyboardInterrupt within a tenth of a second; what is then under way goes
/// on to its end unseen.
template <class Work>
auto working(Work work, Calls calls = Calls::python) {
    using Result = std::invoke_result_t<Work&>;
    if (!is_main_thread()) {
        const nb::gil_scoped_release released;
        return work();
    }
    struct Handed {
        std::optional<Result> result;
        std::exception_ptr error;
    };
    const auto handed = std::make_shared<Handed>();  // one of the two threads may be gone before the other
    Worker& worker = Worker::of_main_thread();
    worker.begin([handed, owned = std::make_shared<Work>(std::move(work))] {
        try {
            handed->result.emplace((*owned)());
        } catch (...) {
            handed->error = std::current_exception();
        }
    });
    while (!worker.is_done_within(std::chrono::milliseconds(50))) {
        if (PyErr_CheckSignals() == 0) continue;
        leave_behind(worker.give_up(), calls);
        throw nb::python_error();
    }
    if (handed->error) std::rethrow_exception(handed->error);
    return std::move(*handed->result);
}

}  // namespace sweetspot::python
