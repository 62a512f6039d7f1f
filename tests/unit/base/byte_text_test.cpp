#include "base/byte_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/refusal.hpp"

namespace sweetspot {
namespace {

TEST(ByteText, ReadsUnitsOfThousandsAndOf1024) {
    EXPECT_EQ(bytes_from("2 GiB"), 2147483648.0);
    EXPECT_EQ(bytes_from("2GB"), 2e9);
    EXPECT_EQ(bytes_from(" 1.5 MiB "), 1572864.0);
    EXPECT_EQ(bytes_from("500 kB"), 500000.0);
    EXPECT_EQ(bytes_from("4096 B"), 4096.0);
}

TEST(ByteText, RefusesWhateverElseInOneSentence) {
    for (const std::string text :
         {"", "2", "GiB", "2 gigs", "2 G", "-1 GiB", "0 GiB", "nan GiB", "inf GB", "2 GiB RAM"}) {
        const std::string refused = support::refusal([&] { (void)bytes_from(text); });
        EXPECT_EQ(refused, "it is \"" + text +
                               "\"; write a number above 0 and one of the units kB, MB, GB, TB, KiB, MiB, GiB and TiB, "
                               "as \"2 GiB\", or a number of bytes");
    }
}

TEST(ByteText, WritesAnAmountAsItWasGiven) {
    for (const std::string text : {"2 GiB", "300 MB", "1.5 MB", "2 GB", "12.5 MiB", "640 KiB", "1 TiB", "7 B"}) {
        EXPECT_EQ(bytes_text(bytes_from(text)), text);
    }
}

TEST(ByteText, RoundsToTheLargestUnitThatIsFilled) {
    EXPECT_EQ(bytes_text(1501234), "1.43 MiB");
    EXPECT_EQ(bytes_text(3456789012.0), "3.22 GiB");
    EXPECT_EQ(bytes_text(1023), "1023 B");
    EXPECT_EQ(bytes_text(0), "0 B");
}

}  // namespace
}  // namespace sweetspot
