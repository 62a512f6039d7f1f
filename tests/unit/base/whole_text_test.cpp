#include "base/whole_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace sweetspot {
namespace {

TEST(WholeText, IsAllOfAStreamAlsoZerosAndTheEndOfALongOne) {
    std::string text(10000, 'x');
    text[4096] = '\0';
    std::istringstream in(text);
    EXPECT_EQ(whole_text(in), text);
    EXPECT_EQ(whole_text(in), "") << "nothing is left";
}

TEST(WholeText, OfAFileThatStopsBeingReadableIsWhatCameBeforeInsteadOfAnException) {
    // Address 0 of a process cannot be read, though its memory can be opened: as when a process ends between two reads.
    std::ifstream memory("/proc/self/mem", std::ios::binary);
    ASSERT_TRUE(memory);
    EXPECT_EQ(whole_text(memory), "");
    EXPECT_TRUE(memory.bad());
}

}  // namespace
}  // namespace sweetspot
