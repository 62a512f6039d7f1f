#include "sweetspot/study/config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/toml_table.hpp"
#include "process/arguments.hpp"
#include "study/store_kinds.hpp"
#include "sweetspot/base/names.hpp"
#include "sweetspot/base/one_line.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

constexpr std::int64_t most_parallel = 1024;
constexpr std::size_t most_parameters = 1000;  // as of a Space, before each is compared with each
/// Beyond it not every whole number is a double.
constexpr double largest_whole = 9007199254740992;

std::string one_of(const TomlTable& table, const std::string& key, const std::vector<std::string>& known) {
    const std::string given = table.text(key).value_or(known.front());
    if (std::find(known.begin(), known.end(), given) == known.end()) {
        table.refuse(key, unknown_name(key, given, known));
    }
    return given;
}

void check_name(const TomlTable& table, const std::string& name) {
    table.at("name", [&] {
        require(!name.empty() && name.find_first_of("/\\\",") == std::string::npos && !has_control_character(name),
                "\"{}\" cannot be used; give a name without slashes, commas, quotes, line breaks and the like", name);
    });
}

std::pair<double, double> bounds_of(const TomlTable& table) {
    const auto bounds = table.numbers("bounds");
    if (!bounds)
        table.refuse("bounds", "they are missing; give the least and the greatest value, e.g. bounds = [1, 10]");
    table.at("bounds", [&] {
        require(bounds->size() == 2, "{} numbers; give the least and the greatest value", bounds->size());
        require((*bounds)[0] < (*bounds)[1], "they are [{}, {}]; the first must be less than the second", (*bounds)[0],
                (*bounds)[1]);
    });
    return {(*bounds)[0], (*bounds)[1]};
}

RegionTolerance tolerance_of(const TomlTable& table, const std::string& name) {
    if (!table.has("tolerance")) {
        table.refuse("tolerance",
                     fmt::format("it is missing for \"{}\"; give ± in its own unit, e.g. 0.2, or of the nominal "
                                 "value, e.g. \"5%\"; 0 if it is built exactly",
                                 name));
    }
    if (table.holds_text("tolerance")) {
        const std::string text = table.text("tolerance").value();
        return table.at("tolerance", [&] { return tolerance_from(text, name); });
    }
    const double amount = table.number("tolerance").value();
    table.at("tolerance", [&] { require(amount >= 0, "it is {}; it must be at least 0 (0: built exactly)", amount); });
    return {amount, RegionTolerance::Of::unit};
}

StudyParameter parameter_of(const TomlTable& table) {
    const auto name = table.text("name");
    if (!name) table.refuse("name", "it is missing; give the parameter a name");
    check_name(table, *name);
    const auto bounds = bounds_of(table);
    const double lower = bounds.first;
    const double upper = bounds.second;
    StudyParameter result{{*name, lower, upper}, tolerance_of(table, *name)};
    if (one_of(table, "scale", {"linear", "log"}) == "log") result.parameter.scale = Scale::log;
    const bool whole = one_of(table, "type", {"real", "int"}) == "int";
    if (whole) {
        table.at("bounds", [&] {
            require(lower == std::floor(lower) && upper == std::floor(upper),
                    "they are [{}, {}]; those of an int must be whole", lower, upper);
            require(lower >= -largest_whole && upper <= largest_whole,
                    "they are [{}, {}]; those of an int must be from {:.0f} to {:.0f}", lower, upper, -largest_whole,
                    largest_whole);
        });
        result.parameter.step = 1;
    }
    const bool needs_positive =
        result.parameter.scale == Scale::log || result.tolerance.of == RegionTolerance::Of::nominal;
    table.at("bounds", [&] {
        require(!needs_positive || lower > 0,
                "they are [{}, {}]; with a log scale or a tolerance in per cent both must be above 0", lower, upper);
    });
    if (result.parameter.scale == Scale::log && result.tolerance.of == RegionTolerance::Of::unit &&
        result.tolerance.amount > 0) {
        table.refuse("tolerance", "it is in the parameter's unit; on a log scale give it in per cent, e.g. \"5%\"");
    }
    table.refuse_unknown();
    return result;
}

std::vector<StudyParameter> parameters_of(const TomlTable& file) {
    const std::vector<TomlTable> tables = file.tables("parameter");
    file.at("parameter", [&] {
        require(tables.size() <= most_parameters, "there are {}; at most {} are supported", tables.size(),
                most_parameters);
    });
    std::vector<StudyParameter> parameters;
    for (const TomlTable& table : tables) {
        StudyParameter next = parameter_of(table);
        const bool known = std::any_of(parameters.begin(), parameters.end(), [&](const StudyParameter& p) {
            return p.parameter.name == next.parameter.name;
        });
        if (known) table.refuse("name", fmt::format("\"{}\" is there twice; names must differ", next.parameter.name));
        parameters.push_back(std::move(next));
    }
    if (parameters.empty()) {
        file.refuse("parameter",
                    "there is none; describe each in a table [[parameter]] with name, bounds and tolerance");
    }
    return parameters;
}

ObjectiveConfig objective_of(const TomlTable& table) {
    ObjectiveConfig objective;
    objective.command = table.texts("command").value_or(std::vector<std::string>());
    if (table.has("command")) table.at("command", [&] { process::check_command(objective.command); });
    objective.format = one_of(table, "format", {"json", "numbers"});
    objective.timeout = table.number("timeout");
    table.at("timeout", [&] {
        require(!objective.timeout || *objective.timeout > 0, "it is {} seconds; it must be above 0",
                objective.timeout.value_or(0));
    });
    objective.parallel = table.whole("parallel", 1, most_parallel).value_or(1);
    objective.keep = one_of(table, "keep", {"failed", "all"});
    const TomlTable failure = table.table("on_failure");
    objective.retry = failure.whole("retry", 0, 1000).value_or(0);
    const std::string then = one_of(failure, "then", {"avoid", "skip", "stop"});
    objective.then = then == "avoid" ? AfterFailure::avoid : then == "skip" ? AfterFailure::skip : AfterFailure::stop;
    failure.refuse_unknown();
    table.refuse_unknown();
    return objective;
}

/// stop_when = 0.5, "1%" or "1% of the range"; or a table with improvement_below.
void read_stop(const TomlTable& table, BudgetConfig& budget) {
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
    const TomlTable stop = table.table("stop_when");
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

BudgetConfig budget_of(const TomlTable& table) {
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

MethodConfig method_config(const TomlTable& table) {
    MethodConfig method;
    method.name =
        table.text("name").value_or(std::string(table.has("sampling") ? method_with_sampling_rule : default_method));
    const ListedMethod& chosen = table.at("name", [&]() -> const ListedMethod& { return listed_method(method.name); });
    method.sampling = table.text("sampling").value_or("");
    if (!method.sampling.empty()) {
        table.at("sampling", [&] {
            require(chosen.uses_sampling_rule, "the method {} has its own rule where to evaluate; leave it out",
                    chosen.name);
            static_cast<void>(sampling_rule_named(method.sampling));
        });
    }
    if (const auto initial = table.whole("initial", 1, most_evaluations)) method.initial = *initial;
    table.refuse_unknown();
    return method;
}

/// As the engine sees it: on a log scale wherever the tolerance is of the nominal value.
Parameter inner(const StudyParameter& p) {
    Parameter result = p.parameter;
    if (p.tolerance.of == RegionTolerance::Of::nominal) result.scale = Scale::log;
    return result;
}

}  // namespace

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

RegionTolerance tolerance_from(std::string_view text, std::string_view parameter) {
    const bool percent = text.ends_with('%');
    std::string_view number = percent ? text.substr(0, text.size() - 1) : text;
    while (number.ends_with(' ')) number.remove_suffix(1);
    double amount = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), amount);
    require(error == std::errc() && rest == number.data() + number.size() && std::isfinite(amount) && amount >= 0,
            "the tolerance of \"{}\" is \"{}\"; it must be a number of at least 0, as 0.2 or \"5%\"", parameter, text);
    require(!percent || amount < 100, "the tolerance of \"{}\" is \"{}\"; it must be below 100%", parameter, text);
    return percent ? RegionTolerance{amount / 100, RegionTolerance::Of::nominal}
                   : RegionTolerance{amount, RegionTolerance::Of::unit};
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
    const TomlTable file = TomlTable::parse(text, where);
    const TomlTable study = file.table("study");
    StudyConfig config;
    config.folder = folder;
    config.text = text;
    const auto name = study.text("name");
    if (!name) study.refuse("name", "it is missing; give the study a name, name = \"…\" under [study]");
    check_name(study, *name);
    config.name = *name;
    const std::string storage = study.text("storage").value_or("sqlite:///" + config.name + ".db");
    config.storage = study.at("storage", [&] { return storage_from(storage, config.name, folder); });
    const auto seed = study.whole("seed", 0, std::numeric_limits<std::int64_t>::max());
    config.seed = static_cast<std::uint64_t>(seed.value_or(1));
    study.refuse_unknown();
    config.parameters = parameters_of(file);
    const TomlTable region = file.table("region");
    if (const auto norm = region.name("norm")) config.norm = region.at("norm", [&] { return norm_named(*norm); });
    region.refuse_unknown();
    const TomlTable measure = file.table("measure");
    if (const auto kind = measure.text("kind")) {
        measure.at("kind", [&] { static_cast<void>(quality_named(*kind)); });
        config.measure = *kind;
    }
    measure.refuse_unknown();
    config.objective = objective_of(file.table("objective"));
    config.budget = budget_of(file.table("budget"));
    config.method = method_config(file.table("method"));
    file.refuse_unknown();
    // Whatever only the engine can see: a region that does not fit, a measure that the method does not know.
    file.at("parameter", [&] { static_cast<void>(problem_of(config)); });
    return config;
}

Problem problem_of(const StudyConfig& config) {
    std::vector<Parameter> parameters;
    std::vector<RegionTolerance> tolerances;
    for (const StudyParameter& p : config.parameters) {
        parameters.push_back(inner(p));
        tolerances.push_back(p.tolerance);
    }
    return Problem(Space(parameters), config.norm, tolerances, quality_named(config.measure));
}

Index verifications(const StudyConfig& config) {
    constexpr Index usual = 5;
    constexpr Index enough_evaluations = 30;
    const bool exact = std::all_of(config.parameters.begin(), config.parameters.end(),
                                   [](const StudyParameter& p) { return p.tolerance.amount == 0; });
    if (exact) return 0;
    const Index evaluations = config.budget.evaluations;
    return std::min(config.budget.verify.value_or(evaluations >= enough_evaluations ? usual : 0), evaluations - 1);
}

MethodPtr method_of(const StudyConfig& config) {
    const ListedMethod& method = listed_method(config.method.name);
    BayesianRobustSearchOptions options = method.defaults();
    if (!config.method.sampling.empty()) options.sampling = sampling_rule_named(config.method.sampling);
    return method.make(options);
}

}  // namespace sweetspot
