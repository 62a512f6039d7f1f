#include "sweetspot/base/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace sweetspot {
namespace {

class ParallelOnThreads : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, ParallelOnThreads, ::testing::Values(1, 2, 3, 8));

TEST_P(ParallelOnThreads, VisitsEveryIndexOnce) {
    const Parallel parallel(GetParam());
    EXPECT_EQ(parallel.threads(), GetParam());
    for (const Index n : {0, 1, 2, 7, 100, 20000}) {
        std::vector<int> visits(static_cast<std::size_t>(n));
        parallel.for_each(n, [&](Index i) { ++visits[i]; });
        for (const int count : visits) ASSERT_EQ(count, 1);
    }
}

TEST_P(ParallelOnThreads, RethrowsTheExceptionOfTheSmallestIndex) {
    const Parallel parallel(GetParam());
    for (int repeat = 0; repeat < 200; ++repeat) {
        std::atomic<int> running = 0;
        try {
            parallel.for_each(5000, [&](Index i) {
                ++running;
                const int iteration = static_cast<int>(i);
                if (iteration % 7 == 3) {
                    --running;
                    throw std::runtime_error(std::to_string(iteration));
                }
                --running;
            });
            FAIL() << "nothing thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "3");
            EXPECT_EQ(running, 0);
        }
    }
}

TEST_P(ParallelOnThreads, RethrowsTheSmallestIndexWhicheverFailsFirst) {
    const Parallel parallel(GetParam());
    for (const Index late : {0, 1}) {
        std::latch both_started(std::min(GetParam(), 2));
        const auto body = [&](Index i) {
            both_started.arrive_and_wait();
            if (i == late) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            throw std::runtime_error(std::to_string(i));
        };
        try {
            parallel.for_each(2, body);
            FAIL() << "nothing thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "0") << "late: " << late;
        }
    }
}

TEST_P(ParallelOnThreads, WorksAgainAfterAnException) {
    const Parallel parallel(GetParam());
    EXPECT_THROW(parallel.for_each(10, [](Index) { throw std::runtime_error("no"); }), std::runtime_error);
    std::atomic<Index> sum = 0;
    parallel.for_each(100, [&](Index i) { sum += i; });
    EXPECT_EQ(sum, 4950);
}

TEST_P(ParallelOnThreads, RunsANestedLoopOnTheThreadThatStartedIt) {
    const Parallel parallel(GetParam());
    std::atomic<int> elsewhere = 0, total = 0;
    parallel.for_each(50, [&](Index) {
        const auto starter = std::this_thread::get_id();
        parallel.for_each(20, [&](Index) {
            ++total;
            if (std::this_thread::get_id() != starter) ++elsewhere;
        });
    });
    EXPECT_EQ(total, 1000);
    EXPECT_EQ(elsewhere, 0);
}

TEST_P(ParallelOnThreads, ALoopOfASingleIterationStillMakesInnerLoopsSerial) {
    const Parallel parallel(GetParam());
    std::set<std::thread::id> ids;
    parallel.for_each(1,
                      [&](Index) { parallel.for_each(100, [&](Index) { ids.insert(std::this_thread::get_id()); }); });
    EXPECT_EQ(ids.size(), 1u);
}

TEST_P(ParallelOnThreads, LoopsOfTwoObjectsNestTheOppositeWayRoundWithoutWaitingForEachOther) {
    const Parallel a(GetParam()), b(GetParam());
    std::latch both_inside(2);
    std::atomic<int> total = 0;
    const auto nest = [&](const Parallel& outer, const Parallel& inner) {
        outer.for_each(8, [&](Index i) {
            if (i == 0) both_inside.arrive_and_wait();
            inner.for_each(4, [&](Index) { outer.for_each(3, [&](Index) { ++total; }); });
        });
    };
    std::thread other([&] { nest(b, a); });
    nest(a, b);
    other.join();
    EXPECT_EQ(total, 2 * 8 * 4 * 3);
}

TEST_P(ParallelOnThreads, ServesSeveralCallers) {
    const Parallel parallel(GetParam());
    std::vector<Index> sums(4);
    std::vector<std::thread> callers;
    callers.reserve(sums.size());
    for (Index& sum : sums) {
        callers.emplace_back([&] {
            for (int repeat = 0; repeat < 100; ++repeat) {
                std::atomic<Index> part = 0;
                parallel.for_each(50, [&](Index i) { part += i; });
                sum += part;
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    for (const Index sum : sums) EXPECT_EQ(sum, 100 * 1225);
}

TEST(Parallel, UsesAllItsThreads) {
    const Parallel parallel(3);
    std::latch all_here(3);  // opens only when three threads are inside at once
    std::mutex mutex;
    std::set<std::thread::id> ids;
    parallel.for_each(3, [&](Index) {
        all_here.arrive_and_wait();
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
    });
    EXPECT_EQ(ids.size(), 3u);
}

TEST(Parallel, RefusesFewerThanOneThreadAndNegativeCounts) {
    EXPECT_THROW(Parallel(0), std::invalid_argument);
    EXPECT_THROW(Parallel(-2), std::invalid_argument);
    EXPECT_THROW(Parallel(2).for_each(-1, [](Index) {}), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
