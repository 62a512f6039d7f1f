// The repository keeps to its layers, and the checker sees each kind of arrow that points the wrong way.
#include "layering/layers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace sweetspot::layering {
namespace {

/// The sentences of a file with one include line, joined.
std::string report(const std::string& path, const std::string& include) {
    std::string joined;
    for (const std::string& sentence : violations(path, "// a file\n" + include + "\nint x;\n")) joined += sentence;
    return joined;
}

TEST(Layers, EveryIncludeOfTheRepositoryPointsUpTheList) {
    int files_read = 0;
    for (const std::string& sentence : violations_below(SWEETSPOT_SOURCE_DIR, files_read)) ADD_FAILURE() << sentence;
    EXPECT_GT(files_read, 10);
}

/// The folders that the map in README.md names: "src/gp", "src/robust", … of "src/gp robust  the model, the region".
std::set<std::string> folders_of_the_map() {
    std::ifstream readme(SWEETSPOT_SOURCE_DIR "/README.md");
    std::string line;
    while (std::getline(readme, line) && line.find("tests/layering reads this map") == std::string::npos) continue;
    std::getline(readme, line);
    std::set<std::string> folders;
    while (std::getline(readme, line) && line != "```") {
        std::istringstream words(line.substr(0, line.find("  ")));
        std::string above;
        for (std::string word; words >> word;) {
            if (const auto slash = word.find('/'); slash != std::string::npos) above = word.substr(0, slash + 1);
            folders.insert(word.starts_with(above) ? word : above + word);
        }
    }
    return folders;
}

TEST(Layers, TheMapInTheReadmeNamesEveryFolderOfTheSourceAndNoneThatIsNotThere) {
    namespace fs = std::filesystem;
    const fs::path root = SWEETSPOT_SOURCE_DIR;
    const std::set<std::string> map = folders_of_the_map();
    for (const std::string& folder : map) EXPECT_TRUE(fs::is_directory(root / folder)) << folder;
    for (const auto& entry : fs::directory_iterator(root / "src")) {
        EXPECT_TRUE(map.contains("src/" + entry.path().filename().string())) << entry.path();
    }
}

TEST(Layers, OwnLayerAndLayersAboveAreAllowed) {
    EXPECT_EQ(report("src/gp/fit.cpp", "#include \"sweetspot/gp/kernel.hpp\""), "");
    EXPECT_EQ(report("src/gp/fit.cpp", "#include \"sweetspot/base/rng.hpp\""), "");
    EXPECT_EQ(report("src/gp/fit.cpp", "#include \"base/check.hpp\""), "");
    EXPECT_EQ(report("src/gp/kernels/matern.cpp", "#include \"gp/kernels/shape.hpp\""), "");
    EXPECT_EQ(report("include/sweetspot/robust/template.hpp", "#include \"sweetspot/space/space.hpp\""), "");
    EXPECT_EQ(report("apps/sweetspot/suggest.cpp", "#include \"sweetspot/search/optimizer.hpp\""), "");
    EXPECT_EQ(report("apps/sweetspot/suggest.cpp", "#include \"commands.hpp\""), "");
}

TEST(Layers, AnArrowDownTheListIsReportedWithItsLine) {
    EXPECT_EQ(report("src/gp/fit.cpp", "#include \"sweetspot/robust/quality.hpp\""),
              "src/gp/fit.cpp:2: layer gp must not include \"sweetspot/robust/quality.hpp\" of layer robust; "
              "allowed: base loops space design optimize gp");
    EXPECT_NE(report("src/gp/fit.cpp", "#include \"robust/inside.hpp\""), "");
    EXPECT_NE(report("src/gp/fit.cpp", "  #  include <sweetspot/search/optimizer.hpp>  // why"), "");
    EXPECT_NE(report("include/sweetspot/base/rng.hpp", "#include \"sweetspot/space/space.hpp\""), "");
    EXPECT_NE(report("src/report/table.cpp", "#include \"sweetspot/apps/cli.hpp\""), "");
    EXPECT_NE(report("src/acquisition/improvement.cpp", "#include \"sweetspot/methods/stableopt.hpp\""), "");
}

TEST(Layers, ProblemsKnowOnlyBaseSpaceAndRobust) {
    EXPECT_EQ(report("src/problems/levy03.cpp", "#include \"sweetspot/base/rng.hpp\""), "");
    EXPECT_EQ(report("src/problems/levy03.cpp", "#include \"sweetspot/robust/robust_set.hpp\""), "");
    EXPECT_EQ(report("src/problems/levy03.cpp", "#include \"sweetspot/problems/problem.hpp\""), "");
    EXPECT_NE(report("src/problems/levy03.cpp", "#include \"sweetspot/gp/fit.hpp\""), "");
    EXPECT_NE(report("src/problems/levy03.cpp", "#include \"sweetspot/search/optimizer.hpp\""), "");
    EXPECT_NE(report("src/search/optimizer.cpp", "#include \"sweetspot/problems/problem.hpp\""), "");
    EXPECT_EQ(report("src/study/config.cpp", "#include \"sweetspot/problems/problem.hpp\""), "");
}

TEST(Layers, StatisticsKnowOnlyBase) {
    EXPECT_EQ(report("src/statistics/holm.cpp", "#include \"sweetspot/base/normal.hpp\""), "");
    EXPECT_EQ(report("src/statistics/holm.cpp", "#include \"statistics/checks.hpp\""), "");
    EXPECT_NE(report("src/statistics/holm.cpp", "#include \"sweetspot/problems/benchmark.hpp\""), "");
    EXPECT_NE(report("src/problems/levy03.cpp", "#include \"sweetspot/statistics/holm.hpp\""), "");
    EXPECT_EQ(report("src/experiment/metrics.cpp", "#include \"sweetspot/statistics/holm.hpp\""), "");
}

TEST(Layers, APageKnowsOnlyBase) {
    EXPECT_EQ(report("src/page/plot.cpp", "#include \"sweetspot/base/linear_algebra.hpp\""), "");
    EXPECT_NE(report("src/page/plot.cpp", "#include \"sweetspot/study/store.hpp\""), "");
    EXPECT_EQ(report("src/report/trials_section.cpp", "#include \"sweetspot/page/page.hpp\""), "");
    EXPECT_NE(report("src/report/trials_section.cpp", "#include \"sweetspot/figures/paper_figures.hpp\""), "");
}

TEST(Layers, FilesAndIncludesOutsideEveryLayerAreReported) {
    EXPECT_NE(report("src/stray.cpp", "#include <vector>"), "");
    EXPECT_NE(report("include/sweetspot/elsewhere/x.hpp", "#include <vector>"), "");
    EXPECT_NE(report("src/gp/fit.cpp", "#include \"sweetspot/elsewhere/x.hpp\""), "");
    EXPECT_NE(report("src/gp/fit.cpp", "#include \"../robust/quality.hpp\""), "");
}

TEST(Layers, TheHeaderOfEverythingMayIncludeAllAndIsForUsersOnly) {
    EXPECT_EQ(report("include/sweetspot/sweetspot.hpp", "#include \"sweetspot/report/table.hpp\""), "");
    EXPECT_EQ(report("apps/sweetspot/main.cpp", "#include \"sweetspot/sweetspot.hpp\""), "");
    EXPECT_NE(report("src/search/optimizer.cpp", "#include \"sweetspot/sweetspot.hpp\""), "");
}

TEST(Layers, PublicHeadersIncludeOnlyWhatIsInstalledWithThem) {
    EXPECT_EQ(report("include/sweetspot/base/linear_algebra.hpp", "#include <Eigen/Core>"), "");
    EXPECT_NE(report("include/sweetspot/base/errors.hpp", "#include \"base/check.hpp\""), "");
    EXPECT_NE(report("include/sweetspot/base/errors.hpp", "#include <fmt/format.h>"), "");
}

TEST(Layers, OnlyTheProgramPrintsAndOnlyStudyAndReportWriteFiles) {
    EXPECT_NE(report("src/gp/fit.cpp", "#include <iostream>"), "");
    EXPECT_EQ(report("apps/sweetspot/main.cpp", "#include <iostream>"), "");
    EXPECT_NE(report("src/search/optimizer.cpp", "#include <fstream>"), "");
    EXPECT_EQ(report("src/study/store.cpp", "#include <fstream>"), "");
    EXPECT_EQ(report("src/report/table.cpp", "#include <fstream>"), "");
    EXPECT_EQ(report("apps/sweetspot/suggest.cpp", "#include <fstream>"), "");
}

TEST(Layers, WhatIsNotAnIncludeLineIsNotRead) {
    EXPECT_EQ(report("src/gp/fit.cpp", "// #include \"sweetspot/robust/quality.hpp\""), "");
    EXPECT_EQ(report("src/gp/fit.cpp", "#define included \"sweetspot/robust/quality.hpp\""), "");
    EXPECT_EQ(report("src/gp/fit.cpp", "#include <Eigen/Cholesky>"), "");
}

}  // namespace
}  // namespace sweetspot::layering
