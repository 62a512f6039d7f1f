// PostgreSQL as values, on a real server.
#include "storage/postgres.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

#include "storage/postgres_schema.hpp"
#include "storage/postgres_url.hpp"
#include "support/postgres_server.hpp"
#include "support/refusal.hpp"

namespace sweetspot::storage {
namespace {

using support::refusal;
using support::shared_postgres;

class Postgres : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = support::no_postgres(); !why.empty()) GTEST_SKIP() << why;
        url_ = shared_postgres().new_database();
    }
    [[nodiscard]] const std::string& url() const { return url_; }

  private:
    std::string url_;
};

/// The sentence of a std::runtime_error.
template <class F>
std::string failure_of(const F& f) {
    try {
        f();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

TEST_F(Postgres, ValuesComeBackToTheLastBit) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const ServerConnection connection(url());
    for (const double value : {0.0, -0.0, 0.1 + 0.2, 5e-324, -infinity, 1e308, std::nextafter(1.0, 2.0),
                               std::numeric_limits<double>::quiet_NaN()}) {
        const ServerRows row = connection.run("SELECT $1::double precision", {value});
        EXPECT_EQ(bits(row.real(0, 0)), bits(value)) << value;
        if (std::isnan(value)) continue;
        const Vector vector = Vector{{value, 1.0 / 3, -value}};
        const Vector back = connection.run("SELECT $1::bytea", {vector}).vector(0, 0);
        ASSERT_EQ(back.size(), 3);
        for (Index i = 0; i < 3; ++i) EXPECT_EQ(bits(back[i]), bits(vector[i]));
    }
    for (const std::int64_t value : {std::int64_t(0), std::int64_t(-1), std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(connection.run("SELECT $1::bigint", {value}).integer(0, 0), value);
    }
    EXPECT_EQ(connection.run("SELECT -7::integer").integer(0, 0), -7);
    EXPECT_TRUE(connection.run("SELECT 1 = 1").truth(0, 0));
    const std::string text = "größte \"σ\" 'quoted'; -- 😀";
    EXPECT_EQ(connection.run("SELECT $1", {text}).text(0, 0), text);
    const ServerRows nothing = connection.run("SELECT $1::bigint, $2::bytea", {{}, Vector()});
    EXPECT_TRUE(nothing.is_null(0, 0));
    EXPECT_TRUE(nothing.is_null(0, 1));
    EXPECT_EQ(nothing.vector(0, 1).size(), 0);
}

TEST_F(Postgres, ATransactionThatIsNotKeptLeavesNothing) {
    const ServerConnection connection(url());
    connection.execute("CREATE TABLE t (n bigint)");
    {
        const ServerTransaction dropped(connection);
        connection.run("INSERT INTO t VALUES ($1)", {std::int64_t(1)});
    }
    EXPECT_EQ(connection.run("SELECT count(*) FROM t").integer(0, 0), 0);
    ServerTransaction kept(connection);
    connection.run("INSERT INTO t VALUES ($1)", {std::int64_t(1)});
    kept.keep();
    EXPECT_EQ(connection.run("SELECT count(*) FROM t").integer(0, 0), 1);
}

TEST_F(Postgres, ALostConnectionIsMadeAnewAndTheWorkDoneAgain) {
    ServerConnection connection(url());
    const ServerConnection other(url());
    const std::int64_t backend = connection.run("SELECT pg_backend_pid()").integer(0, 0);
    other.run("SELECT pg_terminate_backend($1::int)", {backend});
    EXPECT_THROW((void)connection.run("SELECT 1"), ServerLost);
    std::vector<bool> repetitions;
    const std::int64_t answer = connection.insist([&](bool repeated) {
        repetitions.push_back(repeated);
        return connection.run("SELECT 42::bigint").integer(0, 0);
    });
    EXPECT_EQ(answer, 42);
    EXPECT_EQ(repetitions, (std::vector<bool>{false, true}));
}

TEST_F(Postgres, WhoIsSilentInATransactionHoldsItsLocksNoLonger) {
    const ServerConnection silent(url());
    ServerConnection other(url());
    silent.execute("CREATE TABLE t (n bigint); INSERT INTO t VALUES (1)");
    EXPECT_EQ(silent.run("SHOW idle_in_transaction_session_timeout").text(0, 0), "0") << "nothing is kept in a session";
    {
        const ServerTransaction usual(silent);
        EXPECT_EQ(silent.run("SHOW idle_in_transaction_session_timeout").text(0, 0), "30s");
    }
    EXPECT_EQ(silent.run("SHOW idle_in_transaction_session_timeout").text(0, 0), "0");
    const ServerTransaction transaction(silent, std::chrono::milliseconds(300));
    silent.run("UPDATE t SET n = 2");
    other.run("UPDATE t SET n = n + 5");  // waits for the other one's lock
    EXPECT_EQ(other.run("SELECT n FROM t").integer(0, 0), 6) << "what was begun there is undone";
    EXPECT_THROW((void)silent.run("SELECT 1"), ServerLost);
}

/// What is told of lost servers while it lives.
class Told {
  public:
    Told() {
        tell_of_lost_servers([this](const std::string& sentence) { sentences_.push_back(sentence); });
    }
    ~Told() { tell_of_lost_servers({}); }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;
    [[nodiscard]] const std::vector<std::string>& sentences() const { return sentences_; }

  private:
    std::vector<std::string> sentences_;
};

TEST_F(Postgres, WhoWaitsForALostServerSaysWhatIsToBeDoneAndCanBeStopped) {
    static_cast<void>(shared_postgres().sql("CREATE ROLE guest LOGIN"));  // another test may have made it
    ASSERT_EQ(shared_postgres().sql("ALTER ROLE guest PASSWORD 'right'").exit_status, 0);
    const std::string place = "127.0.0.1:" + std::to_string(shared_postgres().port()) + "/postgres";
    ServerConnection connection("postgresql://guest:right@" + place);
    const ServerConnection other(url());
    const std::int64_t backend = connection.run("SELECT pg_backend_pid()").integer(0, 0);
    other.run("ALTER ROLE guest PASSWORD 'changed'");
    other.run("SELECT pg_terminate_backend($1::int)", {backend});
    const Told told;
    int looks = 0;
    std::string failure;
    {
        const ServerWait wait([&] { return ++looks < 5 ? ServerWait::Next::wait_on : ServerWait::Next::give_up; });
        failure = failure_of([&] { connection.insist([&](bool) { return connection.run("SELECT 1").count(); }); });
    }
    other.run("ALTER ROLE guest PASSWORD 'right'");
    EXPECT_EQ(looks, 5);
    ASSERT_EQ(told.sentences().size(), 1U);
    EXPECT_TRUE(told.sentences()[0].starts_with(failure)) << told.sentences()[0];
    EXPECT_TRUE(
        told.sentences()[0].ends_with("put the right password into the pass file (~/.pgpass) or PGPASSWORD; "
                                      "trying again until it is there"))
        << told.sentences()[0];
    EXPECT_EQ(connection.insist([&](bool) { return connection.run("SELECT 1").count(); }), 1) << "and waits again";
}

TEST_F(Postgres, AMistakeIsOneSentenceAndShowsNoPassword) {
    const std::string place = "127.0.0.1:" + std::to_string(shared_postgres().port());
    const std::string unknown = failure_of([&] { ServerConnection("postgresql://tester@" + place + "/nowhere"); });
    EXPECT_TRUE(unknown.ends_with("make the database with createdb, or give the name of another")) << unknown;
    const std::string made = "CREATE ROLE guest LOGIN PASSWORD 'right'";
    if (shared_postgres().sql(made).exit_status != 0) {
        EXPECT_NE(shared_postgres().sql("\\du").out.find("guest"), std::string::npos);
    }
    const std::string wrong = failure_of([&] { ServerConnection("postgresql://guest:wrong@" + place + "/postgres"); });
    EXPECT_TRUE(wrong.starts_with("postgresql://guest:***@" + place + "/postgres: there is no connection")) << wrong;
    EXPECT_TRUE(wrong.ends_with("put the right password into the pass file (~/.pgpass) or PGPASSWORD")) << wrong;
    EXPECT_EQ(wrong.find("wrong"), std::string::npos) << wrong;
    const std::string away = failure_of([&] { ServerConnection("postgresql://tester@127.0.0.1:1/postgres"); });
    EXPECT_TRUE(away.ends_with("see that the server runs, and that the address is right")) << away;
    const std::string read = refusal([&] { ServerConnection("postgresql://guest:se/cret@" + place + "/postgres"); });
    EXPECT_NE(read.find("%2F"), std::string::npos) << read;
    EXPECT_EQ(read.find("cret"), std::string::npos) << read;
    EXPECT_NE(refusal([&] { ServerConnection("postgresql://h/d?nonsense=1"); }).find("nonsense"), std::string::npos);
    const ServerConnection connection(url());
    const std::string statement = failure_of([&] { connection.run("SELECT * FROM nothing"); });
    EXPECT_EQ(statement, url() + ": relation \"nothing\" does not exist");
    for (const std::string& sentence : {unknown, wrong, away, read, statement}) {
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    }
}

TEST(PostgresUrl, PasswordsAreHiddenWhereverTheyStand) {
    EXPECT_EQ(without_password("postgresql://h/db"), "postgresql://h/db");
    EXPECT_EQ(without_password("postgresql://user@h:5/db?sslmode=require"), "postgresql://user@h:5/db?sslmode=require");
    EXPECT_EQ(without_password("postgresql://user:a%40b@h/db"), "postgresql://user:***@h/db");
    EXPECT_EQ(without_password("postgres://user:a/b?c@d@h/db"), "postgres://user:***@h/db");
    EXPECT_EQ(without_password("postgresql://h/db?user=u&password=p&sslPassword=q&port=5"),
              "postgresql://h/db?user=u&password=***&sslPassword=***&port=5");
    EXPECT_EQ(without_password("postgresql://h/db?p%61ssword=p"), "postgresql://h/db?p%61ssword=***");
    EXPECT_EQ(without_password("folder/s.db"), "folder/s.db");
    // An @ that is not written as %40 in a password among the settings, which libpq takes.
    EXPECT_EQ(without_password("postgresql://user@127.0.0.1/db?password=se@cret"),
              "postgresql://user@127.0.0.1/db?***");
    EXPECT_EQ(without_password("postgresql://user@h:5432/db?password=se@cret"), "postgresql://user@h:5432/db?***");
    EXPECT_EQ(without_password("postgresql://h/db?user=u&password=a:b@c@d"), "postgresql://h/db?***");
    for (const std::string begin : {"h:5432", "user:secret@h", "user:secret@h:5432", "user@h", "[::1]:5432", ""}) {
        for (const std::string end : {"se@cret", "se@cret&sslmode=require", "@secret", "secret@", "secret&secret"}) {
            for (const std::string name : {"password", "PassWord", "port=5&password"}) {
                const std::string shown = without_password(fmt::format("postgresql://{}/db?{}={}", begin, name, end));
                EXPECT_EQ(shown.find("cret"), std::string::npos) << shown;
            }
        }
    }
    // A ? or = that is not written as a % code in a password before the host.
    for (const std::string secret : {"p?cret", "p?x=cret", "p@cret?x=cret", "p/cret?x=cret", "?cret=1", "cret=1?2"}) {
        for (const std::string end : {"@h/db", "@h:5432/db?sslmode=require"}) {
            const std::string shown = without_password(fmt::format("postgresql://user:{}{}", secret, end));
            EXPECT_EQ(shown.find("cret"), std::string::npos) << shown;
        }
    }
    EXPECT_TRUE(has_password("postgresql://u:p@h/db"));
    EXPECT_FALSE(has_password("postgresql://u@h/db"));
    for (const std::string fine : {"postgresql:///db", "postgresql://h:5432/db?host=/tmp&user=me@realm",
                                   "postgresql://u:p%40@h/db", "postgresql://u@[::1]:5,other:6/db", "postgresql://"}) {
        EXPECT_FALSE(has_odd_host(fine)) << fine;
    }
    for (const std::string odd :
         {"postgresql://u:a/b@h/db", "postgresql://u:a?b@h/db", "postgresql://u:a@b@h/db", "postgresql://h:x/db"}) {
        EXPECT_TRUE(has_odd_host(odd)) << odd;
    }
}

constexpr std::array<std::string_view, 2> steps = {"ALTER TABLE made.things ADD COLUMN second bigint DEFAULT 2",
                                                   "ALTER TABLE made.things ADD COLUMN third bigint DEFAULT 3"};

ServerSchema things(std::int64_t version) {
    static const std::array<std::string_view, 3> forms = {
        "CREATE TABLE made.things (first bigint)", "CREATE TABLE made.things (first bigint, second bigint DEFAULT 2)",
        "CREATE TABLE made.things (first bigint, second bigint DEFAULT 2, third bigint DEFAULT 3)"};
    return {.name = "made",
            .what = "things",
            .version = version,
            .sql = forms[static_cast<std::size_t>(version - 1)],
            .migrations = std::span(steps).first(static_cast<std::size_t>(version - 1))};
}

TEST_F(Postgres, TablesOfAnEarlierVersionAreBroughtUpToDateWithWhatIsInThem) {
    const ServerConnection connection(url());
    EXPECT_FALSE(stored_version(connection, things(1)));
    adopt_schema(connection, things(1));
    connection.execute("INSERT INTO made.things VALUES (1)");
    EXPECT_THROW(require_version(connection, things(3)), std::invalid_argument);
    adopt_schema(connection, things(3));
    EXPECT_EQ(stored_version(connection, things(3)), 3);
    const ServerRows row = connection.run("SELECT first, second, third FROM made.things");
    EXPECT_EQ(row.integer(0, 0), 1);
    EXPECT_EQ(row.integer(0, 1), 2);
    EXPECT_EQ(row.integer(0, 2), 3);
    const std::string later = refusal([&] { adopt_schema(connection, things(2)); });
    EXPECT_EQ(later, url() +
                         ": the things there were made by a later sweetspot; update this one, or give the address of "
                         "another database");
    EXPECT_EQ(stored_version(connection, things(3)), 3);
}

TEST_F(Postgres, ManyWhoComeAtOnceMakeTheTablesOnce) {
    std::vector<std::jthread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const ServerConnection connection(url());
            adopt_schema(connection, things(3));
            connection.execute("INSERT INTO made.things VALUES (1)");
        });
    }
    threads.clear();
    EXPECT_EQ(ServerConnection(url()).run("SELECT count(*) FROM made.things WHERE third = 3").integer(0, 0), 8);
}

}  // namespace
}  // namespace sweetspot::storage
