// One connection for cpp-httplib: buffered, with an end that does not move however slowly the other side sends or
// takes.
#pragma once

#include "apps/sweetspot/live/http.hpp"

#include <array>
#include <atomic>
#include <chrono>

namespace sweetspot::app {

class LiveStream final : public httplib::Stream {
  public:
    using Clock = std::chrono::steady_clock;

    /// `ending`: give up at once.
    LiveStream(int socket, const std::atomic<bool>& ending) : socket_(socket), ending_(ending) {}

    [[nodiscard]] bool is_readable() const override;
    [[nodiscard]] bool is_writable() const override;
    ssize_t read(char* to, std::size_t size) override;
    ssize_t write(const char* from, std::size_t size) override;
    /// Nobody asks who it is.
    void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    [[nodiscard]] socket_t socket() const override { return socket_; }

    /// What is left in the pipe is thrown away for a moment, so that closing does not cut off the answer.
    void finish();

  private:
    [[nodiscard]] bool is_ready(short events, Clock::time_point deadline) const;

    int socket_;
    const std::atomic<bool>& ending_;
    Clock::time_point start_ = Clock::now();
    std::array<char, 4096> buffer_;
    std::size_t position_ = 0;
    std::size_t filled_ = 0;
    std::size_t total_ = 0;
};

}  // namespace sweetspot::app
