// `sweetspot list`: every member of every family of the library, in both formats.
#include <map>
#include <sstream>

#include "cli/program.hpp"
#include "sweetspot/design/initial_design.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot::cli {
namespace {

using Names = std::vector<std::string>;

std::map<std::string, Names> families_of_the_library() {
    std::map<std::string, Names> families;
    for (const auto& benchmark : benchmarks()) families["problems"].emplace_back(benchmark->name());
    families["methods"] = method_family().names();
    for (const auto& rule : sampling_rules()) families["sampling"].emplace_back(rule->name());
    for (const auto& kernel : kernels()) families["kernels"].emplace_back(kernel->name());
    families["measures"] = measure_family().names();
    families["norms"] = norm_names();
    families["maximisers"] = maximiser_family().names();
    families["designs"] = initial_design_family().names();
    families["laws"] = law_family().names();
    families["models"] = {"gaussian-process"};
    return families;
}

TEST(List, JsonHoldsEveryMemberOfEveryFamilyInOrderWithASummary) {
    const ProgramResult result = sweetspot({"list", "--format", "json"});
    ASSERT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.err, "");
    const Json listed = Json::parse(result.out);
    const auto families = families_of_the_library();
    EXPECT_EQ(listed.size(), families.size());
    for (const auto& [family, names] : families) {
        ASSERT_TRUE(listed.contains(family)) << family;
        Names found;
        for (const Json& member : listed[family]) {
            found.push_back(member.at("name"));
            EXPECT_NE(member.at("summary"), "") << family << " " << found.back();
        }
        EXPECT_EQ(found, names) << family;
    }
}

TEST(List, OneFamilyIsListedAlone) {
    for (const auto& [family, names] : families_of_the_library()) {
        const ProgramResult result = sweetspot({"list", family, "--format=json"});
        ASSERT_EQ(result.exit_status, 0);
        const Json listed = Json::parse(result.out);
        EXPECT_EQ(listed.size(), 1u);
        EXPECT_EQ(listed.at(family).size(), names.size());
    }
}

TEST(List, TableAlignsTheSummariesOfAFamily) {
    const ProgramResult result = sweetspot({"list", "sampling"});
    ASSERT_EQ(result.exit_status, 0);
    std::istringstream lines(result.out);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "sampling");
    std::size_t longest = 0;
    for (const auto& rule : sampling_rules()) longest = std::max(longest, rule->name().size());
    for (const auto& rule : sampling_rules()) {
        std::getline(lines, line);
        std::string expected = "  " + std::string(rule->name());
        expected.resize(2 + longest + 2, ' ');
        EXPECT_EQ(line, expected + std::string(rule->summary()));
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(List, TableOfAllFamiliesHasEachUnderItsName) {
    const ProgramResult result = sweetspot({"list"});
    ASSERT_EQ(result.exit_status, 0);
    for (const auto& [family, names] : families_of_the_library()) {
        expect_contains("\n" + result.out, "\n" + family + "\n  " + names.front() + " ");
    }
    EXPECT_EQ(sweetspot({"list", "--format", "table"}).out, result.out);
}

TEST(List, AMemberIsShownWithItsSettings) {
    const ProgramResult result = sweetspot({"list", "methods", "stableopt"});
    ASSERT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(result.out,
              "stableopt: best lower confidence bound of the worst case, then the upper bound's worst place in that "
              "region\n"
              "  setting  if left out  allowed                 meaning\n"
              "  beta     2            a number of at least 0  coefficient of the standard deviation in the bounds\n");
    const Json member = Json::parse(sweetspot({"list", "methods", "stableopt", "--format", "json"}).out);
    EXPECT_EQ(member.at("settings").at(0).at("name"), "beta");
    EXPECT_EQ(member.at("settings").at(0).at("default"), 2.0);
    EXPECT_NE(sweetspot({"list", "kernels", "matern32"}).out.find("It has no settings."), std::string::npos);
}

TEST(List, AnUnknownMemberIsRefusedWithASuggestion) {
    expect_refused(sweetspot({"list", "methods", "stabelopt"}),
                   {"sweetspot list: unknown name in methods \"stabelopt\"; did you mean \"stableopt\"?"});
}

}  // namespace
}  // namespace sweetspot::cli
