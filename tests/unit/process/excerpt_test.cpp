#include "process/excerpt.hpp"

#include <gtest/gtest.h>

namespace sweetspot::process {
namespace {

TEST(Excerpt, IsOneLineWithoutControlCharacters) {
    EXPECT_EQ(excerpt("  a\r\n\tb \x1b[31mred\x7f\xc2\x9b!  "), "a b [31mred !");
    EXPECT_EQ(excerpt(std::string_view("a\0b", 3)), "a b");
    EXPECT_EQ(excerpt("\n"), "");
}

TEST(Excerpt, KeepsUtf8AndMarksWhatIsNot) {
    EXPECT_EQ(excerpt("ä€😀"), "ä€😀");
    // A lone continuation, an overlong form, a surrogate, beyond U+10FFFF, cut short.
    EXPECT_EQ(excerpt("\x80|\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80|\xe2\x82"), "?|??|???|????|??");
}

TEST(Excerpt, IsCutBetweenCharacters) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "€";  // 3 bytes each: 200 is inside a character
    std::string kept;
    for (int i = 0; i < 66; ++i) kept += "€";
    EXPECT_EQ(excerpt(text), kept + "…");
    EXPECT_EQ(excerpt(text, Cut::beginning), "…" + kept);
    const std::string just_fits(excerpt_length, 'x');
    EXPECT_EQ(excerpt(just_fits), just_fits);
    EXPECT_EQ(excerpt(just_fits + "y"), just_fits + "…");
}

TEST(Excerpt, LastLinesSkipBlankOnes) {
    EXPECT_EQ(last_lines("a\nb\n\n  \nc\n d \n\n"), "b | c | d");
    EXPECT_EQ(last_lines("only"), "only");
    EXPECT_EQ(last_lines("\n\n"), "");
    std::string long_line(1000, 'x');
    long_line += "end";
    EXPECT_EQ(last_lines(long_line).size(), excerpt_length + 3);
    EXPECT_TRUE(last_lines(long_line).ends_with("xend"));
}

}  // namespace
}  // namespace sweetspot::process
