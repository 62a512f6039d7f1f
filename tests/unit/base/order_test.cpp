#include "base/order.hpp"

#include <gtest/gtest.h>

namespace sweetspot {
namespace {

using Indices = std::vector<Index>;

TEST(Order, EqualValuesKeepTheirOrderBothWays) {
    const Vector values{{2, 1, 2, 0, 1}};
    EXPECT_EQ(ascending(values), (Indices{3, 1, 4, 0, 2}));
    EXPECT_EQ(descending(values), (Indices{0, 2, 1, 4, 3}));
}

TEST(Order, OfNothingIsEmpty) {
    EXPECT_EQ(all_indices(0), Indices());
    EXPECT_EQ(ascending(Vector()), Indices());
    EXPECT_EQ(all_indices(3), (Indices{0, 1, 2}));
}

}  // namespace
}  // namespace sweetspot
