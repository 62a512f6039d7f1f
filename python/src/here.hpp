// Work that is done in the thread from which Python called.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "working.hpp"

namespace sweetspot::python {

/// Runs a study by another thread, which has calls into Python done here, in the thread that Python gives signals to:
/// so Ctrl-C is answered while the engine chooses the next trial, and debuggers reach the objective. After a Ctrl-C
/// nobody is here any more, and the other thread comes to its end alone. In any other thread it is all done in place.
class Here {
  public:
    /// With the GIL; false where nobody is here any more.
    bool call(const std::function<void()>& work) {
        if (!is_main_) {
            const nb::gil_scoped_acquire acquired;
            work();
            return true;
        }
        std::unique_lock lock(mutex_);
        if (is_left_) return false;
        work_ = &work;
        changed_.notify_all();
        changed_.wait(lock, [&] { return work_ == nullptr; });
        return !is_left_;
    }

    /// With the GIL, which it releases while there is nothing to do here. `leave` is called before a Ctrl-C is raised.
    void run(std::function<void()> study, const std::function<void()>& leave) {
        if (!is_main_) {
            const nb::gil_scoped_release released;
            return study();
        }
        std::thread thread([this_ = self_.lock(), study = std::move(study)] {
            study();
            const std::lock_guard lock(this_->mutex_);
            this_->is_over_ = true;
            this_->changed_.notify_all();
        });
        while (!serve_once()) {
            if (PyErr_CheckSignals() == 0) continue;
            leave();
            {
                const std::lock_guard lock(mutex_);
                is_left_ = true;
                work_ = nullptr;
            }
            changed_.notify_all();
            leave_behind(std::move(thread), Calls::nothing);
            throw nb::python_error();
        }
        const nb::gil_scoped_release released;
        thread.join();
    }

    static std::shared_ptr<Here> make() {
        auto here = std::make_shared<Here>();
        here->self_ = here;
        return here;
    }

  private:
    /// Does what is asked for, waiting for it a moment; true when the study has ended.
    bool serve_once() {
        const std::function<void()>* work = nullptr;
        bool is_over = false;
        {
            const nb::gil_scoped_release released;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return work_ != nullptr || is_over_; });
            work = work_;
            is_over = is_over_;
        }
        if (work == nullptr) return is_over;
        (*work)();
        const std::lock_guard lock(mutex_);
        work_ = nullptr;
        changed_.notify_all();
        return false;
    }

    std::weak_ptr<Here> self_;
    bool is_main_ = is_main_thread();
    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* work_ = nullptr;
    bool is_over_ = false;
    bool is_left_ = false;
};

}  // namespace sweetspot::python
