#include "storage/postgres_schema.hpp"

#include "base/check.hpp"

namespace sweetspot::storage {
namespace {

/// "SwSt": of all locks in the database this one is ours.
constexpr std::int64_t lock_of_schema = 0x53775374;

void refuse_later(const ServerConnection& connection, const ServerSchema& schema, std::int64_t found) {
    require(found <= schema.version, "{}: the {} there were made by a later sweetspot; update this one, or {}",
            connection.shown(), schema.what, schema.remedy);
}

void store_version(const ServerConnection& connection, const ServerSchema& schema) {
    connection.run(fmt::format("INSERT INTO {}.facts VALUES ('version', $1) "
                               "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                               schema.name),
                   {std::to_string(schema.version)});
}

}  // namespace

std::optional<std::int64_t> stored_version(const ServerConnection& connection, const ServerSchema& schema) {
    // By the catalogue's tables: what a function like to_regclass remembers may be of before another made them.
    const ServerRows tables = connection.run(
        "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = $1 AND c.relname = 'facts'",
        {std::string(schema.name)});
    if (tables.count() == 0) return std::nullopt;
    const ServerRows rows =
        connection.run(fmt::format("SELECT value::bigint FROM {}.facts WHERE key = 'version'", schema.name));
    if (rows.count() == 0) return std::nullopt;
    return rows.integer(0, 0);
}

void adopt_schema(const ServerConnection& connection, const ServerSchema& schema) {
    if (const auto found = stored_version(connection, schema)) {
        refuse_later(connection, schema, *found);
        if (*found == schema.version) return;
    }
    ServerTransaction transaction(connection);
    connection.run("SELECT pg_advisory_xact_lock($1)", {lock_of_schema});
    // Looked at again: another program may have done it in the meantime.
    const auto found = stored_version(connection, schema);
    if (!found) {
        connection.execute(
            fmt::format("CREATE SCHEMA IF NOT EXISTS {0};"
                        "CREATE TABLE {0}.facts (key text PRIMARY KEY, value text NOT NULL);",
                        schema.name));
        connection.execute(std::string(schema.sql));
    } else {
        refuse_later(connection, schema, *found);
        for (std::int64_t from = *found; from < schema.version; ++from) {
            connection.execute(std::string(schema.migrations[static_cast<std::size_t>(from - 1)]));
        }
    }
    store_version(connection, schema);
    transaction.keep();
}

void require_version(const ServerConnection& connection, const ServerSchema& schema) {
    const auto found = stored_version(connection, schema);
    if (found) refuse_later(connection, schema, *found);
    require(
        found == schema.version,
        "{}: the {} there were made by an earlier sweetspot; begin or go on with one of them, and they are brought up "
        "to date",
        connection.shown(), schema.what);
}

}  // namespace sweetspot::storage
