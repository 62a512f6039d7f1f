#include "statistics/friedman.hpp"

#include <limits>

#include "statistics/checks.hpp"
#include "statistics/distributions.hpp"
#include "statistics/ranks.hpp"

namespace sweetspot {

FriedmanTest friedman_test(const MatrixRef& scores) {
    require_scores(scores, "friedman_test");
    require(scores.rows() >= 2, "friedman_test: there is one row; give at least two problems or repeats");
    const auto n = static_cast<double>(scores.rows());
    const auto k = static_cast<double>(scores.cols());
    double tie_sum = 0;
    for (Index i = 0; i < scores.rows(); ++i) tie_sum += ranked(scores.row(i).transpose()).tie_sum;
    FriedmanTest test{average_ranks(scores), 0, 1, 0, 1};
    const double untied = n * k * (k * k - 1) - tie_sum;  // whole numbers: exact
    if (untied == 0) return test;
    const double spread = (test.average_ranks.array() - (k + 1) / 2).square().sum();
    test.chi_square = 12 * n * n * (k - 1) * spread / untied;
    test.chi_square_p = chi_square_upper_tail(test.chi_square, scores.cols() - 1);
    const double remainder = n * (k - 1) - test.chi_square;
    // χ² ≤ n (k - 1), with equality when all rows agree; rounding must not make that a huge F of either sign.
    if (remainder <= 1e-12 * n * (k - 1)) {
        test.f = std::numeric_limits<double>::infinity();
        test.f_p = 0;
        return test;
    }
    test.f = (n - 1) * test.chi_square / remainder;
    test.f_p = f_upper_tail(test.f, scores.cols() - 1, (scores.cols() - 1) * (scores.rows() - 1));
    return test;
}

}  // namespace sweetspot
