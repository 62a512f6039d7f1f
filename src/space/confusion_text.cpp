#include "space/confusion_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sweetspot {
namespace {

constexpr std::size_t most_named = 4;  // names in a sentence

std::string percent(double share) {
    return fmt::format("{:.3g} %", 100 * share);
}

struct BuiltInstead {
    std::string name;
    double share = 0;
};

std::vector<BuiltInstead> built_instead(const Parameter& choice, std::size_t ordered) {
    std::vector<BuiltInstead> result;
    if (choice.confusion.empty()) return result;
    for (std::size_t k = 0; k < choice.choices.size(); ++k) {
        const double share = choice.confusion[ordered][k];
        if (k != ordered && share > 0) result.push_back({choice.choices[k], share});
    }
    return result;
}

std::size_t place_of(const Parameter& choice, double ordered) {
    return static_cast<std::size_t>(std::lround(std::clamp(ordered, choice.lower, choice.upper)));
}

/// Every other one is built as often, whatever is ordered.
bool is_equal(const Parameter& choice) {
    const double share = choice.confusion[0][1];
    for (std::size_t i = 0; i < choice.choices.size(); ++i) {
        for (std::size_t j = 0; j < choice.choices.size(); ++j) {
            if (i != j && choice.confusion[i][j] != share) return false;
        }
    }
    return true;
}

}  // namespace

std::string or_another_text(const Parameter& choice, double ordered) {
    const std::vector<BuiltInstead> others = built_instead(choice, place_of(choice, ordered));
    if (others.empty()) return "";
    double share = 0;
    for (const BuiltInstead& other : others) share += other.share;
    return fmt::format(", or {} in {}", others.size() == 1 ? others.front().name : "another", percent(share));
}

std::string confusion_sentence(const Parameter& choice, double ordered) {
    const std::vector<BuiltInstead> others = built_instead(choice, place_of(choice, ordered));
    if (others.empty()) return "";
    std::string what;
    if (others.size() > most_named && is_equal(choice)) {
        what = fmt::format("each of the {} others is built in {}", others.size(), percent(others.front().share));
    } else {
        for (std::size_t i = 0; i < others.size(); ++i) {
            what += fmt::format("{}{}{} in {}",
                                i == 0                   ? ""
                                : i + 1 == others.size() ? " and "
                                                         : ", ",
                                others[i].name, i == 0 ? " is built" : "", percent(others[i].share));
        }
    }
    return fmt::format("Where {} is ordered as {}, {} of the builds.", choice_at(choice, ordered), choice.name, what);
}

std::string confusion_text(const Parameter& choice) {
    if (choice.confusion.empty()) return "";
    if (is_equal(choice)) return fmt::format("another one in {}", percent(1 - choice.confusion[0][0]));
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < choice.choices.size(); ++i) {
        for (std::size_t j = 0; j < choice.choices.size(); ++j) {
            const double there = choice.confusion[i][j];
            const double back = choice.confusion[j][i];
            if (i == j || there == 0 || (there == back && j < i)) continue;
            pairs.push_back(fmt::format("{} {} {} in {}", choice.choices[i], there == back ? "and" : "as",
                                        choice.choices[j], percent(there)));
        }
    }
    return fmt::format("{}", fmt::join(pairs, ", "));
}

}  // namespace sweetspot
