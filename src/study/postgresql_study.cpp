#include "study/postgresql_study.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "study/postgresql_tables.hpp"
#include "study/store_kinds.hpp"
#include "study/stored_trial.hpp"

namespace sweetspot::postgresql {
namespace {

using storage::ServerConnection;
using storage::ServerRows;
using storage::ServerTransaction;
using storage::ServerValue;

constexpr std::string_view now = "extract(epoch FROM statement_timestamp())::double precision";

struct FoundStudy {
    std::int64_t id = 0;
    std::string parameters;
    std::string study_file;
};

std::optional<FoundStudy> find_study(const ServerConnection& connection, const std::string& name) {
    const ServerRows row =
        connection.run("SELECT id, parameters, study_file FROM sweetspot.studies WHERE name = $1", {name});
    if (row.count() == 0) return std::nullopt;
    return FoundStudy{row.integer(0, 0), row.text(0, 1), row.text(0, 2)};
}

FoundStudy existing_study(const ServerConnection& connection, const std::string& name) {
    const bool has_tables = storage::stored_version(connection, schema()).has_value();
    if (has_tables) storage::require_version(connection, schema());
    const auto found = has_tables ? find_study(connection, name) : std::nullopt;
    require(found.has_value(),
            "{}: there is no study \"{}\" in the database; begin it with run, or give the name of one that is there",
            connection.shown(), name);
    return *found;
}

/// Nothing if there is one of that name already.
std::optional<std::int64_t> make_study(const ServerConnection& connection, const StudyConfig& config) {
    const ServerRows made = connection.run(
        "INSERT INTO sweetspot.studies (name, parameters, study_file) VALUES ($1, $2, $3) "
        "ON CONFLICT (name) DO NOTHING RETURNING id",
        {config.storage.study, space_text(config), config.text});
    if (made.count() == 0) return std::nullopt;
    return made.integer(0, 0);
}

/// "$1, $2, …".
std::string placeholders(std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}${}", i == 0 ? "" : ", ", first + i);
    return text;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string two_slashes(std::string_view text, const std::filesystem::path& /*folder*/) {
    require(text.starts_with("//") && text.size() > 2,
            "what follows the colon is not an address; write it as postgresql://user@host/database");
    return "postgresql:" + std::string(text);
}

std::string forms(const std::string& /*study*/) {
    return "a PostgreSQL database, \"postgresql://user@host/database\"";
}

std::filesystem::path folder_beside_file(const StudyConfig& config) {
    return config.folder / (config.file_name() + "-work");
}

}  // namespace

std::int64_t adopted_study(const ServerConnection& connection, const StudyConfig& config, Store::Open how) {
    const std::string& name = config.storage.study;
    const std::string given = space_text(config);
    if (how == Store::Open::reading) {
        const FoundStudy study = existing_study(connection, name);
        require_same_parameters(connection.shown(), study.parameters, given);
        return study.id;
    }
    storage::adopt_schema(connection, schema());
    if (how == Store::Open::create_if_missing) {
        if (const auto made = make_study(connection, config)) return *made;
    }
    const FoundStudy study = existing_study(connection, name);
    require_same_parameters(connection.shown(), study.parameters, given);
    if (study.study_file != config.text) {
        connection.run("UPDATE sweetspot.studies SET study_file = $2 WHERE id = $1", {study.id, config.text});
    }
    return study.id;
}

void insert_trial(const ServerConnection& connection, const Insertion& place, const Trial& trial) {
    std::vector<ServerValue> values = {place.study, place.number, place.revision, place.mark};
    if (trial.state == TrialState::running) {
        values.insert(values.end(), {process::own_shared_identity(), process::own_name(), place.lease});
    } else {
        values.insert(values.end(), {{}, {}, {}});
    }
    const std::vector<ServerValue> asked = asked_values(trial);
    const std::vector<ServerValue> outcome = outcome_values(trial);
    const std::size_t first = values.size() + 1;
    values.insert(values.end(), asked.begin(), asked.end());
    values.insert(values.end(), outcome.begin(), outcome.end());
    static const std::string sql = fmt::format(
        "INSERT INTO sweetspot.trials (study, number, revision, mark, added, process, runner, lease_until, asked_at, "
        "changed_at, {}, {}) VALUES ($1, $2, $3, $4, $4, $5::text, $6::text, clock_timestamp() + "
        "make_interval(secs => $7::double precision), {}, {}, {})",
        joined(asked_columns()), joined(outcome_columns()), now, now,
        placeholders(first, asked.size() + outcome.size()));
    connection.run(sql, values);
}

bool study_exists(const StorageConfig& storage) {
    const ServerConnection connection(storage.place);
    const auto version = storage::stored_version(connection, schema());
    if (!version || *version != schema().version) return version.has_value();
    return find_study(connection, storage.study).has_value();
}

std::string stored_file(const StorageConfig& storage) {
    return existing_study(ServerConnection(storage.place), storage.study).study_file;
}

std::vector<std::string> study_names(const std::string& url) {
    const ServerConnection connection(url);
    std::vector<std::string> names;
    if (!storage::stored_version(connection, schema())) return names;
    storage::require_version(connection, schema());
    const ServerRows rows = connection.run("SELECT name FROM sweetspot.studies ORDER BY id");
    for (int row = 0; row < rows.count(); ++row) names.push_back(rows.text(row, 0));
    return names;
}

void make_copy(const StudyConfig& config, const StudyView& view) {
    const ServerConnection connection(config.storage.place);
    storage::adopt_schema(connection, schema());
    ServerTransaction transaction(connection);
    const auto study = make_study(connection, config);
    require(study.has_value(), "{}: there is a study \"{}\" in the database already; give the name of another database",
            connection.shown(), config.storage.study);
    for (const Trial& trial : view.trials) {
        insert_trial(connection, {*study, trial.number, view.revision, "copy", 0}, trial);
        connection.run("UPDATE sweetspot.trials SET asked_at = $3, changed_at = $4 WHERE study = $1 AND number = $2",
                       {*study, trial.number, trial.asked_at, trial.changed_at});
    }
    connection.run("UPDATE sweetspot.studies SET revision = $2, last_added = $2, trials = $3 WHERE id = $1",
                   {*study, view.revision, std::int64_t(std::ssize(view.trials))});
    transaction.keep();
}

}  // namespace sweetspot::postgresql

namespace sweetspot {

StoreKind postgresql_store() {
    return {.name = "postgresql",
            .forms = postgresql::forms,
            .place = postgresql::two_slashes,
            .open = open_postgresql_store,
            .exists = postgresql::study_exists,
            .study_file = postgresql::stored_file,
            .work_folder = postgresql::folder_beside_file,
            .studies = postgresql::study_names,
            .make_copy = postgresql::make_copy,
            .holds_several = true,
            .other_name = "postgres"};
}

}  // namespace sweetspot
