// A page whose tables of bars are made anew: each from the files that its marker names.
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/bars_runs.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using testing::before;
using testing::column;
using testing::ours;
using testing::runs_of;

std::vector<Comparison> two_tables(const std::string& file) {
    if (file == "a.csv") return {runs_of("stepped-sphere", ours, column({0.1, 5}))};
    if (file == "b.csv") return {runs_of("stepped-sphere", before, column({5, 5}))};
    throw std::invalid_argument(file + " cannot be read");
}

TEST(BarsDocument, EveryTableIsMadeFromTheFilesOfItsMarkerAndTheRestStays) {
    const std::string made = bars_table("step", two_tables("a.csv"), {});
    const std::string text =
        "# Bars\n<!-- bars: step a.csv -->\nold\n\nstuff\n<!-- end -->\nwords\n"
        "<!-- bars: ranks a.csv b.csv method=most-uncertain profile=default -->\n<!-- end -->\nend";
    const std::string fresh = with_fresh_bars(text, "d.md", two_tables);
    std::vector<Comparison> both = two_tables("a.csv");
    both.push_back(two_tables("b.csv").front());
    EXPECT_EQ(fresh, "# Bars\n<!-- bars: step a.csv -->\n" + made +
                         "<!-- end -->\nwords\n"
                         "<!-- bars: ranks a.csv b.csv method=most-uncertain profile=default -->\n" +
                         bars_table("ranks", both, {.ours = before, .before = before}) + "<!-- end -->\nend");
    EXPECT_EQ(with_fresh_bars(fresh, "d.md", two_tables), fresh);
}

TEST(BarsDocument, AMarkerThatIsNotUnderstoodIsRefusedWithItsLine) {
    const auto refused = [](const std::string& text) {
        return support::refusal([&] { (void)with_fresh_bars(text, "d.md", two_tables); });
    };
    EXPECT_EQ(refused("x\n<!-- bars: step a.csv -->\nold\n"),
              "d.md:2: the table has no end; write <!-- end --> below it");
    EXPECT_EQ(refused("<!-- end -->\n"), "d.md:1: no table begins before this end");
    EXPECT_TRUE(
        refused("<!-- bars: steps a.csv -->\n<!-- end -->\n").starts_with("d.md:1: unknown table \"steps\"; did"));
    EXPECT_TRUE(
        refused("<!-- bars: step -->\n<!-- end -->\n").starts_with("d.md:1: the marker names no table of runs"));
    EXPECT_EQ(refused("<!-- bars: step c.csv -->\n<!-- end -->\n"), "d.md:1: c.csv cannot be read");
    EXPECT_TRUE(refused("<!-- bars: step a.csv metod=x -->\n<!-- end -->\n").starts_with("d.md:1: unknown option"));
    EXPECT_EQ(refused("<!-- bars: step a.csv\n<!-- end -->\n"), "d.md:1: the marker does not end with -->");
    EXPECT_EQ(refused(" <!-- bars: step a.csv -->\n"), "d.md:1: a marker must begin its line");
    EXPECT_EQ(refused("<!-- bars: step a.csv -->\n<!-- bars: step a.csv -->\n<!-- end -->\n"),
              "d.md:2: another table begins here; end that of d.md:1 with <!-- end -->");
}

}  // namespace
}  // namespace sweetspot
