// docs/default.md shows the tables that the committed results give.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "experiment/bars.hpp"
#include "experiment/tables.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

const std::filesystem::path repository = SWEETSPOT_SOURCE_DIR;

/// Each table stands between a marker that names the results it was made of and an end; see with_fresh_bars(). What is
/// not understood there, or names a file that is not there, is refused with its line.
TEST(DefaultMethod, EveryTableFollowsFromTheCommittedResults) {
    const std::filesystem::path document = repository / "docs" / "default.md";
    if (!std::filesystem::exists(document)) GTEST_SKIP() << "docs/default.md is not there yet";
    const std::string text = support::read_text(document.string());
    int tables = 0;
    const auto read = [&](const std::string& file) {
        std::ifstream in(repository / file);
        if (!in) throw std::invalid_argument(file + " is not in the repository");
        ++tables;
        return read_runs_table(in, file);
    };
    EXPECT_EQ(with_fresh_bars(text, "docs/default.md", read), text)
        << "run `sweetspot experiment bars --update docs/default.md` and look at what has changed";
    EXPECT_GE(tables, 1) << "no table in docs/default.md has a marker";
}

}  // namespace
}  // namespace sweetspot
