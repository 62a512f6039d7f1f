// The pushing problems on the command line: instances, targets from a file, the picture.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/program.hpp"
#include "problems/push.hpp"

namespace sweetspot::cli {
namespace {

const std::string middle = "0.2 0.5 0.4 0.1";

double value(const std::vector<std::string>& arguments, const std::string& point) {
    const ProgramResult result = sweetspot(arguments, point);
    EXPECT_EQ(result.exit_status, 0) << result.err;
    return std::stod(result.out);
}

std::string file_with(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / name;
    std::ofstream(path) << text;
    return path.string();
}

TEST(PushCommand, EvaluateTakesAnInstance) {
    const Vector u{{0.2, 0.5, 0.4, 0.1}};
    EXPECT_EQ(value({"evaluate", "push4", "--instance", "7"}, middle), push_problem(push_targets(1, 7))->value(u));
    EXPECT_EQ(value({"evaluate", "push4"}, middle), benchmark_named("push4")->value(u));
    EXPECT_EQ(value({"evaluate", "push4", "--instance", "1", "--dim", "4"}, middle),
              benchmark_named("push4")->value(u));
    const Vector v = Vector::Constant(8, 0.25);
    EXPECT_EQ(value({"evaluate", "push8", "--instance", "3"}, fmt::format("{}", fmt::join(v, " "))),
              push_problem(push_targets(2, 3))->value(v));
}

TEST(PushCommand, TargetsMayComeFromAFile) {
    const std::string file = file_with("push_targets.csv", "instance,x,y\n4,1,2\n9,-3,0.5\n");
    EXPECT_EQ(value({"evaluate", "push4", "--instance", "9", "--targets", file}, middle),
              push_problem(Points{{-3.0}, {0.5}})->value(Vector{{0.2, 0.5, 0.4, 0.1}}));
    expect_refused(sweetspot({"evaluate", "push4", "--targets", file}, middle),
                   {"sweetspot evaluate: ", "push_targets.csv", "there is no instance 1"});
    expect_refused(sweetspot({"evaluate", "push4", "--targets", file + ".no"}, middle),
                   {"sweetspot evaluate: --targets: ", "cannot be read"});
    expect_refused(sweetspot({"evaluate", "toy", "--targets", file}, "0.5"),
                   {"sweetspot evaluate: toy has no targets", "push4 or push8"});
}

TEST(PushCommand, RefusesInstancesWhereThereAreNoneAndPointsOutsideTheCube) {
    expect_refused(sweetspot({"evaluate", "toy", "--instance", "2"}, "0.5"),
                   {"sweetspot evaluate: toy: instance 2", "has no instances"});
    for (const std::string given : {"-1", "one", "1.5", "99999999999999999999"}) {
        expect_refused(sweetspot({"evaluate", "push4", "--instance", given}, middle),
                       {"sweetspot evaluate: --instance: " + given, "whole number"});
    }
    expect_refused(sweetspot({"evaluate", "push4"}, "0.2 0.5 0.4 1.1"), {"stdin:1: ", "\"angle\" is 1.1", "[0, 1]"});
    expect_refused(sweetspot({"evaluate", "push8"}, middle), {"stdin:1: ", "4 coordinates; it must have 8"});
    expect_refused(sweetspot({"evaluate", "push4", "--dim", "5"}, middle),
                   {"sweetspot evaluate: push4: dimension 5", "dimension 4 only"});
}

TEST(PushCommand, DrawsThePushToAFileOrToStandardOutput) {
    const std::vector<std::string> draw = {"push", "push4", "--instance", "7", "--point", middle};
    const ProgramResult printed = sweetspot(draw);
    EXPECT_EQ(printed.exit_status, 0) << printed.err;
    EXPECT_TRUE(printed.out.starts_with("<svg "));
    const double distance = push_problem(push_targets(1, 7))->value(Vector{{0.2, 0.5, 0.4, 0.1}});
    expect_contains(printed.out, fmt::format("push4, instance 7: distance {:.4g} at the end", distance));

    const std::string file = (std::filesystem::path(::testing::TempDir()) / "push.svg").string();
    std::vector<std::string> to_file = draw;
    to_file.insert(to_file.end(), {"-o", file});
    const ProgramResult written = sweetspot(to_file);
    EXPECT_EQ(written.exit_status, 0) << written.err;
    EXPECT_EQ(written.out, "");
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    EXPECT_EQ(content.str(), printed.out);
}

TEST(PushCommand, RefusesWhatCannotBeDrawn) {
    expect_refused(sweetspot({"push", "push4"}), {"sweetspot push: --point is required"});
    expect_refused(sweetspot({"push", "toy", "--point", "0.5"}), {"sweetspot push: toy has no targets"});
    expect_refused(sweetspot({"push", "push4", "--point", "0.5"}), {"sweetspot push: --point", "1 coordinate"});
    expect_refused(sweetspot({"push", "push4", "--point", ""}), {"sweetspot push: --point"});
    expect_refused(sweetspot({"push", "push4", "--point", "a b c d"}),
                   {"sweetspot push: --point: \"a\" is not a number"});
    expect_refused(sweetspot({"push", "push4", "--point", middle, "-o", "/no/such/folder/push.svg"}),
                   {"sweetspot push: /no/such/folder/push.svg cannot be written"});
}

TEST(PushCommand, OptimumSearchesWithTheEffortThatIsGiven) {
    const ProgramResult result = sweetspot({"optimum", "push4", "--instance", "2", "--samples", "4", "--starts", "1",
                                            "--descent", "2", "--threads", "2", "--format", "json"});
    ASSERT_EQ(result.exit_status, 0) << result.err;
    const Json found = Json::parse(result.out);
    const auto x = found["x"].get<std::vector<double>>();
    EXPECT_EQ(found["quality"].get<double>(),
              benchmark_named("push4")->instance(2)->worst_case(Eigen::Map<const Vector>(x.data(), 4), Norm::two,
                                                                Vector::Constant(4, 0.125)));
    expect_contains(found["how"].get<std::string>(), "of 4 samples");
    expect_refused(sweetspot({"optimum", "push4", "--samples", "0"}), {"sweetspot optimum: --samples: 0"});
    expect_refused(sweetspot({"optimum", "push4", "--samples", "4"}), {"sweetspot optimum: ", "20 starts"});
}

}  // namespace
}  // namespace sweetspot::cli
