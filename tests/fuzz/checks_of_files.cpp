// Files that other programs write, or that a disk has damaged.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "experiment/tables.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/complaints.hpp"
#include "study/slurm/folder.hpp"
#include "study/slurm/states.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::fuzz {
namespace {

namespace fs = std::filesystem;

StudyConfig stored_config(const support::ScratchDirectory& scratch, const std::string& name) {
    StudyConfig config;
    config.name = "s";
    config.storage.place = scratch.file(name);
    config.parameters = {{.parameter = {.name = "x", .lower = -1, .upper = 2}, .tolerance = {0.1}},
                         {.parameter = {.name = "y", .lower = 1, .upper = 9}, .tolerance = {0.1}}};
    return config;
}

/// One of each state that a trial can have.
void make_study(const StudyConfig& config) {
    const auto store = open_store(config);
    const Vector x{{0.5, 3}};
    const Trial complete{
        .state = TrialState::complete, .asked = x, .x = x, .measurement = Measurement{1, 0.1, {{"stress", 2}}}};
    const Trial failed{
        .state = TrialState::failed, .asked = x, .x = x, .failure = EvaluationFailure{FailureKind::reported, "no"}};
    for (const Trial& trial : {complete, failed, Trial{.asked = x, .x = x}})
        static_cast<void>(store->add(trial, store->revision()));
}

/// Binds "r:1e308", "i:7", "b:00ff" or a text.
void bind_value(sqlite3_stmt* statement, std::string_view value) {
    const std::string text(
        value.starts_with("r:") || value.starts_with("i:") || value.starts_with("b:") ? value.substr(2) : value);
    if (value.starts_with("r:")) {
        sqlite3_bind_double(statement, 1, std::strtod(text.c_str(), nullptr));
    } else if (value.starts_with("i:")) {
        sqlite3_bind_int64(statement, 1, std::strtoll(text.c_str(), nullptr, 10));
    } else if (value.starts_with("b:")) {
        std::string bytes;
        for (std::size_t i = 0; i + 1 < text.size(); i += 2)
            bytes += static_cast<char>(std::strtol(text.substr(i, 2).c_str(), nullptr, 16));
        sqlite3_bind_blob(statement, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
    } else {
        sqlite3_bind_text(statement, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
}

/// "0 value r:1e308" changes a trial, "fact revision 7" a fact; what SQLite itself refuses stays as it was.
void change(sqlite3* database, const std::string& line) {
    static const std::vector<std::string> columns = {
        "number",         "state",    "source",     "asked",    "x",       "value",   "standard_error",
        "failure",        "reason",   "attempts",   "centre",   "seconds", "process", "expected_improvement",
        "work_directory", "asked_at", "changed_at", "promised", "outputs"};
    std::istringstream words(line);
    std::string what;
    std::string column;
    words >> what >> column;
    std::string value;
    std::getline(words >> std::ws, value);
    const bool fact = what == "fact";
    if (!fact && std::ranges::find(columns, column) == columns.end()) return;
    const std::string sql = fact ? "UPDATE facts SET value = ?1 WHERE key = ?2"
                                 : fmt::format("UPDATE trials SET {} = ?1 WHERE number = ?2", column);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    bind_value(statement, value);
    sqlite3_bind_text(statement, 2, fact ? column.c_str() : what.c_str(), -1, SQLITE_TRANSIENT);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

std::string view_complaint(const StudyView& view) {
    for (const Trial& trial : view.trials) {
        if (trial.x.size() != 2 || !trial.x.allFinite()) return "a point that is none was read";
        if (trial.state == TrialState::complete && !trial.measurement) return "a complete trial has no value";
        if (trial.measurement && !std::isfinite(trial.measurement->value)) return "a value that is none was read";
    }
    return "";
}

}  // namespace

std::string runs_table_complaint(std::string_view text) {
    return complaint_of("runs.csv", [&]() -> std::string {
        std::istringstream in{std::string(text)};
        for (const Comparison& comparison : read_runs_table(in, "runs.csv")) {
            for (const MethodScores& scores : comparison.methods) {
                if (scores.regret.rows() != std::ssize(scores.repeats)) return "a repeat has no regrets";
            }
        }
        return "";
    });
}

std::string slurm_files_complaint(std::string_view text) {
    static const support::ScratchDirectory scratch;
    static const slurm::Folder folder(scratch.file("slurm"));
    try {
        for (const char* what : {"started", "ended"})
            static_cast<void>(scratch.write(fmt::format("slurm/runs/7-1.12-0.{}", what), std::string(text)));
        static_cast<void>(folder.start_of({7, 1}, "12-0"));
        if (const auto end = folder.end_of({7, 1}, "12-0"); end && !(std::isfinite(end->seconds) && end->seconds >= 0))
            return "an execution took no number of seconds";
        static_cast<void>(slurm::state_in_log(text));
        if (const auto jobs = slurm::read_listing(text)) {
            for (const slurm::ListedJob& job : *jobs) {
                if (job.id.empty()) return "a job without a number was read";
            }
        }
    } catch (const std::exception& error) {
        return fmt::format("an exception: {}", error.what());
    }
    return "";
}

std::string stored_study_complaint(std::string_view text) {
    static const support::ScratchDirectory scratch;
    static const StudyConfig sound = stored_config(scratch, "sound.db");
    static const bool made = (make_study(sound), true);
    static_cast<void>(made);
    const StudyConfig config = stored_config(scratch, "damaged.db");
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(scratch.file(std::string("damaged.db") + suffix));
    fs::copy_file(scratch.file("sound.db"), scratch.file("damaged.db"));
    sqlite3* database = nullptr;
    sqlite3_open(config.storage.place.c_str(), &database);
    sqlite3_exec(database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY", nullptr, nullptr, nullptr);
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) change(database, line);
    sqlite3_close(database);
    try {
        return view_complaint(open_store(config, Store::Open::reading)->view());
    } catch (const std::exception& error) {
        const std::string sentence = error.what();
        if (!sentence.starts_with(config.storage.place)) return "the refusal does not begin with the file: " + sentence;
        return sentence_complaint(sentence);
    }
}

}  // namespace sweetspot::fuzz
