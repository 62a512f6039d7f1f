// The formatter of numbers is written twice, in C++ and in JavaScript: both give the same text.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/number_text.hpp"
#include "support/run_program.hpp"
#include "support/scratch_study.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

using nlohmann::json;

/// What JSON cannot hold goes as text.
json given(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "#NaN" : value > 0 ? "#Infinity" : "#-Infinity";
}

std::vector<double> numbers() {
    // Halves of a digit, which two ways of rounding take apart, the ends of what is plain, and decades.
    std::vector<double> values = {0,
                                  -0.0,
                                  0.5,
                                  1.5,
                                  2.5,
                                  0.125,
                                  0.375,
                                  1000.5,
                                  12345.5,
                                  99999.5,
                                  1e-4,
                                  9.99994e-5,
                                  9.99996e-5,
                                  1e9,
                                  99999999,
                                  1e9 - 1,
                                  123456789.5,
                                  5e-324,
                                  1.7e308,
                                  0.1,
                                  0.3,
                                  1.0 / 3,
                                  100265,
                                  100265.5,
                                  4711,
                                  47110,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
    Rng rng = Rng(3).split("numbers");
    for (int k = 0; k < 250; ++k) {
        const double sign = rng.uniform() < 0.5 ? -1 : 1;
        values.push_back(sign * std::pow(10.0, -14 + 28 * rng.uniform()));
        // Few digits, where halves are common.
        values.push_back(sign * std::ldexp(std::floor(4096 * rng.uniform()), -static_cast<int>(12 * rng.uniform())));
    }
    return values;
}

TEST(NumbersInTheBrowser, AreThoseOfTheProgram) {
    json cases = json::array();
    Rng rng = Rng(4).split("uncertainties");
    for (const double value : numbers()) {
        for (const int digits : {1, 2, 5, 6}) {
            cases.push_back({"numberText", {given(value), digits}, number_text(value, digits)});
        }
        const double uncertainty = std::pow(10.0, -8 + 16 * rng.uniform());
        cases.push_back({"numberTextWithin", {given(value), uncertainty}, number_text_within(value, uncertainty)});
        const double near = std::isfinite(value) ? std::abs(value) * std::pow(10.0, -3 * rng.uniform()) : 1;
        cases.push_back({"numberTextWithin", {given(value), near}, number_text_within(value, near)});
        if (std::isfinite(value)) {
            cases.push_back({"intervalText", {value - near, value + near}, interval_text(value - near, value + near)});
        }
        cases.push_back({"percentText", {given(value), 4}, percent_text(value)});
        for (const char* unit : {"", "N", "F", "mm", "%"}) {
            cases.push_back({"quantityText", {given(value), unit}, quantity_text(value, unit)});
        }
    }
    const support::ScratchDirectory scratch;
    const std::string file = scratch.write("cases.json", cases.dump());
    const support::ProgramResult made =
        support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_numbers.mjs", file});
    EXPECT_EQ(made.exit_status, 0) << made.err.substr(0, 2000);
    EXPECT_EQ(made.out, std::to_string(cases.size()) + "\n");
}

}  // namespace
}  // namespace sweetspot
