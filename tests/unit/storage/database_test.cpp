#include "storage/database.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "support/run_program.hpp"

namespace sweetspot::storage {
namespace {

using support::ScratchDirectory;

constexpr Format format = {.what = "test",
                           .application_id = 0x1234,
                           .version = 1,
                           .schema = "CREATE TABLE t (a INTEGER, b REAL, c TEXT, d BLOB)"};

std::string refusal(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing was refused";
}

TEST(Database, GivesBackWhatWasStoredToTheLastBit) {
    const ScratchDirectory scratch;
    const Vector x = Vector::LinSpaced(5, 0.1, 1e300);
    {
        const Database database(scratch.file("t.db"), format);
        database.prepare("INSERT INTO t VALUES (?,?,?,?)")
            .bind(1, std::int64_t{-7})
            .bind(2, 0.1)
            .bind(3, "ä\"b")
            .bind(4, x)
            .run();
    }
    const Database database(scratch.file("t.db"), format, Database::Open::existing);
    Statement row = database.prepare("SELECT * FROM t");
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.integer(0), -7);
    EXPECT_EQ(row.real(1), 0.1);
    EXPECT_EQ(row.text(2), "ä\"b");
    EXPECT_EQ(row.vector(3), x);
    EXPECT_FALSE(row.next());
}

TEST(Database, AVectorWithNaNIsNull) {
    const ScratchDirectory scratch;
    const Database database(scratch.file("t.db"), format);
    database.prepare("INSERT INTO t (d) VALUES (?)")
        .bind(1, Vector::Constant(2, std::numeric_limits<double>::quiet_NaN()))
        .run();
    Statement row = database.prepare("SELECT b, d FROM t");
    ASSERT_TRUE(row.next());
    EXPECT_TRUE(std::isnan(row.real(0)));
    EXPECT_EQ(row.vector(1).size(), 0);
}

TEST(Database, ATransactionThatIsNotKeptLeavesNothing) {
    const ScratchDirectory scratch;
    const Database database(scratch.file("t.db"), format);
    {
        const Transaction transaction(database);
        database.execute("INSERT INTO t (a) VALUES (1)");
    }
    {
        Transaction transaction(database);
        database.execute("INSERT INTO t (a) VALUES (2)");
        transaction.keep();
    }
    Statement row = database.prepare("SELECT sum(a) FROM t");
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.integer(0), 2);
}

TEST(Database, AForeignFileIsRefusedAndLeftAsItIs) {
    const ScratchDirectory scratch;
    const std::string text = scratch.write("notes.txt", "These are my notes, and they are longer than a header.\n");
    EXPECT_EQ(refusal([&] { const Database database(text, format); }),
              text + ": the file is no test of sweetspot, not even a database; give the name of another file");
    EXPECT_EQ(support::read_text(text), "These are my notes, and they are longer than a header.\n");

    Format other = format;
    other.application_id = 99;
    const std::string foreign = scratch.file("other.db");
    { const Database database(foreign, other); }
    EXPECT_EQ(refusal([&] { const Database database(foreign, format); }),
              foreign + ": the file is no test of sweetspot; give the name of another file");
}

TEST(Database, AFileOfALaterVersionIsRefused) {
    const ScratchDirectory scratch;
    Format later = format;
    later.version = 3;
    { const Database database(scratch.file("t.db"), later); }
    EXPECT_EQ(refusal([&] { const Database database(scratch.file("t.db"), format); }),
              scratch.file("t.db") + ": the test was made by a later sweetspot; give the name of another file");
}

TEST(Database, AFileOfAnEarlierVersionIsBroughtUpToDateOnce) {
    static constexpr std::string_view steps[] = {"ALTER TABLE t ADD COLUMN e INTEGER; UPDATE t SET e = a + 1",
                                                 "ALTER TABLE t ADD COLUMN f INTEGER; UPDATE t SET f = 10 * e"};
    const Format third = {.what = "test",
                          .application_id = 0x1234,
                          .version = 3,
                          .schema = "CREATE TABLE t (a INTEGER, b REAL, c TEXT, d BLOB, e INTEGER, f INTEGER)",
                          .migrations = steps};
    const ScratchDirectory scratch;
    { Database(scratch.file("t.db"), format).execute("INSERT INTO t (a) VALUES (7)"); }
    for (int opened = 0; opened < 2; ++opened) {
        const Database database(scratch.file("t.db"), third);
        Statement row = database.prepare("SELECT a, e, f FROM t");
        ASSERT_TRUE(row.next());
        EXPECT_EQ(row.integer(0), 7);
        EXPECT_EQ(row.integer(1), 8);
        EXPECT_EQ(row.integer(2), 80);
    }
    EXPECT_EQ(refusal([&] { Database(scratch.file("t.db"), format); }),
              scratch.file("t.db") + ": the test was made by a later sweetspot; give the name of another file");
}

TEST(Database, AMigrationThatFailsLeavesTheFileAsItWas) {
    static constexpr std::string_view steps[] = {"ALTER TABLE t ADD COLUMN e INTEGER; UPDATE nowhere SET e = 1"};
    const Format second = {.what = "test", .application_id = 0x1234, .version = 2, .schema = "", .migrations = steps};
    const ScratchDirectory scratch;
    { Database(scratch.file("t.db"), format).execute("INSERT INTO t (a) VALUES (7)"); }
    EXPECT_THROW(Database(scratch.file("t.db"), second), std::runtime_error);
    const Database database(scratch.file("t.db"), format);
    Statement row = database.prepare("SELECT * FROM t");
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.integer(0), 7);
}

TEST(Database, DamagedPagesAreFound) {
    const ScratchDirectory scratch;
    {
        const Database database(scratch.file("t.db"), format);
        database.require_sound();
        for (int i = 0; i < 500; ++i) database.execute("INSERT INTO t (c) VALUES (hex(randomblob(100)))");
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    std::fstream file(scratch.file("t.db"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(3L * 4096);
    file << std::string(4096, 'x');
    file.close();
    const std::string sentence = refusal([&] { Database(scratch.file("t.db"), format).require_sound(); });
    EXPECT_TRUE(sentence.starts_with(scratch.file("t.db") + ": the file is damaged (")) << sentence;
}

TEST(Database, AMissingFileIsMadeOnlyIfAskedFor) {
    const ScratchDirectory scratch;
    const std::string path = scratch.file("none.db");
    const std::string sentence = refusal([&] { const Database database(path, format, Database::Open::existing); });
    EXPECT_TRUE(sentence.starts_with(path + ": there is no such test file")) << sentence;
    EXPECT_FALSE(std::filesystem::exists(path));
    const std::string nowhere = scratch.file("no/such/folder.db");
    const std::string other = refusal([&] { const Database database(nowhere, format); });
    EXPECT_NE(other.find("give the name of a file in a folder you may write to"), std::string::npos) << other;
}

TEST(Database, WhoReadsChangesNothingAndRefusesAnEmptyFile) {
    const ScratchDirectory scratch;
    const std::string path = scratch.file("t.db");
    { Database(path, format).execute("INSERT INTO t (a) VALUES (7)"); }
    const std::string before = support::read_text(path);
    {
        const Database database(path, format, Database::Open::reading);
        Statement row = database.prepare("SELECT a FROM t");
        ASSERT_TRUE(row.next());
        EXPECT_EQ(row.integer(0), 7);
        EXPECT_NE(refusal([&] { database.execute("INSERT INTO t (a) VALUES (8)"); }), "nothing was refused");
    }
    EXPECT_EQ(support::read_text(path), before);
    EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(path + "-shm"));
    const std::string empty = scratch.write("empty.db", "");
    EXPECT_EQ(refusal([&] { const Database database(empty, format, Database::Open::reading); }),
              empty + ": the file is empty, so there is no test in it; give the name of another file");
    EXPECT_EQ(support::read_text(empty), "");
    EXPECT_EQ(refusal([&] { const Database database(scratch.file("none.db"), format, Database::Open::reading); }),
              scratch.file("none.db") +
                  ": there is no such test file; run the test first, or give the name of one that exists");
}

TEST(Database, AFileOfAnEarlierVersionIsReadAsItIs) {
    static constexpr std::string_view steps[] = {"ALTER TABLE t ADD COLUMN e INTEGER"};
    const Format second = {.what = "test", .application_id = 0x1234, .version = 2, .schema = "", .migrations = steps};
    const ScratchDirectory scratch;
    { Database(scratch.file("t.db"), format).execute("INSERT INTO t (a) VALUES (7)"); }
    EXPECT_EQ(Database(scratch.file("t.db"), second, Database::Open::reading).version(), 1);
    EXPECT_EQ(Database(scratch.file("t.db"), format, Database::Open::reading).version(), 1);
    EXPECT_EQ(Database(scratch.file("t.db"), second).version(), 2);
}

TEST(Database, AWrongStatementSaysWhy) {
    const ScratchDirectory scratch;
    const Database database(scratch.file("t.db"), format);
    EXPECT_EQ(refusal([&] { database.execute("SELECT missing FROM t"); }),
              scratch.file("t.db") + ": no such column: missing");
}

}  // namespace
}  // namespace sweetspot::storage
