// Makes src/problems/push_optima.inc: the reference optima of push4 and push8, instances 1 to 30, p = 2, tolerance
// 0.125.
//
//   g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/push_optima.cpp -Wl,--start-group
//   <build>/libsweetspot_*.a
//       -lfmt -lbox2d -lpthread -o push_optima        (one line)
//   (./push_optima 1 1 30; ./push_optima 2 1 30) > src/problems/push_optima.inc
//
// The arguments are the number of robots, the first and the last instance. As in the paper, 1000 samples and CMA-ES
// from the best 20; for push8, whose worst case costs three times as much, with a third of the worst cases per descent.
// About half a minute of processor time per instance.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <string>

// Two fifths of the time of a push go into clocks that Box2D reads for its statistics; in this process they stand
// still.
#include <box2d/b2_timer.h>
b2Timer::b2Timer() : m_start_sec(0), m_start_usec(0) {}
void b2Timer::Reset() {}
float b2Timer::GetMilliseconds() const {
    return 0;
}

#include "problems/push.hpp"
#include "problems/sampled_optimum.hpp"

int main(int count, char** arguments) {
    using namespace sweetspot;
    if (count != 4) {
        fmt::print(stderr, "usage: push_optima ROBOTS FIRST LAST\n");
        return 2;
    }
    const Index robots = std::stol(arguments[1]);
    SampledOptimumOptions how;
    if (robots == 2) {
        how.evaluations = 10;  // one generation of CMA-ES from each start
        how.more = 30;
    }
    for (std::uint64_t instance = std::stoul(arguments[2]); instance <= std::stoul(arguments[3]); ++instance) {
        const BenchmarkPtr problem = push_problem(push_targets(robots, instance));
        const ReferenceOptimum found =
            sampled_optimum(*problem, 4 * robots, Norm::two, problem->default_tolerance(), how);
        fmt::print("    {{{}, {}, {{{:.17g}}}, {:.17g}, {:.2g}}},\n", robots, instance,
                   fmt::join(found.x.begin(), found.x.end(), ", "), found.quality, found.accuracy);
        std::fflush(stdout);
    }
}
