// Work of the engine while Python goes on: the GIL is released, and Ctrl-C is answered while the main thread waits.
#pragma once

#include <nanobind/nanobind.h>

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

namespace detail {

/// What a thread and who waits for it have in common, for one of them may be gone before the other.
template <class Result>
struct Handed {
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false;
    std::optional<Result> result;
    std::exception_ptr error;
};

}  // namespace detail

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
    const auto handed = std::make_shared<detail::Handed<Result>>();
    std::thread thread([handed, work = std::move(work)]() mutable {
        std::optional<Result> result;
        std::exception_ptr error;
        try {
            result.emplace(work());
        } catch (...) {
            error = std::current_exception();
        }
        const std::lock_guard lock(handed->mutex);
        handed->result = std::move(result);
        handed->error = std::move(error);
        handed->is_done = true;
        handed->ended.notify_one();
    });
    while (true) {
        bool is_done = false;
        {
            const nb::gil_scoped_release released;
            std::unique_lock lock(handed->mutex);
            is_done = handed->ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return handed->is_done; });
        }
        if (is_done) break;
        if (PyErr_CheckSignals() != 0) {
            leave_behind(std::move(thread), calls);
            throw nb::python_error();
        }
    }
    {
        const nb::gil_scoped_release released;
        thread.join();
    }
    if (handed->error) std::rethrow_exception(handed->error);
    return std::move(*handed->result);
}

}  // namespace sweetspot::python
