// What every statistic refuses.
#pragma once

#include <cmath>
#include <string_view>

#include "base/check.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

inline void require_no_nan(const VectorRef& values, std::string_view where) {
    for (Index i = 0; i < values.size(); ++i) {
        require(!std::isnan(values[i]), "{}: value {} (counting from 0) is NaN; leave it out or give it a number",
                where, i);
    }
}

/// A table of scores, one row per problem or repeat and one column per method.
inline void require_scores(const MatrixRef& scores, std::string_view where, Index fewest_methods = 2) {
    require(scores.rows() >= 1 && scores.cols() >= fewest_methods,
            "{}: the table has {} rows and {} columns; it needs at least one row (a problem or repeat) and {} columns "
            "(methods)",
            where, scores.rows(), scores.cols(), fewest_methods);
    for (Index i = 0; i < scores.rows(); ++i) {
        for (Index j = 0; j < scores.cols(); ++j) {
            require(!std::isnan(scores(i, j)),
                    "{}: the score in row {}, column {} (counting from 0) is NaN; use infinity for a run that failed",
                    where, i, j);
        }
    }
}

}  // namespace sweetspot
