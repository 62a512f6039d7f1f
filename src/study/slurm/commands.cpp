#include "study/slurm/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "process/arguments.hpp"
#include "process/excerpt.hpp"
#include "study/slurm/states.hpp"

namespace sweetspot::slurm {
namespace {

std::string found(const std::string& name) {
    const std::filesystem::path program = process::find_program(name, "/");
    if (program.empty()) {
        throw std::invalid_argument(
            fmt::format("no program \"{}\" in PATH, which run_on = \"slurm\" needs; run this on a machine that submits "
                        "jobs, or install Slurm's commands (Debian: slurm-client)",
                        name));
    }
    return program.string();
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// In Slurm's words, when nobody answers or the answer was lost.
constexpr std::array<std::string_view, 15> away_words = {"Unable to contact slurm controller",
                                                         "Socket timed out",
                                                         "Connection refused",
                                                         "Connection reset",
                                                         "Connection timed out",
                                                         "in standby mode",
                                                         "Zero Bytes were",
                                                         "temporarily unavailable",
                                                         "Unable to contact",
                                                         "Transport endpoint is not connected",
                                                         "Munge",
                                                         "authentication error",
                                                         "DNS SRV lookup failed",
                                                         "Could not establish a configuration source",
                                                         "Unable to resolve"};

/// … when it is too much at the moment.
constexpr std::array<std::string_view, 7> limit_words = {
    "job submit limit",      "MaxSubmit",     "temporarily unable to accept job",
    "Job rate limit",        "too many jobs", "Reached",
    "maximum number of jobs"};

bool has_one_of(std::string_view text, const auto& words) {
    return std::ranges::any_of(words, [&](std::string_view part) { return contains(text, part); });
}

/// "sbatch: error: Batch job submission failed: why" without the command's name.
std::string_view without_prefix(std::string_view line) {
    for (const std::string_view word : {"error: ", "Batch job submission failed: "}) {
        const std::size_t at = line.find(word);
        if (at != std::string_view::npos) line.remove_prefix(at + word.size());
    }
    return line;
}

}  // namespace

Commands find_commands() {
    return {found("sbatch"), found("squeue"), found("scancel"), found("sinfo")};
}

std::vector<std::string> submission(const Commands& commands, const SlurmConfig& config, const JobRequest& job) {
    std::vector<std::string> words = {commands.sbatch,         "--parsable",          "--job-name=" + job.name,
                                      "--chdir=" + job.folder, "--output=" + job.log, "--error=" + job.log,
                                      "--open-mode=append"};
    if (job.array > 0) words.push_back(fmt::format("--array=1-{}", job.array));
    if (!config.partition.empty()) words.push_back("--partition=" + config.partition);
    if (!config.account.empty()) words.push_back("--account=" + config.account);
    if (!config.time.empty()) words.push_back("--time=" + config.time);
    if (!config.memory.empty()) words.push_back("--mem=" + config.memory);
    if (config.cpus) words.push_back(fmt::format("--cpus-per-task={}", *config.cpus));
    // Of two options --exclude sbatch would take the last one only.
    std::string excluded = fmt::format("{}", fmt::join(job.exclude, ","));
    constexpr std::string_view exclude = "--exclude=";
    constexpr std::string_view shortly = "-x";
    for (const std::string& argument : config.arguments) {
        const bool excludes = argument.starts_with(exclude) || argument.starts_with(shortly);
        words.push_back(excludes && !excluded.empty() ? fmt::format("{},{}", argument, excluded) : argument);
        if (excludes) excluded.clear();
    }
    if (!excluded.empty()) words.push_back(std::string(exclude) + excluded);
    words.insert(words.end(), job.script.begin(), job.script.end());
    return words;
}

std::vector<std::string> listing(const Commands& commands) {
    return {commands.squeue,
            "--noheader",
            "--states=all",
            "--array",
            fmt::format("--user={}", getuid()),
            fmt::format("--format={}", listing_format)};
}

std::vector<std::string> cancellation(const Commands& commands, const std::vector<std::string>& jobs) {
    std::vector<std::string> words = {commands.scancel, "--quiet"};
    words.insert(words.end(), jobs.begin(), jobs.end());
    return words;
}

std::vector<std::string> cancellation_by_name(const Commands& commands, const std::string& name) {
    return {commands.scancel, "--quiet", fmt::format("--user={}", getuid()), "--name=" + name};
}

std::vector<std::string> node_listing(const Commands& commands, const SlurmConfig& config) {
    std::vector<std::string> words = {commands.sinfo, "--noheader", "--Node", "--format=%N"};
    if (!config.partition.empty()) words.push_back("--partition=" + config.partition);
    return words;
}

std::string job_in_answer(std::string_view out) {
    const std::size_t digits = std::min(out.find_first_not_of("0123456789"), out.size());
    return std::string(out.substr(0, digits));
}

Refusal refusal_in(const CallResult& result) {
    if (result.exit_status < 0 || has_one_of(result.err, away_words)) return Refusal::away;
    return has_one_of(result.err, limit_words) ? Refusal::limits : Refusal::wrong;
}

std::string words_in(const CallResult& result) {
    std::string_view text = result.err;
    std::string words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = without_prefix(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || contains(line, "--help")) continue;
        if (!words.empty()) words += "; ";
        words += line;
    }
    if (words.empty() && result.exit_status < 0) words = fmt::format("no answer in {:.0f} seconds", result.seconds);
    return words.empty() ? fmt::format("exit status {}", result.exit_status) : process::excerpt(words);
}

}  // namespace sweetspot::slurm
