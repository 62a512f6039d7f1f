#include "experiment/bars/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/check.hpp"
#include "experiment/bars/family.hpp"
#include "statistics/summary.hpp"

namespace sweetspot::bars {
namespace {

constexpr Index scale_moment = 10;

template <class T>
void add_if_new(std::vector<T>& list, const T& member) {
    if (std::find(list.begin(), list.end(), member) == list.end()) list.push_back(member);
}

std::vector<Index> moments_of(const Comparison& table) {
    if (!table.moments.empty()) return table.moments;
    std::vector<Index> all(static_cast<std::size_t>(table.methods.front().regret.cols()));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

Vector row_of(const Matrix& values, Index r) {
    if (values.cols() == 0) return {};
    return values.row(r);
}

/// What a table counts its regrets from, and how far its rounding may be off.
struct Reference {
    double value = 0;
    double error = std::numeric_limits<double>::infinity();
};

/// Nothing where the worst case at the end is not known.
std::optional<Reference> reference_of(const Run& run, Index evaluations) {
    const auto last = std::find(promise_moments.begin(), promise_moments.end(), evaluations) - promise_moments.begin();
    if (last >= run.worst.size() || std::isnan(run.worst[last])) return std::nullopt;
    const double worst = run.worst[last];
    // Regrets have five digits, worst cases nine.
    return Reference{worst - run.last(), 1e-4 * std::abs(run.last()) + 1e-8 * std::abs(worst)};
}

}  // namespace

std::string to_string(const Place& place) {
    return fmt::format("{}, D = {}, p = {}", place.problem, place.dimension, sweetspot::to_string(place.norm));
}

std::string to_string(const Contender& contender) {
    return fmt::format("{} ({})", contender.method, contender.profile);
}

Field::Field(std::span<const Comparison> tables, const std::string& family) {
    std::string first;
    for (std::size_t number = 0; number < tables.size(); ++number) {
        const Comparison& table = tables[number];
        if (table.methods.empty() || (!family.empty() && family_of(table.problem) != family)) continue;
        if (first.empty()) {
            first = table.problem;
            moments_ = moments_of(table);
        }
        require(moments_of(table) == moments_,
                "bars: {} has regrets after {} evaluations, and {} after {}; compare runs of the same budget",
                table.problem, fmt::join(moments_of(table), ", "), first, fmt::join(moments_, ", "));
        for (const MethodScores& scores : table.methods) add(table, scores, number);
    }
    require(!places_.empty(),
            "bars: there are no runs{}; give tables of runs as sweetspot experiment report makes them",
            family.empty() ? "" : fmt::format(" of the family \"{}\"", family));
    for (const Place& place : places_) share_references(place);
}

void Field::add(const Comparison& table, const MethodScores& scores, std::size_t number) {
    const Place place{table.problem, table.dimension, table.norm};
    const Contender contender{table.profile, scores.method};
    add_if_new(places_, place);
    add_if_new(contenders_, contender);
    Runs& runs = runs_[{place, contender}];
    for (Index r = 0; r < scores.regret.rows(); ++r) {
        const Index repeat = scores.repeats.empty() ? r + 1 : scores.repeats[static_cast<std::size_t>(r)];
        const Promises& p = scores.promises;
        Run run{scores.regret.row(r), row_of(p.worst, r), row_of(p.lower, r), row_of(p.upper, r), number};
        require(!std::isnan(run.last()), "bars: {} on {}, repeat {}, has no regret after the last evaluation",
                to_string(contender), to_string(place), repeat);
        require(runs.emplace(repeat, std::move(run)).second,
                "bars: {} on {}, repeat {}, is there twice; give each run once", to_string(contender), to_string(place),
                repeat);
    }
}

/// Where the reference of a problem is searched, every table counts its regrets from the best centre that it knows. The
/// lowest of these counts for all, as far as the tables say what the worst case was at the end.
void Field::share_references(const Place& place) {
    const bool instances = repeats_are_instances(place.problem);
    std::map<Index, std::map<std::size_t, Reference>> known;  // by instance (0 for all repeats) and table
    const auto each_run = [&](const auto& act) {
        for (const Contender& contender : contenders_) {
            const auto found = runs_.find({place, contender});
            if (found == runs_.end()) continue;
            for (auto& [repeat, run] : found->second) act(known[instances ? repeat : 0], run);
        }
    };
    each_run([&](auto& references, const Run& run) {
        const auto reference = reference_of(run, moments_.back());
        Reference& best = references[run.table];
        if (reference && reference->error < best.error) best = *reference;
    });
    each_run([&](auto& references, Run& run) {
        const Reference& own = references.at(run.table);
        double above = 0;
        for (const auto& [table, other] : references) {
            const double difference = own.value - other.value;
            if (difference > own.error + other.error) above = std::max(above, difference);
        }
        run.regret.array() += above;
    });
}

std::vector<Contender> Field::others(const Contender& ours) const {
    std::vector<Contender> result = contenders_;
    const auto here = std::find(result.begin(), result.end(), ours);
    require(here != result.end(),
            "bars: there are no runs of {}; give tables that have them, or another --method and "
            "--profile",
            to_string(ours));
    result.erase(here);
    require(!result.empty(), "bars: there are runs of {} alone; give tables of others as well", to_string(ours));
    return result;
}

std::vector<std::string> Field::families() const {
    std::vector<std::string> result;
    for (const Place& place : places_) add_if_new(result, family_of(place.problem));
    return result;
}

const Runs& Field::runs(const Place& place, const Contender& contender) const {
    static const Runs none;
    const auto found = runs_.find({place, contender});
    return found == runs_.end() ? none : found->second;
}

std::vector<Index> Field::repeats(const Place& place, const std::vector<Contender>& of) const {
    std::vector<Index> result;
    for (const auto& run : runs(place, of.front())) {
        const Index repeat = run.first;
        const bool all =
            std::all_of(of.begin(), of.end(), [&](const Contender& c) { return runs(place, c).contains(repeat); });
        if (all) result.push_back(repeat);
    }
    return result;
}

double Field::scale(const Place& place) const {
    const auto column = std::find(moments_.begin(), moments_.end(), scale_moment) - moments_.begin();
    require(column < std::ssize(moments_), "bars: the tables have no regrets after {} evaluations", scale_moment);
    const double scale = median_regret(place, static_cast<std::size_t>(column));
    require(scale > 0, "bars: {} has a median regret of {} after {} evaluations, so there is no scale to judge by",
            to_string(place), scale, scale_moment);
    return scale;
}

double Field::last_median(const Place& place) const {
    return median_regret(place, moments_.size() - 1);
}

double Field::median_regret(const Place& place, std::size_t moment) const {
    std::vector<double> all;
    for (const Contender& contender : contenders_) {
        for (const auto& [repeat, run] : runs(place, contender)) {
            all.push_back(run.regret[static_cast<Index>(moment)]);
        }
    }
    return quantile(Eigen::Map<const Vector>(all.data(), std::ssize(all)), 0.5);
}

}  // namespace sweetspot::bars
