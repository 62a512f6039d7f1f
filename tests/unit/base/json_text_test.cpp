#include "base/json_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

TEST(JsonText, ANumberThatIsNotFiniteIsNeverWrittenAsNull) {
    for (const double value : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        try {
            static_cast<void>(write_json({{"x", {{"quality", {1.0, value}}}}}));
            FAIL() << "it was written";
        } catch (const NumericalError& error) {
            EXPECT_NE(std::string(error.what()).find("\"quality\" came out as "), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace sweetspot
