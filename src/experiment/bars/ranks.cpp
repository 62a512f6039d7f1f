// Who is best on average, and can ours be told apart from each other? Ranks are within runs that all contenders have;
// a test uses every run that both have.
#include "statistics/ranks.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/order.hpp"
#include "experiment/bars/field.hpp"
#include "statistics/holm.hpp"
#include "statistics/wilcoxon.hpp"

namespace sweetspot::bars {
namespace {

/// Regrets at the end, one row per run and one column per contender.
struct Paired {
    Matrix regrets;
    Index places = 0;
};

/// The runs that all of these have, each problem's regrets divided by their median over all contenders and repeats.
Paired paired(const Field& field, const std::vector<Contender>& contenders) {
    std::vector<double> values;
    Paired result;
    for (const Place& place : field.places()) {
        const std::vector<Index> repeats = field.repeats(place, contenders);
        const double median = field.last_median(place);
        for (const Index repeat : repeats) {
            for (const Contender& c : contenders) {
                values.push_back(field.runs(place, c).at(repeat).last() / (median > 0 ? median : 1));
            }
        }
        result.places += repeats.empty() ? 0 : 1;
    }
    const Index columns = std::ssize(contenders);
    result.regrets = Eigen::Map<const Matrix>(values.data(), columns, std::ssize(values) / columns).transpose();
    return result;
}

std::string p_text(double p) {
    return p < 1e-4 ? "< 0.0001" : fmt::format("{:.2g}", p);
}

}  // namespace

std::string ranks(const Field& field, const Contender& ours) {
    const std::vector<Contender> others = field.others(ours);
    std::vector<Contender> all = {ours};
    all.insert(all.end(), others.begin(), others.end());
    const Paired common = paired(field, all);
    require(common.regrets.rows() > 0,
            "bars: no run was made by all of the {} contenders; give tables of the same problems and repeats",
            all.size());
    const Vector average = average_ranks(common.regrets);
    Vector p(std::ssize(others));
    std::vector<std::string> ahead;
    for (Index i = 0; i < p.size(); ++i) {
        const Matrix both = paired(field, {ours, others[static_cast<std::size_t>(i)]}).regrets;
        p[i] = wilcoxon_signed_rank(both.col(0), both.col(1)).p;
        ahead.push_back(fmt::format("{} of {}", (both.col(0).array() < both.col(1).array()).count(), both.rows()));
    }
    const Vector adjusted = holm(p);
    std::string table =
        fmt::format("| method | profile | average rank | {} is ahead in | p |\n|---|---|---|---|---|\n", ours.method);
    for (const Index i : ascending(average)) {
        const auto& [profile, method] = all[static_cast<std::size_t>(i)];
        table += i == 0 ? fmt::format("| **{}** | {} | {:.2f} | | |\n", method, profile, average[i])
                        : fmt::format("| {} | {} | {:.2f} | {} | {} |\n", method, profile, average[i],
                                      ahead[static_cast<std::size_t>(i - 1)], p_text(adjusted[i - 1]));
    }
    return table + fmt::format(
                       "\nAverage ranks of {} over the {} runs on {} {} that all have; p: Wilcoxon's signed-rank "
                       "test (two-sided) on all runs that both have, with Holm's correction.\n",
                       all.size(), common.regrets.rows(), common.places, common.places == 1 ? "problem" : "problems");
}

}  // namespace sweetspot::bars
