#include "working.hpp"

#include <unistd.h>

#include <utility>
#include <vector>

namespace sweetspot::python {
namespace {

struct LeftBehind {
    std::mutex mutex;
    std::vector<std::pair<std::thread, Calls>> threads;
};

LeftBehind& left_behind() {
    static auto* all = new LeftBehind;  // outlives every thread
    return *all;
}

}  // namespace

bool is_main_thread() {
    static const auto* threading = new nb::object(nb::module_::import_("threading"));  // until the process ends
    return threading->attr("current_thread")().is(threading->attr("main_thread")());
}

void leave_behind(std::thread thread, Calls calls) {
    LeftBehind& all = left_behind();
    const std::lock_guard lock(all.mutex);
    all.threads.emplace_back(std::move(thread), calls);
}

void wait_for_left_behind(End end) {
    LeftBehind& all = left_behind();
    const std::lock_guard lock(all.mutex);
    for (auto& [thread, calls] : all.threads) {
        if (end == End::by_signal && calls == Calls::nothing) {
            thread.detach();
        } else {
            thread.join();
        }
    }
    all.threads.clear();
}

Worker::Worker() : state_(std::make_shared<State>()), thread_([state = state_] { run(*state); }), process_(getpid()) {}

Worker& Worker::of_main_thread() {
    static Worker* worker = nullptr;  // outlives every call
    // The one before may have been given up, may wait for a handler of signals that has called this, or may belong to
    // the process that this one was forked off.
    if (worker == nullptr || worker->is_busy_ || worker->process_ != getpid()) worker = new Worker;
    return *worker;
}

void Worker::run(State& state) {
    std::unique_lock lock(state.mutex);
    while (true) {
        state.changed.wait(lock, [&] { return state.work != nullptr || state.is_given_up; });
        if (state.work == nullptr) return;
        std::function<void()> work = std::exchange(state.work, nullptr);
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
        state.is_done = true;
        state.changed.notify_all();
    }
}

void Worker::begin(std::function<void()> work) {
    const std::lock_guard lock(state_->mutex);
    is_busy_ = true;
    state_->work = std::move(work);
    state_->is_done = false;
    state_->changed.notify_all();
}

bool Worker::is_done_within(std::chrono::milliseconds time) {
    const nb::gil_scoped_release released;
    std::unique_lock lock(state_->mutex);
    is_busy_ = !state_->changed.wait_for(lock, time, [&] { return state_->is_done; });
    return !is_busy_;
}

std::thread Worker::give_up() {
    const std::lock_guard lock(state_->mutex);
    state_->is_given_up = true;
    state_->changed.notify_all();
    return std::move(thread_);
}

}  // namespace sweetspot::python
