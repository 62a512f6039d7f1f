#include "storage/database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.hpp"

namespace sweetspot::storage {
namespace {

/// Another process holds the file for milliseconds at a time; a minute without it means that something is wrong.
constexpr int patience_ms = 60000;

std::int64_t pragma(const Database& database, std::string_view name) {
    Statement statement = database.prepare(fmt::format("PRAGMA {}", name));
    return statement.next() ? statement.integer(0) : 0;
}

std::string damaged(const std::filesystem::path& path, std::string_view why) {
    return fmt::format("{}: the file is damaged ({}); put a copy of it in its place, or give the name of another",
                       path.string(), why);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &made, nullptr);
    statement_.reset(made);
    check(code);
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) database_->fail();
}

Statement& Statement::bind(int parameter, std::int64_t value) {
    check(sqlite3_bind_int64(statement_.get(), parameter, value));
    return *this;
}

Statement& Statement::bind(int parameter, double value) {
    check(sqlite3_bind_double(statement_.get(), parameter, value));
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view value) {
    check(sqlite3_bind_text64(statement_.get(), parameter, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int parameter, const VectorRef& value) {
    if (value.size() == 0 || value.hasNaN()) {
        check(sqlite3_bind_null(statement_.get(), parameter));
        return *this;
    }
    const Vector contiguous = value;
    check(sqlite3_bind_blob64(statement_.get(), parameter, contiguous.data(),
                              static_cast<std::uint64_t>(contiguous.size()) * sizeof(double), SQLITE_TRANSIENT));
    return *this;
}

bool Statement::next() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) database_->fail();
    return false;
}

void Statement::run() {
    while (next()) {
    }
    reset();
}

void Statement::reset() {
    check(sqlite3_reset(statement_.get()));
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
    if (is_null(column)) return std::numeric_limits<double>::quiet_NaN();
    return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    if (bytes == nullptr) return {};
    return {bytes, bytes + size};
}

Vector Statement::vector(int column) const {
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    Vector value(static_cast<Index>(size / sizeof(double)));
    if (value.size() > 0) std::memcpy(value.data(), bytes, static_cast<std::size_t>(value.size()) * sizeof(double));
    return value;
}

Database::Database(const std::filesystem::path& path, const Format& format, Open how) : path_(path) {
    const int flags = SQLITE_OPEN_READWRITE | (how == Open::create_if_missing ? SQLITE_OPEN_CREATE : 0);
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);
    require(code == SQLITE_OK || how == Open::create_if_missing,
            "{}: there is no such {} file; run the {} first, or give the name of one that exists", path.string(),
            format.what, format.what);
    require(code == SQLITE_OK,
            "{}: the file cannot be opened ({}); give the name of a file in a folder you may write to", path.string(),
            sqlite3_errmsg(opened));
    sqlite3_busy_timeout(opened, patience_ms);
    adopt(format);
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

void Database::adopt(const Format& format) const {
    const auto refuse = [&](std::string_view why) {
        throw std::invalid_argument(fmt::format("{}: {}; {}", path_.string(), why, format.remedy));
    };
    const auto is_empty = [&] { return !prepare("SELECT 1 FROM sqlite_master").next(); };
    const auto is_ours = [&] { return pragma(*this, "application_id") == format.application_id; };
    try {
        if (!is_ours() && is_empty()) {
            Transaction transaction(*this);
            // Another process may have made the tables in the meantime.
            if (is_empty()) {
                execute(format.schema);
                execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", format.application_id,
                                    format.version));
            }
            transaction.keep();
        }
        if (!is_ours()) refuse(fmt::format("the file is no {} of sweetspot", format.what));
    } catch (const NotADatabase&) {
        refuse(fmt::format("the file is no {} of sweetspot, not even a database", format.what));
    }
    if (pragma(*this, "user_version") > format.version) {
        refuse(fmt::format("the {} was made by a later sweetspot", format.what));
    }
    migrate(format);
}

void Database::migrate(const Format& format) const {
    if (pragma(*this, "user_version") == format.version) return;
    Transaction transaction(*this);
    // Looked at again: another process may have done it in the meantime.
    for (std::int64_t version = pragma(*this, "user_version"); version < format.version; ++version) {
        execute(format.migrations[static_cast<std::size_t>(version - 1)]);
    }
    execute(fmt::format("PRAGMA user_version = {}", format.version));
    transaction.keep();
}

void Database::execute(std::string_view sql) const {
    if (sqlite3_exec(handle(), std::string(sql).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::require_sound() const {
    Statement check = prepare("PRAGMA quick_check(1)");
    if (check.next() && check.text(0) == "ok") return;
    std::string why = check.text(0);
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw NotADatabase(damaged(path_, why));
}

void Database::fail() const {
    const std::string where = path_.string();
    const std::string why = sqlite3_errmsg(handle());
    const int code = sqlite3_errcode(handle());
    const int system = sqlite3_system_errno(handle());
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) throw NotADatabase(damaged(path_, why));
    if (code == SQLITE_FULL || (code == SQLITE_IOERR && system == ENOSPC)) {
        throw std::runtime_error(fmt::format(
            "{}: the disk is full; what was stored before is safe: free some space and say it again", where));
    }
    if (code == SQLITE_IOERR) {
        throw std::runtime_error(fmt::format("{}: {} ({}); look after the disk and say it again", where, why,
                                             system == 0 ? "no reason given" : std::strerror(system)));
    }
    if (code == SQLITE_READONLY || code == SQLITE_CANTOPEN || code == SQLITE_PERM) {
        throw std::runtime_error(
            fmt::format("{}: it cannot be written ({}); the file and its folder must be writable", where, why));
    }
    throw std::runtime_error(fmt::format("{}: {}", where, why));
}

Transaction::Transaction(const Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    // A failure to roll back leaves nothing behind that closing would not undo.
    if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::keep() {
    database_.execute("COMMIT");
    open_ = false;
}

}  // namespace sweetspot::storage
