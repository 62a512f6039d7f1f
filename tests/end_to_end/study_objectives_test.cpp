// Studies whose objective misbehaves in every way that simulators do, and disks that are full or cannot be written.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <fstream>
#include <iterator>
#include <map>

#include "support/processes.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot {
namespace {

using support::ProgramResult;
using support::ScratchStudy;
using Json = nlohmann::ordered_json;

/// Processes that have the study's folder in their environment.
std::ptrdiff_t processes_of(const ScratchStudy& study) {
    return std::ssize(support::processes_whose("environ", [&](const std::string& environment) {
        return environment.find("SWEETSPOT_WORKDIR=" + study.file("")) != std::string::npos;
    }));
}

TEST(Study, EveryWayToFailIsStoredWithItsReasonAndTheOthersGoOn) {
    const ScratchStudy study(R"(case $1 in
0) sleep 0.3 ;;
1) kill -SEGV $$ ;;
2) echo rubbish; exit 0 ;;
3) sleep 1000 ;;
4) sleep 1000 & (setsid sleep 20 &) ;;
5) head -c 20000000 /dev/zero >&2 ;;
6) head -c 20000000 /dev/zero; exit 0 ;;
7) echo nan; exit 0 ;;
8) echo FAIL no convergence; exit 0 ;;
9) echo "out of licences" >&2; exit 3 ;;
esac
)" + support::bowl_script);
    study.write(14, "parallel = 4\ntimeout = 2");
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 14U);
    const std::vector<std::string> expected = {"", "signal",     "unparsable", "timeout",  "",
                                               "", "unparsable", "not-finite", "reported", "exit-status"};
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const std::string failure = i < expected.size() ? expected[i] : "";
        EXPECT_EQ(trials[i].value("failure", ""), failure) << trials[i];
        EXPECT_EQ(trials[i]["state"], failure.empty() ? "complete" : "failed");
        EXPECT_EQ(trials[i].contains("value"), failure.empty());
        const std::string folder = study.file("s-work/trial-" + std::to_string(i));
        EXPECT_EQ(std::filesystem::exists(folder), !failure.empty()) << folder;
        EXPECT_EQ(trials[i].value("work_directory", ""), failure.empty() ? "" : "s-work/trial-" + std::to_string(i));
    }
    EXPECT_EQ(trials[8]["reason"], "no convergence");
    EXPECT_NE(trials[9]["reason"].get<std::string>().find("out of licences"), std::string::npos);
    EXPECT_EQ(support::read_text(study.file("s-work/trial-9/stderr")), "out of licences\n");
    EXPECT_LE(processes_of(study), 1) << "only the one that made a session of its own may be left";
    EXPECT_NE(run.err.find("trial 9 failed: "), std::string::npos) << run.err;
}

TEST(Study, ASlowEvaluationDoesNotHoldUpTheRest) {
    // Trial 0 ends only when all others have: with a queue in order this would never end.
    const ScratchStudy study(R"(echo $1 >> $2
if [ $1 = 0 ]; then while [ $(wc -l < $2) -lt 9 ]; do sleep 0.01; done; fi
)" + support::bowl_script);
    study.write(9, "parallel = 2\ntimeout = 100");
    ASSERT_EQ(study.sweetspot("run").exit_status, 0);
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "complete") << trial;
}

TEST(Study, ACommandThatCannotBeRunEndsTheStudyAndBlamesNoPoint) {
    const ScratchStudy study("rm \"$0\"; " + support::bowl_script);  // there for the first evaluation only
    study.write(5);
    const ProgramResult run = study.sweetspot("run", {"-q"});
    EXPECT_EQ(run.exit_status, 1);
    EXPECT_TRUE(run.err.starts_with("sweetspot run: ")) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 2U);
    EXPECT_EQ(trials[0]["state"], "complete");
    EXPECT_EQ(trials[1]["state"], "waiting");
    EXPECT_FALSE(trials[1].contains("failure"));
}

/// A file system of its own of some hundred thousand bytes; needs the right to mount.
class SmallDisk {
  public:
    explicit SmallDisk(std::string folder) : folder_(std::move(folder)) {
        std::filesystem::create_directory(folder_);
        mounted_ = mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=200k") == 0;
    }
    ~SmallDisk() {
        if (mounted_) umount2(folder_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] bool is_there() const { return mounted_; }
    void set(unsigned long flags, const char* size) const {
        if (mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, size) != 0)
            throw std::runtime_error("remount");
    }

  private:
    std::string folder_;
    bool mounted_ = false;
};

TEST(Study, AFullDiskIsSaidAndNothingStoredIsLost) {
    const ScratchStudy study(support::bowl_script);
    const SmallDisk disk(study.file("disk"));
    if (!disk.is_there()) GTEST_SKIP() << "this user may not mount a file system";
    study.write(6, "", "disk/s.db");
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const std::string before = study.sweetspot("export").out;
    std::ofstream filler(study.file("disk/filler"), std::ios::binary);
    while (filler << std::string(1000, 'x') << std::flush) {
    }
    filler.close();
    EXPECT_EQ(study.sweetspot("export").out, before) << "who reads needs no space";
    EXPECT_EQ(study.sweetspot("best").exit_status, 0);
    study.write(40, "", "disk/s.db");
    const ProgramResult full = study.sweetspot("run", {"-q"});
    EXPECT_EQ(full.exit_status, 1);
    EXPECT_EQ(full.out, "");
    EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
    const bool said = full.err.find("disk is full") != std::string::npos ||
                      full.err.find("No space left on device") != std::string::npos;
    EXPECT_TRUE(said) << full.err;
    disk.set(0, "size=20m");
    EXPECT_TRUE(study.sweetspot("export").out.starts_with(before));
    study.write(10, "", "disk/s.db");
    EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    EXPECT_EQ(study.trials().size(), 10U);
}

TEST(Study, WhoReadsNeedsNoFolderThatCanBeWritten) {
    const ScratchStudy study(support::bowl_script);
    const SmallDisk disk(study.file("disk"));
    if (!disk.is_there()) GTEST_SKIP() << "this user may not mount a file system";
    study.write(6, "", "disk/s.db");
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    std::map<std::string, std::string> before;
    for (const std::string command : {"best", "status", "trials", "export"}) {
        before[command] = study.sweetspot(command).out;
    }
    disk.set(MS_RDONLY, "size=200k");
    for (const auto& [command, out] : before) {
        const ProgramResult now = study.sweetspot(command);
        EXPECT_EQ(now.out, out) << command << now.err;
    }
    EXPECT_NE(study.sweetspot("ask").exit_status, 0);
}

TEST(Study, AFolderThatCannotBeWrittenIsSaid) {
    const ScratchStudy study(support::bowl_script);
    const SmallDisk disk(study.file("disk"));
    if (!disk.is_there()) GTEST_SKIP() << "this user may not mount a file system";
    disk.set(MS_RDONLY, "size=200k");
    study.write(6, "", "disk/s.db");
    const ProgramResult run = study.sweetspot("run", {"-q"});
    EXPECT_NE(run.exit_status, 0);
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_NE(run.err.find("s.db"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("write"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace sweetspot
