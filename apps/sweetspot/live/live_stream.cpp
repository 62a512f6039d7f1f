#include "apps/sweetspot/live/live_stream.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

namespace sweetspot::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds time_to_ask{10};
constexpr seconds time_to_answer{60};       // some megabytes on a slow network
constexpr std::size_t most_asked = 32768;   // bytes of a request; a browser's has one or two thousand
constexpr milliseconds between_looks{200};  // at the wish to end

}  // namespace

bool LiveStream::is_ready(short events, Clock::time_point deadline) const {
    while (!ending_) {
        const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return false;
        pollfd entry = {socket_, events, 0};
        const int ready = poll(&entry, 1, static_cast<int>(std::min(left, between_looks).count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
    return false;
}

bool LiveStream::is_readable() const {
    return position_ < filled_ || is_ready(POLLIN, start_ + time_to_ask);
}

bool LiveStream::is_writable() const {
    return is_ready(POLLOUT, start_ + time_to_answer);
}

ssize_t LiveStream::read(char* to, std::size_t size) {
    if (position_ == filled_) {
        if (total_ >= most_asked || !is_ready(POLLIN, start_ + time_to_ask)) return -1;
        const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (got <= 0) return got;
        position_ = 0;
        filled_ = static_cast<std::size_t>(got);
        total_ += filled_;
    }
    const std::size_t taken = std::min(size, filled_ - position_);
    std::memcpy(to, buffer_.data() + position_, taken);
    position_ += taken;
    return static_cast<ssize_t>(taken);
}

ssize_t LiveStream::write(const char* from, std::size_t size) {
    if (!is_writable()) return -1;
    return send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void LiveStream::finish() {
    shutdown(socket_, SHUT_WR);
    const Clock::time_point deadline = Clock::now() + seconds(1);
    while (is_ready(POLLIN, deadline)) {
        if (recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT) <= 0) return;
    }
}

}  // namespace sweetspot::app
