// docs/reproduction.md says what the committed results say.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "experiment/claims.hpp"
#include "experiment/tables.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

const std::filesystem::path results = SWEETSPOT_SOURCE_DIR "/experiments/results";

std::vector<Comparison> runs_in(const std::vector<std::string>& files) {
    std::vector<Comparison> all;
    for (const std::string& file : files) {
        std::ifstream in(results / file);
        EXPECT_TRUE(in) << file;
        for (Comparison& c : read_runs_table(in, file)) all.push_back(std::move(c));
    }
    return all;
}

/// Every table of claims in the document stands below a line that names the results it was made of.
TEST(Reproduction, EveryVerdictFollowsFromTheCommittedResults) {
    const std::string text = support::read_text(SWEETSPOT_SOURCE_DIR "/docs/reproduction.md");
    const std::string marker = "<!-- sweetspot experiment claims ";
    int tables = 0;
    for (std::size_t at = text.find(marker); at != std::string::npos; at = text.find(marker, at + 1)) {
        const std::size_t end = text.find(" -->\n", at);
        std::vector<std::string> files;
        std::istringstream words(text.substr(at + marker.size(), end - at - marker.size()));
        for (std::string word; words >> word;) files.push_back(std::filesystem::path(word).filename().string());
        const std::string expected = claims_table(paper_claims(runs_in(files)));
        EXPECT_EQ(text.substr(end + 5, expected.size()), expected) << "the table below " << text.substr(at, end - at);
        ++tables;
    }
    EXPECT_GE(tables, 1);
}

}  // namespace
}  // namespace sweetspot
