// A study in one SQLite file, which several processes may use at once. A trial that is evaluated bears the identity of
// its process, and is lost when that process is gone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "storage/database.hpp"
#include "study/store_kinds.hpp"

namespace sweetspot {
namespace {

using StoredJson = nlohmann::json;
using process::is_of_this_machine;
using process::may_be_alive;
using process::own_identity;
using storage::Database;
using storage::Statement;
using storage::Transaction;

/// Vectors are blobs of 64-bit floating-point numbers in the machine's order; times are seconds since 1970.
/// Other outputs are a JSON object, {"stress": 240.5}.
constexpr std::array<std::string_view, 2> migrations = {"ALTER TABLE trials ADD COLUMN promised REAL",
                                                        "ALTER TABLE trials ADD COLUMN outputs TEXT"};
constexpr storage::Format study_format = {.what = "study",
                                          .application_id = 0x53775374,  // "SwSt"
                                          .version = 3,
                                          .schema = R"(
CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO facts VALUES ('revision', '0');
CREATE TABLE trials (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'complete', 'failed', 'stale')),
    source TEXT NOT NULL,
    asked BLOB NOT NULL, x BLOB NOT NULL,
    value REAL, standard_error REAL,
    failure TEXT, reason TEXT,
    attempts INTEGER NOT NULL,
    centre BLOB, expected_improvement REAL,
    seconds REAL NOT NULL, work_directory TEXT NOT NULL,
    process TEXT, asked_at REAL NOT NULL, changed_at REAL NOT NULL,
    promised REAL,
    outputs TEXT
) STRICT;)",
                                          .remedy = "give another storage in the study file",
                                          .migrations = migrations};

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// What two runs of a study must agree in: the parameters, without their tolerances, which may be changed.
std::string space_text(const StudyConfig& config) {
    std::string text;
    for (const StudyParameter& p : config.parameters) {
        const Parameter& parameter = p.parameter;
        // The bounds of a series follow its tolerance.
        if (!parameter.values.empty()) {
            text += fmt::format("{} one of {}{}; ", parameter.name, fmt::join(parameter.values, ", "),
                                parameter.scale == Scale::log ? ", log scale" : "");
            continue;
        }
        if (parameter.is_choice()) {
            text += fmt::format("{} one of {}; ", parameter.name, fmt::join(parameter.choices, ", "));
            continue;
        }
        text += fmt::format("{} from {} to {}{}{}{}; ", parameter.name, parameter.lower, parameter.upper,
                            parameter.scale == Scale::log ? ", log scale" : "", parameter.step ? ", int" : "",
                            parameter.chosen ? "" : ", environment");
    }
    return text;
}

void bind_real(Statement& statement, int parameter, double value) {
    if (!std::isnan(value)) statement.bind(parameter, value);
}

bool is_lost(const std::string& process, OtherMachines others) {
    return is_of_this_machine(process) ? !may_be_alive(process) : others == OtherMachines::are_gone;
}

std::map<std::string, double> outputs_in(const std::string& text) {
    try {
        return StoredJson::parse(text).get<std::map<std::string, double>>();
    } catch (const StoredJson::exception&) {
        throw std::invalid_argument("its other outputs cannot be read");
    }
}

Trial trial_of(const Statement& row) {
    Trial trial{.number = row.integer(0),
                .state = trial_state_named(row.text(1)),
                .source = trial_source_named(row.text(2)),
                .asked = row.vector(3),
                .x = row.vector(4)};
    if (!row.is_null(5)) {
        trial.measurement = Measurement{row.real(5), std::nullopt};
        if (!row.is_null(6)) trial.measurement->standard_error = row.real(6);
        if (!row.is_null(17)) trial.measurement->outputs = outputs_in(row.text(17));
    }
    if (!row.is_null(7)) trial.failure = EvaluationFailure{failure_kind_named(row.text(7)), row.text(8)};
    if (trial.state == TrialState::failed && !trial.failure) {
        trial.failure = EvaluationFailure{FailureKind::reported, "no reason was stored"};
    }
    trial.attempts = row.integer(9);
    trial.centre = row.vector(10);
    trial.expected_improvement = row.real(11);
    trial.seconds = row.real(12);
    trial.work_directory = row.text(13);
    trial.asked_at = row.real(14);
    trial.changed_at = row.real(15);
    trial.promised = row.real(16);
    if (trial.state == TrialState::running && is_lost(row.text(18), OtherMachines::may_live)) {
        trial.state = TrialState::stale;
    }
    return trial;
}

/// What no sweetspot has written; empty where the trial is sound.
std::string flaw_of(const Trial& trial, Index expected_number, Index dimension) {
    if (trial.number != expected_number) return fmt::format("trial {} is missing", expected_number);
    if (trial.state == TrialState::complete && !trial.measurement) {
        return fmt::format("trial {} is complete and has no value", trial.number);
    }
    if (trial.asked.size() != dimension || trial.x.size() != dimension) {
        return fmt::format("trial {} has no value for every parameter", trial.number);
    }
    return "";
}

void bind_outcome(Statement& statement, const Trial& trial) {
    statement.bind(1, to_string(trial.state)).bind(2, trial.x);
    if (trial.measurement) {
        statement.bind(3, trial.measurement->value);
        if (trial.measurement->standard_error) statement.bind(4, *trial.measurement->standard_error);
        if (!trial.measurement->outputs.empty()) statement.bind(13, StoredJson(trial.measurement->outputs).dump());
    }
    if (trial.failure) statement.bind(5, to_string(trial.failure->kind)).bind(6, trial.failure->reason);
    statement.bind(7, trial.attempts).bind(8, trial.seconds).bind(9, trial.work_directory);
    if (trial.state == TrialState::running) statement.bind(10, own_identity());
    statement.bind(11, seconds_since_1970());
}

/// A file of an earlier version that is only read has fewer columns.
std::string columns_of_trials(std::int64_t version) {
    return fmt::format(
        "SELECT number, state, source, asked, x, value, standard_error, failure, reason, attempts, centre, "
        "expected_improvement, seconds, work_directory, asked_at, changed_at, {}, {}, process FROM trials",
        version >= 2 ? "promised" : "NULL", version >= 3 ? "outputs" : "NULL");
}

Database::Open way_to_open(Store::Open how) {
    switch (how) {
        case Store::Open::existing:
            return Database::Open::existing;
        case Store::Open::reading:
            return Database::Open::reading;
        default:
            return Database::Open::create_if_missing;
    }
}

class SqliteStore final : public Store {
  public:
    SqliteStore(const std::filesystem::path& file, Open how)
        : database_(file, study_format, way_to_open(how)), how_(how), select_(columns_of_trials(database_.version())) {
        database_.require_sound();
    }

    [[nodiscard]] std::string fact(std::string_view key) const {
        Statement row = database_.prepare("SELECT value FROM facts WHERE key = ?");
        row.bind(1, key);
        return row.next() ? row.text(0) : "";
    }

    /// The study of the file is this one; a new file becomes it.
    void adopt(const StudyConfig& config) {
        dimension_ = std::ssize(config.parameters);
        const std::string given = space_text(config);
        if (how_ == Open::reading) return require_same_parameters(fact("parameters"), given);
        if (fact("parameters") == given && fact("study_file") == config.text) return;
        Transaction transaction(database_);
        const std::string stored = fact("parameters");
        if (stored.empty()) {
            set_fact("parameters", given);
            set_fact("name", config.name);
        }
        require_same_parameters(stored, given);
        set_fact("study_file", config.text);
        transaction.keep();
    }

    [[nodiscard]] std::int64_t revision() const override {
        database_.look_again();
        return stored_revision();
    }

    [[nodiscard]] StudyView view() const override {
        database_.look_again();
        Transaction moment(database_, Transaction::Kind::read);
        StudyView view = read_view();
        moment.keep();
        return view;
    }

    [[nodiscard]] Trial trial(Index number) const override {
        Statement row = database_.prepare(fmt::format("{} WHERE number = ?", select_));
        row.bind(1, number);
        require(row.next(), "{}: there is no trial {}", database_.path().string(), number);
        return sound_trial(row, number);
    }

    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) override {
        Transaction transaction(database_);
        if (stored_revision() != revision) return std::nullopt;
        const Index first = next_number();
        for (std::size_t i = 0; i < trials.size(); ++i) insert(trials[i], first + static_cast<Index>(i));
        if (!trials.empty()) next_revision();
        transaction.keep();
        return first;
    }

    [[nodiscard]] bool take(Index number) override {
        Transaction transaction(database_);
        Statement row = database_.prepare(
            "UPDATE trials SET state = 'running', process = ?1, changed_at = ?2 "
            "WHERE number = ?3 AND state IN ('waiting', 'stale') RETURNING number");
        row.bind(1, own_identity()).bind(2, seconds_since_1970()).bind(3, number);
        if (!row.next()) return false;
        row.run();
        next_revision();
        transaction.keep();
        return true;
    }

    void update(const Trial& trial) override {
        Transaction transaction(database_);
        store_outcome(trial);
        next_revision();
        transaction.keep();
    }

    std::vector<Index> release_lost(OtherMachines others) override {
        // A look without the write lock, since there is hardly ever one.
        if (lost(others).empty()) return {};
        Transaction transaction(database_);
        std::vector<Index> numbers = lost(others);
        for (const Index number : numbers) {
            database_.prepare("UPDATE trials SET state = 'stale', process = NULL, changed_at = ?1 WHERE number = ?2")
                .bind(1, seconds_since_1970())
                .bind(2, number)
                .run();
        }
        if (!numbers.empty()) next_revision();
        transaction.keep();
        return numbers;
    }

  private:
    void require_same_parameters(const std::string& stored, const std::string& given) const {
        require(stored.empty() || stored == given,
                "{}: the study was begun with other parameters ({}than {}here); give another storage, or the old "
                "parameters",
                database_.path().string(), stored, given);
    }

    /// The row as a trial; contents that nobody could have stored are told with the file's name.
    [[nodiscard]] Trial sound_trial(const Statement& row, Index number) const {
        std::string flaw;
        try {
            Trial trial = trial_of(row);
            flaw = flaw_of(trial, number, dimension_);
            if (flaw.empty()) return trial;
        } catch (const std::exception& error) {
            flaw = fmt::format("trial {}: {}", number, error.what());
        }
        throw database_.damaged(flaw);
    }

    [[nodiscard]] std::int64_t stored_revision() const {
        const std::string text = fact("revision");
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
            throw database_.damaged("it does not say how often the study was changed");
        }
        return number;
    }

    /// Inside a transaction.
    [[nodiscard]] StudyView read_view() const {
        StudyView view{stored_revision(), {}};
        Statement rows = database_.prepare(fmt::format("{} ORDER BY number", select_));
        while (rows.next()) view.trials.push_back(sound_trial(rows, std::ssize(view.trials)));
        return view;
    }

    void set_fact(std::string_view key, const std::string& value) const {
        database_.prepare("INSERT INTO facts VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2")
            .bind(1, key)
            .bind(2, value)
            .run();
    }
    /// Inside a transaction that changes something.
    void next_revision() const { set_fact("revision", std::to_string(stored_revision() + 1)); }

    [[nodiscard]] Index next_number() const {
        Statement last = database_.prepare("SELECT coalesce(max(number) + 1, 0) FROM trials");
        return last.next() ? last.integer(0) : 0;
    }

    void insert(const Trial& trial, Index number) const {
        Trial added = trial;
        added.number = number;
        Statement row = database_.prepare(
            "INSERT INTO trials (number, state, source, asked, x, attempts, centre, expected_improvement, seconds, "
            "work_directory, asked_at, changed_at, promised) "
            "VALUES (?1, 'waiting', ?2, ?3, ?3, 0, ?4, ?5, 0, '', ?6, ?6, ?7)");
        row.bind(1, added.number).bind(2, to_string(added.source)).bind(3, added.asked).bind(4, added.centre);
        bind_real(row, 5, added.expected_improvement);
        bind_real(row, 7, added.promised);
        row.bind(6, seconds_since_1970()).run();
        store_outcome(added);
    }

    void store_outcome(const Trial& trial) const {
        Statement row = database_.prepare(
            "UPDATE trials SET state = ?1, x = ?2, value = ?3, standard_error = ?4, failure = ?5, reason = ?6, "
            "attempts = ?7, seconds = ?8, work_directory = ?9, process = ?10, changed_at = ?11, outputs = ?13 "
            "WHERE number = ?12 "
            "RETURNING number");
        bind_outcome(row, trial);
        row.bind(12, trial.number);
        require(row.next(), "{}: there is no trial {}", database_.path().string(), trial.number);
        row.run();
    }

    /// Trials that run in processes that are gone; with `others`, also those of other machines.
    [[nodiscard]] std::vector<Index> lost(OtherMachines others) const {
        std::vector<Index> numbers;
        Statement rows =
            database_.prepare("SELECT number, process FROM trials WHERE state = 'running' ORDER BY number");
        while (rows.next()) {
            if (is_lost(rows.text(1), others)) numbers.push_back(rows.integer(0));
        }
        return numbers;
    }

    mutable Database database_;
    Open how_;
    Index dimension_ = 0;  ///< of every point
    std::string select_;   ///< the beginning of every query for trials
};

std::string forms(const std::string& study) {
    return fmt::format("a SQLite file, \"sqlite:///{}.db\" beside this one or \"sqlite:////folder/{}.db\" elsewhere",
                       study, study);
}

std::string file_named(std::string_view text, const std::filesystem::path& folder) {
    constexpr std::string_view slashes = "///";
    require(text.starts_with(slashes),
            "it is \"sqlite:{}\"; three slashes and the name of a file follow sqlite:", text);
    text.remove_prefix(slashes.size());
    require(!text.empty(), "the file has no name; give one after sqlite:///");
    return (folder / text).string();
}

std::unique_ptr<Store> open_file(const StudyConfig& config, Store::Open how) {
    auto store = std::make_unique<SqliteStore>(config.storage.place, how);
    store->adopt(config);
    return store;
}

bool file_exists(const std::string& file) {
    return std::filesystem::exists(file);
}

std::string study_file_in(const std::string& file) {
    return SqliteStore(file, Store::Open::reading).fact("study_file");
}

std::filesystem::path folder_beside(const StudyConfig& config) {
    const std::filesystem::path file = config.storage.place;
    return file.parent_path() / (file.stem().string() + "-work");
}

}  // namespace

StoreKind sqlite_store() {
    return {"sqlite", forms, file_named, open_file, file_exists, study_file_in, folder_beside};
}

}  // namespace sweetspot
