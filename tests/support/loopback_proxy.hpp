// A way to a server on this machine's loopback that breaks when a test says so.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sweetspot::support {

/// Forwards connections while it lives. After break_at(words) the first message to the server with these words in it
/// still gets there, and the server answers, but the answer is lost: the connection ends, and all others with it, and
/// none is made until mend().
class LoopbackProxy {
  public:
    explicit LoopbackProxy(int server_port) : server_port_(server_port), listener_(new_socket()) {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) != 0 || listen(listener_, 16) != 0 ||
            getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
            throw std::runtime_error("there is no free port for a proxy");
        }
        port_ = ntohs(address.sin_port);
        forwarding_ = std::jthread([this](const std::stop_token& stop) { forward(stop); });
    }
    ~LoopbackProxy() {
        forwarding_ = {};
        close_all();
        close(listener_);
    }
    LoopbackProxy(const LoopbackProxy&) = delete;
    LoopbackProxy& operator=(const LoopbackProxy&) = delete;

    [[nodiscard]] int port() const { return port_; }

    void break_at(const std::string& words) {
        const std::lock_guard lock(mutex_);
        words_ = words;
    }
    void mend() {
        const std::lock_guard lock(mutex_);
        is_broken_ = false;
    }
    [[nodiscard]] bool is_broken() const {
        const std::lock_guard lock(mutex_);
        return is_broken_;
    }

  private:
    struct Connection {
        int client = -1;
        int server = -1;
        bool is_answer_lost = false;
    };

    [[nodiscard]] static sockaddr_in loopback(int port) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        return address;
    }
    [[nodiscard]] static int new_socket() {
        const int number = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (number < 0) throw std::runtime_error("there is no socket");
        return number;
    }

    void accept_one() {
        const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) return;
        const sockaddr_in address = loopback(server_port_);
        const int server = new_socket();
        if (is_broken() || connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            close(server);
            close(client);
            return;
        }
        connections_.push_back({client, server});
    }

    /// What has come from one side goes to the other; false at the end of the connection.
    bool pass_on(Connection& connection, int from) {
        std::array<char, 65536> bytes = {};
        const ssize_t count = recv(from, bytes.data(), bytes.size(), 0);
        if (count <= 0) return false;
        const bool is_from_client = from == connection.client;
        const std::lock_guard lock(mutex_);
        if (!is_from_client && connection.is_answer_lost) {
            is_broken_ = true;
            return false;
        }
        const std::string_view message(bytes.data(), static_cast<std::size_t>(count));
        if (is_from_client && !words_.empty() && message.find(words_) != std::string_view::npos) {
            connection.is_answer_lost = true;
            words_.clear();
        }
        const int to = is_from_client ? connection.server : connection.client;
        return send(to, message.data(), message.size(), MSG_NOSIGNAL) == count;
    }

    void close_all() {
        for (const Connection& connection : connections_) {
            close(connection.client);
            close(connection.server);
        }
        connections_.clear();
    }

    void forward(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            std::vector<pollfd> watched = {{listener_, POLLIN, 0}};
            for (const Connection& connection : connections_) {
                watched.push_back({connection.client, POLLIN, 0});
                watched.push_back({connection.server, POLLIN, 0});
            }
            constexpr int milliseconds = 20;
            poll(watched.data(), watched.size(), milliseconds);
            std::vector<std::size_t> ended;
            for (std::size_t i = 0; i < connections_.size(); ++i) {
                bool goes_on = true;
                for (const std::size_t side : {2 * i + 1, 2 * i + 2}) {
                    if (goes_on && watched[side].revents != 0) goes_on = pass_on(connections_[i], watched[side].fd);
                }
                if (!goes_on) ended.push_back(i);
            }
            for (const std::size_t i : ended) {
                close(connections_[i].client);
                close(connections_[i].server);
                connections_[i].client = -1;
            }
            std::erase_if(connections_, [](const Connection& connection) { return connection.client < 0; });
            if (is_broken()) close_all();
            if (watched[0].revents != 0) accept_one();
        }
    }

    int server_port_;
    int listener_;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::string words_;
    bool is_broken_ = false;
    std::vector<Connection> connections_;  ///< of the thread
    std::jthread forwarding_;
};

}  // namespace sweetspot::support
