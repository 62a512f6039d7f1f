#include "apps/sweetspot/study/allocate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/study/tolerance_choices.hpp"
#include "base/number_text.hpp"
#include "study/allocation_words.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> allocate_formats = {"table", "json", "csv"};
const std::vector<std::string> locations = {"free", "fixed"};

constexpr auto allocate_examples =
    R"(A cost is of the tolerance t, in the parameter's unit or in per cent as the study has it: c/t, c/t^k, or a file of rows
tolerance,cost, linear between them. Without --cost every tolerance costs 1 as it is and 2 where it is half; otherwise one
for which no cost is named stays as it is. By expectation the worst of the region is at the limit; safely hardly anything is
worse than it. The curve as comma-separated values: --format csv.
Examples:
  sweetspot allocate bracket.toml --limit 41
  sweetspot allocate bracket.toml --limit 41 --cost width=1/t,height=table.csv --bounds width=0.05:0.4
  sweetspot allocate bracket.toml --limit 41 --cost width=1/t,height=3/t^2 --lock width=0.1 --centre fixed)";

struct AllocateOptions : AskedOptions {
    std::optional<double> limit;
    ChoiceTexts choices;
    std::string centre = locations.front();
    Index curve = 7;
    std::string format = allocate_formats.front();
};

/// What is told, with what is there now.
struct Told {
    const StudyConfig& config;
    AllocationQuestion question;
    double limit = 0;
    AllocatedTolerances now;
    std::vector<Allocation> curve;  ///< with that of the limit

    [[nodiscard]] const Allocation& at_limit() const { return *std::ranges::find(curve, limit, &Allocation::limit); }
};

/// The present tolerances at the centre that is asked about.
AllocatedTolerances present(const Asked& a, const AllocationQuestion& question, double limit) {
    const RegionModel model(a.study.problem, a.model, Rng(a.study.config.seed));
    const PredictedWorst worst = model.at(a.centre).worst();
    AllocatedTolerances now{
        worst.by_search <= limit, Vector(a.centre.size()), a.centre, 0, worst.by_search, worst.upper, worst.lower};
    now.others = limits_at(a.study.config, a.limits, a.centre);
    for (const AllocatedLimit& other : now.others) now.keeps_limit = now.keeps_limit && other.expected_beyond <= 0;
    for (std::size_t d = 0; d < question.parameters.size(); ++d) {
        const double t = a.study.config.parameters[d].tolerance.amount;
        now.tolerances[static_cast<Index>(d)] = t;
        if (question.parameters[d].cost && t > 0) now.cost += question.parameters[d].cost->at(t);
    }
    return now;
}

Json json_of(const StudyConfig& config, const AllocatedTolerances& found) {
    Json tolerances = Json::object();
    Json params = params_of(config, found.centre);
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        if (p.chosen) {
            tolerances[p.name] = found.tolerances[static_cast<Index>(d)];
        } else {
            params.erase(p.name);
        }
    }
    Json json = {{"keeps_limit", found.keeps_limit},
                 {"cost", found.cost},
                 {"tolerances", tolerances},
                 {"params", params},
                 {"worst", found.worst},
                 {"lower", found.lower},
                 {"upper", found.upper}};
    if (config.limits.empty()) return json;
    json["limits"] = Json::array();
    for (const AllocatedLimit& other : found.others) {
        json["limits"].push_back({{"of", other.limit.of},
                                  {"bound", other.limit.bound},
                                  {"expected", other.expected},
                                  {"surely", std::isfinite(other.surely) ? Json(other.surely) : Json(nullptr)},
                                  {"lower", other.interval ? Json(other.interval->lower) : Json(nullptr)},
                                  {"upper", other.interval ? Json(other.interval->upper) : Json(nullptr)}});
    }
    json["bound_by"] = found.bound_by.empty() ? Json(nullptr) : Json(found.bound_by);
    return json;
}

/// Those that are chosen, which the environment is not.
std::vector<std::size_t> chosen_of(const StudyConfig& config) {
    std::vector<std::size_t> result;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        if (config.parameters[d].parameter.chosen) result.push_back(d);
    }
    return result;
}

Json json_of(const StudyConfig& config, const Allocation& allocation) {
    return {{"limit", allocation.limit},
            {"by_mean", json_of(config, allocation.by_mean)},
            {"safely", allocation.safely ? json_of(config, *allocation.safely) : Json(nullptr)}};
}

void print_json(const Told& told) {
    Json json = json_of(told.config, told.at_limit());
    json["now"] = json_of(told.config, told.now);
    json["curve"] = Json::array();
    for (const Allocation& allocation : told.curve) json["curve"].push_back(json_of(told.config, allocation));
    std::cout << write_json(json) << '\n';
}

/// Costs that no tolerances have are left empty.
void print_csv(const Told& told) {
    const std::vector<std::size_t> chosen = chosen_of(told.config);
    std::cout << "limit,cost,safe_cost";
    for (const char* what : {"tolerance", "safe tolerance"}) {
        for (const std::size_t d : chosen) {
            std::cout << fmt::format(",{} of {}", what, told.config.parameters[d].parameter.name);
        }
    }
    std::cout << '\n';
    for (const Allocation& allocation : told.curve) {
        const AllocatedTolerances& mean = allocation.by_mean;
        const bool safely = allocation.safely && allocation.safely->keeps_limit;
        std::cout << fmt::format("{},{},{}", allocation.limit, mean.keeps_limit ? fmt::format("{}", mean.cost) : "",
                                 safely ? fmt::format("{}", allocation.safely->cost) : "");
        const auto print = [&](const AllocatedTolerances* found) {
            for (const std::size_t d : chosen) {
                std::cout << (found != nullptr ? fmt::format(",{}", found->tolerances[static_cast<Index>(d)]) : ",");
            }
        };
        print(mean.keeps_limit ? &mean : nullptr);
        print(safely ? &*allocation.safely : nullptr);
        std::cout << '\n';
    }
}

/// What should be known beside the numbers, a line each.
std::string notes_of(const Told& told) {
    const Allocation& at_limit = told.at_limit();
    std::string notes;
    const AllocatedTolerances& mean = at_limit.by_mean;
    if (!mean.keeps_limit && !mean.bound_by.empty()) {
        notes += fmt::format("No tolerances that are allowed keep the limit of {}.\n", mean.bound_by);
    } else if (!mean.keeps_limit) {
        notes += fmt::format(
            "No tolerances that are allowed keep the limit: with the closest of them the worst is {} ({}).\n",
            worst_words(mean), interval_words(mean));
    } else if (at_limit.safely && !at_limit.safely->keeps_limit && !at_limit.safely->bound_by.empty()) {
        notes +=
            fmt::format("No tolerances that are allowed keep the limit of {} safely.\n", at_limit.safely->bound_by);
    } else if (at_limit.safely && !at_limit.safely->keeps_limit) {
        notes += fmt::format(
            "No tolerances that are allowed keep the limit safely: with the closest of them up to {} is "
            "possible.\n",
            number_text(at_limit.safely->upper));
    }
    if (mean.keeps_limit && !mean.bound_by.empty()) {
        notes += fmt::format("By expectation the limit of {} allows no looser tolerances.\n", mean.bound_by);
    }
    if (at_limit.safely && at_limit.safely->keeps_limit && !at_limit.safely->bound_by.empty()) {
        notes += fmt::format("Safely the limit of {} allows no looser tolerances.\n", at_limit.safely->bound_by);
    }
    for (std::size_t d = 0; d < told.config.parameters.size(); ++d) {
        const Parameter& p = told.config.parameters[d].parameter;
        const RegionTolerance& tolerance = told.config.parameters[d].tolerance;
        const ToleranceChoice& choice = told.question.parameters[d];
        if (choice.locked) notes += fmt::format("The tolerance of {} is locked.\n", p.name);
        if (!choice.locked && !choice.cost && tolerance.amount > 0) {
            notes += fmt::format("The tolerance of {} stays as it is, for no cost was named for it.\n", p.name);
        }
    }
    return notes;
}

void print_table(const Told& told) {
    const StudyConfig& config = told.config;
    const Allocation& at_limit = told.at_limit();
    std::cout << fmt::format("{}: the cheapest tolerances with which nothing is worse than {}\n\n", config.name,
                             quantity_text(told.limit, config.objective.unit));
    std::vector<const AllocatedTolerances*> columns = {&told.now, &at_limit.by_mean};
    constexpr int width = 20;  // of an interval
    std::cout << fmt::format("  {:<26}{:>{}}{:>{}}", "", "now", width, "by expectation", width);
    if (at_limit.safely) {
        columns.push_back(&*at_limit.safely);
        std::cout << fmt::format("{:>{}}", "safely", width);
    }
    std::cout << '\n';
    const auto row = [&](const std::string& what, const std::function<std::string(const AllocatedTolerances&)>& text) {
        std::cout << fmt::format("  {:<26}", what);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const bool none = c > 0 && !columns[c]->keeps_limit;
            std::cout << fmt::format("{:>{}}", none ? "–" : text(*columns[c]), width);
        }
        std::cout << '\n';
    };
    const auto number = [](double value) { return number_text(value); };
    const std::vector<std::size_t> chosen = chosen_of(config);
    for (const std::size_t d : chosen) {
        const StudyParameter& p = config.parameters[d];
        row(fmt::format("tolerance of {}", p.parameter.name),
            [&](const AllocatedTolerances& t) { return shown_tolerance(p, t.tolerances[static_cast<Index>(d)]); });
    }
    row("cost", [&](const AllocatedTolerances& t) { return number(t.cost); });
    for (const std::size_t d : chosen) {
        const Parameter& p = config.parameters[d].parameter;
        row(p.name, [&](const AllocatedTolerances& t) {
            const double value = t.centre[static_cast<Index>(d)];
            return p.is_choice() ? choice_at(p, value) : number(value);
        });
    }
    row("worst of the region", [](const AllocatedTolerances& t) { return worst_words(t); });
    row("its interval", [](const AllocatedTolerances& t) { return interval_words(t); });
    for (std::size_t j = 0; j < told.now.others.size(); ++j) {
        const Limit& limit = told.now.others[j].limit;
        row(fmt::format("{} at {} {}", limit.of, limit.side == Limit::Side::at_most ? "most" : "least",
                        number_text(limit.bound)),
            [&](const AllocatedTolerances& t) { return expected_words(t.others[j]); });
        row("its interval", [&](const AllocatedTolerances& t) { return interval_words(t.others[j]); });
    }
    const std::string notes = notes_of(told);
    if (!notes.empty()) std::cout << '\n' << notes;
    if (told.curve.size() < 2) return;
    std::cout << fmt::format("\n  {:>12}{:>24}{:>16}\n", "limit", "cost by expectation", "cost safely");
    const auto cost = [](const AllocatedTolerances& t) {
        return t.keeps_limit ? number_text(t.cost) : std::string("–");
    };
    for (const Allocation& allocation : told.curve) {
        std::cout << fmt::format("  {:>12}{:>24}{:>16}\n", number_text(allocation.limit), cost(allocation.by_mean),
                                 allocation.safely ? cost(*allocation.safely) : "–");
    }
}

void allocate_tolerances(const AllocateOptions& options) {
    const Asked a = asked(options);
    const StudyConfig& config = a.study.config;
    const double limit = limit_of(config, options.limit);
    const bool fixed = options.centre == "fixed";
    const AllocationQuestion question{tolerance_choices(config, options.choices), a.centre,
                                      fixed ? AllocationQuestion::Centre::fixed : AllocationQuestion::Centre::free};
    const double value = RegionModel(a.study.problem, a.model, Rng(config.seed)).at(a.centre).value();
    Told told{config, question, limit, present(a, question, limit), {}};
    told.curve = allocate(config, a.model, question, limits_around(limit, value, options.curve),
                          Parallel(options.threads), a.limits);
    if (options.format == "json") return print_json(told);
    if (options.format == "csv") return print_csv(told);
    print_table(told);
}

}  // namespace

Command add_allocate(CLI::App& app) {
    const auto options = std::make_shared<AllocateOptions>();
    CLI::App* command = app.add_subcommand("allocate", "Finds the cheapest tolerances that keep a limit");
    add_study(*command, options->study);
    command->add_option("--limit", options->limit, "What a build may have at most; the study's own if left out")
        ->option_text("VALUE");
    command->add_option("--cost", options->choices.cost, "What tolerances cost, e.g. width=1/t,height=table.csv")
        ->option_text("COSTS");
    command->add_option("--lock", options->choices.lock, "Tolerances that stay, e.g. width or width=0.1")
        ->option_text("NAMES");
    command->add_option("--bounds", options->choices.bounds, "Between which tolerances may lie, e.g. height=0.05:0.4")
        ->option_text("RANGES");
    command
        ->add_option(
            "--centre", options->centre,
            fmt::format("One of {}: whether the centre may move; the first if left out", fmt::join(locations, ", ")))
        ->check(one_of("centre", locations))
        ->option_text("NAME");
    command->add_option("--curve", options->curve, "How many limits the curve has, 7 if left out; 1 for no curve")
        ->check(whole_number(1, 100))
        ->option_text("N");
    add_asked_options(*command, *options);
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}; the first if left out", fmt::join(allocate_formats, ", ")))
        ->check(one_of("format", allocate_formats))
        ->option_text("NAME");
    command->footer(allocate_examples);
    return {command, [options] { in_command("allocate", [&] { allocate_tolerances(*options); }); }};
}

}  // namespace sweetspot::app
