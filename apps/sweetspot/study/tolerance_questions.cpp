#include "apps/sweetspot/study/tolerance_questions.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "base/number_text.hpp"
#include "study/tolerance_answers.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> question_formats = {"table", "json"};

constexpr auto tolerance_examples =
    R"(Factors multiply the study's tolerances: 1.2 means that they may be a fifth larger, 0.8 that they must shrink by a fifth.
By expectation the worst of the region is then at the limit; safely hardly anything is worse than it. Limits on other
outputs ([[limit]]) must hold as well, and what each of them allows is told.
Examples:
  sweetspot tolerance bracket.toml --limit 41
  sweetspot tolerance bracket.toml --limit 41 --parameter width)";

constexpr auto contributions_examples =
    R"(Shares are of the variance over the region of the answer: alone, what a deviation explains by itself; in all, what would
go if it were built exactly. Each with its Monte Carlo error.
Examples:
  sweetspot contributions bracket.toml
  sweetspot contributions bracket.toml --of stress
  sweetspot contributions bracket.toml --at "width=2.5,height=7")";

struct QuestionOptions : AskedOptions {
    std::optional<double> limit;
    std::string parameter;
    std::string of;  ///< an output; empty: what is minimised
    std::string format = question_formats.front();
};

/// "1.23", or that more was not looked at.
std::string factor(double value, double most) {
    if (value < most) return number_text(value, 3);
    return most < 100 ? fmt::format("{}, more does not fit in the bounds", number_text(most, 3)) : "100 or more";
}

/// "stress ≤ 250 in the whole region allows 1.31, safely 1.2".
std::string allowed_text(const LimitRoom& one, const std::vector<LimitRoom>& each, double most) {
    const auto number = [&](double value) {
        return value < most ? number_text(value, 3) : number_text(most, 3) + " or more";
    };
    return fmt::format("{} allows {}, safely {}{}", to_string(one.limit), number(one.allowed.by_mean),
                       number(one.allowed.safely), does_bind(one, each, most) ? "; it binds" : "");
}

/// "43.2 (39.2 … 45.4)".
std::string with_interval(const Estimate& estimate) {
    return fmt::format("{} ({})", number_text_within(estimate.value, (estimate.upper - estimate.lower) / 2),
                       interval_text(estimate.lower, estimate.upper));
}

/// What the model expects at a place, with its interval where it is of the objective.
std::string expected_at(const ModelledStudy& a, const LimitRoom& one, const Vector& centre) {
    if (one.limit.of != a.study.config.objective.minimise) return number_text(one.value);
    const RegionModel model = regions_of(a);
    const ModelledRegion region = model.at(centre);
    const Interval interval = nearly_surely(region.value(), region.sd());
    return with_interval({one.value, interval.lower, interval.upper});
}

void print_room(const ModelledStudy& a, std::string_view where, const ToleranceRoom& room,
                const std::optional<double>& limit) {
    const StudyConfig& config = a.study.config;
    constexpr int width = 24;
    const auto print = [&](std::string_view what, const std::string& text) {
        std::cout << fmt::format("  {:<{}}{}\n", what, width, text);
    };
    print(where, "by expectation " + factor(room.by_mean, room.most));
    print("", "safely " + factor(room.safely, room.most));
    const std::vector<LimitRoom> each = each_limit(config, room, limit);
    for (const LimitRoom& one : each) {
        if (!room.limits.empty()) print("", allowed_text(one, each, room.most));
        if (one.allowed.by_mean > 0) continue;
        if (one.limit.allows(one.value)) {
            if (problem_of(config).confusion()) print("", "what may be taken for it is worse");
            continue;
        }
        print("", fmt::format("even built exactly {} is expected to be {} there",
                              room.limits.empty() ? "it" : one.limit.of, expected_at(a, one, room.centre)));
    }
    print("", "at " + in_words(config, room.centre));
    if (room.safe_centre != room.centre) print("", "safely at " + in_words(config, room.safe_centre));
}

void tolerance(const QuestionOptions& options) {
    const ModelledStudy a = asked(options);
    const StudyConfig& config = a.study.config;
    if (config.limits.empty()) require_limit(config, options.limit);
    const ToleranceAnswer found = tolerance_answer(a, options.limit, options.parameter, options.threads);
    if (options.format == "json") {
        std::cout << write_json(tolerance_json(config, found)) << '\n';
        return;
    }
    std::cout << fmt::format(
        "{}: the largest factor of {} with which {}\n\n", config.name,
        found.parameter.empty() ? "all tolerances" : fmt::format("the tolerance of {}", found.parameter),
        config.limits.empty()
            ? fmt::format("nothing is worse than {}", quantity_text(*found.limit, config.objective.unit))
            : std::string("every limit is kept"));
    const std::string place = options.at.empty() ? "at the robust centre" : "at your design";
    std::cout << fmt::format("With the tolerances as they are the worst {} is expected to be {}.\n\n", place,
                             with_interval(regions_of(a).at(a.centre).worst().estimate()));
    print_room(a, place, found.at_centre, found.limit);
    print_room(a, "at the best centre", found.at_best_centre, found.limit);
}

void contributions_of(const QuestionOptions& options) {
    const ModelledStudy a = asked(options);
    const StudyConfig& config = a.study.config;
    const ContributionsAnswer answer = contributions_answer(a, options.of);
    const Contributions& found = answer.found;
    if (options.format == "json") {
        std::cout << write_json(contributions_json(config, answer)) << '\n';
        return;
    }
    std::cout << fmt::format("{}: what spreads {} around {}\n\n", config.name, answer.limit ? answer.of : "the values",
                             in_words(config, answer.centre))
              << fmt::format("The model expects {} on average, with a standard deviation of {}.\n\n",
                             with_interval({found.average, found.average_lower, found.average_upper}),
                             number_text(found.sd, 3))
              << fmt::format("  {:<22}{:>16}{:>16}{:>16}\n", "deviation of", "alone", "in all", "costs the worst");
    const auto share = [](double value, double error) {
        return fmt::format("{:.1f} ± {:.1f} %", 100 * value, 100 * error);
    };
    for (const Contribution& c : found.parts) {
        std::cout << fmt::format("  {:<22}{:>16}{:>16}{:>16}\n", c.name, share(c.alone, c.alone_error),
                                 share(c.total, c.total_error), number_text(c.worst_cost, 4));
    }
    if (answer.limit) {
        std::cout << fmt::format("\nThe worst of {} is its {} value, as its limit has it.\n", answer.of,
                                 answer.limit->side == Limit::Side::at_most ? "largest" : "least");
    }
}

void add_common(CLI::App& command, QuestionOptions& options) {
    add_asked_options(command, options);
    command
        .add_option("--format", options.format,
                    fmt::format("One of {}; the first if left out", fmt::join(question_formats, ", ")))
        ->check(one_of("format", question_formats))
        ->option_text("NAME");
}

}  // namespace

Command add_tolerance(CLI::App& app) {
    const auto options = std::make_shared<QuestionOptions>();
    CLI::App* command = app.add_subcommand("tolerance", "Says how far tolerances may grow before a limit is broken");
    add_study(*command, options->study);
    command
        ->add_option("--limit", options->limit,
                     "What a build may have at most of what is minimised; the study's own if left out")
        ->option_text("VALUE");
    command->add_option("--parameter", options->parameter, "The tolerance of this one alone")->option_text("NAME");
    add_common(*command, *options);
    command->footer(tolerance_examples);
    return {command, [options] { in_command("tolerance", [&] { tolerance(*options); }); }};
}

Command add_contributions(CLI::App& app) {
    const auto options = std::make_shared<QuestionOptions>();
    CLI::App* command = app.add_subcommand("contributions", "Says how much of the spread each deviation causes");
    add_study(*command, options->study);
    command->add_option("--of", options->of, "An output that has a limit, instead of what is minimised")
        ->option_text("NAME");
    add_common(*command, *options);
    command->footer(contributions_examples);
    return {command, [options] { in_command("contributions", [&] { contributions_of(*options); }); }};
}

}  // namespace sweetspot::app
