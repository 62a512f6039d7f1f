#include "study/postgresql_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "study/stored_trial.hpp"

namespace sweetspot::postgresql {
namespace {

using storage::ServerRows;
using storage::ServerValue;

ServerValue unless_nan(double value) {
    return std::isnan(value) ? ServerValue() : ServerValue(value);
}

/// A column of text keeps no zero byte.
std::string text_of(std::string_view text) {
    std::string kept(text);
    std::erase(kept, '\0');
    return kept;
}

/// An index by whose a running trial is: whoever looks for lost ones on its own machine need not read all of them.
constexpr std::array<std::string_view, 1> migrations = {R"(
ALTER TABLE sweetspot.trials ADD COLUMN added text;
DROP INDEX sweetspot.trials_running;
CREATE INDEX trials_running ON sweetspot.trials (study, (process COLLATE "C")) WHERE state = 'running';
)"};

}  // namespace

const storage::ServerSchema& schema() {
    // revision: every change raises it by one, and the changed trials bear it; last_added: when trials were last added.
    // mark: whose claim it is, another one each time; it also tells whoever made a change, when the connection broke,
    // that it was made. added: of those who added it, for ever.
    static const storage::ServerSchema schema = {.name = "sweetspot",
                                                 .what = "studies",
                                                 .version = 2,
                                                 .sql = R"(
CREATE TABLE sweetspot.studies (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    parameters text NOT NULL,
    study_file text NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    last_added bigint NOT NULL DEFAULT 0,
    trials bigint NOT NULL DEFAULT 0);
CREATE TABLE sweetspot.trials (
    study integer NOT NULL REFERENCES sweetspot.studies ON DELETE CASCADE,
    number bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'running', 'complete', 'failed', 'stale')),
    source text NOT NULL,
    asked bytea NOT NULL, x bytea NOT NULL,
    value double precision, standard_error double precision, outputs text,
    failure text, reason text,
    attempts bigint NOT NULL,
    centre bytea, expected_improvement double precision, promised double precision,
    seconds double precision NOT NULL, work_directory text NOT NULL,
    asked_at double precision NOT NULL, changed_at double precision NOT NULL,
    revision bigint NOT NULL,
    mark text NOT NULL,
    added text,
    process text, runner text, lease_until timestamptz,
    PRIMARY KEY (study, number));
CREATE INDEX trials_changed ON sweetspot.trials (study, revision);
CREATE INDEX trials_to_take ON sweetspot.trials (study, number) WHERE state IN ('waiting', 'stale');
CREATE INDEX trials_running ON sweetspot.trials (study, (process COLLATE "C")) WHERE state = 'running';
)",
                                                 .remedy = "give another storage in the study file",
                                                 .migrations = migrations};
    return schema;
}

std::string has_run_out(std::string_view lease) {
    return fmt::format(
        "(t.lease_until IS NULL OR t.lease_until = '-infinity' OR (t.lease_until < clock_timestamp() AND "
        "pg_postmaster_start_time() + make_interval(secs => {}) < clock_timestamp()))",
        lease);
}

std::string columns(std::string_view lease) {
    return fmt::format(
        "t.number, t.state, t.source, t.asked, t.x, t.value, t.standard_error, t.outputs, t.failure, t.reason, "
        "t.attempts, t.centre, t.expected_improvement, t.promised, t.seconds, t.work_directory, t.asked_at, "
        "t.changed_at, t.runner, t.process, t.mark, {}",
        has_run_out(lease));
}

StoredTrial trial_in(const ServerRows& rows, int row, int first) {
    int column = first;
    StoredTrial stored;
    Trial& trial = stored.trial;
    trial.number = rows.integer(row, column++);
    trial.state = trial_state_named(rows.text(row, column++));
    trial.source = trial_source_named(rows.text(row, column++));
    trial.asked = rows.vector(row, column++);
    trial.x = rows.vector(row, column++);
    if (!rows.is_null(row, column)) {
        trial.measurement = Measurement{rows.real(row, column), std::nullopt};
        if (!rows.is_null(row, column + 1)) trial.measurement->standard_error = rows.real(row, column + 1);
        if (!rows.is_null(row, column + 2)) trial.measurement->outputs = outputs_in(rows.text(row, column + 2));
    }
    column += 3;
    if (!rows.is_null(row, column)) {
        trial.failure = EvaluationFailure{failure_kind_named(rows.text(row, column)), rows.text(row, column + 1)};
    } else if (trial.state == TrialState::failed) {
        trial.failure = EvaluationFailure{FailureKind::reported, "no reason was stored"};
    }
    column += 2;
    trial.attempts = rows.integer(row, column++);
    trial.centre = rows.vector(row, column++);
    trial.expected_improvement = rows.real(row, column++);
    trial.promised = rows.real(row, column++);
    trial.seconds = rows.real(row, column++);
    trial.work_directory = rows.text(row, column++);
    trial.asked_at = rows.real(row, column++);
    trial.changed_at = rows.real(row, column++);
    trial.runner = rows.text(row, column++);
    stored.process = rows.text(row, column++);
    stored.mark = rows.text(row, column++);
    stored.has_run_out = rows.truth(row, column);
    return stored;
}

const std::vector<std::string>& outcome_columns() {
    static const std::vector<std::string> names = {"state",   "x",      "value",    "standard_error", "outputs",
                                                   "failure", "reason", "attempts", "seconds",        "work_directory"};
    return names;
}

std::vector<ServerValue> outcome_values(const Trial& trial) {
    ServerValue value;
    ServerValue standard_error;
    ServerValue outputs;
    if (trial.measurement) {
        value = trial.measurement->value;
        if (trial.measurement->standard_error) standard_error = *trial.measurement->standard_error;
        if (!trial.measurement->outputs.empty()) outputs = outputs_text(trial.measurement->outputs);
    }
    ServerValue failure;
    ServerValue reason;
    if (trial.failure) {
        failure = std::string(to_string(trial.failure->kind));
        reason = text_of(trial.failure->reason);
    }
    return {std::string(to_string(trial.state)),
            trial.x,
            value,
            standard_error,
            outputs,
            failure,
            reason,
            std::int64_t(trial.attempts),
            trial.seconds,
            text_of(trial.work_directory)};
}

const std::vector<std::string>& asked_columns() {
    static const std::vector<std::string> names = {"source", "asked", "centre", "expected_improvement", "promised"};
    return names;
}

std::vector<ServerValue> asked_values(const Trial& trial) {
    return {std::string(to_string(trial.source)), trial.asked, trial.centre, unless_nan(trial.expected_improvement),
            unless_nan(trial.promised)};
}

}  // namespace sweetspot::postgresql
