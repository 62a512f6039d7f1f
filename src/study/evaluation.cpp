#include "sweetspot/study/evaluator.hpp"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

constexpr std::array<std::pair<FailureKind, std::string_view>, 11> kinds = {{
    {FailureKind::not_started, "not-started"},
    {FailureKind::exit_status, "exit-status"},
    {FailureKind::signal, "signal"},
    {FailureKind::timeout, "timeout"},
    {FailureKind::no_results_file, "no-results-file"},
    {FailureKind::unparsable, "unparsable"},
    {FailureKind::not_finite, "not-finite"},
    {FailureKind::reported, "reported"},
    {FailureKind::out_of_memory, "out-of-memory"},
    {FailureKind::lost, "lost"},
    {FailureKind::cancelled, "cancelled"},
}};

}  // namespace

std::string_view to_string(FailureKind kind) {
    for (const auto& [value, name] : kinds) {
        if (value == kind) return name;
    }
    throw std::logic_error("to_string: a FailureKind without a name");
}

FailureKind failure_kind_named(std::string_view name) {
    std::vector<std::string> known;
    for (const auto& [value, word] : kinds) {
        if (word == name) return value;
        known.emplace_back(word);
    }
    throw std::invalid_argument(unknown_name("kind of failure", name, known));
}

}  // namespace sweetspot
