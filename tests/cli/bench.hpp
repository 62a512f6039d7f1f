// A study by hand, through the program.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/program.hpp"

namespace sweetspot::cli {

/// A bench study in a folder of its own.
struct Bench {
    support::ScratchDirectory scratch;
    std::string file = scratch.write("bench.toml", R"([study]
name = "bench"
[[parameter]]
name = "width"
bounds = [1, 10]
tolerance = 0.2
[[parameter]]
name = "count"
bounds = [2, 9]
type = "int"
tolerance = 0
)");

    [[nodiscard]] ProgramResult operator()(const std::string& command,
                                           const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {command, file};
        words.insert(words.end(), more.begin(), more.end());
        return sweetspot(words);
    }
    /// Asks and tells width² + count, n times.
    void fill(int n) const {
        for (int i = 0; i < n; ++i) {
            const Json asked = Json::parse((*this)("ask").out);
            const double width = asked["params"]["width"];
            const double value = width * width + asked["params"]["count"].get<double>();
            ASSERT_EQ((*this)("tell", {asked["number"].dump(), std::to_string(value)}).exit_status, 0);
        }
    }
};

}  // namespace sweetspot::cli
