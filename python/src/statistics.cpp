// The tests by which methods are compared.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "arrays.hpp"
#include "modules.hpp"
#include "statistics/critical_difference.hpp"
#include "statistics/friedman.hpp"
#include "statistics/holm.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"
#include "statistics/wilcoxon.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot::python {
namespace {

/// Rows stay rows: problems or repeats; columns are methods.
Matrix scores_of(const PointsIn& scores) {
    return columns_of(scores).transpose();
}

nb::dict dict_of(const FriedmanTest& test) {
    nb::dict result;
    result["average_ranks"] = array_of_vector(test.average_ranks);
    result["chi_square"] = test.chi_square;
    result["chi_square_p"] = test.chi_square_p;
    result["f"] = test.f;
    result["f_p"] = test.f_p;
    return result;
}

Alternative alternative_named(const std::string& name) {
    const std::vector<std::string> known = {"two-sided", "less", "greater"};
    if (name == known[0]) return Alternative::two_sided;
    if (name == known[1]) return Alternative::less;
    if (name == known[2]) return Alternative::greater;
    throw std::invalid_argument(unknown_name("alternative", name, known));
}

nb::dict wilcoxon(const VectorIn& x, const VectorIn& y, const std::string& alternative) {
    const WilcoxonTest test = wilcoxon_signed_rank(vector_of(x), vector_of(y), alternative_named(alternative));
    nb::dict result;
    result["positive_rank_sum"] = test.positive_rank_sum;
    result["negative_rank_sum"] = test.negative_rank_sum;
    result["pairs"] = test.pairs;
    result["exact"] = test.method == WilcoxonTest::Method::exact;
    result["p"] = test.p;
    return result;
}

nb::dict critical(const PointsIn& scores, double alpha) {
    const CriticalDifference found = critical_difference(scores_of(scores), alpha);
    nb::dict result;
    result["friedman"] = dict_of(found.friedman);
    result["order"] = found.order;
    result["p"] = array_of_matrix(found.p);
    result["groups"] = found.groups;
    result["nemenyi_distance"] = found.nemenyi_distance;
    result["nemenyi_groups"] = found.nemenyi_groups;
    return result;
}

}  // namespace

void bind_statistics(nb::module_& m) {
    m.def(
        "friedman", [](const PointsIn& scores) { return dict_of(friedman_test(scores_of(scores))); },
        nb::arg("scores"));
    m.def("wilcoxon", &wilcoxon, nb::arg("x"), nb::arg("y"), nb::arg("alternative"));
    m.def(
        "holm", [](const VectorIn& p) { return array_of_vector(holm(vector_of(p))); }, nb::arg("p"));
    m.def(
        "average_ranks", [](const PointsIn& scores) { return array_of_vector(average_ranks(scores_of(scores))); },
        nb::arg("scores"));
    m.def("critical_difference", &critical, nb::arg("scores"), nb::arg("alpha"));
    m.def(
        "quartiles",
        [](const VectorIn& values) {
            const Quartiles q = quartiles(vector_of(values));
            return nb::make_tuple(q.lower, q.median, q.upper);
        },
        nb::arg("values"));
}

}  // namespace sweetspot::python
