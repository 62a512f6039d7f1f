// SQLite as values: a database that closes itself, statements that bind and read typed columns, transactions that roll
// back unless they are kept. Every failure is one sentence with the file's name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace sweetspot::storage {

/// What a file of ours says of itself, so that a foreign one is refused before anything is written to it.
struct Format {
    std::string_view what;        ///< for people, e.g. "experiment"
    std::int32_t application_id;  ///< SQLite's mark in the file's header
    std::int32_t version;         ///< of the schema
    std::string_view schema;      ///< SQL that makes an empty one, of this version
    std::string_view remedy = "give the name of another file";
    /// The SQL that brings version i + 1 to version i + 2: `version` - 1 of them. Older files are brought up to date
    /// when they are opened.
    std::span<const std::string_view> migrations = {};
};

/// The file's bytes are not, or no longer, those of a database.
class NotADatabase : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Database;

/// One prepared statement. Parameters are numbered from 1 and columns from 0, as in SQLite.
class Statement {
  public:
    Statement(const Database& database, std::string_view sql);

    Statement& bind(int parameter, std::int64_t value);
    Statement& bind(int parameter, double value);
    Statement& bind(int parameter, std::string_view value);
    /// A NaN or an empty vector is stored as NULL.
    Statement& bind(int parameter, const VectorRef& value);

    /// True while there is a row.
    [[nodiscard]] bool next();
    /// Runs a statement that gives no rows, and makes it ready to be bound again.
    void run();
    void reset();

    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;  ///< NaN for NULL
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] Vector vector(int column) const;  ///< empty for NULL

  private:
    void check(int code) const;

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// An open file. Writes are durable when a transaction has ended: write-ahead log, full synchronisation. A second
/// process that writes is waited for.
class Database {
  public:
    enum class Open {
        create_if_missing,
        existing,
        /// Nothing is written, and neither the file nor its folder need be writable. A file of an earlier version stays
        /// of that version.
        reading
    };

    /// Brings a file of an earlier version up to date; refuses one that is not of this format, or of a later version.
    Database(const std::filesystem::path& path, const Format& format, Open how = Open::create_if_missing);
    /// Of the file's format.
    [[nodiscard]] std::int64_t version() const;
    /// For reading: where the file cannot be watched for changes, because its folder is not writable, it is opened anew
    /// if it has changed.
    void look_again();

    void execute(std::string_view sql) const;
    [[nodiscard]] Statement prepare(std::string_view sql) const { return {*this, sql}; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    /// Throws the sentence that SQLite's last failure deserves.
    [[noreturn]] void fail() const;
    /// Reads the whole file and refuses it if its pages do not fit together.
    void require_sound() const;

    /// The sentence for contents that no sweetspot has written.
    [[nodiscard]] NotADatabase damaged(std::string_view why) const;

  private:
    /// Returns SQLite's code.
    int open(const std::string& name, int flags);
    void open_to_write(const Format& format, Open how);
    void open_to_read(const Format& format);
    /// Without locks and without a write-ahead log.
    void open_as_it_is();
    [[nodiscard]] bool can_be_read() const;
    void adopt(const Format& format) const;
    void require_ours(const Format& format) const;
    void migrate(const Format& format) const;

    struct Close {
        void operator()(sqlite3* database) const;
    };
    /// What tells whether a file that is read without locks has changed.
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        bool is_written = false;  ///< there is a write-ahead log
        bool operator==(const Stamp&) const = default;
    };
    [[nodiscard]] Stamp stamp() const;

    std::filesystem::path path_;
    std::optional<Stamp> unwatched_;  ///< if it is read without locks: what it was then
    std::unique_ptr<sqlite3, Close> handle_;
};

/// All or nothing. Takes the write lock at once, so that what is read inside is what is written upon; one to read takes
/// none, and all that is read inside is of the same moment.
class Transaction {
  public:
    enum class Kind { write, read };

    explicit Transaction(const Database& database, Kind kind = Kind::write);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void keep();

  private:
    const Database& database_;
    bool open_ = true;
};

}  // namespace sweetspot::storage
