// What the README shows are files that are compiled, run and checked.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(SWEETSPOT_SOURCE_DIR "/" + path).rdbuf();
    return text.str();
}

TEST(Readme, ShowsTheExamplesAndTheirOutputToTheLetter) {
    const std::string readme = text_of("README.md");
    for (const std::string path :
         {"examples/01_minimize.cpp", "examples/01_minimize.expected", "examples/demonstration.expected",
          "examples/bracket/bracket.toml", "examples/bracket/bracket.expected"}) {
        const std::string shown = text_of(path);
        ASSERT_FALSE(shown.empty()) << path;
        EXPECT_NE(readme.find("<!-- " + path + " -->"), std::string::npos);
        EXPECT_NE(readme.find("\n" + shown + "```"), std::string::npos) << path << " is not what the README shows";
    }
}

TEST(Readme, HowToAddAMemberIsWhatTheOutsideProjectDoes) {
    const std::string page = text_of("docs/adding.md");
    for (const std::string part : {"kernel", "measure", "sampling_rule", "method", "problem", "evaluator", "store"}) {
        const std::string path = "tests/consumer/own_" + part + ".cpp";
        const std::string shown = text_of(path);
        ASSERT_FALSE(shown.empty()) << path;
        EXPECT_NE(page.find(fmt::format("<!-- {} -->\n```cpp\n{}```", path, shown)), std::string::npos)
            << path << " is not what docs/adding.md shows";
    }
}

TEST(Readme, EveryFileItLinksToExists) {
    const std::string readme = text_of("README.md");
    int links = 0;
    for (std::size_t at = readme.find("]("); at != std::string::npos; at = readme.find("](", at + 1)) {
        const std::string path = readme.substr(at + 2, readme.find(')', at) - at - 2);
        if (path.find(' ') != std::string::npos) continue;  // C++, not a link
        EXPECT_FALSE(text_of(path).empty()) << path;
        ++links;
    }
    EXPECT_GE(links, 5);
}

}  // namespace
