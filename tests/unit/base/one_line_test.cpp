#include "sweetspot/base/one_line.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sweetspot
