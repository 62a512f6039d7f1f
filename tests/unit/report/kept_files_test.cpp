// What evaluations have left: names, sizes and the end of what they printed, within bounds.
#include "sweetspot/report/kept_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "report/trial_details.hpp"
#include "support/made_up_study.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using support::made_up_plane;
using support::made_up_view;
using support::ScratchDirectory;

/// A study whose trial 2 failed and left its work directory.
struct WithLeftovers {
    ScratchDirectory scratch;
    StudyConfig config = made_up_plane();
    StudyView view;

    WithLeftovers() {
        config.storage.place = scratch.file("made-up.db");
        view = made_up_view(config, 4);
        support::make_failed(view.trials[2], "it broke");
        std::filesystem::create_directories(scratch.file("made-up-work/trial-2/mesh"));
        view.trials[2].work_directory = "made-up-work/trial-2";
    }
    void write(const std::string& name, const std::string& text) const {
        static_cast<void>(scratch.write("made-up-work/trial-2/" + name, text));
    }
};

TEST(KeptFiles, HaveNamesSizesAndTheEndOfTheOutput) {
    const WithLeftovers study;
    std::string lines;
    for (int i = 1; i <= 100; ++i) lines += "line " + std::to_string(i) + "\n";
    study.write("stdout", lines);
    study.write("stderr", "<b>bad</b> \xff");
    study.write("params.json", "{}");
    const std::vector<KeptFiles> kept = kept_files(study.config, study.view);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].number, 2);
    ASSERT_EQ(kept[0].files.size(), 4u);
    EXPECT_EQ(kept[0].files[0].name, "mesh/");
    EXPECT_FALSE(kept[0].files[0].size.has_value());
    EXPECT_EQ(kept[0].files[1].name, "params.json");
    EXPECT_EQ(kept[0].files[1].size, 2u);
    EXPECT_TRUE(kept[0].stdout_end.starts_with("line 77\n")) << kept[0].stdout_end;
    EXPECT_TRUE(kept[0].stdout_end.ends_with("line 100"));
    const auto details = study_report::trial_details(study.config, study.view, kept);
    EXPECT_EQ(details["trials"]["2"]["files"][1], (nlohmann::json{"params.json", 2}));
    EXPECT_EQ(details["trials"]["2"]["folder"], "made-up-work/trial-2");
    EXPECT_FALSE(details["trials"]["1"].contains("files"));
}

TEST(KeptFiles, AreBoundedAndBearWhatIsNotThere) {
    WithLeftovers study;
    study.view.trials[1].work_directory = "made-up-work/gone";
    for (int i = 0; i < 30; ++i) study.write("f" + std::to_string(i), "");
    study.write("stdout", std::string(100000, 'x'));
    const std::vector<KeptFiles> kept = kept_files(study.config, study.view);
    ASSERT_EQ(kept.size(), 1u) << "what is away is left out";
    EXPECT_EQ(kept[0].files.size(), 20u);
    EXPECT_EQ(kept[0].more_files, 12);
    EXPECT_EQ(kept[0].stdout_end.size(), 2000u);
}

TEST(TrialDetails, TellWhatWasAskedForWhereAnotherPointWasRun) {
    StudyConfig config = made_up_plane();
    config.parameters[0].unit = "mm";
    config.parameters[0].label = "breadth";
    StudyView view = made_up_view(config, 2);
    view.trials[1].asked[0] = 0.125;
    view.trials[1].asked_at = 1000.4;
    view.trials[1].changed_at = 2000;
    const auto details = study_report::trial_details(config, view, {});
    EXPECT_EQ(details["parameters"][0], (nlohmann::json{{"name", "breadth"}, {"unit", "mm"}}));
    EXPECT_EQ(details["trials"]["1"]["asked"][0], 0.125);
    EXPECT_EQ(details["trials"]["1"]["asked_at"], 1000.0);
    EXPECT_EQ(details["trials"]["1"]["attempts"], 1);
    EXPECT_FALSE(details["trials"]["0"].contains("asked"));
    EXPECT_FALSE(details["trials"]["0"].contains("changed_at"));
}

}  // namespace
}  // namespace sweetspot
