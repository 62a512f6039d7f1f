// Studies in PostgreSQL, by the program: many who share one, those who die, a server that restarts, copies, mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "support/child.hpp"
#include "support/http.hpp"
#include "support/patience.hpp"
#include "support/postgres_server.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::comes_true;
using support::PostgresServer;
using support::ScratchStudy;
using support::shared_postgres;
using Json = nlohmann::ordered_json;

const std::string logged_bowl = "echo start $1 >> $2; sleep 0.05; " + support::bowl_script + "; echo end $1 >> $2";

void pause_milliseconds(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// How often each trial was started, or ended.
std::map<int, int> logged(const ScratchStudy& study, const std::string& which) {
    std::map<int, int> counts;
    std::istringstream lines(study.log());
    std::string what;
    int number = 0;
    while (lines >> what >> number) {
        if (what == which) ++counts[number];
    }
    return counts;
}

/// SWEETSPOT_LEASE_SECONDS for the programs that are started while it lives.
class Lease {
  public:
    explicit Lease(const std::string& seconds) { setenv("SWEETSPOT_LEASE_SECONDS", seconds.c_str(), 1); }
    ~Lease() { unsetenv("SWEETSPOT_LEASE_SECONDS"); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
};

/// The same study in a database instead of a file.
void write_in(const ScratchStudy& study, const std::string& url, Index evaluations, const std::string& objective = "",
              const std::string& name = "s") {
    study.write(evaluations, objective);
    std::string text = support::read_text(study.study());
    const std::string file = "sqlite:///s.db";
    text.replace(text.find(file), file.size(), url);
    text.replace(text.find("name = \"s\""), 10, "name = \"" + name + "\"");
    std::ofstream(study.study(), std::ios::binary) << text;
}

class PostgresStudy : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = support::no_postgres(); !why.empty()) GTEST_SKIP() << why;
        url_ = shared_postgres().new_database();
    }
    [[nodiscard]] const std::string& url() const { return url_; }

    static void expect_complete(const ScratchStudy& study, std::size_t count) {
        std::set<std::string> points;
        for (const Json& trial : study.trials()) {
            EXPECT_EQ(trial["state"], "complete") << trial.dump();
            points.insert(trial["params"].dump());
        }
        EXPECT_EQ(points.size(), count) << "all points differ";
        EXPECT_EQ(study.trials().size(), count);
    }

  private:
    std::string url_;
};

TEST_F(PostgresStudy, ASerialOneIsThatOfAFileToTheLastByte) {
    const ScratchStudy study("test $1 = 3 && exit 4; " + support::bowl_script);
    study.write(12, "on_failure = { retry = 1 }");
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    std::map<std::string, std::string> wanted;
    for (const std::string format : {"csv", "json"})
        wanted[format] = study.sweetspot("export", {"--format", format}).out;
    const std::string best = study.sweetspot("best").out;

    write_in(study, url(), 12, "on_failure = { retry = 1 }");
    const auto run = study.sweetspot("run", {"-q"});
    ASSERT_EQ(run.exit_status, 0) << run.err;
    for (const auto& [format, text] : wanted) EXPECT_EQ(study.sweetspot("export", {"--format", format}).out, text);
    EXPECT_EQ(study.sweetspot("best").out, best);
    EXPECT_NE(study.sweetspot("status").out.find("12 of 12 evaluations done"), std::string::npos);
    EXPECT_NE(study.sweetspot("run", {"--check"}).out.find("storage: study \"s\" in " + url()), std::string::npos);
}

TEST_F(PostgresStudy, SeveralShareADatabaseByTheirNames) {
    const ScratchStudy one(support::bowl_script);
    const ScratchStudy other(support::bowl_script);
    write_in(one, url(), 4, "", "one");
    write_in(other, url(), 5, "", "größte 'Wirkung'");
    ASSERT_EQ(one.sweetspot("run", {"-q"}).exit_status, 0);
    const auto absent = other.sweetspot("best");
    EXPECT_EQ(absent.exit_status, 2);
    EXPECT_NE(absent.err.find("has not begun, for there is no study \"größte 'Wirkung'\" in " + url()),
              std::string::npos)
        << absent.err;
    ASSERT_EQ(other.sweetspot("run", {"-q"}).exit_status, 0);
    expect_complete(one, 4);
    expect_complete(other, 5);
}

TEST_F(PostgresStudy, RunnersAChooserAndWorkersShareItAndNothingIsEvaluatedTwice) {
    const ScratchStudy study(logged_bowl);
    write_in(study, url(), 30, "parallel = 4\nrun_on = \"workers\"");
    const std::string workers_file = study.study();
    {
        std::vector<std::unique_ptr<Child>> all;
        all.push_back(std::make_unique<Child>(SWEETSPOT_PROGRAM, std::vector<std::string>{"work", workers_file, "-q"}));
        all.push_back(std::make_unique<Child>(SWEETSPOT_PROGRAM, std::vector<std::string>{"run", workers_file, "-q"}));
        for (int i = 0; i < 2; ++i) {
            all.push_back(std::make_unique<Child>(
                SWEETSPOT_PROGRAM, std::vector<std::string>{"work", workers_file, "-q", "--parallel", "2"}));
        }
        ASSERT_TRUE(comes_true([&] { return !study.log().empty(); }));
        // The same study, by a runner that does all by itself.
        write_in(study, url(), 30, "parallel = 2");
        all.push_back(std::make_unique<Child>(SWEETSPOT_PROGRAM, std::vector<std::string>{"run", study.study(), "-q"}));
        ASSERT_TRUE(
            comes_true([&] { return std::ranges::all_of(all, [](const auto& child) { return child->ended(); }); }));
        for (const auto& child : all) EXPECT_EQ(child->signal(0), 0);
    }
    expect_complete(study, 30);
    for (const auto& [number, count] : logged(study, "start")) EXPECT_EQ(count, 1) << "trial " << number;
}

TEST_F(PostgresStudy, AKilledWorkersTrialIsTakenOverWhenItsLeaseHasRunOut) {
    const Lease lease("3");
    const ScratchStudy study("echo start $1 >> $2; test -e $2.go || sleep 100; " + support::bowl_script);
    write_in(study, url(), 4, "parallel = 1\nrun_on = \"workers\"");
    Child chooser(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
    {
        Child worker(SWEETSPOT_PROGRAM, {"work", study.study(), "-q"});
        ASSERT_TRUE(comes_true([&] { return !study.log().empty(); }));
        const Json trial = study.trials()[0];
        EXPECT_EQ(trial["state"], "running");
        // As if the worker were on another machine, where nobody here can see whether it lives.
        ASSERT_EQ(
            shared_postgres()
                .sql("UPDATE sweetspot.trials SET process = 'elsewhere 1 2 3 4'", url().substr(url().rfind('/') + 1))
                .exit_status,
            0);
        pause_milliseconds(4000);
        EXPECT_EQ(study.trials()[0]["state"], "running") << "it renews its lease while it lives";
        worker.signal(SIGKILL);
    }
    EXPECT_EQ(study.trials()[0]["state"], "running") << "and nobody knows yet";
    std::ofstream(study.file("log.go")) << "";
    const auto rest = study.sweetspot("work");
    EXPECT_EQ(rest.exit_status, 0) << rest.err;
    ASSERT_TRUE(comes_true([&] { return chooser.ended(); }));
    EXPECT_EQ(chooser.signal(0), 0);
    expect_complete(study, 4);
    for (const auto& [number, count] : logged(study, "start")) EXPECT_EQ(count, number == 0 ? 2 : 1) << number;
}

TEST_F(PostgresStudy, AKilledRunnerOfThisMachineIsKnownToBeGoneAtOnce) {
    const ScratchStudy study("echo start $1 >> $2; test -e $2.go || sleep 100; " + support::bowl_script);
    write_in(study, url(), 4, "parallel = 2");
    {
        Child runner(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
        ASSERT_TRUE(comes_true([&] { return logged(study, "start").size() == 2; }));
        runner.signal(SIGKILL);
    }
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "stale");
    std::ofstream(study.file("log.go")) << "";
    EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    expect_complete(study, 4);
}

TEST_F(PostgresStudy, AResultThatComesLateIsKeptAndStaysTheOnlyOne) {
    const Lease lease("1");
    // Two folders, as on two machines; the trial that is evaluated twice comes out differently.
    const auto script = [](const std::string& first_value) {
        return "echo start $1 >> $2; if test $1 = 0; then sleep 4; echo " + first_value + "; else " +
               support::bowl_script + "; fi; echo end $1 >> $2";
    };
    const ScratchStudy here(script("7.5"));
    const ScratchStudy elsewhere(script("8.5"));
    write_in(here, url(), 3);
    write_in(elsewhere, url(), 3);
    Child slow(SWEETSPOT_PROGRAM, {"run", here.study(), "-q"});
    ASSERT_TRUE(comes_true([&] { return !here.log().empty(); }));
    const std::string database = url().substr(url().rfind('/') + 1);
    ASSERT_EQ(shared_postgres().sql("UPDATE sweetspot.trials SET process = 'elsewhere 1 2 3 4'", database).exit_status,
              0);
    // Nothing is heard of the runner for longer than its lease; its simulation goes on.
    slow.send(SIGSTOP);
    pause_milliseconds(1300);
    Child second(SWEETSPOT_PROGRAM, {"run", elsewhere.study(), "-q"});
    ASSERT_TRUE(comes_true([&] { return logged(elsewhere, "start")[0] == 1; }));
    slow.send(SIGCONT);
    ASSERT_TRUE(comes_true([&] { return slow.ended() && second.ended(); }));
    EXPECT_EQ(slow.signal(0), 0);
    EXPECT_EQ(second.signal(0), 0);
    expect_complete(here, 3);
    EXPECT_EQ(logged(here, "end")[0] + logged(elsewhere, "end")[0], 2) << "both came to their end";
    EXPECT_EQ(here.trials()[0]["value"], 7.5);
    EXPECT_EQ(here.trials()[0].value("attempts", 1), 1);
}

TEST(PostgresServerTest, ARestartInTheMiddleOfARunLosesNothing) {
    if (const std::string why = support::no_postgres(); !why.empty()) GTEST_SKIP() << why;
    PostgresServer server(std::vector<std::string>{});
    const std::string url = server.new_database();
    const ScratchStudy study(logged_bowl);
    write_in(study, url, 24, "parallel = 3\nrun_on = \"workers\"");
    const std::string err = study.file("err");
    Child chooser(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
    Child worker(SWEETSPOT_PROGRAM, {"work", study.study(), "-q", "--parallel", "3"});
    for (const int signal : {SIGINT, SIGQUIT}) {
        const std::size_t before = logged(study, "end").size();
        ASSERT_TRUE(comes_true([&] { return logged(study, "end").size() >= before + 4; }));
        server.stop(signal);
        pause_milliseconds(400);
        EXPECT_FALSE(chooser.ended());
        EXPECT_FALSE(worker.ended());
        server.start();
    }
    ASSERT_TRUE(comes_true([&] { return chooser.ended() && worker.ended(); }));
    EXPECT_EQ(chooser.signal(0), 0);
    EXPECT_EQ(worker.signal(0), 0);
    std::size_t complete = 0;
    for (const Json& trial : study.trials()) complete += trial["state"] == "complete" ? 1 : 0;
    EXPECT_EQ(complete, 24U);
    for (const auto& [number, count] : logged(study, "start")) EXPECT_EQ(count, 1) << "trial " << number;
}

TEST_F(PostgresStudy, CopiesGoBothWaysToTheLastByte) {
    const ScratchStudy study("test $1 = 3 && exit 4; " + support::bowl_script);
    study.write(8);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const auto all = [&](const ScratchStudy& of) {
        return of.sweetspot("export", {"--format", "json"}).out + of.sweetspot("trials", {"--format", "csv"}).out;
    };
    const std::string wanted = all(study);
    const auto sweetspot = [](const std::vector<std::string>& words) {
        return support::run_program(SWEETSPOT_PROGRAM, words);
    };
    const std::string file = "sqlite:///" + study.file("s.db");
    const auto there = sweetspot({"copy", file, url()});
    ASSERT_EQ(there.exit_status, 0) << there.err;
    EXPECT_EQ(there.out, "8 trials of s copied to study \"s\" in " + url() + "\n");
    const std::string original = support::read_text(study.study());
    write_in(study, url(), 8);
    EXPECT_EQ(all(study), wanted);

    const auto again = sweetspot({"copy", file, url()});
    EXPECT_EQ(again.exit_status, 2);
    EXPECT_NE(again.err.find("there is a study \"s\" in the database already"), std::string::npos) << again.err;
    const auto back = sweetspot({"copy", url(), "sqlite:///" + study.file("back.db")});
    ASSERT_EQ(back.exit_status, 0) << back.err;
    study.write(8, "", "back.db");
    EXPECT_EQ(all(study), wanted);
    EXPECT_EQ(sweetspot({"copy", url(), "sqlite:///" + study.file("back.db")}).exit_status, 2);

    const ScratchStudy other(support::bowl_script);
    write_in(other, url(), 3, "", "t");
    ASSERT_EQ(other.sweetspot("run", {"-q"}).exit_status, 0);
    const auto which = sweetspot({"copy", url(), "sqlite:///" + study.file("t.db")});
    EXPECT_EQ(which.exit_status, 2);
    EXPECT_NE(which.err.find("say which with --study, one of s, t"), std::string::npos) << which.err;
    EXPECT_EQ(sweetspot({"copy", url(), "sqlite:///" + study.file("t.db"), "--study", "t"}).exit_status, 0);
    const auto unknown = sweetspot({"copy", url(), "sqlite:///" + study.file("u.db"), "--study", "u"});
    EXPECT_EQ(unknown.exit_status, 2);
    EXPECT_NE(unknown.err.find("give one of s, t"), std::string::npos) << unknown.err;
    // A copy goes on as the original would have.
    write_in(study, url(), 10);
    EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    EXPECT_EQ(study.trials().size(), 10U);
}

TEST_F(PostgresStudy, MistakesAreOneSentenceEach) {
    const ScratchStudy study(support::bowl_script);
    const std::string place = "127.0.0.1:" + std::to_string(shared_postgres().port());
    const auto outcome = [&](const std::string& storage) {
        write_in(study, storage, 3);
        return study.sweetspot("run", {"-q"});
    };
    struct Mistake {
        std::string storage;
        int exit_status;
        std::string words;
    };
    ASSERT_EQ(shared_postgres().sql("CREATE ROLE guest LOGIN PASSWORD 'right'; CREATE ROLE stranger LOGIN").exit_status,
              0);
    const std::vector<Mistake> mistakes = {
        {"postgresql:host", 2, "write it as postgresql://user@host/database"},
        {"postgresql://", 2, "write it as postgresql://user@host/database"},
        {"postgresq://u:secret@h/db", 2, "a PostgreSQL database"},
        {"postgresql://u:se/cret@h/db", 2, "%2F"},
        {"postgresql://h/db?colour=red", 2, "colour"},
        {"postgresql://guest:secret@" + place + "/postgres", 1, "put the right password into the pass file"},
        {"postgresql://stranger@" + place + "/postgres", 1, "pg_hba.conf"},
        {"postgresql://tester@" + place + "/nowhere", 1, "make the database with createdb"},
        {"postgresql://tester@127.0.0.1:1/db", 1, "see that the server runs"},
        {"postgresql://guest:right@" + place + "/postgres", 1, "ask the owner of the database for the right"}};
    for (const Mistake& mistake : mistakes) {
        const auto result = outcome(mistake.storage);
        EXPECT_EQ(result.exit_status, mistake.exit_status) << mistake.storage << ": " << result.err;
        EXPECT_NE(result.err.find(mistake.words), std::string::npos) << mistake.storage << ": " << result.err;
        EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line: " << result.err;
        EXPECT_EQ(result.err.find("cret"), std::string::npos) << "no password is shown: " << result.err;
    }
    write_in(study, url(), 3);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const std::string database = url().substr(url().rfind('/') + 1);
    ASSERT_EQ(
        shared_postgres().sql("UPDATE sweetspot.facts SET value = '99' WHERE key = 'version'", database).exit_status,
        0);
    for (const std::string command : {"run", "best", "status"}) {
        const auto later = study.sweetspot(command);
        EXPECT_EQ(later.exit_status, 2);
        EXPECT_NE(later.err.find("the studies there were made by a later sweetspot; update this one"),
                  std::string::npos)
            << later.err;
    }
    const Lease lease("soon");
    EXPECT_NE(study.sweetspot("run").err.find("later sweetspot"), std::string::npos);
}

TEST_F(PostgresStudy, TheLivePageFollowsIt) {
    const ScratchStudy study(support::bowl_script);
    write_in(study, url(), 4);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const std::string output = study.file("address");
    Child server(SWEETSPOT_PROGRAM, {"serve", study.study(), "--port", "0"}, output);
    ASSERT_TRUE(comes_true([&] { return support::read_text(output).ends_with('\n'); }));
    const std::string address = support::read_text(output);
    const int port = std::stoi(address.substr(address.rfind(':') + 1));
    const auto done = [&] { return Json::parse(support::http(port, "GET", "/api/status").body)["done"].get<int>(); };
    EXPECT_EQ(done(), 4);
    write_in(study, url(), 6);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    EXPECT_TRUE(comes_true([&] { return done() == 6; }));
}

TEST(WorkersOfAFile, OnOneHostTheyShareASqliteStudyAsWell) {
    const ScratchStudy study(logged_bowl);
    study.write(10, "parallel = 3\nrun_on = \"workers\"");
    Child one(SWEETSPOT_PROGRAM, {"work", study.study(), "-q"});
    Child other(SWEETSPOT_PROGRAM, {"work", study.study(), "-q", "--parallel", "2"});
    const auto run = study.sweetspot("run");
    EXPECT_EQ(run.exit_status, 0) << run.err;
    EXPECT_NE(run.err.find("10/10  trial "), std::string::npos)
        << "the chooser tells what the workers have done: " << run.err;
    ASSERT_TRUE(comes_true([&] { return one.ended() && other.ended(); }));
    EXPECT_EQ(one.signal(0), 0);
    EXPECT_EQ(other.signal(0), 0);
    EXPECT_EQ(study.trials().size(), 10U);
    for (const auto& [number, count] : logged(study, "start")) EXPECT_EQ(count, 1) << "trial " << number;
    // The workers left when the study was over.
    const std::string said = study.file("verify.err");
    std::ofstream(said) << "";
    Child verify("/bin/sh", {"-c", "exec \"$0\" verify \"$1\" -n 1 2> \"$2\"", SWEETSPOT_PROGRAM, study.study(), said});
    ASSERT_TRUE(comes_true([&] {
        return support::read_text(said).find("evaluated by workers: sweetspot work " + study.study()) !=
               std::string::npos;
    }));
    EXPECT_FALSE(verify.ended());
    EXPECT_EQ(study.sweetspot("work", {"-q"}).exit_status, 0);
    ASSERT_TRUE(comes_true([&] { return verify.ended(); }));
    EXPECT_EQ(study.trials().size(), 11U);
    const ScratchStudy stopped(logged_bowl);
    stopped.write(10, "run_on = \"workers\"");
    Child idle(SWEETSPOT_PROGRAM, {"work", stopped.study(), "-q"});
    ASSERT_TRUE(comes_true([&] { return idle.catches(SIGINT); }));
    pause_milliseconds(700);
    EXPECT_FALSE(idle.ended()) << "it waits for one who chooses";
    EXPECT_EQ(idle.signal(SIGINT), 1);
}

}  // namespace
}  // namespace sweetspot
