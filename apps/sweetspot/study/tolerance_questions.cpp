#include "apps/sweetspot/study/tolerance_questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
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

struct QuestionOptions {
    std::string study;
    std::optional<double> limit;
    std::string parameter;
    std::string at;
    int threads = 1;
    std::string format = question_formats.front();
};

/// The study with the model of its trials and the centre that is asked about.
struct Asked {
    Study study;
    GaussianProcess model;
    Vector centre;
};

Asked asked(const QuestionOptions& options) {
    Study study = read_study_file(options.study);
    const StudyView view = begun_study(study.config)->view();
    const Answer answer = answer_of(study, view, options.threads);
    if (answer.missing > 0) throw std::invalid_argument(what_is_missing(study.config, answer));
    Vector centre = options.at.empty() ? answer.robust.x : design_of(study, options.at, "--at");
    GaussianProcess model = recommendation_of(study, view, options.threads).gp;
    return {std::move(study), std::move(model), std::move(centre)};
}

std::optional<std::size_t> parameter_of(const StudyConfig& config, const std::string& name) {
    if (name.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const StudyParameter& p : config.parameters) names.push_back(p.parameter.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw std::invalid_argument("--parameter: " + unknown_name("parameter", name, names));
    return static_cast<std::size_t>(found - names.begin());
}

Json json_of(const StudyConfig& config, const ToleranceRoom& room) {
    return {{"by_mean", room.by_mean},
            {"safely", room.safely},
            {"most", room.most},
            {"params", params_of(config, room.centre)},
            {"safe_params", params_of(config, room.safe_centre)}};
}

/// "1.23", or that more was not looked at.
std::string factor(double value, double most) {
    if (value >= most) return fmt::format("{:.3g} (the bounds leave room for no more)", most);
    return fmt::format("{:.3g}", value);
}

void print_room(const StudyConfig& config, std::string_view where, const ToleranceRoom& room, double limit) {
    std::cout << fmt::format("  {:<24}by expectation {}\n  {:<24}safely {}\n", where, factor(room.by_mean, room.most),
                             "", factor(room.safely, room.most));
    if (room.by_mean == 0 && room.value > limit) {
        std::cout << fmt::format("  {:<24}even built exactly it is {:.5g} there\n", "", room.value);
    }
    std::cout << fmt::format("  {:<24}at {}\n", "", in_words(config, room.centre));
}

void tolerance(const QuestionOptions& options) {
    const Asked a = asked(options);
    const StudyConfig& config = a.study.config;
    const std::optional<double> limit = options.limit ? options.limit : config.objective.limit;
    if (!limit) {
        throw std::invalid_argument(
            "--limit: it is missing; say what a build may have at most, e.g. --limit 41, or "
            "give the study a limit under [objective]");
    }
    const std::optional<std::size_t> parameter = parameter_of(config, options.parameter);
    const ToleranceRoom here = tolerance_room_at(config, a.model, a.centre, *limit, parameter);
    const ToleranceRoom anywhere = tolerance_room(config, a.model, *limit, Parallel(options.threads), parameter);
    if (options.format == "json") {
        Json json = {{"limit", *limit},
                     {"parameter", options.parameter.empty() ? Json(nullptr) : Json(options.parameter)}};
        json["at_centre"] = json_of(config, here);
        json["at_best_centre"] = json_of(config, anywhere);
        std::cout << write_json(json) << '\n';
        return;
    }
    std::cout << fmt::format("{}: by which factor {} may grow so that nothing is worse than {:g}\n\n", config.name,
                             parameter ? fmt::format("the tolerance of {}", options.parameter) : "all tolerances",
                             *limit);
    print_room(config, options.at.empty() ? "at the robust centre" : "at your design", here, *limit);
    print_room(config, "at the best centre", anywhere, *limit);
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
    command.add_option("--at", options.at, "A design of your own instead of the answer, e.g. \"width=2.5,height=7\"")
        ->option_text("DESIGN");
    command.add_option("--threads", options.threads, "How many threads to use, 1 if left out; nothing depends on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
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
