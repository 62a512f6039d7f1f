#include "study/slurm_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "search/read_description.hpp"

namespace sweetspot {
namespace {

constexpr std::int64_t most_cpus = 1000000;
constexpr std::int64_t most_pilots = 10000;
constexpr double shortest_look = 1;
constexpr double longest_look = 3600;

/// What the program gives sbatch itself, and finds jobs again by.
constexpr std::array<std::string_view, 18> taken_arguments = {
    "--job-name", "-J",     "--output",    "-o",         "--error", "-e",      "--array", "-a",          "--parsable",
    "--wait",     "--wrap", "--open-mode", "--clusters", "-M",      "--chdir", "-D",      "--test-only", "-W"};

bool is_given(const std::string& argument, std::string_view name) {
    if (!name.starts_with("--")) return argument.starts_with(name);
    // A long option may be shortened.
    const std::string_view given = std::string_view(argument).substr(0, argument.find('='));
    return given.size() > std::string_view("--").size() && name.starts_with(given);
}

/// A word that sbatch takes for the value of an option; it must not be taken for another option.
std::string value_of(const DocumentTable& table, const std::string& key, std::string_view example) {
    std::string given = words_of(table, key);
    if (!table.has(key)) return given;
    table.at(key, [&] {
        require(!given.empty() && !given.starts_with('-') && given.find(' ') == std::string::npos,
                "it is \"{}\"; it must be one word as sbatch takes it, e.g. \"{}\"", given, example);
    });
    return given;
}

std::vector<std::string> arguments_of(const DocumentTable& table) {
    std::vector<std::string> arguments = table.texts("arguments").value_or(std::vector<std::string>());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string trouble = trouble_with_sbatch_option(arguments[i]);
        if (!trouble.empty()) table.refuse_item("arguments", i, trouble);
    }
    return arguments;
}

}  // namespace

std::string trouble_with_sbatch_option(const std::string& argument) {
    if (!argument.starts_with('-') || argument.find('\0') != std::string::npos) {
        return fmt::format(
            "it is \"{}\"; it must be an option of sbatch with its value in one text, e.g. "
            "\"--constraint=fast\"",
            argument);
    }
    const bool taken =
        std::ranges::any_of(taken_arguments, [&](std::string_view name) { return is_given(argument, name); });
    if (!taken) return "";
    return fmt::format(
        "it is \"{}\", which sweetspot says to sbatch itself, or which would hide its jobs from it; leave it out",
        argument);
}

SlurmConfig slurm_of(const DocumentTable& file, const ObjectiveConfig& objective) {
    const DocumentTable table = file.table("slurm");
    if (objective.run_on != RunOn::slurm) {
        if (file.has("slurm")) {
            file.refuse("slurm",
                        fmt::format("the objective runs on \"{}\", so no jobs are asked of Slurm; write run_on = "
                                    "\"slurm\" under [objective], or leave the table out",
                                    to_string(objective.run_on)));
        }
        return {};
    }
    SlurmConfig slurm;
    slurm.partition = value_of(table, "partition", "main");
    slurm.account = value_of(table, "account", "project7");
    slurm.time = value_of(table, "time", "02:00:00");
    slurm.memory = value_of(table, "memory", "4G");
    if (const auto cpus = table.whole("cpus", 1, most_cpus)) slurm.cpus = *cpus;
    slurm.arguments = arguments_of(table);
    slurm.pilots = table.whole("pilots", 0, most_pilots).value_or(0);
    slurm.look_every = table.number("look_every").value_or(slurm.look_every);
    table.at("look_every", [&] {
        require(slurm.look_every >= shortest_look && slurm.look_every <= longest_look,
                "it is {} seconds; it must be {} to {}, for a controller that is asked all the time has no time for "
                "jobs",
                slurm.look_every, shortest_look, longest_look);
    });
    table.refuse_unknown();
    return slurm;
}

}  // namespace sweetspot
