#include "storage/postgres.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "storage/libpq.hpp"
#include "storage/postgres_url.hpp"

namespace sweetspot::storage {
namespace {

/// Numbers of types in PostgreSQL's own catalogue, which never change.
constexpr Oid type_of_vector = 17;
constexpr Oid type_of_integer = 20;
constexpr Oid type_of_text = 25;
constexpr Oid type_of_real = 701;

constexpr int binary = 1;

/// Seconds between attempts to reach a server again.
constexpr double first_pause = 0.2;
constexpr double longest_pause = 5;

std::mutex telling;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

std::function<void(const std::string&)>& teller() {
    static std::function<void(const std::string&)> tell;
    return tell;
}

std::function<ServerWait::Next()>& meanwhile_of_thread() {
    thread_local std::function<ServerWait::Next()> meanwhile;
    return meanwhile;
}

/// Sleeps, unless what is done meanwhile says that it is of no use any more.
ServerWait::Next wait_for(double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::duration<double> slice(0.1);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        if (meanwhile_of_thread() && meanwhile_of_thread()() == ServerWait::Next::give_up) {
            return ServerWait::Next::give_up;
        }
        std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(slice, end - Clock::now()));
    }
    return ServerWait::Next::wait_on;
}

/// What the sentence says is to be done; empty if it is only that the server is away, which may end by itself.
std::string remedy_in(const std::string& sentence) {
    const std::string remedy = sentence.substr(std::min(sentence.rfind("; "), sentence.size()));
    return remedy.starts_with("; see that the server runs") ? "" : remedy;
}

void tell(const std::string& sentence) {
    const std::lock_guard lock(telling);
    if (teller()) teller()(sentence);
}

/// The bytes in the order of the network, where the most significant one comes first.
std::string network_bytes(std::uint64_t value) {
    std::string bytes(sizeof value, '\0');
    for (std::size_t i = 0; i < sizeof value; ++i) {
        bytes[i] = static_cast<char>(static_cast<unsigned char>(value >> (8 * (sizeof value - 1 - i))));
    }
    return bytes;
}

std::uint64_t number_in(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

/// 64-bit floating-point numbers, the least significant byte first, whatever this machine's own order is.
std::string vector_bytes(const Vector& vector) {
    std::string bytes;
    for (const double value : vector) {
        std::string number = network_bytes(std::bit_cast<std::uint64_t>(value));
        std::ranges::reverse(number);
        bytes += number;
    }
    return bytes;
}

/// A parameter as libpq wants it.
struct SentValue {
    Oid type = 0;
    std::string bytes = {};
    bool is_null = true;
};

struct AsSent {
    SentValue operator()(std::monostate /*nothing*/) const { return {}; }
    SentValue operator()(std::int64_t value) const {
        return {type_of_integer, network_bytes(static_cast<std::uint64_t>(value)), false};
    }
    SentValue operator()(double value) const {
        return {type_of_real, network_bytes(std::bit_cast<std::uint64_t>(value)), false};
    }
    SentValue operator()(const std::string& value) const { return {type_of_text, value, false}; }
    SentValue operator()(const Vector& value) const {
        if (value.size() == 0 || value.hasNaN()) return {type_of_vector, {}, true};
        return {type_of_vector, vector_bytes(value), false};
    }
};

std::string field(const pg_result* result, int which) {
    const char* text = libpq().PQresultErrorField(result, which);
    return text == nullptr ? "" : one_line(text);
}

/// What to do about a statement that the server refused, by the class of its state.
std::string_view advice(std::string_view state) {
    if (state == "53100") return "; what was stored before is safe: free some space on the server and say it again";
    if (state == "42501" || state == "28000") return "; ask the owner of the database for the right to do it";
    if (state == "25006") return "; give the address of a server that takes changes";
    if (state == "53300") return "; end what is not needed, or raise the server's max_connections";
    return "";
}

bool is_of_connection(std::string_view state) {
    // 57P01 … 57P05: the server is going down, was restarted, is starting, dropped the database, ended an idle session.
    return state.starts_with("08") || state.starts_with("57P") || state == "25P03";
}

/// Why there was no connection, and what to do.
std::string why_not_connected(const std::string& shown, const std::string& reason) {
    std::string_view advice = "see that the server runs, and that the address is right";
    const auto says = [&](std::string_view words) { return reason.find(words) != std::string::npos; };
    if (says("password")) {
        advice = "put the right password into the pass file (~/.pgpass) or PGPASSWORD";
    } else if (says("database \"") && says("does not exist")) {
        advice = "make the database with createdb, or give the name of another";
    } else if (says("pg_hba.conf")) {
        advice = "let this machine and role in, in the server's pg_hba.conf";
    } else if (says("too many") || says("remaining connection slots")) {
        advice = "end what is not needed, or raise the server's max_connections";
    }
    return fmt::format("{}: there is no connection to the database ({}); {}", shown, reason, advice);
}

/// The address is one; libpq's own words could hold parts of a password that was written without % codes.
void check_address(const std::string& url, const std::string& shown) {
    char* reason = nullptr;
    PQconninfoOption* parts = libpq().PQconninfoParse(url.c_str(), &reason);
    const std::string why = reason == nullptr ? "" : one_line(reason);
    libpq().PQfreemem(reason);
    const bool is_read = parts != nullptr && !has_odd_host(url);
    libpq().PQconninfoFree(parts);
    require(is_read, "{}: the address cannot be read{}; write it as postgresql://user@host:port/database", shown,
            has_password(url) || has_odd_host(url)
                ? ", perhaps because of / ? @ or : in its password, which are %2F %3F %40 %3A there"
                : fmt::format(" ({})", why));
}

void ignore_notice(void* /*nobody*/, const char* /*notice*/) {}

}  // namespace

void tell_of_lost_servers(std::function<void(const std::string& sentence)> to) {
    const std::lock_guard lock(telling);
    teller() = std::move(to);
}

void ServerRows::Clear::operator()(pg_result* result) const {
    libpq().PQclear(result);
}

void ServerConnection::Finish::operator()(pg_conn* connection) const {
    libpq().PQfinish(connection);
}

int ServerRows::count() const {
    return libpq().PQntuples(result_.get());
}

bool ServerRows::is_null(int row, int column) const {
    return libpq().PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view ServerRows::bytes(int row, int column) const {
    return {libpq().PQgetvalue(result_.get(), row, column),
            static_cast<std::size_t>(libpq().PQgetlength(result_.get(), row, column))};
}

std::int64_t ServerRows::integer(int row, int column) const {
    const std::string_view sent = bytes(row, column);
    const std::uint64_t value = number_in(sent);
    if (sent.size() == sizeof(std::int32_t)) {
        return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    }
    return std::bit_cast<std::int64_t>(value);
}

double ServerRows::real(int row, int column) const {
    if (is_null(row, column)) return std::numeric_limits<double>::quiet_NaN();
    return std::bit_cast<double>(number_in(bytes(row, column)));
}

std::string ServerRows::text(int row, int column) const {
    return std::string(bytes(row, column));
}

Vector ServerRows::vector(int row, int column) const {
    const std::string_view sent = bytes(row, column);
    Vector value(static_cast<Index>(sent.size() / sizeof(double)));
    for (Index i = 0; i < value.size(); ++i) {
        std::string number(sent.substr(static_cast<std::size_t>(i) * sizeof(double), sizeof(double)));
        std::ranges::reverse(number);
        value[i] = std::bit_cast<double>(number_in(number));
    }
    return value;
}

ServerConnection::ServerConnection(std::string url) : url_(std::move(url)), shown_(without_password(url_)) {
    check_address(url_, shown_);
    connect();
}

void ServerConnection::connect() {
    // What stands before the address holds unless the address says otherwise. A peer that is gone without a word is
    // noticed within half a minute.
    const bool has_timeout = std::getenv("PGCONNECT_TIMEOUT") != nullptr;
    const std::array<const char*, 9> words = {"fallback_application_name",
                                              "keepalives_idle",
                                              "keepalives_interval",
                                              "keepalives_count",
                                              "tcp_user_timeout",
                                              has_timeout ? "keepalives" : "connect_timeout",
                                              "dbname",
                                              "client_encoding",
                                              nullptr};
    const std::array<const char*, 9> values = {"sweetspot",  "15",   "5",    "3", "30000", has_timeout ? "1" : "10",
                                               url_.c_str(), "UTF8", nullptr};
    constexpr int expand_address = 1;
    handle_.reset();
    handle_.reset(libpq().PQconnectdbParams(words.data(), values.data(), expand_address));
    if (libpq().PQstatus(handle_.get()) != CONNECTION_OK) {
        throw ServerLost(why_not_connected(shown_, one_line(libpq().PQerrorMessage(handle_.get()))));
    }
    libpq().PQsetNoticeProcessor(handle_.get(), ignore_notice, nullptr);
}

ServerRows ServerConnection::run(std::string_view sql, const std::vector<ServerValue>& parameters) const {
    std::vector<SentValue> sent;
    sent.reserve(parameters.size());
    for (const ServerValue& parameter : parameters) sent.push_back(std::visit(AsSent(), parameter));
    std::vector<Oid> types;
    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const SentValue& value : sent) {
        types.push_back(value.type);
        values.push_back(value.is_null ? nullptr : value.bytes.data());
        lengths.push_back(static_cast<int>(value.bytes.size()));
    }
    const std::vector<int> formats(sent.size(), binary);
    return checked(libpq().PQexecParams(handle_.get(), std::string(sql).c_str(), static_cast<int>(sent.size()),
                                        types.data(), values.data(), lengths.data(), formats.data(), binary));
}

void ServerConnection::execute(const std::string& sql) const {
    static_cast<void>(checked(libpq().PQexec(handle_.get(), sql.c_str())));
}

ServerRows ServerConnection::checked(pg_result* result) const {
    ServerRows rows(result);
    const ExecStatusType status = libpq().PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(result);
    return rows;
}

void ServerConnection::fail(const pg_result* result) const {
    const std::string state = field(result, PG_DIAG_SQLSTATE);
    if (libpq().PQstatus(handle_.get()) != CONNECTION_OK || is_of_connection(state)) {
        throw ServerLost(fmt::format("{}: the connection to the database is lost ({}); see that the server runs",
                                     shown_, one_line(libpq().PQerrorMessage(handle_.get()))));
    }
    throw std::runtime_error(fmt::format("{}: {}{}", shown_, field(result, PG_DIAG_MESSAGE_PRIMARY), advice(state)));
}

void ServerConnection::wait_for_server(const std::string& why) {
    std::string told;
    for (double pause = first_pause;; pause = std::min(2 * pause, longest_pause)) {
        try {
            connect();
            if (!told.empty()) tell(fmt::format("{}: the database is there again", shown_));
            return;
        } catch (const ServerLost& still) {
            // Why it was lost is told, and then only what somebody has to do something about: a password that was
            // changed meanwhile.
            const std::string now = still.what();
            const bool is_news = !remedy_in(now).empty() && remedy_in(now) != remedy_in(told);
            if (told.empty() || is_news) {
                told = is_news ? now : why;
                tell(fmt::format("{}; trying again until it is there", told));
            }
        }
        if (wait_for(pause) == ServerWait::Next::give_up) throw ServerLost(told);
    }
}

ServerWait::ServerWait(std::function<Next()> meanwhile) {
    meanwhile_of_thread() = std::move(meanwhile);
}

ServerWait::~ServerWait() {
    meanwhile_of_thread() = nullptr;
}

ServerTransaction::ServerTransaction(const ServerConnection& connection, std::chrono::milliseconds silence)
    : connection_(connection) {
    connection_.execute(fmt::format("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '{}ms'", silence.count()));
}

ServerTransaction::~ServerTransaction() {
    if (!open_) return;
    try {
        connection_.execute("ROLLBACK");
    } catch (const std::runtime_error&) {
        // The server rolls back what belongs to a connection that is lost.
    }
}

void ServerTransaction::keep() {
    connection_.execute("COMMIT");
    open_ = false;
}

}  // namespace sweetspot::storage
