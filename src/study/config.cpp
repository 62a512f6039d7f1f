#include "sweetspot/study/config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/document.hpp"
#include "base/one_line.hpp"
#include "process/arguments.hpp"
#include "search/read_description.hpp"
#include "search/read_limits.hpp"
#include "study/resources.hpp"
#include "study/slurm_words.hpp"
#include "study/store_kinds.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

constexpr std::int64_t most_parallel = 1024;

/// on_failure = "avoid" or on_failure = 3, as one might think that it is written.
void refuse_word_for_failure(const DocumentTable& table) {
    const std::string form = table.is_json() ? R"({{"retry": {}, "then": "{}"}})" : "{{ retry = {}, then = \"{}\" }}";
    if (table.holds_text("on_failure")) {
        const std::vector<std::string> known = {"avoid", "skip", "stop"};
        const std::string word = table.text("on_failure").value();
        const bool is_known = std::ranges::find(known, word) != known.end();
        const std::string meant = is_known ? word : closest_name(word, known);
        table.refuse("on_failure", fmt::format("it is \"{}\"; say how often to retry as well, {}", word,
                                               fmt::format(fmt::runtime(form), 0, meant.empty() ? known[0] : meant)));
    }
    if (table.holds_number("on_failure")) {
        const double count = table.number("on_failure").value();
        table.refuse("on_failure",
                     fmt::format("it is {}; say what to do then as well, {}", count,
                                 fmt::format(fmt::runtime(form), count >= 0 ? std::floor(count) : 0, "avoid")));
    }
}

RunOn run_on_of(const DocumentTable& table) {
    const std::string where = one_of(table, "run_on", {"here", "slurm", "workers"});
    return where == "slurm" ? RunOn::slurm : where == "workers" ? RunOn::workers : RunOn::here;
}

ObjectiveConfig objective_of(const DocumentTable& table) {
    ObjectiveConfig objective;
    objective.command = table.texts("command").value_or(std::vector<std::string>());
    if (table.has("command")) table.at("command", [&] { process::check_command(objective.command); });
    objective.format = one_of(table, "format", {"json", "numbers"});
    objective.minimise = table.text("minimise").value_or(objective.minimise);
    table.at("minimise", [&] {
        require(!objective.minimise.empty() && objective.minimise != "error" && objective.minimise != "standard_error",
                "it is \"{}\"; give the name of the number that is minimised, as the command prints it",
                objective.minimise);
    });
    objective.timeout = table.number("timeout");
    table.at("timeout", [&] {
        require(!objective.timeout || *objective.timeout > 0, "it is {} seconds; it must be above 0",
                objective.timeout.value_or(0));
    });
    objective.limit = table.number("limit");
    objective.label = words_of(table, "label");
    objective.unit = words_of(table, "unit");
    objective.run_on = run_on_of(table);
    objective.parallel = table.whole("parallel", 1, most_parallel).value_or(1);
    objective.resources = read_resources(table);
    objective.keep = one_of(table, "keep", {"failed", "all"});
    refuse_word_for_failure(table);
    const DocumentTable failure = table.table("on_failure");
    objective.retry = failure.whole("retry", 0, 1000).value_or(0);
    const std::string then = one_of(failure, "then", {"avoid", "skip", "stop"});
    objective.then = then == "avoid" ? AfterFailure::avoid : then == "skip" ? AfterFailure::skip : AfterFailure::stop;
    failure.refuse_unknown();
    table.refuse_unknown();
    return objective;
}

/// stop_when = 0.5, "1%" or "1% of the range"; or a table with improvement_below.
void read_stop(const DocumentTable& table, BudgetConfig& budget) {
    if (table.holds_text("stop_when")) {
        const std::string text = table.text("stop_when").value();
        budget.stop_when = table.at("stop_when", [&] { return gain_limit_from(text); });
        return;
    }
    if (table.holds_number("stop_when")) {
        const double amount = table.number("stop_when").value();
        table.at("stop_when", [&] { require(amount >= 0, "it is {}; it must be at least 0", amount); });
        budget.stop_when = GainLimit{amount};
        return;
    }
    const DocumentTable stop = table.table("stop_when");
    budget.improvement_below = stop.number("improvement_below");
    stop.at("improvement_below", [&] {
        require(!budget.improvement_below || *budget.improvement_below >= 0, "it is {}; it must be at least 0",
                budget.improvement_below.value_or(0));
    });
    budget.for_suggestions = stop.whole("for", 1, most_evaluations).value_or(budget.for_suggestions);
    if (stop.has("for") && !budget.improvement_below) {
        stop.refuse("for", "it needs improvement_below; say below how much of an improvement to stop");
    }
    stop.refuse_unknown();
}

BudgetConfig budget_of(const DocumentTable& table) {
    BudgetConfig budget;
    budget.hours = table.number("hours");
    // Who gives hours alone wants all that fit into them.
    budget.evaluations =
        table.whole("evaluations", 1, most_evaluations).value_or(budget.hours ? most_evaluations : budget.evaluations);
    table.at("hours", [&] {
        require(!budget.hours || *budget.hours > 0, "it is {}; it must be above 0", budget.hours.value_or(0));
    });
    read_stop(table, budget);
    if (const auto verify = table.whole("verify", 0, most_evaluations)) {
        budget.verify = *verify;
        table.at("verify", [&] {
            require(*verify < budget.evaluations,
                    "it is {} of {} evaluations; it must be less, so that there is an answer to verify", *verify,
                    budget.evaluations);
        });
    }
    table.refuse_unknown();
    return budget;
}

}  // namespace

std::string_view to_string(RunOn where) {
    switch (where) {
        case RunOn::slurm:
            return "slurm";
        case RunOn::workers:
            return "workers";
        default:
            return "here";
    }
}

std::string_view to_string(AfterFailure after) {
    switch (after) {
        case AfterFailure::avoid:
            return "avoid";
        case AfterFailure::skip:
            return "skip";
        default:
            return "stop";
    }
}

GainLimit gain_limit_from(std::string_view text) {
    std::string_view number = text;
    constexpr std::string_view of_the_range = "of the range";
    if (number.ends_with(of_the_range)) number.remove_suffix(of_the_range.size());
    while (number.ends_with(' ')) number.remove_suffix(1);
    const bool percent = number.ends_with('%');
    if (percent) number.remove_suffix(1);
    while (number.ends_with(' ')) number.remove_suffix(1);
    double amount = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), amount);
    const bool is_number = error == std::errc() && rest == number.data() + number.size() && std::isfinite(amount);
    require(
        percent && is_number && amount > 0 && amount < 100,
        "it is \"{}\"; it must be a share of the range of the values above 0% and below 100%, as \"1% of the range\", "
        "or a number in the unit of the value",
        text);
    return {amount / 100, GainLimit::Of::range};
}

StudyConfig read_study(std::string_view text, const std::string& where, const std::filesystem::path& folder) {
    const DocumentTable file =
        where.ends_with(".json") ? DocumentTable::json(text, where) : DocumentTable::toml(text, where);
    const DocumentTable study = file.table("study");
    StudyConfig config;
    config.folder = folder;
    config.text = text;
    config.file = where;
    const auto name = study.text("name");
    if (!name) study.refuse("name", "it is missing; give the study a name, name = \"…\" under [study]");
    check_name(study, *name);
    config.name = *name;
    config.description = words_of(study, "description");
    config.notes = study.text("notes").value_or("");
    const std::string storage = study.text("storage").value_or("sqlite:///" + config.file_name() + ".db");
    config.storage = study.at("storage", [&] { return storage_from(storage, config.name, folder); });
    const auto seed = study.seed("seed");
    study.refuse_unknown();
    static_cast<SearchDescription&>(config) = read_search(file);
    if (seed && file.has("seed")) study.refuse("seed", "there is a seed outside [study] as well; give one of them");
    if (seed) config.seed = *seed;
    config.objective = objective_of(file.table("objective"));
    if (config.objective.run_on == RunOn::workers && config.storage.kind == "memory") {
        file.table("objective")
            .refuse("run_on",
                    "it is \"workers\", which are other programs, and none of them can see a study in memory; give "
                    "another storage under [study]");
    }
    if (config.largest_within) config.objective.limit = config.largest_within;
    const std::string own_limit = "it is what is minimised; give its limit under [objective], limit = …";
    refuse_limits_of(file, {config.objective.minimise}, own_limit);
    refuse_limits_of(file, {"value"},
                     config.objective.minimise == "value"
                         ? own_limit
                         : fmt::format("it is the column of what is minimised, \"{}\"; name the output otherwise",
                                       config.objective.minimise));
    config.slurm = slurm_of(file, config.objective);
    config.budget = budget_of(file.table("budget"));
    if (config.largest_within && file.table("budget").has("stop_when")) {
        file.table("budget").refuse(
            "stop_when", "what further evaluations can bring to the largest region is not known; leave it out");
    }
    file.refuse_unknown();
    return config;
}

std::string StudyConfig::file_name() const {
    std::string result = name;
    std::ranges::replace_if(
        result, [](char c) { return c == '/' || c == '\\'; }, '-');
    return result;
}

const std::vector<std::string>& reserved_names() {
    static const std::vector<std::string> names = {"number",         "state",   "source", "value",
                                                   "standard_error", "failure", "reason", "seconds"};
    return names;
}

void require_free_names(const StudyConfig& config) {
    const auto check = [](std::string_view what, const std::string& name) {
        require(std::ranges::find(reserved_names(), name) == reserved_names().end(),
                "{} is called \"{}\", as a column of every table of trials is; give it another name, e.g. \"{}_1\"",
                what, name, name);
    };
    for (const StudyParameter& p : config.parameters) check("a parameter", p.parameter.name);
    for (const std::string& output : outputs_of(config.limits)) check("an output with a limit", output);
}

Index verifications(const StudyConfig& config) {
    constexpr Index usual = 5;
    constexpr Index enough_evaluations = 30;
    if (is_exact(config)) return 0;
    const Index evaluations = config.budget.evaluations;
    return std::min(config.budget.verify.value_or(evaluations >= enough_evaluations ? usual : 0), evaluations - 1);
}

}  // namespace sweetspot
