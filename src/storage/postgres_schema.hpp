// The tables of ours in a PostgreSQL database, with the version of their form: made, and brought up to date, by whoever
// comes first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "storage/postgres.hpp"

namespace sweetspot::storage {

/// Tables in a schema of their own, so that they may share a database with others. One of them, `facts`, has texts by
/// their keys, and the version among them; it is made here, the others by `sql`.
struct ServerSchema {
    std::string_view name;  ///< of the schema in the database
    std::string_view what;  ///< that is kept there, for people: "studies"
    std::int64_t version;   ///< of the form
    std::string_view sql;   ///< makes the tables, of this version
    std::string_view remedy = "give the address of another database";
    /// The SQL that brings version i + 1 to version i + 2: `version` - 1 of them.
    std::span<const std::string_view> migrations = {};
};

/// The version that is there, if any.
[[nodiscard]] std::optional<std::int64_t> stored_version(const ServerConnection& connection,
                                                         const ServerSchema& schema);
/// Makes the tables if they are missing, and brings those of an earlier version up to date, one of all who ask at a
/// time. Refuses those of a later version.
void adopt_schema(const ServerConnection& connection, const ServerSchema& schema);
/// To be read: refuses any other version.
void require_version(const ServerConnection& connection, const ServerSchema& schema);

}  // namespace sweetspot::storage
