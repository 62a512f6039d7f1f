// The form in which a SQLite file keeps a study, and how files of earlier versions become it.
#pragma once

#include <array>
#include <string_view>

#include "storage/database.hpp"

namespace sweetspot {

/// Vectors are blobs of 64-bit floating-point numbers in the machine's order; times are seconds since 1970.
/// Other outputs are a JSON object, {"stress": 240.5}.
/// `last_added` is the revision at which trials were last added.
inline constexpr std::array<std::string_view, 3> sqlite_migrations = {
    "ALTER TABLE trials ADD COLUMN promised REAL", "ALTER TABLE trials ADD COLUMN outputs TEXT",
    "INSERT INTO facts SELECT 'last_added', value FROM facts WHERE key = 'revision'"};
inline constexpr storage::Format study_format = {.what = "study",
                                                 .application_id = 0x53775374,  // "SwSt"
                                                 .version = 4,
                                                 .schema = R"(
CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO facts VALUES ('revision', '0'), ('last_added', '0');
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
                                                 .migrations = sqlite_migrations};

}  // namespace sweetspot
