// Times that can be compared: what is measured and its unit take turns, and of each the best is kept, so that both saw
// the machine at its best within one run.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>

namespace sweetspot::bench {

/// CPU time of this thread: other processes do not count. Only for work on one thread.
inline double cpu_ms() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

inline double wall_ms() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

using Clock = double (*)();
using Work = std::function<void()>;

/// Milliseconds of one call: the mean over as many calls as take 10 ms.
inline double once(const Work& work, Clock clock) {
    const double start = clock();
    double elapsed = 0;
    int calls = 0;
    do {
        work();
        ++calls;
        elapsed = clock() - start;
    } while (elapsed < 10);
    return elapsed / calls;
}

struct Pair {
    double first = std::numeric_limits<double>::infinity();
    double second = std::numeric_limits<double>::infinity();
};

/// The best times of two works that take turns: at least 5 rounds and at least a second, but no new round after 20 s.
inline Pair side_by_side(const Work& first, const Work& second, Clock clock) {
    Pair best;
    const double start = wall_ms();
    for (int round = 0; (round < 5 || wall_ms() - start < 1e3) && wall_ms() - start < 2e4; ++round) {
        best.first = std::min(best.first, once(first, clock));
        best.second = std::min(best.second, once(second, clock));
    }
    return best;
}

}  // namespace sweetspot::bench
