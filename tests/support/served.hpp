// `sweetspot serve` beside a test.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/child.hpp"
#include "support/http.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::support {

/// The program serving a file or folder at a free port.
struct Server {
    Server(const std::string& what, const std::string& output, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"serve", what, "--port", "0"};
        words.insert(words.end(), more.begin(), more.end());
        child = std::make_unique<Child>(SWEETSPOT_PROGRAM, words, output);
        std::string text;
        while (!text.ends_with('\n')) {
            if (child->ended()) throw std::runtime_error("the server ended");
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            text = read_text(output);
        }
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) addresses.push_back(line);
        port = std::stoi(addresses.front().substr(addresses.front().rfind(':') + 1));
    }
    [[nodiscard]] nlohmann::ordered_json json(const std::string& path) const {
        return nlohmann::ordered_json::parse(http(port, "GET", path).body);
    }

    std::unique_ptr<Child> child;
    std::vector<std::string> addresses;
    int port = 0;
};

/// A study of twelve evaluations, one of which failed, and its server at a free port.
class Served {
  public:
    explicit Served(const std::vector<std::string>& more = {}) {
        study.write(12);
        EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
        server = std::make_unique<Server>(study.study(), study.file("address"), more);
        child = server->child.get();
        address = server->addresses.front();
        port = server->port;
    }
    [[nodiscard]] nlohmann::ordered_json status() const { return server->json("/api/status"); }

    ScratchStudy study{"test $1 = 3 && { echo out of licences >&2; exit 3; }; " + bowl_script};
    std::unique_ptr<Server> server;
    Child* child = nullptr;
    std::string address;
    int port = 0;
};

}  // namespace sweetspot::support
