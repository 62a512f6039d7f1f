#include "storage/database.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.hpp"
#include "base/one_line.hpp"

namespace sweetspot::storage {
namespace {

/// Another process holds the file for milliseconds at a time; a minute without it means that something is wrong.
constexpr int patience_ms = 60000;

std::int64_t pragma(const Database& database, std::string_view name) {
    Statement statement = database.prepare(fmt::format("PRAGMA {}", name));
    return statement.next() ? statement.integer(0) : 0;
}

/// As a URI, in which some characters have a meaning.
std::string uri_of(const std::filesystem::path& path) {
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                                                : std::string(1, c);
    }
    return uri;
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
    if (how == Open::reading) {
        open_to_read(format);
    } else {
        open_to_write(format, how);
    }
}

int Database::open(const std::string& name, int flags) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);
    sqlite3_busy_timeout(opened, patience_ms);
    return code;
}

void Database::open_to_write(const Format& format, Open how) {
    const int create = how == Open::create_if_missing ? SQLITE_OPEN_CREATE : 0;
    const int code = open(path_.string(), SQLITE_OPEN_READWRITE | create);
    require(code == SQLITE_OK || how == Open::create_if_missing,
            "{}: there is no such {} file; run the {} first, or give the name of one that exists", path_.string(),
            format.what, format.what);
    require(code == SQLITE_OK,
            "{}: the file cannot be opened ({}); give the name of a file in a folder you may write to", path_.string(),
            sqlite3_errmsg(handle()));
    adopt(format);
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

bool Database::can_be_read() const {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(handle(), "SELECT count(*) FROM sqlite_master", -1, &made, nullptr);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(made, sqlite3_finalize);
    return code == SQLITE_OK && sqlite3_step(made) == SQLITE_ROW;
}

Database::Stamp Database::stamp() const {
    std::error_code none;
    const auto log_size = std::filesystem::file_size(path_.string() + "-wal", none);
    const bool is_written = !none && log_size > 0;
    return {std::filesystem::last_write_time(path_, none), std::filesystem::file_size(path_, none), is_written};
}

void Database::open_to_read(const Format& format) {
    std::error_code none;
    require(std::filesystem::exists(path_, none),
            "{}: there is no such {} file; run the {} first, or give the name of one that exists", path_.string(),
            format.what, format.what);
    require(std::filesystem::file_size(path_, none) > 0 || none, "{}: the file is empty, so there is no {} in it; {}",
            path_.string(), format.what, format.remedy);
    unwatched_.reset();
    // Where all may be written this leaves the folder as it was; a file that may only be read is opened to be read.
    // Readers of a write-ahead log write beside the file, which may be impossible: no permission, or no space.
    const bool has_log = std::filesystem::exists(path_.string() + "-wal", none);
    const bool alone = access(path_.c_str(), W_OK) != 0 && !has_log;
    if (alone || open(path_.string(), SQLITE_OPEN_READWRITE) != SQLITE_OK || !can_be_read()) {
        if (!alone && sqlite3_errcode(handle()) == SQLITE_NOTADB) return require_ours(format);
        if (stamp().is_written) {
            throw std::runtime_error(
                fmt::format("{}: it cannot be read here ({}), for its last changes are in {}-wal; copy both files to a "
                            "folder you may write to, and read them there",
                            path_.string(), sqlite3_errmsg(handle()), path_.filename().string()));
        }
        open_as_it_is();
    }
    require_ours(format);
    execute("PRAGMA query_only = ON");
}

void Database::open_as_it_is() {
    unwatched_ = stamp();
    if (open(uri_of(path_) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) == SQLITE_OK) return;
    throw std::runtime_error(fmt::format("{}: it cannot be read ({}); ask its owner for the permission, or for a copy",
                                         path_.string(), std::strerror(sqlite3_system_errno(handle()))));
}

void Database::look_again() {
    if (!unwatched_ || *unwatched_ == stamp()) return;
    // With a log there is somebody who writes, and the files that readers need are there.
    if (stamp().is_written && open(path_.string(), SQLITE_OPEN_READONLY) == SQLITE_OK && can_be_read()) {
        unwatched_.reset();
    } else {
        open_as_it_is();
    }
}

std::int64_t Database::version() const {
    return pragma(*this, "user_version");
}

NotADatabase Database::damaged(std::string_view why) const {
    // Which may repeat what is stored, and that may be no text any more.
    return NotADatabase(
        fmt::format("{}: the file is damaged ({}); put a copy of it in its place, or give the name of another",
                    path_.string(), one_line(why)));
}

void Database::adopt(const Format& format) const {
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
    } catch (const NotADatabase&) {
        // Refused below.
    }
    require_ours(format);
    migrate(format);
}

void Database::require_ours(const Format& format) const {
    const auto refuse = [&](std::string_view why) {
        throw std::invalid_argument(fmt::format("{}: {}; {}", path_.string(), why, format.remedy));
    };
    try {
        if (pragma(*this, "application_id") != format.application_id) {
            refuse(fmt::format("the file is no {} of sweetspot", format.what));
        }
    } catch (const NotADatabase&) {
        refuse(fmt::format("the file is no {} of sweetspot, not even a database", format.what));
    }
    if (version() > format.version) refuse(fmt::format("the {} was made by a later sweetspot", format.what));
}

void Database::migrate(const Format& format) const {
    if (version() == format.version) return;
    Transaction transaction(*this);
    // Looked at again: another process may have done it in the meantime.
    for (std::int64_t from = version(); from < format.version; ++from) {
        execute(format.migrations[static_cast<std::size_t>(from - 1)]);
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
    throw damaged(why);
}

void Database::fail() const {
    const std::string where = path_.string();
    const std::string why = sqlite3_errmsg(handle());
    const int code = sqlite3_errcode(handle());
    const int system = sqlite3_system_errno(handle());
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) throw damaged(why);
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
    if (why.starts_with("no such table")) throw damaged(why);
    throw std::runtime_error(fmt::format("{}: {}", where, why));
}

Transaction::Transaction(const Database& database, Kind kind) : database_(database) {
    database_.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
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
