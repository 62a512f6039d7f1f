#include "search/read_limits.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/check.hpp"
#include "search/read_description.hpp"

namespace sweetspot {
namespace {

std::string key_of_limits(const DocumentTable& file) {
    if (file.has("limit") && file.has("limits")) {
        file.refuse("limits", "there is \"limit\" as well; give one of them");
    }
    return file.has("limits") ? "limits" : "limit";
}

std::string name_in(const DocumentTable& table, const SearchDescription& search) {
    // What else stands beside an output in a result, an observation or a table of trials.
    constexpr std::array taken = {"number", "state", "source", "failure", "error", "standard_error", "x"};
    const auto of = table.text("of");
    if (!of) table.refuse("of", "it is missing; name the output that is limited, e.g. of = \"stress\"");
    table.at("of", [&] {
        check_plain_name(*of);
        require(std::find(taken.begin(), taken.end(), *of) == taken.end(),
                "an output cannot be called \"{}\", for something else is; give it another name", *of);
        const bool is_parameter = std::any_of(search.parameters.begin(), search.parameters.end(),
                                              [&](const DescribedParameter& p) { return p.parameter.name == *of; });
        require(!is_parameter, "\"{}\" is a parameter, whose limits are its bounds; name an output", *of);
    });
    return *of;
}

/// for = "worst", "centre" or a probability.
void read_for(const DocumentTable& table, Limit& limit) {
    if (table.holds_number("for")) {
        limit.what = Limit::For::share;
        limit.share = table.number("for").value();
        table.at("for", [&] {
            require(limit.share > 0 && limit.share < 1,
                    "it is {}; a probability must be above 0 and below 1 (\"worst\" is for the whole region)",
                    limit.share);
        });
        return;
    }
    const std::string word = table.text("for").value_or("worst");
    table.at("for", [&] {
        require(word == "worst" || word == "centre",
                "it is \"{}\"; it must be \"worst\" (the whole region), \"centre\", or a probability such as 0.99",
                word);
    });
    if (word == "centre") limit.what = Limit::For::centre;
}

Limit limit_in(const DocumentTable& table, const SearchDescription& search) {
    Limit limit;
    limit.of = name_in(table, search);
    const auto most = table.number("at_most");
    const auto least = table.number("at_least");
    if (most && least) {
        table.refuse("at_least", "there is at_most as well; give one of them, and the other in a [[limit]] of its own");
    }
    table.ignore("for");
    if (!most && !least) table.refuse_unknown();  // a misspelt one
    if (!most && !least) table.refuse("at_most", "it is missing; give at_most or at_least, e.g. at_most = 250");
    limit.side = most ? Limit::Side::at_most : Limit::Side::at_least;
    limit.bound = most ? *most : *least;
    read_for(table, limit);
    table.refuse_unknown();
    return limit;
}

}  // namespace

std::vector<Limit> read_limits(const DocumentTable& file, const SearchDescription& search) {
    const std::string key = key_of_limits(file);
    for (const char* known : {"limit", "limits"}) file.ignore(known);
    std::vector<Limit> limits;
    for (const DocumentTable& table : file.tables(key)) {
        limits.push_back(limit_in(table, search));
        table.at("of", [&] { check_limits(limits); });
    }
    if (limits.empty()) return limits;
    file.at(key, [&] {
        require(method_of(search)->knows_limits(),
                "the method {} knows no limits on other outputs; use alternating or bayesian-robust-search",
                search.method.name);
    });
    return limits;
}

void refuse_limits_of(const DocumentTable& file, const std::vector<std::string>& names, std::string_view sentence) {
    for (const DocumentTable& table : file.tables(key_of_limits(file))) {
        const auto of = table.text("of");
        if (of && std::find(names.begin(), names.end(), *of) != names.end()) {
            table.refuse("of", fmt::format("\"{}\": {}", *of, sentence));
        }
    }
}

}  // namespace sweetspot
