#include "study/postgresql_turn.hpp"

#include <chrono>
#include <stdexcept>

namespace sweetspot::postgresql {
namespace {

using storage::ServerConnection;
using storage::ServerTransaction;

/// "SwSt": of all locks in the database these are ours.
constexpr std::int64_t locks_of_studies = 0x53775374;

/// Longer than a suggestion takes. Whoever is slower loses the turn, and at worst chooses in vain.
constexpr std::chrono::minutes longest_choice(2);

class ServerTurn final : public Store::Turn {
  public:
    ServerTurn(const ServerConnection& connection, std::int64_t study) : transaction_(connection, longest_choice) {
        connection.execute("SET LOCAL lock_timeout = '30s'");
        connection.run("SELECT pg_advisory_xact_lock($1::int, $2::int)", {locks_of_studies, study});
    }

  private:
    ServerTransaction transaction_;  ///< with its end the lock goes
};

}  // namespace

std::unique_ptr<Store::Turn> Turns::begun() {
    if (!connection_) connection_.emplace(url_);
    return std::make_unique<ServerTurn>(*connection_, study_);
}

std::unique_ptr<Store::Turn> Turns::wait() {
    for (int attempt = 0; attempt < 2; ++attempt) {
        try {
            return begun();
        } catch (const storage::ServerLost&) {
            connection_.reset();
        } catch (const std::runtime_error&) {
            return nullptr;  // it did not come
        }
    }
    return nullptr;
}

}  // namespace sweetspot::postgresql
