// Clients that keep to no rule, over real connections, while others look at the page: the others are answered, and
// nothing is left of the hostile ones, neither memory nor open files.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <thread>

#include "support/http.hpp"
#include "support/patience.hpp"
#include "support/served.hpp"

namespace sweetspot {
namespace {

using support::comes_true;
using support::Connection;
using support::http;
using support::HttpAnswer;
using support::Served;

constexpr int status_ok = 200;
const std::string good_head = "GET / HTTP/1.1\r\nHost: localhost\r\n";

/// Bytes of a process that are in memory.
std::int64_t memory_of(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    std::string word;
    while (status >> word && word != "VmRSS:") {
    }
    std::int64_t kilobytes = 0;
    status >> kilobytes;
    return 1024 * kilobytes;
}

std::int64_t files_of(pid_t process) {
    std::error_code gone;
    std::int64_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd", gone))
        files += file.path().empty() ? 0 : 1;
    return files;
}

/// Looks at the status all the time, as a browser does.
class Viewer {
  public:
    explicit Viewer(int port)
        : thread_([this, port] {
              while (!over_) {
                  http(port, "GET", "/api/status").status == status_ok ? ++answered : ++refused;
                  std::this_thread::sleep_for(std::chrono::milliseconds(5));
              }
          }) {}
    ~Viewer() {
        over_ = true;
        thread_.join();
    }
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    std::atomic<int> answered = 0;
    std::atomic<int> refused = 0;

  private:
    std::atomic<bool> over_ = false;
    std::thread thread_;
};

std::string garbage(std::mt19937& random, std::size_t most) {
    std::string bytes(random() % most, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 256);
    return bytes;
}

/// One of each kind of misuse; whether there is an answer does not matter, but what there is must be HTTP.
void misuse(int port, std::mt19937& random) {
    const auto expect_http = [](const std::string& answer) {
        EXPECT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 ")) << answer.substr(0, 80);
        EXPECT_EQ(answer.find("HTTP/1.1 5"), std::string::npos) << answer.substr(0, 200);
    };
    const auto send_whole = [&](const std::string& bytes) {
        const Connection connection(port);
        connection.send(bytes);
        connection.end_sending();
        expect_http(connection.receive());
    };
    send_whole(garbage(random, 6000));
    send_whole(garbage(random, 200) + "\r\n\r\n");
    send_whole("GET /" + garbage(random, 500) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    send_whole("GET /api/ask?" + garbage(random, 500) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    send_whole(good_head + garbage(random, 3000) + "\r\n\r\n");
    send_whole(good_head + std::string(random() % 60000, 'h') + ": x\r\n\r\n");
    send_whole(good_head + "\r\n" + good_head + "\r\n" + good_head + "\r\n");  // pipelined
    send_whole("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n" +
               garbage(random, 3000));
    send_whole("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551615\r\n\r\n" +
               std::string(random() % 50000, 'x'));
    {  // byte by byte, then gone
        const Connection connection(port);
        for (std::size_t i = 0; i < random() % good_head.size(); ++i) connection.send(good_head.substr(i, 1));
    }
    {  // does not wait for the answer
        const Connection connection(port);
        connection.send(good_head + "\r\n");
    }
    {  // breaks off in the middle of it
        const Connection connection(port);
        connection.send(good_head + "\r\n");
        connection.receive_some(random() % 5000);
        connection.reset_at_end();
    }
    {  // and at once
        const Connection connection(port);
        connection.reset_at_end();
    }
}

TEST(ServeHostile, OthersAreAnsweredMeanwhileAndNothingIsLeftOfThem) {
    const Served served;
    const pid_t server = served.child->number();
    std::mt19937 random(7);
    const std::int64_t files_before = files_of(server);
    Viewer viewer(served.port);
    const auto rounds = [&](int count) {
        for (int i = 0; i < count; ++i) misuse(served.port, random);
        return memory_of(server);
    };
    const std::int64_t warm = rounds(60);
    const std::int64_t after = rounds(120);
    EXPECT_TRUE(comes_true([&] { return files_of(server) <= files_before + 2; }))
        << "two: the viewer's, and the database";
    constexpr std::int64_t slack = 4 << 20;
    EXPECT_LT(after, warm + slack) << "1500 more hostile connections cost no memory";
    EXPECT_GT(viewer.answered, 20);
    EXPECT_EQ(viewer.refused, 0);
    EXPECT_FALSE(served.child->ended());
}

TEST(ServeHostile, ThoseWhoDoNotReadTheirAnswersDoNotKeepOthersWaiting) {
    const Served served;
    const std::string page = http(served.port, "GET", "/").body;
    const auto at = page.find("<script src=\"plotly-");
    ASSERT_NE(at, std::string::npos);
    const std::string script = page.substr(at + 13, page.find('"', at + 13) - at - 13);
    std::vector<std::unique_ptr<Connection>> lazy;
    for (int i = 0; i < 200; ++i) {
        lazy.push_back(std::make_unique<Connection>(served.port));
        lazy.back()->send("GET /" + script + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (int i = 0; i < 20; ++i) EXPECT_EQ(http(served.port, "GET", "/api/status").status, status_ok);
    const std::int64_t memory = memory_of(served.child->number());
    EXPECT_LT(memory, std::int64_t{200} << 20) << "a megabyte each would be 200 and more";
    // Those who come late get all of it.
    const HttpAnswer late = support::parsed_answer(lazy.back()->receive());
    EXPECT_EQ(support::header_of(late, "Content-Length"), std::to_string(late.body.size()));
}

}  // namespace
}  // namespace sweetspot
