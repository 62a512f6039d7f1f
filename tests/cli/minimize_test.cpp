// `sweetspot minimize`: a short search from beginning to end, its score, its history and its progress.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "base/number_text.hpp"
#include "cli/program.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::cli {
namespace {

constexpr int budget = 7;
const Arguments short_search = {"minimize", "bumped-bowl", "--dim", "2", "--evaluations", std::to_string(budget)};

/// Everything but the times, which differ from run to run.
Json outcome(const Arguments& arguments) {
    const ProgramResult result = sweetspot(with(arguments, {"--quiet", "--format", "json"}));
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    Json found = Json::parse(result.out);
    EXPECT_EQ(found.erase("timings_ms"), 1u);
    return found;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

Vector vector_of(const Json& array) {
    const auto numbers = array.get<std::vector<double>>();
    return Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
}

TEST(Minimize, JsonIsTheLibrarysSearchToTheLastBit) {
    const BenchmarkPtr benchmark = benchmark_named("bumped-bowl");
    const Result expected =
        minimize(Problem(benchmark->space(2), Norm::two, benchmark->default_tolerance()),
                 [&](const Vector& x) { return benchmark->value(x); }, {.seed = 3, .evaluations = budget});
    const Json found = outcome(with(short_search, {"--seed", "3"}));
    EXPECT_EQ(vector_of(found["best"]["x"]), expected.best.x);
    EXPECT_NEAR(found["best"]["predicted_worst_case"].get<double>(), expected.best.worst_value, 1e-9);
    ASSERT_EQ(found["history"].size(), static_cast<std::size_t>(budget));
    for (Index n = 0; n < budget; ++n) {
        const Json& evaluation = found["history"][static_cast<std::size_t>(n)];
        EXPECT_EQ(vector_of(evaluation["x"]), expected.inputs.col(n));
        EXPECT_EQ(evaluation["y"].get<double>(), expected.outputs[n]);
    }
}

TEST(Minimize, IsScoredByTheTruth) {
    const BenchmarkPtr benchmark = benchmark_named("bumped-bowl");
    const Json found = outcome(with(short_search, {"--norm", "inf", "--tolerance", "0.8"}));
    const Vector tolerance = Vector::Constant(2, 0.8);
    for (const char* which : {"best", "best_single_point"}) {
        const Vector x = vector_of(found[which]["x"]);
        EXPECT_EQ(found[which]["value"].get<double>(), benchmark->value(x));
        EXPECT_EQ(found[which]["true_worst_case"].get<double>(), benchmark->worst_case(x, Norm::infinity, tolerance));
        EXPECT_TRUE(std::isfinite(found[which]["predicted_worst_case"].get<double>()));
    }
    const ReferenceOptimum reference = benchmark->optimum(2, Norm::infinity, 0.8);
    EXPECT_EQ(found["reference"]["quality"].get<double>(), reference.quality);
    const double regret = found["regret"];
    EXPECT_EQ(regret, found["best"]["true_worst_case"].get<double>() - reference.quality);
    EXPECT_GE(regret, -reference.accuracy);
    EXPECT_NEAR(found["distance"].get<double>(), (vector_of(found["best"]["x"]) - reference.x).norm() / 8, 1e-12);
    for (const Json& evaluation : found["history"]) {
        EXPECT_GE(evaluation["y"].get<double>(), found["best_single_point"]["value"].get<double>());
    }
}

TEST(Minimize, IsTheSameAgainAndAtAnyNumberOfThreads) {
    const Json once = outcome(short_search);
    EXPECT_EQ(outcome(with(short_search, {"--threads", "2"})), once);
    EXPECT_EQ(outcome(with(short_search, {"--seed", "1", "--norm", "2", "--method", "alternating"})), once);
    EXPECT_NE(outcome(with(short_search, {"--seed", "2"}))["history"], once["history"]);
    EXPECT_NE(outcome(with(short_search, {"--sampling", "centre"}))["history"], once["history"]);
    EXPECT_NE(outcome(with(short_search, {"--profile", "paper"}))["history"], once["history"]);
}

TEST(Minimize, TheHistoryFileHoldsEveryEvaluation) {
    const support::ScratchDirectory scratch;
    const std::string path = scratch.write("history.csv", "something older\n");
    const Json found = outcome(with(short_search, {"--history", path}));
    const auto lines = lines_of(support::read_text(path));
    ASSERT_EQ(lines.size(), static_cast<std::size_t>(budget) + 1);
    EXPECT_EQ(lines[0], "evaluation,x1,x2,y");
    for (std::size_t n = 1; n < lines.size(); ++n) {
        const Json row = Json::parse("[" + lines[n] + "]");
        const Json& evaluation = found["history"][n - 1];
        EXPECT_EQ(row, Json::array({n, evaluation["x"][0], evaluation["x"][1], evaluation["y"]})) << lines[n];
    }
}

TEST(Minimize, RegionsThatMayLeaveTheDomainAreSearchedAroundIt) {
    const support::ScratchDirectory scratch;
    const std::string path = scratch.file("history.csv");
    const Json found = outcome({"minimize", "bertsimas", "--evaluations", "8", "--history", path});
    EXPECT_EQ(lines_of(support::read_text(path))[0], "evaluation,x,y,value") << "no two columns of one name";
    const Vector x = vector_of(found["best"]["x"]);
    constexpr double rounding = 1e-12;
    EXPECT_TRUE(x[0] >= -0.95 - rounding && x[0] <= 3.2 + rounding && x[1] >= -0.45 - rounding &&
                x[1] <= 4.4 + rounding);
    expect_contains(found["note"], "outside");
    const double distance = std::hypot((x[0] - found["reference"]["x"][0].get<double>()) / 4.15,
                                       (x[1] - found["reference"]["x"][1].get<double>()) / 4.85);
    EXPECT_NEAR(found["distance"].get<double>(), distance, 1e-12);
}

TEST(Minimize, ABudgetSmallerThanTheInitialDesignIsEnough) {
    EXPECT_EQ(outcome({"minimize", "toy", "--evaluations", "1"})["history"].size(), 1u);
}

TEST(Minimize, TableSetsTheBestSinglePointBesideTheRobustOptimum) {
    const ProgramResult result = sweetspot(with(short_search, {"-q"}));
    ASSERT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.err, "");
    const Json found = outcome(short_search);
    for (const char* which : {"best", "best_single_point"}) {
        for (const char* what : {"value", "predicted_worst_case", "true_worst_case"}) {
            expect_contains(result.out, " " + number_text(found[which][what].get<double>(), 4));
        }
    }
    const auto lines = lines_of(result.out);
    ASSERT_GE(lines.size(), 11u);
    expect_contains(lines[0], "bumped-bowl, D = 2, 7 evaluations");
    EXPECT_TRUE(std::regex_match(lines[2], std::regex(" +best single point +robust optimum found"))) << lines[2];
    const std::string number = " +(−)?[0-9.]+(×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?";
    const auto columns = [](const std::string& line) {
        return std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    };
    const Arguments rows = {"x1", "x2", "nominal value", "predicted worst case", "true worst case"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& line = lines[3 + i];
        EXPECT_TRUE(std::regex_match(line, std::regex(fmt::format("  {}{}{}", rows[i], number, number)))) << line;
        EXPECT_EQ(columns(line), columns(lines[2])) << "the columns are aligned";
    }
    EXPECT_TRUE(lines[9].starts_with("Robustness ")) << lines[9];
    expect_contains(lines[10], "a regret of ");
    for (const std::string& line : lines) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Minimize, ProgressComesInPlainLinesWhereThereIsNoTerminal) {
    const ProgramResult result = sweetspot({"minimize", "toy", "--evaluations", "12"});
    ASSERT_EQ(result.exit_status, 0);
    const auto lines = lines_of(result.err);
    ASSERT_EQ(lines.size(), 2u) << result.err;
    EXPECT_TRUE(lines[0].starts_with("10/12  ")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("12/12  ")) << lines[1];
    for (const char* part : {"best robust quality ", "expected improvement ", " ms per suggestion", " left"}) {
        expect_contains(lines[0], part);
    }
    EXPECT_EQ(result.err.find('\r'), std::string::npos);
    EXPECT_EQ(result.err.find('\x1b'), std::string::npos);
}

TEST(Minimize, EveryMethodIsKnownByNameAndIsTheLibrarysSearch) {
    const BenchmarkPtr benchmark = benchmark_named("bumped-bowl");
    for (const ListedMethod& method : method_family().members()) {
        const Result expected = minimize(Problem(benchmark->space(2), Norm::two, benchmark->default_tolerance()),
                                         [&](const Vector& x) { return benchmark->value(x); },
                                         {.method = method_named(method.name), .evaluations = budget});
        const Json found = outcome(with(short_search, {"--method", method.name}));
        EXPECT_EQ(found["method"], method.name);
        EXPECT_EQ(vector_of(found["best"]["x"]), expected.best.x) << method.name;
        EXPECT_EQ(vector_of(found["history"].back()["x"]), expected.inputs.col(budget - 1)) << method.name;
        EXPECT_FALSE(found.contains("own_report"));
    }
}

TEST(Minimize, ScoresWhatTheMethodsAuthorsWouldReport) {
    const BenchmarkPtr benchmark = benchmark_named("bumped-bowl");
    for (const ListedMethod& method : method_family().members()) {
        Optimizer optimizer(Problem(benchmark->space(2), Norm::two, benchmark->default_tolerance()),
                            {.method = method_named(method.name)});
        for (Index n = 0; n < budget; ++n) {
            const Vector x = optimizer.ask().x;
            optimizer.tell(x, benchmark->value(x));
        }
        const std::optional<Best> own = optimizer.best_by_own_rule();
        const Json found = outcome(with(short_search, {"--method", method.name, "--own-report"}));
        ASSERT_EQ(found.contains("own_report"), own.has_value()) << method.name;
        if (!own) continue;
        EXPECT_EQ(vector_of(found["own_report"]["x"]), own->x);
        EXPECT_EQ(found["own_report"]["true_worst_case"].get<double>(),
                  benchmark->worst_case(own->x, Norm::two, Vector::Constant(2, benchmark->default_tolerance())));
        const ProgramResult table = sweetspot(with(short_search, {"--method", method.name, "--own-report", "--quiet"}));
        EXPECT_NE(table.out.find("By its own rule " + method.name + " reports ("), std::string::npos);
    }
}

TEST(Minimize, RefusesWhatDoesNotFit) {
    expect_refused(sweetspot({"minimize", "bumped-bwol", "--dim", "2"}),
                   {"sweetspot minimize: ", "unknown problem", "did you mean \"bumped-bowl\"?"});
    expect_refused(sweetspot({"minimize", "bumped-bowl"}), {"sweetspot minimize: --dim is missing; bumped-bowl"});
    expect_refused(sweetspot({"minimize", "bertsimas", "--dim", "3"}),
                   {"sweetspot minimize: bertsimas: dimension 3", "dimension 2 only"});
    const std::vector<std::pair<Arguments, Arguments>> bad = {
        {{"--tolerance", "-1"}, {"--tolerance: -1 was given"}},
        {{"--tolerance", "5"}, {"tolerance of \"x1\" is 5; it must be at most 4"}},
        {{"--norm", "infinity"}, {"--norm: unknown norm", "Known: 1, 2, inf"}},
        {{"--sampling", "center"}, {"--sampling: unknown sampling rule", "did you mean \"centre\"?"}},
        {{"--method", "stablopt"}, {"--method: unknown method", "did you mean \"stableopt\"?"}},
        {{"--method", "stableopt", "--sampling", "centre"}, {"--sampling: the method stableopt has its own rule"}},
        {{"--profile", "papr"}, {"--profile: unknown profile", "did you mean \"paper\"?"}},
        {{"--seed", "-1"}, {"--seed: -1 was given", "whole number"}},
        {{"--seed", "1.5"}, {"--seed: 1.5 was given", "whole number"}},
        {{"--evaluations", "0"}, {"--evaluations: 0 was given", "whole number from 1"}},
        {{"--threads", "0"}, {"--threads: 0 was given", "whole number from 1"}},
        {{"--format", "jsn"}, {"--format: unknown format", "did you mean \"json\"?"}},
        {{"--history", "/no/such/folder/h.csv"}, {"--history: /no/such/folder/h.csv cannot be written (No such file"}},
        {{"--evaluation", "5"}, {"unknown option", "did you mean \"--evaluations\"?"}},
    };
    for (const auto& [options, parts] : bad) {
        Arguments expected = parts;
        expected.front() = "sweetspot minimize: " + expected.front();
        expect_refused(sweetspot(with({"minimize", "bumped-bowl", "--dim", "2"}, options)), expected);
    }
}

TEST(Minimize, AHistoryThatCannotBeWrittenIsAFailure) {
    const ProgramResult result = sweetspot(with(short_search, {"--history", "/dev/full"}));
    EXPECT_EQ(result.exit_status, 1);
    EXPECT_EQ(result.out, "");
    expect_contains(result.err, "sweetspot minimize: /dev/full could not be written");
}

}  // namespace
}  // namespace sweetspot::cli
