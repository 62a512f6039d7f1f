// A user's program against the core alone.
#include <iostream>
#include <sweetspot/search/optimizer.hpp>

int main() {
    const sweetspot::Problem problem(sweetspot::Space::cube(2, -4.0, 4.0), sweetspot::Norm::two, 1.0);
    const auto bowl = [](const sweetspot::Vector& x) { return x.squaredNorm(); };
    const sweetspot::Result result = sweetspot::minimize(problem, bowl, {.evaluations = 6});
    std::cout << result;
    return result.inputs.cols() == 6 && result.best.x.allFinite() ? 0 : 1;
}
