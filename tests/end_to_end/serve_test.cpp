// The live page's server: what it serves and what it does not, hostile and slow clients, many viewers, and the page in
// a browser while the study goes on and the server dies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include "support/child.hpp"
#include "support/http.hpp"
#include "support/patience.hpp"
#include "support/scratch_study.hpp"
#include "support/served.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::comes_true;
using support::Connection;
using support::http;
using support::HttpAnswer;
using support::ProgramResult;
using support::ScratchStudy;
using support::Served;
using support::Server;
using Json = nlohmann::ordered_json;

TEST(Serve, OffersThePageAndItsDataAndNothingElse) {
    const Served served;
    EXPECT_EQ(served.address, "http://127.0.0.1:" + std::to_string(served.port) + "/");
    const HttpAnswer page = http(served.port, "GET", "/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.body.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.body.ends_with("</html>\n"));
    EXPECT_EQ(header_of(page, "X-Frame-Options"), "DENY");
    const std::string policy = header_of(page, "Content-Security-Policy");
    EXPECT_TRUE(policy.starts_with("default-src 'none'; ")) << policy;
    EXPECT_TRUE(policy.ends_with("; frame-ancestors 'none'")) << "another page must not show this one in a frame";
    const Json status = served.status();
    EXPECT_EQ(status["name"], "s");
    EXPECT_EQ(status["spent"], 12);
    EXPECT_EQ(status["done"], 12);
    EXPECT_EQ(status["budget"], 12);
    EXPECT_EQ(status["states"], (Json{{"complete", 11}, {"failed", 1}}));
    EXPECT_EQ(status["ends"], "the budget of 12 evaluations is spent");
    ASSERT_EQ(status["failures"].size(), 1U);
    EXPECT_EQ(status["failures"][0]["stderr"], "out of licences") << "failures come with their output";
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
    // Making a page takes a while under a sanitizer; this guards against waiting for ever.
    for (int i = 0; i < 30000 && served.status()["page_revision"] == before; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const auto all_there = [&] { return Json::parse(http(served.port, "GET", "/api/trials").body).size() == 14; };
    for (int i = 0; i < 3000 && !all_there(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(all_there());
    EXPECT_GT(served.status()["page_revision"].get<std::int64_t>(), before);
}

TEST(Serve, OthersNeedTheTokenThatItPrints) {
    const Served served({"--host", "0.0.0.0"});
    for (const std::string& line : served.server->addresses) {
        EXPECT_EQ(line.find("0.0.0.0"), std::string::npos) << "that cannot be opened from elsewhere: " << line;
        EXPECT_NE(line.find(":" + std::to_string(served.port) + "/?token="), std::string::npos) << line;
    }
    EXPECT_NE(served.server->addresses.back().find("http://127.0.0.1:"), std::string::npos);
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

/// cpp-httplib would send what lies behind the text in memory: the token, other studies.
TEST(Serve, ARangeGetsTheWholeTextAndNothingBehindIt) {
    const Served served;
    for (const std::string path : {"/", "/api/page", "/api/trials"}) {
        const std::string whole = http(served.port, "GET", path).body;
        for (const std::string range : {"0-10", "0-99999999", "99999999-100000000", "-1", "0-,0-,5-1", "x"}) {
            const HttpAnswer answer = http(served.port, "GET", path, "Range: bytes=" + range + "\r\n");
            EXPECT_EQ(answer.status, 200) << range;
            EXPECT_EQ(answer.body, whole) << range;
        }
    }
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

/// Its address is printed before it listens: a server that was told to end in between did not.
TEST(Serve, EndsAlsoWhereItIsToldToAsSoonAsItHasPrintedItsAddress) {
    const ScratchStudy study(support::bowl_script);
    study.write(1);
    for (int i = 0; i < 5; ++i) {
        const Server server(study.study(), study.file("address"));
        server.child->send(SIGTERM);
        for (int waited = 0; waited < 1000 && !server.child->ended(); ++waited) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_TRUE(server.child->ended());
        std::filesystem::remove(study.file("address"));
    }
}

TEST(Serve, EndsWithCtrlCAndRefusesWhatItCannotServe) {
    Served served;
    const ProgramResult taken = served.study.sweetspot("serve", {"--port", std::to_string(served.port)});
    EXPECT_EQ(taken.exit_status, 2);
    EXPECT_TRUE(taken.err.starts_with("sweetspot serve: cannot listen at 127.0.0.1 port ")) << taken.err;
    const Connection waiting(served.port);  // does not hold up the end
    EXPECT_EQ(served.child->signal(SIGINT), 0);
    const ScratchStudy none("exit 0");
    const ProgramResult missing = none.sweetspot("serve");
    EXPECT_EQ(missing.exit_status, 2);
    EXPECT_NE(missing.err.find("s.toml cannot be read"), std::string::npos) << missing.err;
}

TEST(Serve, StartsBeforeTheFirstTrialAndFollowsTheStudyWhenItBegins) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    const Server server(study.study(), study.file("address"));
    const Json waiting = server.json("/api/status");
    EXPECT_EQ(waiting["states"], Json::object());
    EXPECT_EQ(waiting["spent"], 0);
    EXPECT_NE(http(server.port, "GET", "/").body.find("<td>± 0.1</td>"), std::string::npos)
        << "the parameters are there";
    EXPECT_FALSE(std::filesystem::exists(study.file("s.db"))) << "looking makes no database";
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    EXPECT_TRUE(comes_true([&] { return server.json("/api/status")["done"] == 4; }));
    EXPECT_TRUE(comes_true([&] { return server.json("/api/status")["page_revision"] > 0; }));
}

TEST(Serve, ARunThatWasKilledIsSeenAsGone) {
    const ScratchStudy study("sleep 600");
    study.write(4);
    const Server server(study.study(), study.file("address"));
    Child run(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
    ASSERT_TRUE(comes_true([&] { return server.json("/api/status")["running"].size() == 1; }));
    const std::string tag = server.json("/api/status")["page_tag"];
    run.signal(SIGKILL);
    EXPECT_TRUE(comes_true([&] { return server.json("/api/status")["states"] == Json{{"stale", 1}}; }));
    EXPECT_EQ(server.json("/api/status")["running"], Json::array());
    EXPECT_TRUE(comes_true([&] { return server.json("/api/status")["page_tag"] != tag; }))
        << "the page says so as well";
}

TEST(Serve, AChangedStudyFileIsReadAgainAndABrokenOneIsSaid) {
    const Served served;
    served.study.write(20);
    EXPECT_TRUE(comes_true([&] { return served.status()["budget"] == 20; }));
    EXPECT_EQ(served.status()["ends"], nullptr);
    served.study.append("evaluations = \n");
    EXPECT_TRUE(comes_true([&] { return served.status().contains("file_trouble"); }));
    const std::string sentence = served.status()["file_trouble"];
    EXPECT_NE(sentence.find("s.toml:"), std::string::npos) << sentence;
    EXPECT_EQ(served.status()["budget"], 20) << "the one before stays";
    served.study.write(30);
    EXPECT_TRUE(comes_true([&] { return !served.status().contains("file_trouble"); }));
    EXPECT_EQ(served.status()["budget"], 30);
}

TEST(Serve, TextsAreCompressedAndThoseThatTheBrowserHasAreNotSentAgain) {
    const Served served;
    const std::string gzip = "Accept-Encoding: gzip, deflate\r\n";
    const HttpAnswer page = http(served.port, "GET", "/", gzip);
    EXPECT_EQ(header_of(page, "Content-Encoding"), "gzip");
    EXPECT_TRUE(page.body.starts_with("\x1f\x8b")) << "that is how gzip begins";
    const std::string plain = http(served.port, "GET", "/").body;
    EXPECT_LT(3 * page.body.size(), plain.size());
    const std::string known = "If-None-Match: " + header_of(page, "ETag") + "\r\n";
    const HttpAnswer again = http(served.port, "GET", "/", gzip + known);
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(http(served.port, "GET", "/", known).status, 200) << "the plain text is another one";
    const auto at = plain.find("<script src=\"plotly-");
    ASSERT_NE(at, std::string::npos);
    const std::string script = plain.substr(at + 13, plain.find('"', at + 13) - at - 13);
    const HttpAnswer code = http(served.port, "GET", "/" + script, gzip);
    EXPECT_EQ(code.status, 200);
    EXPECT_EQ(header_of(code, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_LT(page.body.size() + code.body.size(), 1500000U) << "all that a first visit transfers";
}

TEST(Serve, AFolderHasAListAndEachStudyItsOwnPath) {
    const Served one;  // a folder with a study that has ended
    const ScratchStudy& study = one.study;
    std::filesystem::create_directories(study.file("sub/.hidden"));
    const std::string evil = "<script>alert(1)</script>/ü " + std::string(60, 'x');
    const std::string text = "[study]\nname = '" + evil +
                             "'\ndescription = '\"<img src=x onerror=alert(2)>'\n[[parameter]]\nname = 'a'\nbounds = "
                             "[0, 1]\ntolerance = 0.1\n";
    const auto write = [&](const std::string& name, const std::string& content) {
        std::ofstream(study.file(name)) << content;
    };
    write("sub/a \"b\" %41.toml", text);
    write("sub/.hidden/c.toml", text);
    write("other.toml", "[tool]\nx = 1\n");
    write("broken.toml", "[study]\nname = 'x'\n[[parameter]]\nname = 'a'\n");
    const Server server(std::filesystem::path(study.study()).parent_path().string(), study.file("address"),
                        {"--host", "0.0.0.0"});
    const std::string token = server.addresses.front().substr(server.addresses.front().rfind('=') + 1);
    const auto list = [&] { return server.json("/api/studies?token=" + token)["studies"]; };
    ASSERT_EQ(list().size(), 3U) << list();
    EXPECT_EQ(list()[0]["name"], "s") << "the newest first";
    EXPECT_TRUE(comes_true([&] { return list()[0]["answer"].is_object(); }));
    EXPECT_EQ(list()[0]["answer"]["label"], "worst case");
    EXPECT_EQ(list()[0]["done"], 12);
    const auto with_place = [&](const std::string& place) {
        for (const auto& found : list()) {
            if (found["place"] == place) return found;
        }
        return Json::object();
    };
    EXPECT_EQ(with_place("sub/a \"b\" %41.toml")["name"], evil);
    const std::string trouble = with_place("broken.toml")["trouble"];
    EXPECT_NE(trouble.find("broken.toml"), std::string::npos) << trouble;
    EXPECT_EQ(http(server.port, "GET", "/s/s.toml/?token=" + token).status, 200);
    EXPECT_EQ(server.json("/s/s.toml/api/status?token=" + token)["done"], 12);
    EXPECT_EQ(server.json("/s/sub/a%20%22b%22%20%2541.toml/api/status?token=" + token)["name"], evil);
    EXPECT_EQ(http(server.port, "GET", "/s/broken.toml/?token=" + token).status, 500);
    for (const std::string path : {"/s/", "/s/none.toml/", "/s/../s.toml/", "/api/status", "/s/s.toml/other"}) {
        EXPECT_EQ(http(server.port, "GET", fmt::format("{}?token={}", path, token)).status, 404) << path;
        EXPECT_EQ(http(server.port, "GET", path).status, 403) << path;
    }
    EXPECT_EQ(http(server.port, "GET", "/api/studies").status, 403);
    write("later.toml", text);
    EXPECT_TRUE(comes_true([&] { return list().size() == 4; })) << "a new study appears by itself";
    const ProgramResult seen = support::run_program(
        "/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_studies.mjs",
                         "http://127.0.0.1:" + std::to_string(server.port) + "/?token=" + token, "s"});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(Json::parse(seen.out)["phone_title"], "s");
    for (const std::string path : {"/", "/s/s.toml/"}) {
        const ProgramResult axe = support::run_program(
            "/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_axe.mjs",
                             fmt::format("http://127.0.0.1:{}{}?token={}", server.port, path, token)});
        EXPECT_EQ(axe.exit_status, 0) << axe.err;
    }
}

/// A folder with the studies "s" and "t", which has other tolerances, that have ended, and two that have not begun or
/// are broken; its server needs a token.
class ServedFolder {
  public:
    ServedFolder() {
        study.write(12);
        EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
        std::filesystem::create_directory(study.file("more"));
        const std::string text = support::read_text(study.study());
        write("more/t & co.toml", changed(text, {{"name = \"s\"", "name = \"t\""},
                                                 {"///s.db", "///t.db"},
                                                 {"tolerance = 0.1", "tolerance = 0.3"},
                                                 {"./objective", study.file("objective")}}));
        const ProgramResult run =
            support::run_program(SWEETSPOT_PROGRAM, {"run", study.file("more/t & co.toml"), "-q"});
        EXPECT_EQ(run.exit_status, 0) << run.err;
        write("new.toml", changed(text, {{"name = \"s\"", "name = \"new\""}, {"///s.db", "///new.db"}}));
        write("broken.toml", "[study]\nname = 'x'\n[[parameter]]\nname = 'a'\n");
        server = std::make_unique<Server>(std::filesystem::path(study.study()).parent_path().string(),
                                          study.file("address"), std::vector<std::string>{"--host", "0.0.0.0"});
        token = server->addresses.front().substr(server->addresses.front().rfind('=') + 1);
    }
    [[nodiscard]] HttpAnswer compare(const std::string& question, const std::string& headers = "") const {
        return http(server->port, "GET", "/compare?" + question + "&token=" + token, headers);
    }
    /// Once it is made.
    [[nodiscard]] HttpAnswer comparison(const std::string& question) const {
        HttpAnswer answer;
        EXPECT_TRUE(comes_true([&] {
            answer = compare(question);
            return answer.status != 202;
        }));
        return answer;
    }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(study.file(name)) << content;
    }
    [[nodiscard]] static std::string changed(std::string text,
                                             const std::vector<std::pair<std::string, std::string>>& words) {
        for (const auto& [from, to] : words) text.replace(text.find(from), from.size(), to);
        return text;
    }

    ScratchStudy study{support::bowl_script};
    std::unique_ptr<Server> server;
    std::string token;
};

const std::string both_studies = "s=s.toml&s=more/t%20%26%20co.toml";

TEST(Serve, StudiesOfAListAreShownSideBySideAndKept) {
    const ServedFolder folder;
    const HttpAnswer page = folder.comparison(both_studies);
    ASSERT_EQ(page.status, 200) << page.body;
    EXPECT_EQ(header_of(page, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(header_of(page, "X-Frame-Options"), "DENY");
    EXPECT_TRUE(header_of(page, "Content-Security-Policy").ends_with("; frame-ancestors 'none'"));
    EXPECT_NE(page.body.find("<h1>s · t</h1>"), std::string::npos);
    EXPECT_NE(page.body.find("<a data-own href=\"./\">All studies</a>"), std::string::npos);
    EXPECT_NE(page.body.find("<script src=\"plotly-"), std::string::npos);
    EXPECT_EQ(page.body.find(folder.token), std::string::npos) << "the script of the page adds the token";
    const std::string known = "If-None-Match: " + header_of(page, "ETag") + "\r\n";
    EXPECT_EQ(folder.compare(both_studies, known).status, 304) << "as long as no study changes it is the same page";
    EXPECT_EQ(folder.compare(both_studies + "&s=s.toml", known).status, 304) << "the same study is compared once";
    folder.study.write(13);
    ASSERT_EQ(folder.study.sweetspot("run", {"-q"}).exit_status, 0);
    EXPECT_TRUE(comes_true([&] { return folder.compare(both_studies, known).status == 200; }))
        << "another page when one has changed";
    EXPECT_NE(folder.comparison(both_studies + "&s=new.toml").body.find("<td>not begun</td>"), std::string::npos);
}

TEST(Serve, WhatCannotBeComparedIsASentence) {
    const ServedFolder folder;
    const auto refused = [&](const std::string& question, int status, const std::string& words) {
        const HttpAnswer answer = folder.compare(question);
        EXPECT_EQ(answer.status, status) << question;
        EXPECT_NE(answer.body.find(words), std::string::npos) << answer.body;
        EXPECT_EQ(header_of(answer, "Content-Type"), "text/plain; charset=utf-8") << question;
        EXPECT_EQ(std::ranges::count(answer.body, '\n'), 1) << answer.body;
    };
    refused("", 400, "Choose two to eight different studies");
    refused("s=s.toml", 400, "this address has 1.");
    refused("s=s.toml&s=s.toml", 400, "this address has 1.");
    refused("s=s.toml&s=none.toml", 404, "There is no study at \"none.toml\"");
    refused("s=s.toml&s=", 404, "There is no study at \"\"");
    refused("s=s.toml&s=../s.toml", 404, "There is no study at \"../s.toml\"");
    refused("s=s.toml&s=%0a%00%ff%3Cb%3E" + std::string(5000, 'x'), 404, R"(There is no study at "\n\u0000)");
    refused("s=s.toml&s=broken.toml", 400, "broken.toml");
    const std::string text = support::read_text(folder.study.file("new.toml"));
    std::string nine = "s=s.toml";
    for (int i = 0; i < 8; ++i) {
        const std::string name = fmt::format("n{}", i);
        folder.write(name + ".toml", ServedFolder::changed(text, {{"new", name}, {"new.db", name + ".db"}}));
        nine += fmt::format("&s={}.toml", name);
    }
    EXPECT_TRUE(
        comes_true([&] { return folder.server->json("/api/studies?token=" + folder.token)["studies"].size() == 12; }));
    refused(nine, 400, "this address has 9.");
    const std::string path = "/compare?" + both_studies;
    EXPECT_EQ(http(folder.server->port, "GET", path).status, 403) << "without the token";
    EXPECT_EQ(http(folder.server->port, "POST", path, "Content-Length: 0\r\n").status, 405);
    EXPECT_EQ(http(folder.server->port, "HEAD", path + "&token=" + folder.token).body, "");
    const Server one(folder.study.study(), folder.study.file("address of one"));
    EXPECT_EQ(http(one.port, "GET", path).status, 404) << "one study has nothing beside it";
}

TEST(Serve, StudiesAreChosenFromTheListAndComparedInABrowser) {
    const ServedFolder folder;
    const std::string address = "http://127.0.0.1:" + std::to_string(folder.server->port);
    const std::string script = SWEETSPOT_SOURCE_DIR "/web/check_studies.mjs";
    const ProgramResult seen =
        support::run_program("/usr/bin/env", {"node", script, address + "/?token=" + folder.token, "s", "t"});
    ASSERT_EQ(seen.exit_status, 0) << seen.err;
    const Json report = Json::parse(seen.out);
    for (const std::string view : {"desktop", "phone"}) {
        const Json& comparison = report[view + "_comparison"];
        EXPECT_EQ(comparison["words"], "2 studies are chosen.");
        EXPECT_EQ(comparison["title"], "s · t");
        EXPECT_EQ(comparison["header"], Json::array({"", "s", "t"}));
        EXPECT_EQ(comparison["figures"], 3) << "the regions of two parameters, and convergence";
    }
    const ProgramResult axe = support::run_program(
        "/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_axe.mjs",
                         fmt::format("{}/compare?{}&token={}", address, both_studies, folder.token)});
    EXPECT_EQ(axe.exit_status, 0) << axe.err;
}

TEST(Serve, TheBarTellsOfWaitingRunningKilledAndEndedAndHidesNothing) {
    const ScratchStudy study("sleep 1.5; " + support::bowl_script);
    study.write(20, "parallel = 2");
    const ProgramResult seen = support::run_program(
        "/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_live_bar.mjs", SWEETSPOT_PROGRAM, study.study()});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    const Json report = Json::parse(seen.out);
    EXPECT_EQ(report["waiting_title"], "Waiting: s");
    EXPECT_EQ(report["parameters"], 1);
    EXPECT_EQ(report["clock_moves"], true);
    EXPECT_GE(report["headings"].get<int>(), 6);
    EXPECT_LT(report["transferred"].get<int>(), 1500000);
    EXPECT_LT(report["transferred_again"].get<int>(), 200000) << "plotly.js is not sent again";
    EXPECT_EQ(report["end"], "Ended: 20 of 20 done; the budget of 20 evaluations is spent.");
    EXPECT_EQ(report["end_title"], "Ended: s");
    EXPECT_EQ(report["told"], Json::array({"s: Ended: 20 of 20 done; the budget of 20 evaluations is spent."}));
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
