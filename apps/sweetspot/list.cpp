#include "apps/sweetspot/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <variant>

#include "base/json_text.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::app {
namespace {

struct ListedFamily {
    std::string name;
    std::vector<MemberDescription> members;
};

std::string_view summary_of(Norm norm) {
    switch (norm) {
        case Norm::one:
            return "cross-polytope: the deviations, in units of their tolerances, add up to at most 1";
        case Norm::two:
            return "ellipsoid: the squares of the deviations, in units of their tolerances, add up to at most 1";
        case Norm::infinity:
            return "box: every deviation is within its own tolerance";
    }
    throw std::logic_error("list: a norm has no summary");
}

template <class Members>
std::vector<MemberDescription> described(const Members& family) {
    return {family.members().begin(), family.members().end()};
}

std::vector<ListedFamily> families() {
    std::vector<MemberDescription> norms;
    for (const std::string& name : norm_names()) norms.push_back({name, std::string(summary_of(norm_named(name)))});
    return {
        {"problems", described(problem_family())},
        {"methods", described(method_family())},
        {"sampling", described(sampling_rule_family())},
        {"kernels", described(kernel_family())},
        {"measures", described(measure_family())},
        {"norms", norms},
        {"maximisers", described(maximiser_family())},
        {"designs", described(initial_design_family())},
        {"laws", described(law_family())},
        {"models", {{"gaussian-process", "what every method with a model learns from the values", model_settings()}}},
    };
}

const MemberDescription& member_of(const ListedFamily& family, const std::string& name) {
    std::vector<std::string> known;
    for (const MemberDescription& member : family.members) {
        if (member.name == name) return member;
        known.push_back(member.name);
    }
    throw std::invalid_argument(fmt::format("sweetspot list: {}", unknown_name("name in " + family.name, name, known)));
}

/// Rows of words in columns; the last is as long as it likes.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        text += " ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += i + 1 == row.size() ? " " + row[i] : fmt::format(" {:<{}} ", row[i], widths[i]);
        }
        text += "\n";
    }
    return text;
}

std::string table(const std::vector<ListedFamily>& chosen) {
    std::string text;
    for (const ListedFamily& family : chosen) {
        std::vector<std::vector<std::string>> rows;
        for (const MemberDescription& member : family.members) rows.push_back({member.name, member.summary});
        text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", family.name, aligned(rows));
    }
    return text;
}

std::string table(const MemberDescription& member) {
    std::string text = fmt::format("{}: {}\n", member.name, member.summary);
    if (member.settings.empty()) return text + "It has no settings.\n";
    std::vector<std::vector<std::string>> rows = {{"setting", "if left out", "allowed", "meaning"}};
    for (const Setting& setting : member.settings) {
        rows.push_back({setting.name, setting.shown_standard(), setting.allowed(), setting.summary});
    }
    return text + aligned(rows);
}

Json json_of(const Setting& setting) {
    Json standard = nullptr;
    if (setting.standard) std::visit([&](const auto& value) { standard = value; }, *setting.standard);
    return {{"name", setting.name},
            {"summary", setting.summary},
            {"default", standard},
            {"if_left_out", setting.shown_standard()},
            {"allowed", setting.allowed()}};
}

Json json_of(const MemberDescription& member) {
    Json settings = Json::array();
    for (const Setting& setting : member.settings) settings.push_back(json_of(setting));
    return {{"name", member.name}, {"summary", member.summary}, {"settings", settings}};
}

std::string json(const std::vector<ListedFamily>& chosen) {
    Json result = Json::object();
    for (const ListedFamily& family : chosen) {
        Json& members = result[family.name] = Json::array();
        for (const MemberDescription& member : family.members) members.push_back(json_of(member));
    }
    return write_json(result) + "\n";
}

}  // namespace

std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const ListedFamily& family : families()) names.push_back(family.name);
    return names;
}

const std::vector<std::string>& list_formats() {
    static const std::vector<std::string> formats = {"table", "json"};
    return formats;
}

void list(const ListOptions& options, std::ostream& out) {
    std::vector<ListedFamily> chosen = families();
    const bool as_json = options.format == "json";
    if (!options.family.empty()) {
        std::erase_if(chosen, [&](const ListedFamily& family) { return family.name != options.family; });
    }
    if (options.member.empty()) {
        out << (as_json ? json(chosen) : table(chosen));
        return;
    }
    const MemberDescription& member = member_of(chosen.front(), options.member);
    out << (as_json ? write_json(json_of(member)) + "\n" : table(member));
}

}  // namespace sweetspot::app
