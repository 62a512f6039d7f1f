// PostgreSQL as values: a connection that closes itself, statements with typed parameters and columns that come back to
// the last bit, transactions that roll back unless they are kept. Every failure is one sentence with the address, in
// which no password is shown.
//
// Nothing is kept in the session but the transaction that is open, so that poolers like PgBouncer may stand between.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

struct pg_conn;
struct pg_result;

namespace sweetspot::storage {

/// The server cannot be reached, or not any more; what was asked of it last may or may not have been done.
class ServerLost : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A parameter of a statement: $1 is the first one. Nothing, and a vector that is empty or has a NaN, is NULL.
using ServerValue = std::variant<std::monostate, std::int64_t, double, std::string, Vector>;

/// What a statement gave. Rows and columns are numbered from 0.
class ServerRows {
  public:
    explicit ServerRows(pg_result* result) : result_(result) {}

    [[nodiscard]] int count() const;
    [[nodiscard]] bool is_null(int row, int column) const;
    [[nodiscard]] std::int64_t integer(int row, int column) const;
    [[nodiscard]] bool truth(int row, int column) const { return integer(row, column) != 0; }
    [[nodiscard]] double real(int row, int column) const;  ///< NaN for NULL
    [[nodiscard]] std::string text(int row, int column) const;
    [[nodiscard]] Vector vector(int row, int column) const;  ///< empty for NULL

  private:
    [[nodiscard]] std::string_view bytes(int row, int column) const;

    struct Clear {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> result_;
};

/// One thread uses it at a time.
class ServerConnection {
  public:
    /// Connects, by libpq's own rules for what the address leaves open. Refuses an address that cannot be read; throws
    /// ServerLost where nobody answers, or does not let us in.
    explicit ServerConnection(std::string url);

    /// Runs one statement.
    ServerRows run(std::string_view sql, const std::vector<ServerValue>& parameters = {}) const;
    /// Runs several statements that have no parameters.
    void execute(const std::string& sql) const;

    /// Connects anew.
    void connect();
    /// Does it; when the server is lost meanwhile, waits until it is there again, connects and does it once more, for
    /// as long as it takes, or as long as this thread's ServerWait lasts; then ServerLost is thrown. `repeated` is true
    /// from the second time on: the first may have been done after all.
    template <class Work>
    auto insist(const Work& work) {
        for (bool repeated = false;; repeated = true) {
            try {
                return work(repeated);
            } catch (const ServerLost& lost) {
                wait_for_server(lost.what());
            }
        }
    }
    /// The same, but tries once only.
    template <class Work>
    auto try_again(const Work& work) {
        try {
            return work();
        } catch (const ServerLost&) {
            connect();
            return work();
        }
    }

    /// The address, for people.
    [[nodiscard]] const std::string& shown() const { return shown_; }

  private:
    [[nodiscard]] ServerRows checked(pg_result* result) const;
    [[noreturn]] void fail(const pg_result* result) const;
    void wait_for_server(const std::string& why);

    struct Finish {
        void operator()(pg_conn* connection) const;
    };
    std::string url_;
    std::string shown_;
    std::unique_ptr<pg_conn, Finish> handle_;
};

/// All or nothing.
class ServerTransaction {
  public:
    /// Whoever is gone without a word in the middle of one must not hold its locks until TCP notices, which takes
    /// hours: the server ends one in which nothing comes for that long.
    static constexpr std::chrono::milliseconds longest_silence{30'000};

    explicit ServerTransaction(const ServerConnection& connection, std::chrono::milliseconds silence = longest_silence);
    ~ServerTransaction();
    ServerTransaction(const ServerTransaction&) = delete;
    ServerTransaction& operator=(const ServerTransaction&) = delete;
    void keep();

  private:
    const ServerConnection& connection_;
    bool open_ = true;
};

/// What a thread does while it waits for a server that is lost, several times a second; it waits no longer once that
/// says so. There is one of a thread at a time, and none unless one is made.
class ServerWait {
  public:
    enum class Next { wait_on, give_up };

    explicit ServerWait(std::function<Next()> meanwhile);
    ~ServerWait();
    ServerWait(const ServerWait&) = delete;
    ServerWait& operator=(const ServerWait&) = delete;
};

/// Who is told, in a sentence, that a server is waited for and that it is there again. Nobody, unless the program says.
void tell_of_lost_servers(std::function<void(const std::string& sentence)> tell);

}  // namespace sweetspot::storage
