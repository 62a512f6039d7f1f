#include "apps/sweetspot/study/study_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <string_view>

#include "apps/sweetspot/study/changed_study.hpp"
#include "apps/sweetspot/text/point_text.hpp"
#include "base/number_text.hpp"
#include "space/value_text.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/study/answer.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {
Vector centre_of(const StudyConfig& config) {
    const Space space = problem_of(config).space();
    return space.snap(space.from_unit(Vector::Constant(space.dimension(), 0.5)));
}

void add_study(CLI::App& command, std::string& file) {
    command.add_option("study", file, "The study's TOML file, or its database")->required()->option_text("(required)");
}

namespace {

void require_begun(const StudyConfig& config) {
    if (store_exists(config.storage)) return;
    throw std::invalid_argument(
        fmt::format("the study {} has not begun, for there is no {}; use run, ask, tell or import first", config.name,
                    config.storage.shown()));
}

/// A study file of an earlier sweetspot may not be readable any more; then nothing is said.
std::string changes_of(const StudyConfig& config) {
    try {
        const std::string before = stored_study_file(config.storage);
        return before.empty() ? "" : changes(read_study(before, "the study file", config.folder), config);
    } catch (const std::exception&) {
        return "";
    }
}

}  // namespace

std::unique_ptr<Store> begun_study(const StudyConfig& config) {
    require_begun(config);
    return open_store(config, Store::Open::reading);
}

void require_objective(const StudyConfig& config) {
    const std::string trouble = objective_trouble(config);
    if (!trouble.empty()) throw std::invalid_argument(fmt::format("the objective cannot be run: {}", trouble));
}

std::unique_ptr<Store> changed_study(const StudyConfig& config, std::string_view command) {
    const std::string changed = store_exists(config.storage) ? changes_of(config) : "";
    std::unique_ptr<Store> store = open_store(config);
    if (!changed.empty()) std::cerr << fmt::format("sweetspot {}: {}\n", command, changed);
    return store;
}

std::unique_ptr<Store> begun_study_to_change(const StudyConfig& config, std::string_view command) {
    require_begun(config);
    return changed_study(config, command);
}

std::string counted(Index count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

StudyConfig read_study_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
        throw std::invalid_argument(fmt::format("{} cannot be read; give the name of a study file that exists", path));
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (text.empty()) {
        throw std::invalid_argument(
            fmt::format("{} is empty; give the name of a study file, or of its database", path));
    }
    if (!text.starts_with("SQLite format 3")) return read_study(text, path, folder);
    // A database keeps the study file that it was made with; wherever that said it would be, it is this one.
    const StorageConfig storage = {.kind = "sqlite", .place = path};
    StudyConfig config = read_study(stored_study_file(storage), path, folder);
    config.storage = storage;
    return config;
}

Json params_of(const StudyConfig& config, const Vector& x) {
    Json params = Json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        const double value = x[static_cast<Index>(d)];
        if (p.is_choice()) {
            params[p.name] = choice_at(p, value);
        } else if (p.step == 1 && value == std::floor(value)) {  // what was really run need not be whole
            params[p.name] = std::llround(value);
        } else {
            params[p.name] = value;
        }
    }
    return params;
}

Vector design_of(const Study& study, const std::string& text, const std::string& where) {
    const StudyConfig& config = study.config;
    std::vector<std::string> known;
    std::string example;
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        if (!p.chosen) continue;
        known.push_back(p.name);
        example += fmt::format("{}{}={}", example.empty() ? "" : ",", p.name,
                               value_text(p, p.values.empty() ? p.lower / 2 + p.upper / 2 : p.values.front()));
    }
    const auto refuse = [&](const std::string& why) { throw std::invalid_argument(fmt::format("{}: {}", where, why)); };
    // The environment, which comes last, is in its middle.
    const Space& space = study.problem.space();
    Vector x = space.from_unit(Vector::Constant(space.dimension(), 0.5));
    x.head(std::ssize(known)).setConstant(std::numeric_limits<double>::quiet_NaN());
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = trimmed(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
        const std::size_t equals = item.rfind('=');
        if (equals == std::string_view::npos) {
            refuse(fmt::format("\"{}\" has no \"=\"; give every parameter with its value, e.g. \"{}\"", item, example));
        }
        const std::string name(trimmed(item.substr(0, equals)));
        const std::string_view number = trimmed(item.substr(equals + 1));
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end()) refuse(unknown_name("parameter", name, known));
        double& value = x[found - known.begin()];
        if (!std::isnan(value)) refuse(fmt::format("\"{}\" is given twice; give it once", name));
        const Parameter& p = config.parameters[static_cast<std::size_t>(found - known.begin())].parameter;
        if (p.is_choice()) {
            value = choice_named_at(where, p, number);
            continue;
        }
        const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (error != std::errc() || rest != number.data() + number.size() || !std::isfinite(value)) {
            refuse(fmt::format("\"{}\" is \"{}\"; it must be a finite number", name, number));
        }
    }
    for (std::size_t d = 0; d < known.size(); ++d) {
        const double value = x[static_cast<Index>(d)];
        if (std::isnan(value))
            refuse(fmt::format("\"{}\" is missing; give every parameter, e.g. \"{}\"", known[d], example));
        if (config.parameters[d].parameter.step == 1 && value != std::floor(value)) {
            refuse(fmt::format("\"{}\" is {:g}; it must be a whole number", known[d], value));
        }
        const std::vector<double>& series = config.parameters[d].parameter.values;
        if (!series.empty() && std::find(series.begin(), series.end(), value) == series.end()) {
            refuse(fmt::format("\"{}\" is {:g}; it must be one of {}", known[d], value, fmt::join(series, ", ")));
        }
    }
    require_design(study, x, where);
    return x;
}

Json limit_json(const Limit& limit) {
    Json json = {{"of", limit.of}};
    json[limit.side == Limit::Side::at_most ? "at_most" : "at_least"] = limit.bound;
    json["for"] = limit.what == Limit::For::share ? Json(limit.share)
                                                  : Json(limit.what == Limit::For::worst ? "worst" : "centre");
    return json;
}

Json json_of(const StudyConfig& config, const Trial& trial) {
    Json json = {{"number", trial.number},
                 {"state", std::string(to_string(trial.state))},
                 {"source", std::string(to_string(trial.source))},
                 {"params", params_of(config, trial.x)}};
    if (trial.asked != trial.x) json["asked"] = params_of(config, trial.asked);
    if (trial.measurement) {
        json["value"] = trial.measurement->value;
        if (trial.measurement->standard_error) json["standard_error"] = *trial.measurement->standard_error;
        if (!trial.measurement->outputs.empty()) json["outputs"] = trial.measurement->outputs;
    }
    if (trial.failure) {
        json["failure"] = std::string(to_string(trial.failure->kind));
        json["reason"] = trial.failure->reason;
    }
    if (trial.seconds > 0) json["seconds"] = trial.seconds;
    if (!trial.work_directory.empty()) json["work_directory"] = trial.work_directory;
    return json;
}

}  // namespace sweetspot::app
