#include "working.hpp"

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

}  // namespace sweetspot::python
