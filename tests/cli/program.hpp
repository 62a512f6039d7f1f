// The program under test, and what every test of a refusal asks of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/run_program.hpp"

namespace sweetspot::cli {

using Json = nlohmann::ordered_json;
using support::ProgramResult;
using Arguments = std::vector<std::string>;

inline Arguments with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

inline ProgramResult sweetspot(const std::vector<std::string>& arguments, const std::string& input = "") {
    return support::run_program(SWEETSPOT_PROGRAM, arguments, input);
}

inline void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in: " << text;
}

/// Refused as a mistake of the user: status 2, nothing on standard output, one line that holds all of the `parts` and
/// begins with the first of them.
inline void expect_refused(const ProgramResult& result, const std::vector<std::string>& parts) {
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_TRUE(result.err.starts_with(parts.front())) << result.err << "does not begin with " << parts.front();
    for (const std::string& part : parts) expect_contains(result.err, part);
}

}  // namespace sweetspot::cli
