#include "apps/sweetspot/study/ask_tell.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "study/study_json.hpp"
#include "study/told_trial.hpp"

namespace sweetspot::app {
namespace {

constexpr int most_asked_at_once = 1000;

constexpr auto ask_examples =
    R"(One line of JSON per point. A point that was asked for and not told yet counts for the next ones.
Examples:
  sweetspot ask bench.toml
  sweetspot ask bench.toml -n 3)";

constexpr auto tell_examples = R"(Examples:
  sweetspot tell bench.toml 0 1.37
  sweetspot tell bench.toml 0 1.37±0.05                                       … or --standard-error 0.05
  sweetspot tell bench.toml 1 2.1 --actual '{"width": 2.6, "height": 7}'      what was really run
  sweetspot tell bench.toml 1 2.1 --output stress=240                         another output that has a limit
  sweetspot tell bench.toml 2 --failed "the probe fell off"
  sweetspot tell bench.toml --params '{"width": 3, "height": 8}' 1.9          a point of your own)";

struct AskOptions {
    std::string study;
    int count = 1;
    int threads = 1;
};

void ask(const AskOptions& options, std::ostream& out) {
    const Study study = read_study_file(options.study);
    const std::unique_ptr<Store> store = changed_study(study.config, "ask");
    if (const auto reason = reason_to_end(study, store->view())) {
        std::cerr << fmt::format("sweetspot ask: {}; asked all the same\n", reason->sentence);
    }
    for (int i = 0; i < options.count; ++i) {
        const Trial next = ask_trial(study, *store, options.threads);
        out << write_json_line({{"number", next.number}, {"params", params_of(study.config, next.x)}}) << std::endl;
    }
}

struct TellOptions {
    std::string study;
    std::vector<std::string> words;  ///< number and value, or the value alone with --params
    std::optional<double> standard_error;
    std::vector<std::string> outputs;  ///< name=value
    std::optional<std::string> failed;
    std::string actual;
    std::string params;
};

double read_number(std::string_view given, std::string_view what) {
    double value = 0;
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && rest == end && std::isfinite(value)) return value;
    throw std::invalid_argument(
        fmt::format("the {} is \"{}\"; it must be a finite number, or use --failed \"why\"", what, given));
}

/// "1.37", "1.37±0.05" or "1.37+-0.05".
Measurement read_measurement(std::string_view given) {
    for (const std::string_view sign : {"±", "+-"}) {
        const auto at = given.find(sign);
        if (at == std::string_view::npos) continue;
        return {read_number(given.substr(0, at), "value"),
                read_number(given.substr(at + sign.size()), "standard error")};
    }
    return {read_number(given, "value"), std::nullopt};
}

/// "stress=240", of outputs that have limits.
std::map<std::string, double> read_outputs(const StudyConfig& config, const std::vector<std::string>& given) {
    std::map<std::string, double> outputs;
    for (const std::string& word : given) {
        const std::size_t equals = word.rfind('=');
        if (equals == std::string::npos) {
            throw std::invalid_argument(
                fmt::format("--output: \"{}\" has no \"=\"; give the output with its value, e.g. stress=240", word));
        }
        const std::string name = word.substr(0, equals);
        require_output(config, name);
        const double value = read_number(std::string_view(word).substr(equals + 1), "output");
        if (!outputs.emplace(name, value).second) {
            throw std::invalid_argument(fmt::format("--output: \"{}\" is given twice; give it once", name));
        }
    }
    return outputs;
}

Trial trial_numbered(Store& store, const std::string& given) {
    Index number = -1;
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data(), end, number);
    if (error == std::errc() && rest == end) return trial_to_tell(store, number);
    throw std::invalid_argument(no_such_trial(store.view(), given));
}

sweetspot::Outcome outcome_of(const TellOptions& options, const StudyConfig& config, const std::string* value) {
    if (options.failed.has_value() == (value != nullptr)) {
        throw std::invalid_argument("give a value, or --failed \"why\", and not both");
    }
    if (options.failed) {
        if (!options.outputs.empty())
            throw std::invalid_argument("--output: with --failed there is none; leave it out");
        return EvaluationFailure{FailureKind::reported, *options.failed};
    }
    Measurement measurement = read_measurement(*value);
    if (options.standard_error) measurement.standard_error = options.standard_error;
    require_measurement(config, measurement);
    measurement.outputs = read_outputs(config, options.outputs);
    return measurement;
}

void tell_of_own(const TellOptions& options, const Study& study, Store& store, std::ostream& out) {
    if (options.words.size() > 1) throw std::invalid_argument("with --params there is no number; give the value alone");
    const Vector x = point_from_json(study.config, options.params, "--params");
    const std::string* value = options.words.empty() ? nullptr : &options.words.front();
    const Trial trial = tell_own(study, store, x, outcome_of(options, study.config, value));
    out << fmt::format("trial {} is {}\n", trial.number, to_string(trial.state));
}

void tell(const TellOptions& options, std::ostream& out) {
    const Study study = read_study_file(options.study);
    const StudyConfig& config = study.config;
    const std::unique_ptr<Store> store = changed_study(config, "tell");
    if (!options.params.empty()) return tell_of_own(options, study, *store, out);
    if (options.words.empty()) {
        throw std::invalid_argument(
            "say of which trial, and its value: tell STUDY NUMBER VALUE; or a point with --params");
    }
    const Trial before = trial_numbered(*store, options.words[0]);
    std::optional<Vector> actual;
    if (!options.actual.empty()) actual = point_from_json(config, options.actual, "--actual", before.asked);
    const sweetspot::Outcome outcome =
        outcome_of(options, config, options.words.size() < 2 ? nullptr : &options.words[1]);
    const Trial trial = tell_trial(study, *store, before.number, outcome, actual);
    out << fmt::format("trial {} is {}{}\n", trial.number, to_string(trial.state),
                       before.measurement ? fmt::format(" (it was {})", before.measurement->value) : "");
}

}  // namespace

Command add_ask(CLI::App& app) {
    const auto options = std::make_shared<AskOptions>();
    CLI::App* command = app.add_subcommand("ask", "Says where to evaluate next in a study by hand");
    add_study(*command, options->study);
    command->add_option("-n", options->count, "How many points, 1 if left out")
        ->check(whole_number(1, most_asked_at_once))
        ->option_text("K");
    command->add_option("--threads", options->threads, "How many threads to use, 1 if left out")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->footer(ask_examples);
    return {command, [options] { in_command("ask", [&] { ask(*options, std::cout); }); }};
}

Command add_tell(CLI::App& app) {
    const auto options = std::make_shared<TellOptions>();
    CLI::App* command = app.add_subcommand("tell", "Stores what came out at a point of a study");
    add_study(*command, options->study);
    command->add_option("number-and-value", options->words, "The trial's number and its value")
        ->expected(0, 2)
        ->option_text(" ");
    command->add_option("--standard-error", options->standard_error, "Of the value")->option_text("S");
    command->add_option("--output", options->outputs, "Another output that has a limit; may be given several times")
        ->option_text("NAME=VALUE");
    command->add_option("--failed", options->failed, "There is no value, and why")->option_text("WHY");
    command
        ->add_option("--actual", options->actual,
                     "What was really run, as JSON; a parameter that is left out is as asked for")
        ->option_text("JSON");
    command->add_option("--params", options->params, "A point that was not asked for, as JSON")->option_text("JSON");
    command->footer(tell_examples);
    return {command, [options] { in_command("tell", [&] { tell(*options, std::cout); }); }};
}

}  // namespace sweetspot::app
