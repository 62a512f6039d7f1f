#include "study/resources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "base/byte_text.hpp"
#include "base/check.hpp"
#include "base/number_text.hpp"

namespace sweetspot {
namespace {

constexpr Index most_nice = 19;
constexpr double least_memory = 1e6;  // less than any program needs to start, so a unit was forgotten
constexpr Index most_cpu_time = 1'000'000'000;

void check_memory(double bytes) {
    require(std::isfinite(bytes) && bytes >= least_memory,
            "it is {}; it must be at least 1 MB, and may have a unit, as \"2 GiB\"", bytes_text(bytes));
}

std::optional<double> memory_of(const DocumentTable& table) {
    table.ignore("memory");  // what is wrong with it is told here
    if (!table.has("memory")) return std::nullopt;
    double bytes = 0;
    if (table.holds_text("memory")) {
        const std::string text = table.text("memory").value();
        bytes = table.at("memory", [&] { return bytes_from(text); });
    } else {
        bytes = table.number("memory").value();
    }
    table.at("memory", [&] { check_memory(bytes); });
    return bytes;
}

}  // namespace

EvaluationResources read_resources(const DocumentTable& objective) {
    EvaluationResources resources;
    resources.nice = objective.whole("nice", 0, most_nice).value_or(0);
    resources.memory = memory_of(objective);
    if (const auto seconds = objective.whole("cpu_time", 1, most_cpu_time)) {
        resources.cpu_time = static_cast<double>(*seconds);
    }
    return resources;
}

void check_resources(const EvaluationResources& resources) {
    require(resources.nice >= 0 && resources.nice <= most_nice, "nice: it is {}; it must be from 0 to {}",
            resources.nice, most_nice);
    const double seconds = resources.cpu_time.value_or(1);
    require(std::isfinite(seconds) && seconds >= 1, "cpu_time: it is {} seconds; it must be finite and at least 1",
            seconds);
    try {
        if (resources.memory) check_memory(*resources.memory);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("memory: {}", error.what()));
    }
}

std::string resources_text(const EvaluationResources& resources) {
    std::vector<std::string> parts;
    if (resources.nice > 0) parts.push_back(fmt::format("nice {}", resources.nice));
    if (resources.memory) parts.push_back(fmt::format("at most {} of memory", bytes_text(*resources.memory)));
    if (resources.cpu_time)
        parts.push_back(fmt::format("at most {} s of processor time", number_text(*resources.cpu_time)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace sweetspot
