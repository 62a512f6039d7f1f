// The pushing problems against published evaluations, which are not part of this repository: they are looked for in the
// folder named by SWEETSPOT_SHARED, else in ../shared, below data/push; without them the tests are skipped.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "problems/push.hpp"

namespace sweetspot {
namespace {

std::filesystem::path data_folder() {
    const char* named = std::getenv("SWEETSPOT_SHARED");
    const std::filesystem::path shared =
        named != nullptr ? std::filesystem::path(named) : std::filesystem::path(SWEETSPOT_SOURCE_DIR) / "../shared";
    return shared / "data/push";
}

struct Evaluations {
    int all = 0;
    int close = 0;  ///< within 1e-3
};

/// Every stored evaluation again. A row is instance, point, value.
Evaluations repeat(const std::filesystem::path& evaluations, const std::filesystem::path& targets, Index robots) {
    Evaluations count;
    std::ifstream file(evaluations);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::vector<double> row;
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
        EXPECT_EQ(std::ssize(row), 4 * robots + 2);
        std::ifstream instances(targets);
        const BenchmarkPtr problem = push_problem(
            read_push_targets(instances, robots, static_cast<std::uint64_t>(row.front()), targets.string()));
        const double value = problem->value(Eigen::Map<const Vector>(row.data() + 1, 4 * robots));
        ++count.all;
        if (std::abs(value - row.back()) <= 1e-3) ++count.close;
    }
    return count;
}

class PushReference : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(data_folder())) GTEST_SKIP() << "no published evaluations in " << data_folder();
    }
};

TEST_F(PushReference, EveryPush4ValueIsWithinAThousandth) {
    const Evaluations found =
        repeat(data_folder() / "push4_reference_evals.csv", data_folder() / "push4_targets.csv", 1);
    EXPECT_GE(found.all, 200);
    EXPECT_EQ(found.close, found.all);
}

TEST_F(PushReference, NinetySevenPercentOfPush8ValuesAreWithinAThousandth) {
    const Evaluations found =
        repeat(data_folder() / "push8_reference_evals.csv", data_folder() / "push8_targets.csv", 2);
    EXPECT_GE(found.all, 400);
    EXPECT_GE(found.close, 0.97 * found.all);  // the others are chaotic contacts
}

}  // namespace
}  // namespace sweetspot
