// The answer's card in a browser: readable everywhere, without scripts too, copied from, and filled anew by a live
// page.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/made_up_study.hpp"
#include "support/run_program.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot {
namespace {

using nlohmann::json;
using support::ProgramResult;
using support::ScratchDirectory;

StudyConfig labelled_study() {
    StudyConfig config = support::made_up_plane();
    config.name = "group/made-up";
    config.description = "A bowl with <b>two</b> sides.";
    config.notes = "First line.\nSecond line.";
    config.parameters[0].label = "breadth of the \"flange\"";
    config.parameters[0].unit = "mm";
    config.parameters[1].tolerance = {0.05, RegionTolerance::Of::nominal};
    config.parameters[1].parameter.lower = 1;
    config.objective.label = "cost";
    config.objective.unit = "€";
    return config;
}

json node(const std::string& script, const std::vector<std::string>& files) {
    std::vector<std::string> arguments = {"node", SWEETSPOT_SOURCE_DIR "/web/" + script};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const ProgramResult seen = support::run_program("/usr/bin/env", arguments);
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    return json::accept(seen.out) ? json::parse(seen.out) : json();
}

TEST(CardInABrowser, IsReadableOnEveryScreenAndCopiesTheDesign) {
    const StudyConfig config = labelled_study();
    const ScratchDirectory scratch;
    const std::string page =
        scratch.write("index.html", html_page(study_page(config, support::made_up_view(config, 14), {}), ""));
    const json seen = node("check_card.mjs", {page});
    for (const char* view : {"1440 light", "1440 dark", "390 light", "390 dark"}) {
        const std::string text = seen["views"][view]["text"];
        for (const char* part : {"breadth of the \"flange\" in mm", "± 0.2", "(5 %)", "€", "price of robustness",
                                 "best measured", "worst measured in the region", "verification"}) {
            EXPECT_NE(text.find(part), std::string::npos) << view << ": " << part << "\n" << text;
        }
        EXPECT_EQ(seen["views"][view]["buttons"].size(), 3U) << view;
        EXPECT_EQ(seen["views"][view]["alert"], "");
    }
    EXPECT_EQ(seen["views"]["print"]["buttons"].size(), 0U);
    ASSERT_EQ(seen["copied"].size(), 3U);
    const std::string plain = seen["copied"][0];
    EXPECT_TRUE(plain.starts_with("a = ")) << plain;
    const json as_json = json::parse(seen["copied"][2].get<std::string>());
    EXPECT_EQ(plain, "a = " + as_json["a"].dump() + ", b = " + as_json["b"].dump());
    EXPECT_LT(seen["copied"][1].get<std::string>().size(), plain.size());
    EXPECT_EQ(seen["old_way"], "Copied.");
    EXPECT_NE(seen["without_scripts"].get<std::string>().find("price of robustness"), std::string::npos);
    EXPECT_EQ(seen["buttons_without_scripts"], 0);
}

TEST(CardInABrowser, IsFilledAnewAsItWasWritten) {
    StudyConfig config = labelled_study();
    config.parameters[0].label = "</script><b>\"&'ü";
    const Page page = study_page(config, support::made_up_view(config, 14), {});
    const ScratchDirectory scratch;
    const json seen = node("check_set_card.mjs", {scratch.write("index.html", html_page(page, "")),
                                                  scratch.write("page.json", page_json(page))});
    EXPECT_EQ(seen["shown"], (json{{"text", "Verification failed: <b>"}, {"hidden", false}, {"role", "alert"}}));
    EXPECT_EQ(seen["hiddenAgain"], true);
}

/// A study whose check came out worse than promised, at the centre that is still the answer.
TEST(CardInABrowser, AFailedVerificationComesFirst) {
    Page page = study_page(labelled_study(), support::made_up_view(labelled_study(), 14), {});
    page.alert = "Verification failed: 1.909 measured where 1.55 was promised; run the study with a larger budget.";
    const ScratchDirectory scratch;
    const json seen = node("check_card.mjs", {scratch.write("index.html", html_page(page, ""))});
    for (const char* view : {"1440 light", "390 dark", "print"}) {
        EXPECT_EQ(seen["views"][view]["alert"], page.alert) << view;
        EXPECT_EQ(seen["views"][view]["alertFirst"], true) << view;
    }
}

}  // namespace
}  // namespace sweetspot
