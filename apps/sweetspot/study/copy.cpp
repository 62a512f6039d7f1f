#include "apps/sweetspot/study/copy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "base/check.hpp"
#include "study/answer_words.hpp"
#include "study/store_kinds.hpp"
#include "study/study_file.hpp"

namespace sweetspot::app {
namespace {

constexpr auto copy_examples =
    R"(All trials are copied with their results and times, and the study file; the original stays as it is. Write the new
storage into the study file afterwards. Work directories that were kept are files, and stay where they are.
Examples:
  sweetspot copy sqlite:///bracket.db postgresql://host/studies
  sweetspot copy postgresql://host/studies sqlite:///bracket.db --study bracket)";

struct CopyOptions {
    std::string from;
    std::string to;
    std::string study;
};

/// Relative to the current folder.
StorageConfig storage_given(std::string_view which, const std::string& text, const std::string& study) {
    try {
        return storage_from(text, study, "");
    } catch (const std::invalid_argument& mistake) {
        throw std::invalid_argument(fmt::format("{}: {}", which, mistake.what()));
    }
}

/// The study's name in the place it is copied from.
std::string name_in(const StorageConfig& from, const CopyOptions& options) {
    const std::vector<std::string> names = studies_in(from);
    const std::string place = StorageConfig{from.kind, from.place}.shown();
    require(!names.empty(), "{}: there is no study in it; give the address of another database", place);
    if (options.study.empty()) {
        require(names.size() == 1, "{}: there are several studies in it; say which with --study, one of {}", place,
                fmt::join(names, ", "));
        return names.front();
    }
    require(std::ranges::find(names, options.study) != names.end(),
            "--study: there is no study \"{}\" in {}; give one of {}", options.study, place, fmt::join(names, ", "));
    return options.study;
}

/// The study as it is kept there.
StudyConfig stored_config(StorageConfig storage, const CopyOptions& options) {
    const std::string name = name_in(storage, options);
    if (!storage.study.empty()) storage.study = name;
    const std::string text = stored_study_file(storage);
    const std::string_view form = text.starts_with('{') ? "json" : "toml";
    StudyConfig config = read_study(text, fmt::format("{}: study.{}", storage.shown(), form), "");
    config.storage = storage;
    return config;
}

void copy(const CopyOptions& options) {
    // Of a kind that keeps several, any name stands for one that is not known yet.
    const StorageConfig from = storage_given("FROM", options.from, "?");
    StorageConfig to = storage_given("TO", options.to, "?");
    if (from.kind == "sqlite") {
        require(std::filesystem::exists(from.place), "FROM: there is no file {}; give the name of a study's file",
                from.place);
    }
    StudyConfig config = stored_config({from.kind, from.place, from.study}, options);
    const StudyView view = open_store(config, Store::Open::reading)->view();
    if (!to.study.empty()) to.study = from.study.empty() ? config.name : config.storage.study;
    config.storage = to;
    const auto running = std::ranges::count(view.trials, TrialState::running, &Trial::state);
    copy_study(config, view);
    std::cout << fmt::format("{} of {} copied to {}\n", counted(std::ssize(view.trials), "trial"), config.name,
                             to.shown());
    if (running > 0) {
        std::cerr << fmt::format("{} still running; in the copy {} to be evaluated again\n",
                                 running == 1 ? "1 is" : fmt::format("{} are", running),
                                 running == 1 ? "it is" : "they are");
    }
}

}  // namespace

Command add_copy(CLI::App& app) {
    const auto options = std::make_shared<CopyOptions>();
    CLI::App* command = app.add_subcommand("copy", "Copies a study into another storage, all of it or nothing");
    command->add_option("from", options->from, "Its storage, as a study file names it")
        ->required()
        ->option_text("(required)");
    command->add_option("to", options->to, "Where it is copied to")->required()->option_text("(required)");
    command->add_option("--study", options->study, "The study's name, where the database holds several")
        ->option_text("NAME");
    command->footer(copy_examples);
    return {command, [options] { in_command("copy", [&] { copy(*options); }); }};
}

}  // namespace sweetspot::app
