#include "working.hpp"

#include <vector>

namespace sweetspot::python {
namespace {

struct LeftBehind {
    std::mutex mutex;
    std::vector<std::thread> threads;
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

void leave_behind(std::thread thread) {
    LeftBehind& all = left_behind();
    const std::lock_guard lock(all.mutex);
    all.threads.push_back(std::move(thread));
}

void wait_for_left_behind() {
    LeftBehind& all = left_behind();
    const std::lock_guard lock(all.mutex);
    for (std::thread& thread : all.threads) thread.join();
    all.threads.clear();
}

}  // namespace sweetspot::python
