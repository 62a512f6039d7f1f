#include "apps/sweetspot/study/tolerance_questions.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "sweetspot/search/tolerance_questions.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> question_formats = {"table", "json"};

constexpr auto tolerance_examples =
    R"(Factors multiply the study's tolerances: 1.2 means that they may be a fifth larger, 0.8 that they must shrink by a fifth.
By expectation the worst of the region is then at the limit; safely hardly anything is worse than it.
Examples:
  sweetspot tolerance bracket.toml --limit 41
  sweetspot tolerance bracket.toml --limit 41 --parameter width)";

constexpr auto contributions_examples =
    R"(Shares are of the variance over the region of the answer: alone, what a deviation explains by itself; in all, what would
go if it were built exactly. Each with its Monte Carlo error.
Examples:
  sweetspot contributions bracket.toml
  sweetspot contributions bracket.toml --at "width=2.5,height=7")";

struct QuestionOptions : AskedOptions {
    std::optional<double> limit;
    std::string parameter;
    std::string format = question_formats.front();
};

Json json_of(const StudyConfig& config, const ToleranceRoom& room) {
    return {{"by_mean", room.by_mean},
            {"safely", room.safely},
            {"most", room.most},
            {"params", params_of(config, room.centre)},
            {"safe_params", params_of(config, room.safe_centre)}};
}

/// "1.23", or that more was not looked at.
std::string factor(double value, double most) {
    if (value < most) return fmt::format("{:.3g}", value);
    return most < 100 ? fmt::format("{:.3g}, more does not fit in the bounds", most) : "100 or more";
}

void print_room(const StudyConfig& config, std::string_view where, const ToleranceRoom& room, double limit) {
    constexpr int width = 24;
    std::cout << fmt::format("  {:<{}}by expectation {}\n", where, width, factor(room.by_mean, room.most));
    std::cout << fmt::format("  {:<{}}safely {}\n", "", width, factor(room.safely, room.most));
    if (room.by_mean == 0 && room.value > limit) {
        std::cout << fmt::format("  {:<{}}even built exactly it is {:.5g} there\n", "", width, room.value);
    } else if (room.by_mean == 0 && problem_of(config).confusion()) {
        std::cout << fmt::format("  {:<{}}what may be taken for it is worse\n", "", width);
    }
    std::cout << fmt::format("  {:<{}}at {}\n", "", width, in_words(config, room.centre));
    if (room.safe_centre != room.centre) {
        std::cout << fmt::format("  {:<{}}safely at {}\n", "", width, in_words(config, room.safe_centre));
    }
}

void tolerance(const QuestionOptions& options) {
    const Asked a = asked(options);
    const StudyConfig& config = a.study.config;
    const double limit = limit_of(config, options.limit);
    std::optional<std::size_t> parameter;
    if (!options.parameter.empty()) parameter = parameter_of(config, options.parameter, "--parameter");
    const ToleranceRoom here = tolerance_room_at(config, a.model, a.centre, limit, parameter);
    const ToleranceRoom anywhere =
        tolerance_room(config, a.model, a.centre, limit, Parallel(options.threads), parameter);
    if (options.format == "json") {
        Json json = {{"limit", limit},
                     {"parameter", options.parameter.empty() ? Json(nullptr) : Json(options.parameter)}};
        json["at_centre"] = json_of(config, here);
        json["at_best_centre"] = json_of(config, anywhere);
        std::cout << write_json(json) << '\n';
        return;
    }
    std::cout << fmt::format("{}: the largest factor of {} with which nothing is worse than {:g}\n\n", config.name,
                             parameter ? fmt::format("the tolerance of {}", options.parameter) : "all tolerances",
                             limit);
    print_room(config, options.at.empty() ? "at the robust centre" : "at your design", here, limit);
    print_room(config, "at the best centre", anywhere, limit);
}

void contributions_of(const QuestionOptions& options) {
    const Asked a = asked(options);
    const StudyConfig& config = a.study.config;
    const Contributions found = contributions(config, a.model, a.centre);
    if (options.format == "json") {
        Json parts = Json::array();
        for (const Contribution& c : found.parts) {
            parts.push_back({{"parameter", c.name},
                             {"alone", c.alone},
                             {"alone_error", c.alone_error},
                             {"total", c.total},
                             {"total_error", c.total_error},
                             {"worst_cost", c.worst_cost}});
        }
        std::cout << write_json({{"params", params_of(config, a.centre)},
                                 {"average", found.average},
                                 {"standard_deviation", found.sd},
                                 {"contributions", parts}})
                  << '\n';
        return;
    }
    std::cout << fmt::format("{}: what spreads the values around {}\n\n", config.name, in_words(config, a.centre))
              << fmt::format("The model expects {:.5g} on average, with a standard deviation of {:.3g}.\n\n",
                             found.average, found.sd)
              << fmt::format("  {:<22}{:>16}{:>16}{:>16}\n", "deviation of", "alone", "in all", "costs the worst");
    const auto share = [](double value, double error) {
        return fmt::format("{:.1f} ± {:.1f} %", 100 * value, 100 * error);
    };
    for (const Contribution& c : found.parts) {
        std::cout << fmt::format("  {:<22}{:>16}{:>16}{:>16.4g}\n", c.name, share(c.alone, c.alone_error),
                                 share(c.total, c.total_error), c.worst_cost);
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
    command->add_option("--limit", options->limit, "What a build may have at most; the study's own if left out")
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
    add_common(*command, *options);
    command->footer(contributions_examples);
    return {command, [options] { in_command("contributions", [&] { contributions_of(*options); }); }};
}

}  // namespace sweetspot::app
