// The live page's server: what it serves and what it does not, hostile and slow clients, many viewers, and the page in
// a browser while the study goes on and the server dies.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>

#include "support/child.hpp"
#include "support/http.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::Connection;
using support::http;
using support::HttpAnswer;
using support::ProgramResult;
using support::ScratchStudy;
using Json = nlohmann::ordered_json;

/// A study of twelve evaluations, one of which failed, and its server at a free port.
class Served {
  public:
    explicit Served(const std::vector<std::string>& more = {}) {
        study.write(12);
        EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
        std::vector<std::string> words = {"serve", study.study(), "--port", "0"};
        words.insert(words.end(), more.begin(), more.end());
        child = std::make_unique<Child>(SWEETSPOT_PROGRAM, words, study.file("address"));
        while (address.find('\n') == std::string::npos) {
            if (child->ended()) throw std::runtime_error("the server ended");
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            address = support::read_text(study.file("address"));
        }
        address.pop_back();
        port = std::stoi(address.substr(address.rfind(':') + 1));
    }
    [[nodiscard]] Json status() const { return Json::parse(http(port, "GET", "/api/status").body); }

    ScratchStudy study{"test $1 = 3 && { echo out of licences >&2; exit 3; }; " + support::bowl_script};
    std::unique_ptr<Child> child;
    std::string address;
    int port = 0;
};

TEST(Serve, OffersThePageAndItsDataAndNothingElse) {
    const Served served;
    EXPECT_EQ(served.address, "http://127.0.0.1:" + std::to_string(served.port) + "/");
    const HttpAnswer page = http(served.port, "GET", "/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.body.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.body.ends_with("</html>\n"));
    const Json status = served.status();
    EXPECT_EQ(status["name"], "s");
    EXPECT_EQ(status["spent"], 12);
    EXPECT_EQ(status["budget"], 12);
    EXPECT_EQ(status["states"], (Json{{"complete", 11}, {"failed", 1}}));
    EXPECT_EQ(status["ends"], "the budget of 12 evaluations is spent");
    ASSERT_EQ(status["failures"].size(), 1U);
    EXPECT_EQ(status["failures"][0]["stderr"], "out of licences\n") << "failures come with their output";
    EXPECT_EQ(Json::parse(http(served.port, "GET", "/api/trials").body), served.study.trials());
    EXPECT_TRUE(Json::parse(http(served.port, "GET", "/api/page").body).contains("sections"));
    EXPECT_EQ(http(served.port, "HEAD", "/api/status").body, "");
    for (const std::string path :
         {"/s.db", "/../s.toml", "/%2e%2e/s.toml", "//", "/api", "/api/status/", "/etc/passwd"}) {
        EXPECT_EQ(http(served.port, "GET", path).status, 404) << path;
    }
    for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
        EXPECT_EQ(http(served.port, method, "/", "Content-Length: 0\r\n").status, 405) << method;
    }
    EXPECT_EQ(http(served.port, "GET", "/", "", "evil.example").status, 403) << "another site's page asks for us";
    EXPECT_EQ(http(served.port, "GET", "/api/status", "", "localhost:" + std::to_string(served.port)).status, 200);
}

TEST(Serve, FollowsTheStudy) {
    const Served served;
    const std::int64_t before = served.status()["page_revision"];
    served.study.write(14);
    ASSERT_EQ(served.study.sweetspot("run", {"-q"}).exit_status, 0);
    for (int i = 0; i < 3000 && served.status()["page_revision"] == before; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const auto all_there = [&] { return Json::parse(http(served.port, "GET", "/api/trials").body).size() == 14; };
    for (int i = 0; i < 3000 && !all_there(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(all_there());
    EXPECT_GT(served.status()["page_revision"].get<std::int64_t>(), before);
}

TEST(Serve, OthersNeedTheTokenThatItPrints) {
    const Served served({"--host", "0.0.0.0"});
    const auto at = served.address.find("/?token=");
    ASSERT_NE(at, std::string::npos) << served.address;
    const std::string token = served.address.substr(at + 8);
    EXPECT_EQ(token.size(), 32U);
    const std::vector<std::string> wrong = {
        "/", "/api/status", "/api/page?token=", "/api/trials?token=" + token.substr(1), "/?token=" + token + "0"};
    for (const std::string& path : wrong) {
        EXPECT_EQ(http(served.port, "GET", path).status, 403) << path;
    }
    EXPECT_EQ(http(served.port, "GET", "/?token=" + token, "", "machine.example").status, 200);
    EXPECT_EQ(http(served.port, "GET", "/api/status", "Authorization: Bearer " + token + "\r\n").status, 200);
}

TEST(Serve, MalformedRequestsDoNotStopIt) {
    const Served served;
    const std::string good = "GET /api/status HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nUser-Agent: x\r\n\r\n";
    std::vector<std::string> requests = {
        "",
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET " + std::string(100000, 'a') + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n" + std::string(200000, 'h') + ": x\r\n\r\n",
        "GET /%zz%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /?token=%&&&=%% HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=5-1,-,9999999999999-\r\n\r\n",
        std::string(70000, '\0')};
    std::string many = "GET / HTTP/1.1\r\n";
    for (int i = 0; i < 2000; ++i) many += "X" + std::to_string(i) + ": y\r\n";
    requests.push_back(many + "\r\n");
    std::mt19937 random(5);
    for (int i = 0; i < 1500; ++i) {
        std::string mutated = good;
        for (auto change = 1 + random() % 6; change > 0; --change) {
            const std::size_t at = random() % mutated.size();
            switch (random() % 3) {
                case 0:
                    mutated[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    mutated.erase(at, 1 + random() % 8);
                    break;
                default:
                    mutated.insert(at, std::string(1 + random() % 40, static_cast<char>(random() % 256)));
            }
            if (mutated.empty()) mutated = "x";
        }
        requests.push_back(mutated);
    }
    for (const std::string& request : requests) {
        const Connection connection(served.port);
        connection.send(request);
        connection.end_sending();
        const std::string answer = connection.receive();
        EXPECT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 ")) << answer.substr(0, 80);
    }
    EXPECT_FALSE(served.child->ended());
    EXPECT_EQ(served.status()["spent"], 12);
}

TEST(Serve, SlowClientsAndFiftyViewersDoNotKeepItFromAnswering) {
    const Served served;
    std::vector<std::unique_ptr<Connection>> slow;
    for (int i = 0; i < 150; ++i) {
        slow.push_back(std::make_unique<Connection>(served.port));
        slow.back()->send("GET / HTTP/1.1\r\nHost: loc");
    }
    const std::size_t length = http(served.port, "GET", "/").body.size();
    std::atomic<int> served_whole = 0;
    std::vector<std::thread> viewers;
    viewers.reserve(50);
    for (int i = 0; i < 50; ++i) {
        viewers.emplace_back([&] {
            const bool whole = http(served.port, "GET", "/").body.size() == length &&
                               http(served.port, "GET", "/api/status").status == 200 &&
                               http(served.port, "GET", "/api/page").status == 200;
            if (whole) ++served_whole;
        });
    }
    for (std::thread& viewer : viewers) viewer.join();
    EXPECT_EQ(served_whole, 50);
    for (const auto& connection : slow) connection->send("a");  // a byte now and then does not keep them alive
    for (const auto& connection : slow) EXPECT_EQ(connection->receive().find("200 OK"), std::string::npos);
    EXPECT_EQ(served.status()["spent"], 12);
}

TEST(Serve, EndsWithCtrlCAndRefusesWhatItCannotServe) {
    Served served;
    const ProgramResult taken = served.study.sweetspot("serve", {"--port", std::to_string(served.port)});
    EXPECT_EQ(taken.exit_status, 2);
    EXPECT_TRUE(taken.err.starts_with("sweetspot serve: cannot listen at 127.0.0.1 port ")) << taken.err;
    const Connection waiting(served.port);  // does not hold up the end
    EXPECT_EQ(served.child->signal(SIGINT), 0);
    const ScratchStudy none("exit 0");
    none.write(3);
    const ProgramResult missing = none.sweetspot("serve");
    EXPECT_EQ(missing.exit_status, 2);
    EXPECT_TRUE(missing.err.starts_with("sweetspot serve: the study s has not begun")) << missing.err;
}

TEST(Serve, TheLivePageShowsNewEvaluationsAndSurvivesTheServersDeath) {
    const ScratchStudy study(support::bowl_script);
    study.write(6);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult seen = support::run_program(
        "/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_live.mjs", SWEETSPOT_PROGRAM, study.study()});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    const Json report = Json::parse(seen.out);
    EXPECT_EQ(report["rows_before"], 6);
    EXPECT_EQ(report["rows_after"], 7);
    EXPECT_EQ(report["rows_after_restart"], 8);
    EXPECT_GE(report["figures"].get<int>(), 5);
}

}  // namespace
}  // namespace sweetspot
