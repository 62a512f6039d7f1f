#include "base/one_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sweetspot {
namespace {

TEST(OneLine, HasBlanksInsteadOfWhatATerminalObeys) {
    EXPECT_EQ(one_line(" a\n\x1b[0m\xc2\x85"
                       "b\xff "),
              "a [0m b?");
}

TEST(OneLine, KnowsControlCharacters) {
    for (const char* text : {"\n", "a\tb", "\x7f", "\xc2\x80", "\xc2\x9f"}) {
        EXPECT_TRUE(has_control_character(text)) << text;
    }
    for (const char* text : {"", "a b", "\u00e4", "\u00a0", "\xff", "\u4e80"}) {
        EXPECT_FALSE(has_control_character(text)) << text;
    }
}

TEST(OneLine, IsCutBetweenCharacters) {
    const std::string text = "a\u00e4\u4e80b";  // 1, 2, 3 and 1 bytes
    const std::vector<std::string> first = {"", "a", "a", "a\u00e4", "a\u00e4", "a\u00e4", "a\u00e4\u4e80", text, text};
    const std::vector<std::string> last = {"", "b", "b", "b", "\u4e80b", "\u4e80b", "\u00e4\u4e80b", text, text};
    for (std::size_t most = 0; most < first.size(); ++most) {
        EXPECT_EQ(first_bytes(text, most), first[most]) << most;
        EXPECT_EQ(last_bytes(text, most), last[most]) << most;
    }
}

}  // namespace
}  // namespace sweetspot
