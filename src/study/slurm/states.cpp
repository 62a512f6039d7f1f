#include "study/slurm/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace sweetspot::slurm {
namespace {

constexpr std::array<std::pair<std::string_view, JobState>, 9> known_states = {{
    {"COMPLETED", JobState::ended},
    {"FAILED", JobState::ended},
    {"CANCELLED", JobState::ended},
    {"TIMEOUT", JobState::timed_out},
    {"DEADLINE", JobState::timed_out},
    {"OUT_OF_MEMORY", JobState::out_of_memory},
    {"PREEMPTED", JobState::interrupted},
    {"NODE_FAIL", JobState::interrupted},
    {"BOOT_FAIL", JobState::interrupted},
}};

/// A job that waits with this reason is held for good: Slurm could not start it where it wanted to.
constexpr std::string_view held_after_failure = "launch failed";

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<ListedJob> job_in(std::string_view line) {
    std::array<std::string_view, 5> fields;
    for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
        const std::size_t bar = line.find('|');
        if (bar == std::string_view::npos) return std::nullopt;
        fields.at(i) = line.substr(0, bar);
        line.remove_prefix(bar + 1);
    }
    const auto& [id, state, reason, nodes, unused] = fields;
    if (!is_number(id) || state.empty()) return std::nullopt;
    ListedJob job = {.id = std::string(id),
                     .state = job_state_named(state),
                     .word = std::string(state),
                     .nodes = std::string(nodes),
                     .name = std::string(line)};
    if (!reason.empty() && reason != "None") job.word += fmt::format(", {}", reason);
    if (job.state == JobState::alive && reason.find(held_after_failure) != std::string_view::npos) {
        job.state = JobState::held;
    }
    return job;
}

}  // namespace

JobState job_state_named(std::string_view word) {
    const std::string_view first = word.substr(0, word.find_first_of(" +"));
    const auto found = std::ranges::find(known_states, first, &std::pair<std::string_view, JobState>::first);
    return found == known_states.end() ? JobState::alive : found->second;
}

std::optional<std::vector<ListedJob>> read_listing(std::string_view text) {
    std::vector<ListedJob> jobs;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) continue;
        auto job = job_in(line);
        if (!job) return std::nullopt;
        jobs.push_back(std::move(*job));
    }
    return jobs;
}

std::optional<JobState> state_in_log(std::string_view end_of_log) {
    const auto says = [&](std::string_view words) { return end_of_log.find(words) != std::string_view::npos; };
    if (says("DUE TO TIME LIMIT")) return JobState::timed_out;
    if (says("DUE TO JOB REQUEUE") || says("DUE TO PREEMPTION") || says("DUE TO NODE FAILURE")) {
        return JobState::interrupted;
    }
    if (says("exceeded memory limit") || says("Exceeded job memory limit") || says("oom-kill") || says("oom_kill") ||
        says("Out Of Memory")) {
        return JobState::out_of_memory;
    }
    return std::nullopt;
}

}  // namespace sweetspot::slurm
