#include "search/read_description.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "search/read_limits.hpp"
#include "search/read_values.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

constexpr std::size_t most_parameters = 1000;  // as of a Space, before each is compared with each
constexpr std::int64_t most_initial = 1000000;
/// Beyond it not every whole number is a double.
constexpr double largest_whole = 9007199254740992;

std::pair<double, double> bounds_of(const DocumentTable& table) {
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

/// 0.2 or "5%"; a parameter without one is built exactly.
RegionTolerance tolerance_of(const DocumentTable& table, const std::string& name) {
    if (table.holds_text("tolerance")) {
        const std::string text = table.text("tolerance").value();
        return table.at("tolerance", [&] { return tolerance_from(text, name); });
    }
    const double amount = table.number("tolerance").value_or(0);
    table.at("tolerance", [&] { require(amount >= 0, "it is {}; it must be at least 0 (0: built exactly)", amount); });
    return {amount, RegionTolerance::Of::unit};
}

void read_step(const DocumentTable& table, Parameter& p) {
    p.step = table.positive("step");
    if (one_of(table, "type", {"real", "int", "choice"}) != "int") return;
    if (p.step) table.refuse("step", "an int has a step of 1; leave it out, or give the type \"real\"");
    table.at("bounds", [&] {
        require(p.lower == std::floor(p.lower) && p.upper == std::floor(p.upper),
                "they are [{}, {}]; those of an int must be whole", p.lower, p.upper);
        require(p.lower >= -largest_whole && p.upper <= largest_whole,
                "they are [{}, {}]; those of an int must be from {:.0f} to {:.0f}", p.lower, p.upper, -largest_whole,
                largest_whole);
    });
    p.step = 1;
}

/// What people call it, and its unit.
void read_words(const DocumentTable& table, DescribedParameter& p) {
    p.label = words_of(table, "label");
    p.unit = words_of(table, "unit");
}

DescribedParameter parameter_of(const DocumentTable& table) {
    const auto name = table.text("name");
    if (!name) table.refuse("name", "it is missing; give the parameter a name");
    check_name(table, *name);
    if (describes_choice(table)) {
        DescribedParameter choice{.parameter = read_choice(table, *name), .tolerance = {}};
        read_words(table, choice);
        table.refuse_unknown();
        return choice;
    }
    if (table.has("confusion")) {
        table.refuse("confusion", "only a choice can be built as another one (type = \"choice\"); leave it out");
    }
    DescribedParameter result;
    read_words(table, result);
    Parameter& p = result.parameter;
    p.name = *name;
    const bool series = table.has("values");
    if (!series) std::tie(p.lower, p.upper) = bounds_of(table);
    result.tolerance = tolerance_of(table, *name);
    if (series) p = read_series(table, *name, result.tolerance);
    if (series && table.has("bounds")) std::tie(p.lower, p.upper) = bounds_of(table);
    if (one_of(table, "scale", {"linear", "log"}) == "log") p.scale = Scale::log;
    read_step(table, p);
    const bool percent = result.tolerance.of == RegionTolerance::Of::nominal;
    table.at(series && !table.has("bounds") ? "values" : "bounds", [&] {
        require((p.scale != Scale::log && !percent) || p.lower > 0,
                "they are [{}, {}]; with a log scale or a tolerance in per cent both must be above 0", p.lower,
                p.upper);
    });
    if (p.scale == Scale::log && !percent && result.tolerance.amount > 0) {
        table.refuse("tolerance", "it is in the parameter's unit; on a log scale give it in per cent, e.g. \"5%\"");
    }
    const char* place = p.step ? "step" : series ? "values" : "bounds";
    table.at(place, [&] { return Space({p}); });  // alone first, so that the place is exact
    table.refuse_unknown();
    return result;
}

/// A list of tables: [[parameter]], or "parameters" as one writes it in JSON.
std::string key_of_parameters(const DocumentTable& file) {
    if (file.has("parameter") && file.has("parameters")) {
        file.refuse("parameters", "there is \"parameter\" as well; give one of them");
    }
    return file.has("parameters") ? "parameters" : "parameter";
}

std::vector<DescribedParameter> parameters_of(const DocumentTable& file, const std::string& key) {
    const std::vector<DocumentTable> tables = file.tables(key);
    for (const char* known : {"parameter", "parameters"}) file.ignore(known);
    file.at(key, [&] {
        require(tables.size() <= most_parameters, "there are {}; at most {} are supported", tables.size(),
                most_parameters);
    });
    std::vector<DescribedParameter> parameters;
    for (const DocumentTable& table : tables) {
        DescribedParameter next = parameter_of(table);
        const bool known = std::any_of(parameters.begin(), parameters.end(), [&](const DescribedParameter& p) {
            return p.parameter.name == next.parameter.name;
        });
        if (known) table.refuse("name", fmt::format("\"{}\" is there twice; names must differ", next.parameter.name));
        parameters.push_back(std::move(next));
    }
    if (parameters.empty()) {
        file.refuse(key, "there is none; describe each in a table [[parameter]] with name, bounds and tolerance");
    }
    return parameters;
}

/// The settings of a member that stand in its table.
Settings settings_of(const DocumentTable& table, const MemberDescription& member) {
    Settings given;
    for (const Setting& setting : member.settings) {
        const auto value = table.setting(setting.name);
        if (value) given.set(setting.name, table.at(setting.name, [&] { return setting.checked(*value); }));
    }
    return given;
}

/// A member by its name alone, sampling = "ucb", or with its settings in a table of its own, sampling = {name = "ucb",
/// beta = 1.5}; `word` is the key of the name there.
template <class Members>
std::optional<Choice> choice_of(const DocumentTable& table, const std::string& key, const std::string& word,
                                const Members& family) {
    table.ignore(key);  // known, though not given
    if (!table.has(key)) return std::nullopt;
    if (!table.holds_table(key)) {
        const std::string name = table.text(key).value();
        return table.at(key, [&] { return Choice{family.named(name).name}; });
    }
    const DocumentTable own = table.table(key);
    const auto name = own.text(word);
    if (!name)
        own.refuse(
            word, fmt::format("it is missing; give the {}, e.g. \"{}\"", family.what(), family.members().front().name));
    const auto& member = own.at(
        word, [&]() -> const auto& { return family.named(*name); });
    Choice choice{member.name, settings_of(own, member)};
    own.refuse_unknown();
    return choice;
}

/// [[environment]]: a range that nobody chooses from, with the law of what it is.
DescribedParameter environment_of(const DocumentTable& table) {
    const auto name = table.text("name");
    if (!name) table.refuse("name", "it is missing; give the parameter a name");
    check_name(table, *name);
    const auto [lower, upper] = bounds_of(table);
    DescribedParameter result{.parameter = {*name, lower, upper}, .tolerance = {}};
    read_words(table, result);
    result.parameter.chosen = false;
    if (one_of(table, "scale", {"linear", "log"}) == "log") result.parameter.scale = Scale::log;
    if (const auto law = choice_of(table, "law", "name", law_family())) result.law = *law;
    if (table.has("confusion")) {
        table.refuse("confusion", "only a choice has one; leave it out");
    }
    if (table.has("tolerance"))
        table.refuse("tolerance", "the environment has none: its whole range counts; leave it out");
    table.at("bounds", [&] { return Space({result.parameter}); });
    table.refuse_unknown();
    return result;
}

void read_environment(const DocumentTable& file, SearchDescription& search) {
    for (const DocumentTable& table : file.tables("environment")) {
        DescribedParameter next = environment_of(table);
        const auto has_that_name = [&](const DescribedParameter& p) { return p.parameter.name == next.parameter.name; };
        if (std::ranges::any_of(search.parameters, has_that_name)) {
            table.refuse("name", fmt::format("\"{}\" is there twice; names must differ", next.parameter.name));
        }
        search.parameters.push_back(std::move(next));
    }
}

/// What a setting of that name, which must be given, is where the objective says it: the limit of a build.
std::optional<SettingValue> said_by_objective(const DocumentTable& file, const Setting& setting) {
    if (!file.has("objective")) return std::nullopt;
    const DocumentTable objective = file.table("objective");
    if (!objective.holds_number(setting.name)) return std::nullopt;
    return setting.checked(objective.number(setting.name).value());
}

/// [measure] with its kind and settings, or the kind alone.
Choice measure_of(const DocumentTable& file) {
    const Choice usual = SearchDescription().measure;
    // A table without a kind is the usual measure.
    if (file.holds_table("measure") && !file.table("measure").has("kind")) {
        const DocumentTable table = file.table("measure");
        table.ignore("kind");
        Choice choice{usual.name, settings_of(table, measure_family().named(usual.name))};
        table.refuse_unknown();
        return choice;
    }
    Choice choice = choice_of(file, "measure", "kind", measure_family()).value_or(usual);
    for (const Setting& setting : measure_family().named(choice.name).settings) {
        if (!setting.required || choice.settings.has(setting.name)) continue;
        const auto said = said_by_objective(file, setting);
        if (!said) {
            file.refuse("measure", fmt::format("{} needs a {}; give {}, as measure = {{kind = \"{}\", {} = …}}, or "
                                               "[objective] {}",
                                               choice.name, setting.name, setting.allowed(), choice.name, setting.name,
                                               setting.name));
        }
        choice.settings.set(setting.name, *said);
    }
    return choice;
}

MethodDescription method_from(const DocumentTable& table) {
    MethodDescription method;
    method.sampling = choice_of(table, "sampling", "name", sampling_rule_family());
    method.maximiser = choice_of(table, "maximiser", "name", maximiser_family());
    method.design = choice_of(table, "design", "name", initial_design_family());
    method.name =
        table.text("name").value_or(std::string(method.sampling ? method_with_sampling_rule : default_method));
    const ListedMethod& chosen =
        table.at("name", [&]() -> const ListedMethod& { return method_family().named(method.name); });
    if (method.sampling && !chosen.uses_sampling_rule) {
        table.refuse("sampling",
                     fmt::format("the method {} has its own rule where to evaluate; leave it out", chosen.name));
    }
    if (method.maximiser && !chosen.uses_maximiser) {
        table.refuse("maximiser", fmt::format("the method {} has no use for it; leave it out", chosen.name));
    }
    if (const auto initial = table.whole("initial", 1, most_initial)) method.initial = *initial;
    method.settings = settings_of(table, chosen);
    // Settings of the sampling rule may stand beside it: sampling = "ucb", beta = 1.5.
    if (method.sampling) {
        const MemberDescription& member = sampling_rule_family().named(method.sampling->name);
        MemberDescription rule = member;
        std::erase_if(rule.settings, [&](const Setting& setting) {
            return method.sampling->settings.has(setting.name) ||
                   std::any_of(chosen.settings.begin(), chosen.settings.end(),
                               [&](const Setting& own) { return own.name == setting.name; });
        });
        const Settings beside = settings_of(table, rule);
        for (const auto& [name, value] : beside.values()) method.sampling->settings.set(name, value);
    }
    table.refuse_unknown();
    return method;
}

/// The limit of the largest region, if that is what is looked for.
std::optional<double> largest_within(const DocumentTable& file, const DocumentTable& region) {
    const std::optional<double> limit = region.number("limit");
    if (one_of(region, "size", {"stated", "largest"}) == "stated") {
        if (limit) {
            region.refuse("limit", "it belongs to size = \"largest\"; for a limit of builds give [objective] a limit");
        }
        return std::nullopt;
    }
    // Where there is an objective with a limit, it is that one.
    const std::optional<double> of_builds =
        file.holds_table("objective") ? file.table("objective").number("limit") : std::nullopt;
    if (!limit && !of_builds) {
        region.refuse("size",
                      "the largest region needs a limit; say what a build may have at most, limit = … under [region]");
    }
    if (limit && of_builds && *limit != *of_builds) {
        region.refuse("limit",
                      fmt::format("it is {} and that of [objective] is {}; give one of them", *limit, *of_builds));
    }
    return limit ? limit : of_builds;
}

/// Of size = "largest": the search has a method of its own, for the worst case.
void require_largest(const DocumentTable& file, const DocumentTable& region, const SearchDescription& search) {
    const DocumentTable method = file.table("method");
    for (const char* key : {"name", "sampling", "maximiser"}) {
        if (method.has(key)) {
            method.refuse(key, "the largest region has a search of its own; leave it out, or size = \"largest\"");
        }
    }
    if (search.measure.name != "worst") {
        region.refuse(
            "size",
            fmt::format("the largest region is that whose worst case keeps the limit, and the measure is \"{}\"; "
                        "leave out one of them",
                        search.measure.name));
    }
    region.at("size", [&] {
        require(
            std::ranges::any_of(search.parameters, [](const DescribedParameter& p) { return p.tolerance.amount > 0; }),
            "the largest region has the shape of the tolerances, and every parameter is built exactly; give one a "
            "tolerance");
    });
}

ModelDescription model_from(const DocumentTable& table) {
    ModelDescription model;
    model.kernel = choice_of(table, "kernel", "name", kernel_family());
    model.settings = settings_of(table, {"model", "", model_settings()});
    table.refuse_unknown();
    return model;
}

}  // namespace

void check_plain_name(const std::string& name) {
    require(!name.empty() && name.find_first_of("\",") == std::string::npos && !has_control_character(name),
            "\"{}\" cannot be used; give a name without commas, quotes, line breaks and the like", name);
}

void check_name(const DocumentTable& table, const std::string& name) {
    table.at("name", [&] { check_plain_name(name); });
}

std::string words_of(const DocumentTable& table, const std::string& key) {
    std::string words = table.text(key).value_or("");
    table.at(key,
             [&] { require(!has_control_character(words), "it has a line break or the like; give one line of text"); });
    return words;
}

std::string one_of(const DocumentTable& table, const std::string& key, const std::vector<std::string>& known) {
    std::string given = table.text(key).value_or(known.front());
    if (std::find(known.begin(), known.end(), given) == known.end()) {
        table.refuse(key, unknown_name(key, given, known));
    }
    return given;
}

SearchDescription read_search(const DocumentTable& file) {
    SearchDescription search;
    const std::string parameters = key_of_parameters(file);
    search.parameters = parameters_of(file, parameters);
    read_environment(file, search);
    const DocumentTable region = file.table("region");
    if (const auto norm = region.name("norm")) search.norm = region.at("norm", [&] { return norm_named(*norm); });
    if (const auto law = choice_of(region, "law", "name", law_family())) search.law = *law;
    if (const auto rows = region.rows("correlation")) {
        region.at("correlation", [&] {
            require(search.law.name == "normal",
                    "the law is \"{}\"; a correlation belongs to the normal law (law = \"normal\")", search.law.name);
            search.correlation = *rows;
            static_cast<void>(law_of(search));
        });
    }
    search.largest_within = largest_within(file, region);
    region.refuse_unknown();
    search.measure = measure_of(file);
    search.method = method_from(file.table("method"));
    if (search.largest_within) require_largest(file, region, search);
    search.model = model_from(file.table("model"));
    if (!search.parameters.back().parameter.chosen && method_family().named(search.method.name).nominal) {
        file.table("method").refuse("name", fmt::format("the method {} knows of no environment; use e.g. {}",
                                                        search.method.name, default_method));
    }
    search.seed = file.seed("seed").value_or(search.seed);
    search.limits = read_limits(file, search);
    // Whatever only the engine can see: a region that does not fit.
    file.at(parameters, [&] { static_cast<void>(problem_of(search)); });
    return search;
}

}  // namespace sweetspot
