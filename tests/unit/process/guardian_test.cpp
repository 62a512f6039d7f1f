#include "process/guardian.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include "process/process.hpp"
#include "process/session.hpp"
#include "support/run_program.hpp"

namespace sweetspot::process {
namespace {

ProcessPlan sleeping(const support::ScratchDirectory& scratch, const std::string& mark) {
    return {.program = "/bin/sh",
            .arguments = {"sh", "-c", "sleep 1000 & setsid sleep 1000 & echo $! > pid; wait"},
            .environment = {mark},
            .folder = scratch.file(""),
            .in = "/dev/null",
            .out = scratch.file("out"),
            .err = scratch.file("err")};
}

bool eventually(const std::function<bool()>& holds) {
    for (int i = 0; i < 500; ++i) {
        if (holds()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

/// The process in a session of its own, once it is there.
pid_t daemon_in(const support::ScratchDirectory& scratch) {
    pid_t pid = 0;
    const bool is_there = eventually([&] { return static_cast<bool>(std::ifstream(scratch.file("pid")) >> pid); });
    return is_there ? pid : 0;
}

bool lives(pid_t process) {
    const std::vector<pid_t> all = living_processes();
    return std::ranges::find(all, process) != all.end() && !living_members(process).empty();
}

TEST(Guardian, EndsWhatItsProcessLeftWhenThatIsGone) {
    const support::ScratchDirectory scratch;
    const pid_t runner = fork();
    ASSERT_GE(runner, 0);
    if (runner == 0) {
        const Guardian guardian;
        const Process process(sleeping(scratch, guardian.mark()));
        guardian.watch(process.session());
        pause();
        _exit(0);
    }
    const pid_t daemon = daemon_in(scratch);
    ASSERT_GT(daemon, 0);
    EXPECT_TRUE(eventually([&] { return lives(daemon); }));
    kill(runner, SIGKILL);
    waitpid(runner, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return !lives(daemon); }));
}

TEST(Guardian, LeavesDaemonsAloneWhenItsProcessEndsInOrder) {
    const support::ScratchDirectory scratch;
    pid_t daemon = 0;
    {
        const Guardian guardian;
        const Process process(sleeping(scratch, guardian.mark()));
        guardian.watch(process.session());
        daemon = daemon_in(scratch);
        EXPECT_TRUE(eventually([&] { return lives(daemon); })) << "in a session of its own";
        guardian.forget(process.session());
    }
    ASSERT_GT(daemon, 0);
    EXPECT_TRUE(lives(daemon));
    kill(daemon, SIGKILL);
}

TEST(Guardian, EveryOneHasAMarkOfItsOwn) {
    const Guardian one, other;
    EXPECT_NE(one.mark(), other.mark());
    EXPECT_TRUE(one.mark().starts_with("SWEETSPOT_RUNNER="));
}

}  // namespace
}  // namespace sweetspot::process
