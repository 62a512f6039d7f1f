#include "apps/sweetspot/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "base/json_text.hpp"
#include "sweetspot/base/names.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot::app {
namespace {

struct Member {
    std::string name;
    std::string summary;
};

struct Family {
    std::string name;
    std::vector<Member> members;
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

template <class Pointer>
std::vector<Member> members_of(const std::vector<Pointer>& objects) {
    std::vector<Member> result;
    result.reserve(objects.size());
    for (const Pointer& object : objects)
        result.push_back({std::string(object->name()), std::string(object->summary())});
    return result;
}

std::vector<Family> families() {
    std::vector<Member> listed_methods;
    for (const ListedMethod& method : methods()) listed_methods.push_back({method.name, method.summary});
    std::vector<Member> norms;
    for (const std::string& name : norm_names()) norms.push_back({name, std::string(summary_of(norm_named(name)))});
    return {
        {"problems", members_of(benchmarks())},     {"methods", listed_methods},
        {"sampling", members_of(sampling_rules())}, {"kernels", members_of(kernels())},
        {"measures", members_of(qualities())},      {"norms", norms},
    };
}

std::string table(const std::vector<Family>& chosen) {
    std::string text;
    for (const Family& family : chosen) {
        std::size_t width = 0;
        for (const Member& member : family.members) width = std::max(width, member.name.size());
        text += fmt::format("{}{}\n", text.empty() ? "" : "\n", family.name);
        for (const Member& member : family.members) {
            text += fmt::format("  {:<{}}  {}\n", member.name, width, member.summary);
        }
    }
    return text;
}

std::string json(const std::vector<Family>& chosen) {
    Json result = Json::object();
    for (const Family& family : chosen) {
        Json& members = result[family.name] = Json::array();
        for (const Member& member : family.members) {
            members.push_back({{"name", member.name}, {"summary", member.summary}});
        }
    }
    return write_json(result) + "\n";
}

}  // namespace

std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const Family& family : families()) names.push_back(family.name);
    return names;
}

const std::vector<std::string>& list_formats() {
    static const std::vector<std::string> formats = {"table", "json"};
    return formats;
}

void list(const ListOptions& options, std::ostream& out) {
    std::vector<Family> chosen = families();
    if (!options.family.empty()) {
        std::erase_if(chosen, [&](const Family& family) { return family.name != options.family; });
    }
    out << (options.format == "json" ? json(chosen) : table(chosen));
}

}  // namespace sweetspot::app
