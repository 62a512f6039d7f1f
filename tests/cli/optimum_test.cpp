// `sweetspot optimum`: the library's reference optimum in both formats.
#include "cli/program.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot::cli {
namespace {

Json optimum(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "optimum");
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramResult result = sweetspot(arguments);
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return Json::parse(result.out);
}

TEST(Optimum, JsonIsTheLibrarysReferenceForEveryProblemAndNorm) {
    for (const BenchmarkPtr& benchmark : benchmarks()) {
        if (benchmark->has_instances()) continue;  // searched for minutes
        const Index dimension = only_dimension(*benchmark).value_or(2);
        for (const std::string& norm : norm_names()) {
            if (benchmark->own_norm().value_or(norm_named(norm)) != norm_named(norm)) continue;  // searched for minutes
            const Json found = optimum({std::string(benchmark->name()), "--dim", std::to_string(dimension), "--norm",
                                        norm, "--measure", "worst"});
            std::vector<std::string> keys;
            for (const auto& [key, value] : found.items()) keys.push_back(key);
            EXPECT_EQ(keys, (std::vector<std::string>{"x", "quality", "how", "accuracy"}));
            const ReferenceOptimum expected =
                benchmark->optimum(dimension, norm_named(norm), benchmark->default_tolerance());
            EXPECT_EQ(found["x"].get<std::vector<double>>(), std::vector<double>(expected.x.begin(), expected.x.end()));
            EXPECT_EQ(found["quality"].get<double>(), expected.quality);
            EXPECT_EQ(found["how"].get<std::string>(), expected.how);
            EXPECT_EQ(found["accuracy"].get<double>(), expected.accuracy);
        }
    }
}

TEST(Optimum, ALargerToleranceIsWorse) {
    const Json small = optimum({"bumped-bowl", "--dim", "3", "--tolerance", "0.5"});
    const Json large = optimum({"bumped-bowl", "--dim", "3", "--tolerance", "2"});
    EXPECT_LT(small["quality"].get<double>(), large["quality"].get<double>());
}

TEST(Optimum, TableShowsEveryCoordinateAndHowItWasFound) {
    const ProgramResult result = sweetspot({"optimum", "bumped-bowl", "--dim", "2"});
    EXPECT_EQ(result.exit_status, 0);
    for (const std::string part :
         {"bumped-bowl, D = 2", "\n  x1 ", "\n  x2 ", "\n  quality ", "\n  accuracy ", "\n  how "}) {
        expect_contains(result.out, part);
    }
}

TEST(Optimum, RefusesWhatDoesNotFit) {
    expect_refused(sweetspot({"optimum", "levy3", "--dim", "2"}),
                   {"sweetspot optimum: ", "unknown problem \"levy3\"", "did you mean \"levy03\"?"});
    expect_refused(sweetspot({"optimum", "levy03"}), {"sweetspot optimum: --dim is missing"});
    expect_refused(sweetspot({"optimum", "toy", "--norm", "3"}), {"sweetspot optimum: --norm: unknown norm \"3\""});
    expect_refused(sweetspot({"optimum", "toy", "--measure", "mean"}),
                   {"sweetspot optimum: --measure: the true mean", "use worst"});
    expect_refused(sweetspot({"optimum", "toy", "--measure", "wrst"}),
                   {"sweetspot optimum: --measure: ", "did you mean \"worst\"?"});
    expect_refused(sweetspot({"optimum", "toy", "--tolerance", "0.6"}),
                   {"sweetspot optimum: tolerance of \"x1\" is 0.6; it must be at most 0.5"});
    expect_refused(sweetspot({"optimum", "toy", "--tolerance", "-1"}), {"sweetspot optimum: --tolerance: -1"});
    expect_refused(sweetspot({"optimum", "toy", "--format", "xml"}), {"sweetspot optimum: --format: unknown format"});
}

}  // namespace
}  // namespace sweetspot::cli
