// What jobs have written, also where a full disk or a killed node cut it short.
#include "study/slurm/folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/run_program.hpp"

namespace sweetspot::slurm {
namespace {

TEST(SlurmFolder, ANumberThatNoWholeNumberCanHoldIsNone) {
    const support::ScratchDirectory scratch;
    const Folder folder(scratch.file("slurm"));
    const TrialKey key{7, 1};
    const auto write = [&](const std::string& what, const std::string& text) {
        std::ofstream(folder.root() / "runs" / ("7-1.12-0." + what)) << text;
    };
    write("started", "node n1\nsubmission 99999999999999999999999\n");
    ASSERT_TRUE(folder.start_of(key, "12-0").has_value());
    EXPECT_EQ(folder.start_of(key, "12-0")->submission, 0);
    write("ended", "status 1e30\nnode n1\nbegan -inf\nended 5\ncan_run yes\n");
    const auto end = folder.end_of(key, "12-0");
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, 1) << "as far as it is one";
    EXPECT_EQ(end->seconds, 0);
    write("ended", "status 137\nnode n1\nbegan 10.25\nended 12.75\nasked yes\ncan_run no\n");
    EXPECT_EQ(folder.end_of(key, "12-0")->status, 137);
    EXPECT_DOUBLE_EQ(folder.end_of(key, "12-0")->seconds, 2.5);
    write("ended", "status 0\nnode");
    EXPECT_FALSE(folder.end_of(key, "12-0").has_value());
}

}  // namespace
}  // namespace sweetspot::slurm
