// Questions about other tolerances: of a served study by HTTP, against what `sweetspot best` says, and on the page of a
// report and of a server in a browser.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "support/http.hpp"
#include "support/scratch_study.hpp"
#include "support/served.hpp"

namespace sweetspot {
namespace {

using support::http;
using support::HttpAnswer;
using support::ProgramResult;
using support::ScratchStudy;
using AskJson = nlohmann::ordered_json;

/// A study of twenty evaluations and its server at a free port.
class AskedServer {
  public:
    AskedServer() {
        study.write(20);
        EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
        server = std::make_unique<support::Server>(study.study(), study.file("address"));
        address = server->addresses.front();
        port = server->port;
    }
    [[nodiscard]] HttpAnswer ask(const std::string& question) const {
        return http(port, "GET", "/api/ask" + (question.empty() ? "" : "?" + question));
    }
    [[nodiscard]] AskJson best(std::vector<std::string> words) const {
        words.insert(words.end(), {"--format", "json"});
        const ProgramResult result = study.sweetspot("best", words);
        EXPECT_EQ(result.exit_status, 0) << result.err;
        return AskJson::parse(result.out);
    }

    ScratchStudy study{support::bowl_script};
    std::unique_ptr<support::Server> server;
    std::string address;
    int port = 0;
};

void expect_same_region(const AskJson& asked, const AskJson& best, double tolerance) {
    EXPECT_NEAR(asked["worst"]["value"].get<double>(), best["worst"]["searched"].get<double>(), tolerance);
    EXPECT_NEAR(asked["worst"]["lower"].get<double>(), best["worst"]["lower"].get<double>(), tolerance);
    EXPECT_NEAR(asked["worst"]["upper"].get<double>(), best["worst"]["upper"].get<double>(), tolerance);
    EXPECT_NEAR(asked["measure"]["value"].get<double>(), best["measure"]["value"].get<double>(), tolerance);
    EXPECT_NEAR(asked["measure"]["lower"].get<double>(), best["measure"]["lower"].get<double>(), tolerance);
    EXPECT_NEAR(asked["measure"]["upper"].get<double>(), best["measure"]["upper"].get<double>(), tolerance);
    EXPECT_NEAR(asked["value"].get<double>(), best["value"].get<double>(), tolerance);
}

/// At the study's centre, as --at asks, every digit is the same; the best centre is found again to the last digits.
TEST(AskOfAServer, SaysWhatBestSays) {
    const AskedServer served;
    const AskJson own = served.best({});
    const std::string at = "a=" + own["robust"]["params"]["a"].dump() + ",b=" + own["robust"]["params"]["b"].dump();
    const HttpAnswer fixed =
        served.ask("factor.a=1.5&factor.b=0.4&norm=inf&measure=quantile%2Cq%3D0.9&limit=0.02&client=me");
    ASSERT_EQ(fixed.status, 200) << fixed.body;
    const AskJson asked = AskJson::parse(fixed.body);
    const AskJson best = served.best({"--tolerance", "a=0.15", "--tolerance", "b=2%", "--norm", "inf", "--measure",
                                      "quantile,q=0.9", "--limit", "0.02", "--at", at});
    expect_same_region(asked["robust"], best["at"], 0);
    expect_same_region(asked["single"], best["single"], 0);
    EXPECT_EQ(asked["robust"]["yield"], best["limit"]["at"]["yield"]);
    EXPECT_EQ(asked["single"]["yield"], best["limit"]["single"]["yield"]);
    EXPECT_EQ(asked["robust"]["lower"][0], best["at"]["region"]["a"][0]);
    const AskJson free = AskJson::parse(served.ask("factor=0.5&centre=best").body);
    const AskJson anew = served.best({"--tolerance", "a=0.05", "--tolerance", "b=2.5%"});
    expect_same_region(free["robust"], anew["robust"], 1e-9);
    EXPECT_NEAR(free["price"]["worst"].get<double>(), anew["price"]["worst"].get<double>(), 1e-9);
    EXPECT_NEAR(free["price"]["value"].get<double>(), anew["price"]["value"].get<double>(), 1e-9);
}

TEST(AskOfAServer, SaysTheSameToTheSameQuestionAndRefusesMistakesInASentence) {
    const AskedServer served;
    EXPECT_EQ(served.ask("factor=1.3&limit=1").body, served.ask("limit=1&factor=1.3&client=other").body);
    const auto refused = [&](const std::string& question) {
        const HttpAnswer answer = served.ask(question);
        EXPECT_EQ(answer.status, 400) << question;
        return answer.body;
    };
    EXPECT_EQ(refused("factor=3"), "factor is 3; it must be from 0 to 2 times the study's tolerance\n");
    EXPECT_EQ(refused("factor.c=1"), "unknown parameter \"c\"; Known: a, b\n");
    EXPECT_EQ(refused("factor=1&factor=2"), "factor is given twice; give it once\n");
    EXPECT_EQ(refused("limit=%00"), "The question has a control character; leave it out.\n");
    EXPECT_NE(refused("measure=wrost").find("did you mean \"worst\"?"), std::string::npos);
    EXPECT_EQ(http(served.port, "POST", "/api/ask", "Content-Length: 0\r\n").status, 405);
}

TEST(AskOfAServer, HoldsOutAgainstManyWhoAskAtOnce) {
    const AskedServer served;
    std::atomic<int> answered = 0;
    std::atomic<int> sent_away = 0;
    std::vector<std::thread> clients;
    clients.reserve(40);
    for (int c = 0; c < 40; ++c) {
        clients.emplace_back([&, c] {
            for (int i = 0; i < 3; ++i) {
                const std::string factor = std::to_string(0.01 * (1 + (7 * c + i) % 150));
                const int status = served.ask("factor=" + factor + "&client=" + std::to_string(c)).status;
                if (status == 200) ++answered;
                if (status == 429 || status == 503) ++sent_away;
            }
        });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(answered + sent_away, 120);
    EXPECT_GT(answered, 0);
    EXPECT_EQ(served.ask("factor=1.1").status, 200);
    EXPECT_EQ(http(served.port, "GET", "/api/status").status, 200);
}

AskJson use_in_browser(const std::string& page) {
    const ProgramResult seen =
        support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_ask.mjs", page});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    return AskJson::parse(seen.out.empty() ? "{}" : seen.out);
}

TEST(AskInABrowser, OfAServedStudyEverySliderIsAnsweredByTheServer) {
    const AskedServer served;
    const AskJson seen = use_in_browser(served.address);
    ASSERT_EQ(seen.size(), 2U);
    const AskJson asked = AskJson::parse(served.ask("factor.a=1.2").body);
    for (const auto& view : seen) EXPECT_EQ(view["moved"]["worst"], asked["robust"]["worst"]["value"]);
}

TEST(AskInABrowser, OfAReportTheGridAnswersAndTheCommandSaysTheSame) {
    const ScratchStudy study(support::bowl_script);
    study.write(20);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    ASSERT_EQ(study.sweetspot("report").exit_status, 0);
    const AskJson seen = use_in_browser(study.file("s-report.html"));
    ASSERT_EQ(seen.size(), 2U);
    for (const auto& view : seen) {
        const std::string command = view["all"]["command"];
        EXPECT_NE(
            command.find("sweetspot best " + study.file("s.toml") + " --tolerance a=0.15 --tolerance b=7.5% --at a="),
            std::string::npos)
            << command;
        const auto at = command.find("--at ");
        const ProgramResult exact = study.sweetspot("best", {"--tolerance", "a=0.15", "--tolerance", "b=7.5%", "--at",
                                                             command.substr(at + 5), "--format", "json"});
        ASSERT_EQ(exact.exit_status, 0) << exact.err;
        const double worst = AskJson::parse(exact.out)["at"]["worst"]["searched"];
        EXPECT_NEAR(view["all"]["worst"].get<double>(), worst, 1e-5 * std::abs(worst));
    }
}

}  // namespace
}  // namespace sweetspot
