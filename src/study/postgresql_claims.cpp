#include "study/postgresql_claims.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <random>
#include <string_view>

#include "base/check.hpp"
#include "process/signals_blocked.hpp"

namespace sweetspot::postgresql {
namespace {

using storage::ServerConnection;

/// Long enough for a server that restarts or a network that is cut for a minute, short enough to wait for.
constexpr double usual_lease = 90;
/// So that two renewals may fail in a row.
constexpr double renewals_per_lease = 3;

}  // namespace

double lease_seconds() {
    const char* text = std::getenv("SWEETSPOT_LEASE_SECONDS");
    if (text == nullptr) return usual_lease;
    const std::string_view given = text;
    double seconds = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), seconds);
    const bool is_number = error == std::errc() && end == given.data() + given.size();
    constexpr double least = 0.5;
    constexpr double most = 86400;
    require(is_number && seconds >= least && seconds <= most,
            "SWEETSPOT_LEASE_SECONDS is \"{}\"; it must be a number of seconds from {} to {}", given, least, most);
    return seconds;
}

Claims::Claims(std::string url, std::int64_t study) : url_(std::move(url)), study_(study) {
    std::random_device random;
    own_ = fmt::format("{:08x}{:08x}", random(), random());
}

Claims::~Claims() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    ends_.notify_all();
    if (renewing_.joinable()) renewing_.join();
    give_back();
}

std::string Claims::new_mark() {
    const std::lock_guard lock(mutex_);
    return fmt::format("{}-{}", own_, ++count_);
}

void Claims::hold(Index number, const std::string& mark) {
    const std::lock_guard lock(mutex_);
    held_[number] = mark;
    if (renewing_.joinable()) return;
    // Signals are for the thread that waits for evaluations.
    const process::SignalsBlocked blocked;
    renewing_ = std::thread([this] { renew_until_the_end(); });
}

void Claims::let_go(Index number) {
    const std::lock_guard lock(mutex_);
    held_.erase(number);
}

bool Claims::holds(Index number, const std::string& mark) const {
    const std::lock_guard lock(mutex_);
    const auto held = held_.find(number);
    return held != held_.end() && held->second == mark;
}

std::optional<std::string> Claims::mark_of(Index number) const {
    const std::lock_guard lock(mutex_);
    const auto held = held_.find(number);
    return held == held_.end() ? std::nullopt : std::optional<std::string>(held->second);
}

std::string Claims::marks() const {
    const std::lock_guard lock(mutex_);
    std::string all;
    for (const auto& [number, mark] : held_) all += (all.empty() ? "" : ",") + mark;
    return all;
}

void Claims::renew(const ServerConnection& connection) const {
    const std::string all = marks();
    if (all.empty()) return;
    connection.run(
        "UPDATE sweetspot.trials SET lease_until = clock_timestamp() + make_interval(secs => $3) "
        "WHERE study = $1 AND state = 'running' AND mark = ANY (string_to_array($2, ','))",
        {study_, all, lease_seconds()});
}

void Claims::renew_until_the_end() {
    const std::chrono::duration<double> usual(lease_seconds() / renewals_per_lease);
    const std::chrono::duration<double> soon = usual / 10;
    std::optional<ServerConnection> connection;
    std::unique_lock lock(mutex_);
    auto pause = usual;
    while (!ends_.wait_for(lock, pause, [this] { return is_over_; })) {
        lock.unlock();
        try {
            if (!connection) connection.emplace(url_);
            renew(*connection);
            pause = usual;
        } catch (const std::exception&) {
            // The thread that stores results says what is wrong; here it is enough to come back.
            connection.reset();
            pause = soon;
        }
        lock.lock();
    }
}

void Claims::give_back() const {
    const std::string all = marks();
    if (all.empty()) return;
    try {
        ServerConnection(url_).run(
            "UPDATE sweetspot.trials SET lease_until = '-infinity', process = '' "
            "WHERE study = $1 AND state = 'running' AND mark = ANY (string_to_array($2, ','))",
            {study_, all});
    } catch (const std::exception&) {
        // Then the leases run out.
    }
}

}  // namespace sweetspot::postgresql
