#include "study/study_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "process/text_of_file.hpp"
#include "study/changed_study.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot {

StudyConfig read_study_file(const std::string& path) {
    const std::string text = process::text_of_file(path, "give the name of a study file that exists");
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

void require_begun(const StudyConfig& config) {
    if (store_exists(config.storage)) return;
    throw std::invalid_argument(
        fmt::format("the study {} has not begun, for there is no {}; use run, ask, tell or import first", config.name,
                    config.storage.shown()));
}

std::unique_ptr<Store> begun_study(const StudyConfig& config) {
    require_begun(config);
    return open_store(config, Store::Open::reading);
}

std::string changes_since_last_time(const StudyConfig& config) {
    if (!store_exists(config.storage)) return "";
    try {
        const std::string before = stored_study_file(config.storage);
        return before.empty() ? "" : changes_between(read_study(before, "the study file", config.folder), config);
    } catch (const std::exception&) {
        return "";  // a study file of an earlier sweetspot may not be readable any more
    }
}

void require_objective(const StudyConfig& config) {
    const std::string trouble = objective_trouble(config);
    if (!trouble.empty()) throw std::invalid_argument(fmt::format("the objective cannot be run: {}", trouble));
}

}  // namespace sweetspot
