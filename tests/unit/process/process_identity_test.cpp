#include "process/process_identity.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sweetspot::process
