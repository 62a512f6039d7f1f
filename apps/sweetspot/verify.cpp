#include "verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "benchmark_options.hpp"
#include "interrupt.hpp"
#include "study_files.hpp"
#include "study_report.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> formats = {"table", "json"};
constexpr int most_places = 1000;

constexpr auto examples =
    R"(The values are stored as observations. Exit status 0 for pass, 1 for fail. In a study by hand the places are printed as by
ask; tell what came out there and say verify again.
Example:
  sweetspot verify bracket.toml -n 5)";

struct VerifyOptions {
    std::string study;
    int places = 5;
    int threads = 1;
    std::string format = formats.front();
};

bool is_to_be_verified(const Trial& trial) {
    return trial.source == TrialSource::verified && is_open(trial);
}

/// Adds the places, unless those of a verification that was interrupted are still to be evaluated.
void choose_places(const StudyConfig& config, const VerifyOptions& options, StudyStore& store) {
    while (true) {
        const StudyView view = store.view();
        if (std::any_of(view.trials.begin(), view.trials.end(), is_to_be_verified)) return;
        const std::vector<Trial> trials = trials_to_verify(config, view, options.places, options.threads);
        if (store.add_all(trials, view.revision)) return;
    }
}

/// A study by hand: the places as lines of JSON, as ask prints them.
void print_places(const StudyConfig& config, const StudyView& view, std::ostream& out) {
    for (const Trial& trial : view.trials) {
        if (!is_to_be_verified(trial)) continue;
        out << write_json_line({{"number", trial.number}, {"params", params_of(config, trial.x)}}) << '\n';
    }
}

void print_verdict(const StudyConfig& config, const VerifyOptions& options, const StudyView& view) {
    const Verification verification = *verification_of(config, view, options.threads);
    std::cout << (options.format == "json" ? write_json(verification_json(config, verification)) + "\n"
                                           : verification_text(config, verification));
    if (verification.verdict() == Verification::Verdict::fail) {
        throw std::runtime_error(
            "sweetspot verify: the region does not keep what the model promised; the values are stored, "
            "so run the study with a larger budget and ask for best again");
    }
}

void verify_by_hand(const StudyConfig& config, const VerifyOptions& options, StudyStore& store) {
    const StudyView before = store.view();
    const bool is_open = std::any_of(before.trials.begin(), before.trials.end(), is_to_be_verified);
    const bool is_told = !is_open && !before.trials.empty() && before.trials.back().source == TrialSource::verified;
    if (is_told) return print_verdict(config, options, before);
    choose_places(config, options, store);
    print_places(config, store.view(), std::cout);
}

void verify(const VerifyOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    StudyStore store = begun_study(config);
    if (config.objective.command.empty()) return verify_by_hand(config, options, store);
    choose_places(config, options, store);
    const Interrupt interrupt;
    const RunnerEnd end = run_study(config, store,
                                    {.threads = options.threads,
                                     .stop = [&] { return interrupt.asked_for(); },
                                     .watch = print_changes(config),
                                     .only = TrialSource::verified});
    if (end.kind != RunnerEnd::Kind::finished) throw std::runtime_error("sweetspot verify: " + end.reason);
    print_verdict(config, options, store.view());
}

}  // namespace

Command add_verify(CLI::App& app) {
    const auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = app.add_subcommand("verify", "Evaluates where the answer's region looks worst: pass or fail");
    add_study(*command, options->study);
    command->add_option("-n", options->places, "How many places, 5 if left out")
        ->check(whole_number(1, most_places))
        ->option_text("K");
    command->add_option("--threads", options->threads, "How many threads to use, 1 if left out")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}; the first if left out", fmt::join(formats, ", ")))
        ->check(one_of("format", formats))
        ->option_text("NAME");
    command->footer(examples);
    return {command, [options] { in_command("verify", [&] { verify(*options); }); }};
}

}  // namespace sweetspot::app
