// `sweetspot evaluate`: points in, values out, and every kind of point that is refused.
#include <fmt/format.h>

#include <sstream>

#include "cli/program.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot::cli {
namespace {

const Arguments bowl = {"evaluate", "bumped-bowl", "--dim", "2"};

std::vector<double> values(const Arguments& arguments, const std::string& points) {
    const ProgramResult result = sweetspot(arguments, points);
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    std::istringstream lines(result.out);
    std::vector<double> found;
    for (std::string line; std::getline(lines, line);) found.push_back(std::stod(line));
    return found;
}

TEST(Evaluate, GivesTheProblemsValueToTheLastBitInEveryWayToWriteAPoint) {
    const Vector x{{0.1, -1.0 / 3}};
    const double expected = benchmark_named("bumped-bowl")->value(x);
    const std::string a = fmt::format("{}", x[0]);
    const std::string b = fmt::format("{}", x[1]);
    const std::vector<std::string> ways = {
        a + " " + b,          "[" + a + ", " + b + "]", "[" + a + "," + b + "]",      a + "," + b,
        a + "\t" + b + " \r", "  " + a + " , " + b,     " [ " + a + " , " + b + " ] "};
    for (const std::string& way : ways) EXPECT_EQ(values(bowl, way + "\n"), std::vector<double>{expected}) << way;
    EXPECT_EQ(values(bowl, ways.front()), std::vector<double>{expected}) << "the last line may lack its end";
}

TEST(Evaluate, EveryProblemAgreesWithTheLibrary) {
    for (const BenchmarkPtr& benchmark : benchmarks()) {
        if (benchmark->has_instances()) continue;  // push_test.cpp
        const Index dimension = only_dimension(*benchmark).value_or(2);
        const Space space = benchmark->space(dimension);
        const Vector x = space.from_unit(Vector::Constant(dimension, 0.3));
        const Arguments arguments = {"evaluate", std::string(benchmark->name()), "--dim", std::to_string(dimension)};
        const std::string point = fmt::format("{}", fmt::join(x, " "));
        EXPECT_EQ(values(arguments, point), std::vector<double>{benchmark->value(x)}) << benchmark->name();
        const double worst =
            benchmark->worst_case(x, Norm::two, Vector::Constant(dimension, benchmark->default_tolerance()));
        EXPECT_EQ(values(with(arguments, {"--true-quality", "worst"}), point), std::vector<double>{worst})
            << benchmark->name();
    }
}

TEST(Evaluate, TheTrueQualityDependsOnNormAndTolerance) {
    const BenchmarkPtr benchmark = benchmark_named("styblinski-tang");
    const Vector x{{-2.5, 1}};
    for (const std::string& norm : norm_names()) {
        const Arguments arguments = {"evaluate", "styblinski-tang", "--dim", "2",           "--true-quality",
                                     "worst",    "--norm",          norm,    "--tolerance", "0.3"};
        const double expected = benchmark->worst_case(x, norm_named(norm), Vector::Constant(2, 0.3));
        EXPECT_EQ(values(arguments, "-2.5 1\n"), std::vector<double>{expected}) << norm;
        EXPECT_GT(expected, benchmark->value(x));
    }
}

TEST(Evaluate, PassesOverBlankLinesAndComments) {
    EXPECT_EQ(values(bowl, "# points\n\n  \t\n0 0\n  # more\n0 0\n").size(), 2u);
    EXPECT_TRUE(values(bowl, "").empty());
}

TEST(Evaluate, TheDimensionMayBeLeftOutWhereThereIsOnlyOne) {
    EXPECT_EQ(values({"evaluate", "toy"}, "0.5"), values({"evaluate", "toy", "--dim", "1"}, "0.5"));
    EXPECT_EQ(values({"evaluate", "bertsimas"}, "1 1").size(), 1u);
}

TEST(Evaluate, ABadPointIsRefusedByItsLine) {
    const std::vector<std::pair<std::string, std::string>> bad = {
        {"1 x", "\"x\" is not a number"},
        {"[1, 2", "only one of its two brackets"},
        {"1 2]", "only one of its two brackets"},
        {"[[1, 2]]", "\"[1\" is not a number"},
        {"{\"x\": 1}", "is not a number"},
        {"1,,2", "comma"},
        {",1 2", "comma"},
        {"1,2,", "comma"},
        {"1", "1 coordinate"},
        {"[]", "0 coordinates"},
        {"1 2 3", "3 coordinates; it must have 2"},
        {"nan 0", "\"x1\" is NaN"},
        {"[0, -inf]", "\"x2\" is infinite"},
        {"0 1e999", "1e999 is beyond"},
        {"0 4.5", "\"x2\" is 4.5; it must lie in [-4, 4]"},
    };
    for (const auto& [point, sentence] : bad) {
        expect_refused(sweetspot(bowl, "# comment\n\n" + point + "\n0 0\n"), {"stdin:3: ", sentence});
    }
}

TEST(Evaluate, WhatCameBeforeABadPointStays) {
    const ProgramResult result = sweetspot(bowl, "0 0\n9 9\n0 0\n");
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_EQ(result.out, "0\n");
    EXPECT_TRUE(result.err.starts_with("stdin:2: ")) << result.err;
}

TEST(Evaluate, RefusesOptionsThatDoNotFit) {
    expect_refused(sweetspot({"evaluate"}), {"sweetspot evaluate: problem is required"});
    expect_refused(sweetspot({"evaluate", "bumpedbowl"}),
                   {"sweetspot evaluate: ", "unknown problem", "did you mean \"bumped-bowl\"?"});
    expect_refused(sweetspot({"evaluate", "levy03"}), {"sweetspot evaluate: --dim is missing; levy03", "--dim 2"});
    expect_refused(sweetspot({"evaluate", "toy", "--dim", "2"}), {"sweetspot evaluate: toy: dimension 2"});
    for (const std::string given : {"0", "-1", "two", "1.5", "1001"}) {
        expect_refused(sweetspot({"evaluate", "levy03", "--dim", given}),
                       {"sweetspot evaluate: --dim: " + given, "whole number from 1 to 1000"});
    }
    expect_refused(sweetspot(with(bowl, {"--norm", "2"})), {"sweetspot evaluate: --norm requires --true-quality"});
    expect_refused(sweetspot(with(bowl, {"--true-quality", "wrost"})),
                   {"sweetspot evaluate: --true-quality: ", "did you mean \"worst\"?"});
    expect_refused(sweetspot(with(bowl, {"--true-quality", "mean"})),
                   {"sweetspot evaluate: --true-quality: the true mean", "use worst"});
    for (const std::string given : {"-0.1", "nan", "inf", "1e999", "much"}) {
        expect_refused(sweetspot(with(bowl, {"--true-quality", "worst", "--tolerance", given})),
                       {"sweetspot evaluate: --tolerance: " + given + " was given"});
    }
    expect_refused(sweetspot(with(bowl, {"--true-quality", "worst", "--tolerance", "4.1"})),
                   {"sweetspot evaluate: tolerance of \"x1\" is 4.1; it must be at most 4"});
}

}  // namespace
}  // namespace sweetspot::cli
