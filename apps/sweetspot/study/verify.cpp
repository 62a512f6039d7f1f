#include "apps/sweetspot/study/verify.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked_to_stop.hpp"
#include "apps/sweetspot/study/run_progress.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"
#include "study/answer_text.hpp"
#include "study/design.hpp"
#include "study/study_json.hpp"
#include "study/told_evaluator.hpp"
#include "study/verified_subject.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> formats = {"table", "json"};
constexpr int most_places = 1000;

constexpr auto verify_examples =
    R"(The values are stored as observations. Exit status 0 for pass, 1 for fail. In a study by hand the places are printed as by
ask; tell what came out there and say verify again.
Examples:
  sweetspot verify bracket.toml -n 5
  sweetspot verify bracket.toml --at "width=2.5,height=7")";

struct VerifyOptions {
    std::string study;
    int places = 5;
    int threads = 1;
    std::string format = formats.front();
    std::string at;
};

/// A study by hand: the places as lines of JSON, as ask prints them.
void print_places(const StudyConfig& config, const VerifiedSubject& subject, const StudyView& view, std::ostream& out) {
    for (const Trial& trial : view.trials) {
        if (!subject.concerns(trial) || !is_open(trial)) continue;
        out << write_json_line({{"number", trial.number}, {"params", params_of(config, trial.x)}}) << '\n';
    }
}

void print_verdict(const Study& study, const VerifyOptions& options, const StudyView& view) {
    const StudyConfig& config = study.config;
    const Verification verification = *verification_of(study, view, options.threads);
    std::cout << (options.format == "json" ? write_json(verification_json(config, verification)) + "\n"
                                           : verification_text(config, verification));
    if (verification.verdict() != Verification::Verdict::fail) return;
    std::string broken;
    for (const CheckedLimit& checked : verification.limits) {
        if (checked.verdict() != CheckedLimit::Verdict::broken) continue;
        broken += (broken.empty() ? "verification failed: " : "; ") + in_words(config, checked);
    }
    throw std::runtime_error(fmt::format(
        "sweetspot verify: {}; the values are stored, so run the study with a larger budget and ask for best "
        "again",
        broken.empty() ? "the region does not keep what the model promised" : broken));
}

void verify_by_hand(const Study& study, const VerifyOptions& options, const VerifiedSubject& subject, Store& store) {
    const StudyView before = store.view();
    if (subject.is_told_in(before)) return print_verdict(study, options, before);
    choose_places(study, store, subject, options.places, options.threads);
    print_places(study.config, subject, store.view(), std::cout);
}

void verify(const VerifyOptions& options) {
    const Study study = read_study_file(options.study);
    const StudyConfig& config = study.config;
    const bool by_hand = config.objective.command.empty();
    const bool by_workers = config.objective.run_on == RunOn::workers;
    if (!by_hand && !by_workers) require_objective(config);
    const std::unique_ptr<Store> store = begun_study_to_change(config, "verify");
    VerifiedSubject subject;
    if (!options.at.empty()) subject.at = design_of(study, options.at, "--at");
    if (by_hand) return verify_by_hand(study, options, subject, *store);
    choose_places(study, *store, subject, options.places, options.threads);
    const std::unique_ptr<Evaluator> evaluator = told_evaluator_of(config, tell_on_standard_error);
    const Interrupt interrupt(Interrupt::Manner::finish_first);
    if (by_workers) {
        // They may have left when the study was over.
        std::cerr << fmt::format("evaluated by workers: sweetspot work {}, on any machine", options.study) << std::endl;
    }
    RunProgress progress(config, subject.open_in(store->view()), std::cerr);
    const RunnerEnd end =
        run_study(study, *store, *evaluator,
                  {.threads = options.threads,
                   .stop = told_wish(interrupt, *evaluator, options.study),
                   .watch = [&](const Trial& changed, const StudyView& view) { progress.tell(changed, view); },
                   .only = subject.source(),
                   .part = by_workers ? RunnerPart::choose : RunnerPart::all});
    if (end.kind != RunnerEnd::Kind::finished) throw std::runtime_error("sweetspot verify: " + end.reason);
    print_verdict(study, options, store->view());
}

}  // namespace

Command add_verify(CLI::App& app) {
    const auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = app.add_subcommand("verify", "Evaluates where the answer's region looks worst: pass or fail");
    add_study(*command, options->study);
    command->add_option("-n", options->places, "How many places, 5 if left out")
        ->check(whole_number(1, most_places))
        ->option_text("K");
    command->add_option("--at", options->at, "A design of your own instead of the answer, e.g. \"width=2.5,height=7\"")
        ->option_text("DESIGN");
    command->add_option("--threads", options->threads, "How many threads to use, 1 if left out")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}; the first if left out", fmt::join(formats, ", ")))
        ->check(one_of("format", formats))
        ->option_text("NAME");
    command->footer(verify_examples);
    return {command, [options] { in_command("verify", [&] { verify(*options); }); }};
}

}  // namespace sweetspot::app
