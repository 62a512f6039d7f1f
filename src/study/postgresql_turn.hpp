// The turn to choose the next trial, which one of all runners of a study has at a time: a lock on the PostgreSQL server
// that ends with its transaction, on a connection of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "storage/postgres.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::postgresql {

class Turns {
  public:
    /// Of a study with that number on the server with that address.
    Turns(std::string url, std::int64_t study) : url_(std::move(url)), study_(study) {}

    /// Waits for the turn. Null if it does not come within half a minute or the server cannot be reached: then
    /// Store::add_all() alone tells runners apart. It must end before this object does.
    [[nodiscard]] std::unique_ptr<Store::Turn> wait();

  private:
    [[nodiscard]] std::unique_ptr<Store::Turn> begun();

    std::string url_;
    std::int64_t study_;
    std::optional<storage::ServerConnection> connection_;
};

}  // namespace sweetspot::postgresql
