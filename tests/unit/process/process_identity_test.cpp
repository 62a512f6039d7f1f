#include "process/process_identity.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace sweetspot::process {
namespace {

TEST(ProcessIdentity, ThisProcessLivesAndAnotherStartOrBootDoesNot) {
    EXPECT_TRUE(may_be_alive(own_identity()));
    std::string other_start = own_identity();
    other_start.back() = other_start.back() == '1' ? '2' : '1';
    EXPECT_FALSE(may_be_alive(other_start));
    std::string other_boot = own_identity();
    other_boot[other_boot.find(' ') + 1] = 'x';
    EXPECT_FALSE(may_be_alive(other_boot));
    EXPECT_TRUE(may_be_alive("another-machine boot 1 1")) << "nothing is known of it";
}

TEST(ProcessIdentity, AnotherUsersProcessThatProcHidesIsNotKnownToBeGone) {
    if (getuid() != 0) GTEST_SKIP() << "only root can hide processes";
    std::string ended = own_shared_identity();
    const pid_t short_lived = fork();
    if (short_lived == 0) _exit(0);
    waitpid(short_lived, nullptr, 0);
    const std::string own_number = " " + std::to_string(getpid()) + " ";
    ended.replace(ended.find(own_number), own_number.size(), " " + std::to_string(short_lived) + " ");
    constexpr int cannot_hide = 99;
    const pid_t stranger = fork();
    if (stranger == 0) {
        const bool is_hidden = unshare(CLONE_NEWNS) == 0 &&
                               mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                               mount("proc", "/proc", "proc", 0, "hidepid=2") == 0;
        constexpr int nobody = 65534;
        if (!is_hidden || setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0) _exit(cannot_hide);
        const std::string its_folder = "/proc/" + std::to_string(getppid());
        if (access(its_folder.c_str(), F_OK) == 0) _exit(cannot_hide);
        const int wrong = (is_known_to_be_gone(own_shared_identity()) ? 1 : 0) +
                          (may_be_alive(own_identity()) ? 0 : 2) + (is_known_to_be_gone(ended) ? 0 : 4);
        _exit(wrong);
    }
    int status = 0;
    waitpid(stranger, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == cannot_hide) GTEST_SKIP() << "processes cannot be hidden here";
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(ProcessIdentity, AForkIsAnotherProcess) {
    // A guardian ends what has the mark of its process. With the mark of the other one it ended that one's commands.
    const std::string ours = own_identity(), our_name = own_name(), shared = own_shared_identity();
    const pid_t fork_of_us = fork();
    if (fork_of_us == 0) {
        const bool is_another = own_identity() != ours && own_name() != our_name && own_shared_identity() != shared;
        _exit(is_another && may_be_alive(own_identity()) && may_be_alive(ours) ? 0 : 1);
    }
    int status = 0;
    waitpid(fork_of_us, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(own_identity(), ours);
}

TEST(ProcessIdentity, WhatOnlyHasToBeWaitedForIsGone) {
    const pid_t ended = fork();
    if (ended == 0) _exit(0);
    siginfo_t seen = {};
    waitid(P_PID, static_cast<id_t>(ended), &seen, WEXITED | WNOWAIT);
    std::string identity = own_shared_identity();
    const std::string own_number = " " + std::to_string(getpid()) + " ";
    identity.replace(identity.find(own_number), own_number.size(), " " + std::to_string(ended) + " ");
    EXPECT_TRUE(is_known_to_be_gone(identity));
    EXPECT_TRUE(own_shared_identity().starts_with(own_machine()));
    waitpid(ended, nullptr, 0);
}

}  // namespace
}  // namespace sweetspot::process
