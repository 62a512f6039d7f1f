#include "apps/sweetspot/study/allocate.hpp"

#include <fmt/format.h>

#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "base/number_text.hpp"
#include "study/allocation_words.hpp"
#include "study/tolerance_answers.hpp"
#include "study/tolerance_choices.hpp"

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

/// Those that are chosen, which the environment is not.
std::vector<std::size_t> chosen_of(const StudyConfig& config) {
    std::vector<std::size_t> result;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        if (config.parameters[d].parameter.chosen) result.push_back(d);
    }
    return result;
}

/// Costs that no tolerances have are left empty.
void print_csv(const StudyConfig& config, const AllocationAnswer& told) {
    const std::vector<std::size_t> chosen = chosen_of(config);
    std::cout << "limit,cost,safe_cost";
    for (const char* what : {"tolerance", "safe tolerance"}) {
        for (const std::size_t d : chosen) {
            std::cout << fmt::format(",{} of {}", what, config.parameters[d].parameter.name);
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
std::string notes_of(const StudyConfig& config, const AllocationAnswer& told) {
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
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        const RegionTolerance& tolerance = config.parameters[d].tolerance;
        const ToleranceChoice& choice = told.question.parameters[d];
        if (choice.locked) notes += fmt::format("The tolerance of {} is locked.\n", p.name);
        if (!choice.locked && !choice.cost && tolerance.amount > 0) {
            notes += fmt::format("The tolerance of {} stays as it is, for no cost was named for it.\n", p.name);
        }
    }
    return notes;
}

void print_table(const StudyConfig& config, const AllocationAnswer& told) {
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
    const std::string notes = notes_of(config, told);
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
    const ModelledStudy a = asked(options);
    const StudyConfig& config = a.study.config;
    require_limit(config, options.limit);
    const bool fixed = options.centre == "fixed";
    const AllocationAnswer told =
        allocation_answer(a, {.limit = options.limit,
                              .choices = tolerance_choices(config, options.choices),
                              .centre = fixed ? AllocationQuestion::Centre::fixed : AllocationQuestion::Centre::free,
                              .curve = options.curve,
                              .threads = options.threads});
    if (options.format == "json") {
        std::cout << write_json(allocation_json(config, told)) << '\n';
    } else if (options.format == "csv") {
        print_csv(config, told);
    } else {
        print_table(config, told);
    }
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
