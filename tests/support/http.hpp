// HTTP as bytes: a test says exactly what it sends, whole or not, well-formed or not.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace sweetspot::support {

/// A connection to a port of this machine that closes itself; a read gives up after a minute.
class Connection {
  public:
    explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience = {60, 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            close(socket_);
            throw std::runtime_error("cannot connect to port " + std::to_string(port));
        }
    }
    ~Connection() { close(socket_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(const std::string& bytes) const {
        for (std::size_t sent = 0; sent < bytes.size();) {
            const ssize_t n = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) return;  // the other side has had enough, as it may
            sent += static_cast<std::size_t>(n);
        }
    }
    void end_sending() const { shutdown(socket_, SHUT_WR); }
    /// Until the other side closes.
    [[nodiscard]] std::string receive() const {
        std::string text;
        char buffer[65536];
        ssize_t n = 0;
        while ((n = recv(socket_, buffer, sizeof buffer, 0)) > 0) text.append(buffer, static_cast<std::size_t>(n));
        return text;
    }
    /// So many bytes, if they come.
    void receive_some(std::size_t count) const {
        std::string buffer(count, '\0');
        static_cast<void>(recv(socket_, buffer.data(), buffer.size(), MSG_WAITALL));
    }
    /// The end of the object breaks the connection off instead of closing it.
    void reset_at_end() const {
        const linger at_once = {1, 0};
        setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

  private:
    int socket_;
};

struct HttpAnswer {
    int status = 0;
    std::string head;
    std::string body;
};

inline std::string header_of(const HttpAnswer& answer, const std::string& name) {
    const auto at = answer.head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "";
    const auto begin = at + name.size() + 4;
    return answer.head.substr(begin, answer.head.find("\r\n", begin) - begin);
}

inline HttpAnswer parsed_answer(const std::string& text) {
    HttpAnswer answer;
    if (!text.starts_with("HTTP/1.1 ")) return answer;
    answer.status = std::stoi(text.substr(9, 3));
    const auto end = text.find("\r\n\r\n");
    answer.head = text.substr(0, end);
    if (end != std::string::npos) answer.body = text.substr(end + 4);
    return answer;
}

inline HttpAnswer http(int port, const std::string& method, const std::string& path, const std::string& headers = "",
                       const std::string& host = "localhost") {
    const Connection connection(port);
    connection.send(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n");
    return parsed_answer(connection.receive());
}

}  // namespace sweetspot::support
