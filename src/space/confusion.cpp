#include "sweetspot/space/confusion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/check.hpp"

namespace sweetspot {
namespace {

/// Shares come from a text: ends of intervals that are closer than this are the same.
constexpr double rounding_of_shares = 1e-12;
/// There are tables for each combination, and points for each scenario.
constexpr Index most_combinations = 64;
constexpr Index most_scenarios = 64;

void require_share(double share) {
    require(share > 0 && share < 1, "the share is {}; it must be above 0 and below 1, as 0.02 for 2 % of the builds",
            share);
    require(share >= least_share && share <= 1 - least_share,
            "the share is {}; it must differ from 0 and from 1 by at least {}", share, least_share);
}

std::vector<std::vector<double>> as_ordered(std::size_t size) {
    std::vector<std::vector<double>> shares(size, std::vector<double>(size, 0.0));
    for (std::size_t k = 0; k < size; ++k) shares[k][k] = 1;
    return shares;
}

/// A table of shares may say that everything is built as ordered.
bool is_confused(const Parameter& p) {
    return std::ranges::any_of(p.confusion, [](const std::vector<double>& row) {
        return std::ranges::count_if(row, [](double share) { return share > 0; }) > 1;
    });
}

/// The k-th value after one of `size`, round and round.
std::size_t next_of(std::size_t ordered, std::size_t k, std::size_t size) {
    return (ordered + k) % size;
}

/// Where the intervals of a row end, that of the ordered value first, then those of the following ones.
std::vector<double> ends_of(const std::vector<double>& row, std::size_t ordered) {
    std::vector<double> ends(row.size());
    double sum = 0;
    for (std::size_t k = 0; k < row.size(); ++k) ends[k] = sum += row[next_of(ordered, k, row.size())];
    ends.back() = 1;
    return ends;
}

/// The digits of a number of several bases, the last running fastest.
std::vector<Index> digits_of(Index number, const std::vector<Index>& bases) {
    std::vector<Index> digits(bases.size());
    for (std::size_t i = bases.size(); i-- > 0; number /= bases[i]) digits[i] = number % bases[i];
    return digits;
}

}  // namespace

Parameter confused(Parameter choice, double share) {
    require(choice.is_choice(), "\"{}\" is no choice; only a choice can be taken for another one", choice.name);
    require_share(share);
    const std::size_t size = choice.choices.size();
    const double of_each = share / static_cast<double>(size - 1);
    choice.confusion.assign(size, std::vector<double>(size, of_each));
    for (std::size_t k = 0; k < size; ++k) choice.confusion[k][k] = 1 - share;
    return choice;
}

Parameter confused(Parameter choice, const ConfusedPair& pair) {
    require(choice.is_choice(), "\"{}\" is no choice; only a choice can be taken for another one", choice.name);
    const auto one = static_cast<std::size_t>(choice_named(choice, pair.one));
    const auto other = static_cast<std::size_t>(choice_named(choice, pair.other));
    require(one != other, "\"{}\" cannot be taken for itself; give two different values", pair.one);
    require_share(pair.share);
    if (choice.confusion.empty()) choice.confusion = as_ordered(choice.choices.size());
    require(choice.confusion[one][other] == 0, "\"{}\" and \"{}\" are there twice; give each pair once", pair.one,
            pair.other);
    for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
        std::vector<double>& row = choice.confusion[from];
        row[to] = pair.share;
        const double others = std::accumulate(row.begin(), row.end(), -row[from]);
        require(others <= 1 - least_share,
                "in a share of {:.10g} another one is built where \"{}\" is ordered; it must be below 1", others,
                choice.choices[from]);
        row[from] = 1 - others;
    }
    return choice;
}

Confusion::Confused Confusion::confused_choice(const Parameter& choice) {
    const std::size_t size = choice.choices.size();
    std::vector<std::vector<double>> ends;
    std::vector<double> cuts;
    for (std::size_t ordered = 0; ordered < size; ++ordered) {
        ends.push_back(ends_of(choice.confusion[ordered], ordered));
        cuts.insert(cuts.end(), ends.back().begin(), ends.back().end());
    }
    std::sort(cuts.begin(), cuts.end());
    const auto is_same = [](double a, double b) { return b - a <= rounding_of_shares; };
    cuts.erase(std::unique(cuts.begin(), cuts.end(), is_same), cuts.end());
    cuts.back() = 1;
    Confused result{static_cast<Index>(size), Vector(std::ssize(cuts)), {}};
    for (std::size_t m = 0; m < cuts.size(); ++m) {
        result.weights[static_cast<Index>(m)] = cuts[m] - (m == 0 ? 0 : cuts[m - 1]);
    }
    for (std::size_t ordered = 0; ordered < size; ++ordered) {
        std::vector<Index>& built = result.built.emplace_back();
        for (std::size_t m = 0; m < cuts.size(); ++m) {
            const double middle = ((m == 0 ? 0 : cuts[m - 1]) + cuts[m]) / 2;
            const auto k = std::upper_bound(ends[ordered].begin(), ends[ordered].end(), middle) - ends[ordered].begin();
            built.push_back(static_cast<Index>(next_of(ordered, static_cast<std::size_t>(k), size)));
        }
    }
    return result;
}

Confusion::Confusion(const Space& space) : weights_(Vector::Ones(1)) {
    for (Index d = 0; d < space.dimension(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        if (!is_confused(p)) continue;
        coordinates_.push_back(d);
        const Confused& choice = choices_.emplace_back(confused_choice(p));
        combinations_ *= choice.size;
        require_by("Problem",
                   combinations_ <= most_combinations && weights_.size() * choice.weights.size() <= most_scenarios,
                   "the choices with a confusion have more than {} combinations, or more than {} ways to be confused; "
                   "give fewer of them a confusion, or fewer different shares",
                   most_combinations, most_scenarios);
        Vector both(weights_.size() * choice.weights.size());
        for (Index m = 0; m < weights_.size(); ++m) {
            both.segment(m * choice.weights.size(), choice.weights.size()) = weights_[m] * choice.weights;
        }
        weights_ = std::move(both);
    }
    require_by("Confusion", !choices_.empty(), "no choice of the space has a confusion");
    for (Index c = 0; c < combinations_; ++c) {
        std::vector<Index>& outcomes = outcomes_.emplace_back();
        for (Index m = 0; m < scenarios(); ++m) outcomes.push_back(outcome(c, m));
    }
}

Index Confusion::outcome(Index combination, Index scenario) const {
    std::vector<Index> bases;
    for (const Confused& choice : choices_) bases.push_back(choice.weights.size());
    const std::vector<Index> scenarios = digits_of(scenario, bases);
    const std::vector<Index> places = ordered(combination);
    Index number = 0;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const std::vector<Index>& built = choices_[i].built[static_cast<std::size_t>(places[i])];
        number = number * choices_[i].size + built[static_cast<std::size_t>(scenarios[i])];
    }
    return number;
}

Index Confusion::scenario_at(double u) const {
    Index m = 0;
    for (double below = weights_[0]; u >= below && m + 1 < scenarios(); below += weights_[m]) ++m;
    return m;
}

Index Confusion::combination(const VectorRef& u) const {
    Index number = 0;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const Index last = choices_[i].size - 1;
        const double place = std::clamp(u[coordinates_[i]], 0.0, 1.0) * static_cast<double>(last);
        number = number * choices_[i].size + static_cast<Index>(std::lround(place));
    }
    return number;
}

std::vector<Index> Confusion::ordered(Index combination) const {
    std::vector<Index> bases;
    for (const Confused& choice : choices_) bases.push_back(choice.size);
    return digits_of(combination, bases);
}

std::vector<Index> Confusion::built(Index combination, Index scenario) const {
    return ordered(outcomes_[static_cast<std::size_t>(combination)][static_cast<std::size_t>(scenario)]);
}

Vector Confusion::with_places(Vector u, const std::vector<Index>& places) const {
    for (std::size_t i = 0; i < places.size(); ++i) {
        u[coordinates_[i]] = static_cast<double>(places[i]) / static_cast<double>(choices_[i].size - 1);
    }
    return u;
}

Vector Confusion::built(Vector u, Index scenario) const {
    if (scenario == 0) return u;
    const std::vector<Index> places = built(combination(u), scenario);
    return with_places(std::move(u), places);
}

std::optional<Index> Confusion::scenario(const VectorRef& ordered, const VectorRef& built) const {
    const std::vector<Index>& outcomes = outcomes_[static_cast<std::size_t>(combination(ordered))];
    const auto found = std::ranges::find(outcomes, combination(built));
    if (found == outcomes.end()) return std::nullopt;
    return found - outcomes.begin();
}

Vector Confusion::ordering(Vector u, Index combination) const {
    return with_places(std::move(u), ordered(combination));
}

Vector Confusion::with_choices_of(const VectorRef& other, Vector u) const {
    for (const Index d : coordinates_) u[d] = other[d];
    return u;
}

Points Confusion::orders(const PointsRef& built) const {
    std::vector<Vector> all;
    for (Index n = 0; n < built.cols(); ++n) {
        const Index came_out = combination(built.col(n));
        for (Index c = 0; c < combinations_; ++c) {
            if (std::ranges::count(outcomes_[static_cast<std::size_t>(c)], came_out) == 0) continue;
            all.push_back(with_places(built.col(n), ordered(c)));
        }
    }
    Points result(built.rows(), std::ssize(all));
    for (Index n = 0; n < result.cols(); ++n) result.col(n) = all[static_cast<std::size_t>(n)];
    return result;
}

ConfusionPtr confusion_of(const Space& space) {
    if (std::ranges::none_of(space.parameters(), is_confused)) return nullptr;
    return std::make_shared<const Confusion>(space);
}

Scenarios Scenarios::part(const std::vector<Index>& which) const {
    if (none()) return {};
    Scenarios result{confusion, {}};
    result.of.reserve(which.size());
    for (const Index i : which) result.of.push_back(of[static_cast<std::size_t>(i)]);
    return result;
}

}  // namespace sweetspot
