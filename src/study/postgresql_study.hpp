// Studies as wholes on a PostgreSQL server: which there are, making one, and putting trials into it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "storage/postgres.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::postgresql {

/// The number of the configured study on the server; made, with the tables, if it may be and is missing. Refuses a
/// study of other parameters; unless it is only read, the study file is kept as it is now.
[[nodiscard]] std::int64_t adopted_study(const storage::ServerConnection& connection, const StudyConfig& config,
                                         Store::Open how);

/// Where a trial is put, and by whom.
struct Insertion {
    std::int64_t study = 0;
    Index number = 0;
    std::int64_t revision = 0;
    std::string mark;  ///< of the claim, and for ever of who added it
    double lease = 0;  ///< seconds of one that is running
};
/// Inside a transaction. It is asked for now.
void insert_trial(const storage::ServerConnection& connection, const Insertion& place, const Trial& trial);

[[nodiscard]] bool study_exists(const StorageConfig& storage);
[[nodiscard]] std::string stored_file(const StorageConfig& storage);
[[nodiscard]] std::vector<std::string> study_names(const std::string& url);
void make_copy(const StudyConfig& config, const StudyView& view);

}  // namespace sweetspot::postgresql

namespace sweetspot {

[[nodiscard]] std::unique_ptr<Store> open_postgresql_store(const StudyConfig& config, Store::Open how);

}  // namespace sweetspot
