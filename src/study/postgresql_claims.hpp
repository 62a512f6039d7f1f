// The trials that a runner holds on a PostgreSQL server: each by a lease on the server's clock, which a thread of its
// own renews while the runner is busy with a simulation.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "storage/postgres.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::postgresql {

/// Seconds after which a runner that has not been heard of is gone: 90, or what SWEETSPOT_LEASE_SECONDS says.
[[nodiscard]] double lease_seconds();

/// May be used by several threads.
class Claims {
  public:
    /// Of a study with that number on the server with that address.
    Claims(std::string url, std::int64_t study);
    /// What is still held is given back, if the server can be reached: others need not wait for the lease.
    ~Claims();
    Claims(const Claims&) = delete;
    Claims& operator=(const Claims&) = delete;

    /// For a claim; never the same again, on no machine.
    [[nodiscard]] std::string new_mark();
    void hold(Index number, const std::string& mark);
    void let_go(Index number);
    [[nodiscard]] bool holds(Index number, const std::string& mark) const;
    /// Of the claim on that trial, if there is one.
    [[nodiscard]] std::optional<std::string> mark_of(Index number) const;

  private:
    void renew_until_the_end();
    void renew(const storage::ServerConnection& connection) const;
    /// Of all that is held, separated by commas.
    [[nodiscard]] std::string marks() const;
    void give_back() const;

    std::string url_;
    std::int64_t study_;
    std::string own_;  ///< the beginning of all marks
    int count_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable ends_;
    bool is_over_ = false;
    std::map<Index, std::string> held_;
    std::thread renewing_;  ///< runs from the first claim on
};

}  // namespace sweetspot::postgresql
