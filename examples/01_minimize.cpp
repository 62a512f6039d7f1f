// The shortest program: minimise the worst case of f over a ball of tolerances, in 40 evaluations.
#include <sweetspot/search/optimizer.hpp>

#include <cmath>
#include <iostream>

int main() {
    using namespace sweetspot;
    // A bowl with a bump in the middle: f is lowest in a ring, but only the bump's top has a good region around it.
    const auto f = [](const Vector& x) { return std::log(x.squaredNorm() + std::exp(-10 * x.squaredNorm())); };

    const Problem problem(Space({{"x1", -4, 4}, {"x2", -4, 4}}), Norm::two, 1.0);  // built as x + δ, ‖δ‖₂ ≤ 1
    std::cout << minimize(problem, f, {.evaluations = 40});
}
