// A study in one SQLite file, which several processes may use at once. A trial that is evaluated bears the identity of
// its process, and is lost when that process is gone.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "storage/database.hpp"
#include "study/sqlite_format.hpp"
#include "study/store_kinds.hpp"
#include "study/stored_trial.hpp"

namespace sweetspot {
namespace {

using process::is_of_this_machine;
using process::may_be_alive;
using process::name_of;
using process::own_identity;
using storage::Database;
using storage::Statement;
using storage::Transaction;

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void bind_real(Statement& statement, int parameter, double value) {
    if (!std::isnan(value)) statement.bind(parameter, value);
}

bool is_lost(const std::string& process, OtherMachines others) {
    return is_of_this_machine(process) ? !may_be_alive(process) : others == OtherMachines::are_gone;
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
    if (trial.state == TrialState::running) {
        const std::string process = row.text(18);
        trial.runner = name_of(process);
        if (is_lost(process, OtherMachines::may_live)) trial.state = TrialState::stale;
    }
    return trial;
}

void bind_outcome(Statement& statement, const Trial& trial) {
    statement.bind(1, to_string(trial.state)).bind(2, trial.x);
    if (trial.measurement) {
        statement.bind(3, trial.measurement->value);
        if (trial.measurement->standard_error) statement.bind(4, *trial.measurement->standard_error);
        if (!trial.measurement->outputs.empty()) statement.bind(13, outputs_text(trial.measurement->outputs));
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
        if (how_ == Open::reading) return require_same_parameters(place(), fact("parameters"), given);
        if (fact("parameters") == given && fact("study_file") == config.text) return;
        Transaction transaction(database_);
        const std::string stored = fact("parameters");
        if (stored.empty()) {
            set_fact("parameters", given);
            set_fact("name", config.name);
        }
        require_same_parameters(place(), stored, given);
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
        require(row.next(), "{}: there is no trial {}", place(), number);
        return sound_trial(row, number);
    }

    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) override {
        Transaction transaction(database_);
        if (number_in("last_added") > revision) return std::nullopt;
        const Index first = next_number();
        for (std::size_t i = 0; i < trials.size(); ++i) insert(trials[i], first + static_cast<Index>(i));
        if (!trials.empty()) {
            next_revision();
            set_fact("last_added", fact("revision"));
        }
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

    [[nodiscard]] std::optional<Index> take_next(std::optional<TrialSource> only) override {
        // A look without the write lock: it is asked again and again.
        while (const auto number = next_to_take(only)) {
            if (take(*number)) return number;
        }
        return std::nullopt;
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

    /// A new file gets these trials.
    void fill(const StudyConfig& config, const StudyView& view) {
        Transaction transaction(database_);
        require(fact("parameters").empty(), "{}: there is a study in it already; give the name of another file",
                place());
        set_fact("parameters", space_text(config));
        set_fact("name", config.name);
        set_fact("study_file", config.text);
        set_fact("revision", std::to_string(view.revision));
        set_fact("last_added", std::to_string(view.revision));
        for (const Trial& trial : view.trials) {
            insert(trial, trial.number);
            database_.prepare("UPDATE trials SET asked_at = ?1, changed_at = ?2 WHERE number = ?3")
                .bind(1, trial.asked_at)
                .bind(2, trial.changed_at)
                .bind(3, trial.number)
                .run();
        }
        transaction.keep();
    }

  private:
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

    [[nodiscard]] std::int64_t stored_revision() const { return number_in("revision"); }

    /// A fact that is a number.
    [[nodiscard]] std::int64_t number_in(std::string_view key) const {
        const std::string text = fact(key);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
            throw database_.damaged("it does not say how often the study was changed");
        }
        return number;
    }

    [[nodiscard]] std::optional<Index> next_to_take(std::optional<TrialSource> only) const {
        Statement row = database_.prepare(
            "SELECT number FROM trials WHERE state IN ('waiting', 'stale') AND (?1 IS NULL OR source = ?1) "
            "ORDER BY number LIMIT 1");
        if (only) row.bind(1, to_string(*only));
        if (!row.next()) return std::nullopt;
        return row.integer(0);
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
        require(row.next(), "{}: there is no trial {}", place(), trial.number);
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

    [[nodiscard]] std::string place() const { return database_.path().string(); }

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

bool file_exists(const StorageConfig& storage) {
    return std::filesystem::exists(storage.place);
}

std::string study_file_in(const StorageConfig& storage) {
    return SqliteStore(storage.place, Store::Open::reading).fact("study_file");
}

std::vector<std::string> study_in(const std::string& file) {
    return {SqliteStore(file, Store::Open::reading).fact("name")};
}

void make_file(const StudyConfig& config, const StudyView& view) {
    SqliteStore(config.storage.place, Store::Open::create_if_missing).fill(config, view);
}

std::filesystem::path folder_beside(const StudyConfig& config) {
    const std::filesystem::path file = config.storage.place;
    return file.parent_path() / (file.stem().string() + "-work");
}

}  // namespace

StoreKind sqlite_store() {
    return {"sqlite", forms, file_named, open_file, file_exists, study_file_in, folder_beside, study_in, make_file};
}

}  // namespace sweetspot
