// Studies in a PostgreSQL database, several by their names, for runners on many machines. Every change is one
// transaction that holds locks for the time of a round trip; nothing is locked while a simulation runs.
//
// Order of locks, the same everywhere: rows of trials, then the row of the study, which numbers the changes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "storage/postgres.hpp"
#include "study/patience.hpp"
#include "study/postgresql_claims.hpp"
#include "study/postgresql_study.hpp"
#include "study/postgresql_tables.hpp"
#include "study/postgresql_turn.hpp"
#include "study/store_kinds.hpp"
#include "study/stored_trial.hpp"

namespace sweetspot {
namespace {

using namespace postgresql;
using storage::ServerConnection;
using storage::ServerRows;
using storage::ServerTransaction;
using storage::ServerValue;

/// The server's clock, in seconds since 1970.
constexpr std::string_view now = "extract(epoch FROM statement_timestamp())::double precision";

/// How often a runner looks, while a lease lasts, whether those of other machines have run out: what was lost is
/// noticed after a tenth more time, and a thousand runners do not read each other's trials all the time.
constexpr double looks_per_lease = 10;

/// "a = $3, b = $4".
std::string assignments(const std::vector<std::string>& columns, int first) {
    std::string text;
    for (const std::string& column : columns)
        text += fmt::format("{}{} = ${}", text.empty() ? "" : ", ", column, first++);
    return text;
}

/// Changes trials that `chosen` selects by number and locks, and raises the revision once if there are any.
std::string change_of(std::string_view chosen, std::string_view assigned) {
    return fmt::format(
        "WITH chosen AS MATERIALIZED ({}), study AS (UPDATE sweetspot.studies SET revision = revision + 1 "
        "WHERE id = $1 AND EXISTS (SELECT 1 FROM chosen) RETURNING revision) "
        "UPDATE sweetspot.trials t SET {}, changed_at = {}, revision = study.revision FROM chosen, study "
        "WHERE t.study = $1 AND t.number = chosen.number RETURNING t.number",
        chosen, assigned, now);
}

std::string lease_of(int parameter) {
    return fmt::format("clock_timestamp() + make_interval(secs => ${})", parameter);
}

class PostgresqlStore final : public Store {
  public:
    PostgresqlStore(const StudyConfig& config, Open how)
        : how_(how),
          connection_(config.storage.place),
          study_(adopted_study(connection_, config, how)),
          dimension_(std::ssize(config.parameters)),
          claims_(config.storage.place, study_),
          turns_(config.storage.place, study_) {
        lease_ = lease_seconds();
    }

    [[nodiscard]] std::int64_t revision() const override {
        return patiently([&] {
            const ServerRows row = connection_.run("SELECT revision FROM sweetspot.studies WHERE id = $1", {study_});
            require_there(row);
            return row.integer(0, 0);
        });
    }

    [[nodiscard]] StudyView view() const override {
        patiently([&] {
            follow();
            return true;
        });
        StudyView view = seen_;
        for (const Index number : lost_) {
            Trial& trial = view.trials[static_cast<std::size_t>(number)];
            if (trial.state == TrialState::running) trial.state = TrialState::stale;
        }
        return view;
    }

    [[nodiscard]] Trial trial(Index number) const override {
        const ServerRows row = patiently([&] {
            return connection_.run(
                fmt::format("SELECT {} FROM sweetspot.trials t WHERE study = $1 AND number = $2", columns("$3")),
                {study_, number, lease_});
        });
        require(row.count() == 1, "{}: there is no trial {}", connection_.shown(), number);
        StoredTrial stored = sound_trial(row, 0, 0, number);
        seen_marks_[number] = stored.mark;
        if (is_lost(stored, OtherMachines::may_live)) stored.trial.state = TrialState::stale;
        return stored.trial;
    }

    [[nodiscard]] std::unique_ptr<Turn> turn() override { return turns_.wait(); }

    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) override {
        require_writable();
        const std::string mark = claims_.new_mark();
        const auto first = connection_.insist([&](bool repeated) -> std::optional<Index> {
            if (!repeated) return add_once(trials, revision, mark);
            if (const auto number = added_with(mark, trials)) return number;
            // What was begun before may come to its end only now; then this one is refused.
            const auto number = add_once(trials, revision, mark);
            return number ? number : added_with(mark, trials);
        });
        if (!first) return std::nullopt;
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (trials[i].state == TrialState::running) claims_.hold(*first + static_cast<Index>(i), mark);
        }
        return first;
    }

    [[nodiscard]] bool take(Index number) override { return take_chosen("number = $6", number).has_value(); }

    [[nodiscard]] std::optional<Index> take_next(std::optional<TrialSource> only) override {
        if (!only) return take_chosen("$6::text IS NULL", {});
        return take_chosen("source = $6", std::string(to_string(*only)));
    }

    void update(const Trial& trial) override {
        require_writable();
        const std::string mark = claims_.new_mark();
        const std::optional<std::string> claim = claims_.mark_of(trial.number);
        const bool is_done = store_outcome(trial, mark, claim ? *claim : seen_mark(trial.number));
        if (is_done) seen_marks_[trial.number] = mark;
        if (is_done && trial.state == TrialState::running) {
            claims_.hold(trial.number, mark);
        } else {
            claims_.let_go(trial.number);
        }
        // Of a trial that was taken from us, after nothing had been heard of us for long, others know more.
        if (is_done || claim) return;
        throw std::runtime_error(fmt::format("{}: trial {} was changed by another program meanwhile; look at it again",
                                             connection_.shown(), trial.number));
    }

    std::vector<Index> release_lost(OtherMachines others) override {
        std::vector<Index> numbers;
        const bool was_just_looked = leases_looked_at_ && leases_looked_at_->waited() < lease_ / looks_per_lease;
        const Leases leases = was_just_looked ? Leases::left_out : Leases::looked_at;
        if (leases == Leases::looked_at) leases_looked_at_.emplace();
        for (const Claim& claim : patiently([&] { return lost_claims(others, leases); })) {
            require_writable();
            // Only if nobody has renewed the lease or changed the trial since. With another mark whoever had it, and
            // comes back, does not take it for its own.
            const std::string released = claims_.new_mark();
            const ServerRows changed = connection_.insist([&](bool /*repeated*/) {
                return connection_.run(
                    change_of(fmt::format("SELECT number FROM sweetspot.trials t WHERE study = $1 AND number = $2 AND "
                                          "mark = $3 AND state = 'running' AND ($4::bigint = 1 OR {}) "
                                          "FOR UPDATE SKIP LOCKED",
                                          has_run_out("$5")),
                              "state = 'stale', mark = $6, process = NULL, runner = NULL, lease_until = NULL"),
                    {study_, claim.number, claim.mark, std::int64_t(claim.is_sure ? 1 : 0), lease_, released});
            });
            if (changed.count() == 1) numbers.push_back(claim.number);
        }
        return numbers;
    }

  private:
    /// A trial that runs in the hands of somebody who seems to be gone.
    struct Claim {
        Index number;
        std::string mark;
        bool is_sure;  ///< whatever the lease says
    };

    /// A reader says that the server is lost; a runner waits for it.
    template <class Work>
    std::invoke_result_t<Work> patiently(const Work& work) const {
        if (how_ == Open::reading) return connection_.try_again(work);
        return connection_.insist([&](bool /*repeated*/) { return work(); });
    }

    void require_writable() const {
        if (how_ != Open::reading) return;
        throw std::runtime_error(
            fmt::format("{}: the study was opened to be read, not to be changed", connection_.shown()));
    }

    void require_there(const ServerRows& rows) const {
        if (rows.count() > 0) return;
        throw std::runtime_error(fmt::format("{}: the study is not there any more", connection_.shown()));
    }

    [[nodiscard]] StoredTrial sound_trial(const ServerRows& rows, int row, int first, Index number) const {
        std::string flaw;
        try {
            StoredTrial stored = trial_in(rows, row, first);
            flaw = flaw_of(stored.trial, number, dimension_);
            if (flaw.empty()) return stored;
        } catch (const std::invalid_argument& error) {
            flaw = fmt::format("trial {}: {}", number, error.what());
        }
        throw std::runtime_error(
            fmt::format("{}: the study is damaged ({}); restore it from a copy", connection_.shown(), flaw));
    }

    [[nodiscard]] bool is_lost(const StoredTrial& stored, OtherMachines others) const {
        if (stored.trial.state != TrialState::running || claims_.holds(stored.trial.number, stored.mark)) return false;
        return stored.has_run_out || is_surely_lost(stored.process, others);
    }

    [[nodiscard]] static bool is_surely_lost(const std::string& process, OtherMachines others) {
        if (process::is_known_to_be_gone(process)) return true;
        return others == OtherMachines::are_gone && !process::is_of_this_machine(process);
    }

    /// Reads what has changed since the last time.
    void follow() const {
        const ServerRows rows =
            connection_.run(fmt::format("SELECT s.revision, {} FROM sweetspot.studies s LEFT JOIN sweetspot.trials t "
                                        "ON t.study = s.id AND t.revision > $2 WHERE s.id = $1 ORDER BY t.number",
                                        columns("$3")),
                            {study_, seen_.revision, lease_});
        require_there(rows);
        const std::int64_t revision = rows.integer(0, 0);
        if (revision < seen_.revision) {
            // The database was put back to an earlier day.
            seen_ = {};
            return follow();
        }
        for (int row = 0; row < rows.count() && !rows.is_null(row, 1); ++row) {
            const Index number = rows.integer(row, 1);
            StoredTrial stored = sound_trial(rows, row, 1, std::min<Index>(number, std::ssize(seen_.trials)));
            if (number == std::ssize(seen_.trials)) seen_.trials.emplace_back();
            seen_marks_[number] = std::move(stored.mark);
            seen_.trials[static_cast<std::size_t>(number)] = std::move(stored.trial);
        }
        seen_.revision = revision;
        lost_.clear();
        for (const Claim& claim : lost_claims(OtherMachines::may_live, Leases::looked_at)) {
            if (claim.number < std::ssize(seen_.trials)) lost_.push_back(claim.number);
        }
    }

    /// Whether the leases of other machines' runners are looked at as well, for which all that runs has to be read.
    enum class Leases { looked_at, left_out };

    [[nodiscard]] std::vector<Claim> lost_claims(OtherMachines others, Leases leases) const {
        // The server finds what is of this machine, or was given back, by an index.
        std::string where =
            "(t.process COLLATE \"C\" = '' OR (t.process COLLATE \"C\" >= $3 AND t.process COLLATE \"C\" < $4))";
        if (leases == Leases::looked_at) where = fmt::format("({} OR {})", where, has_run_out("$2"));
        if (others == OtherMachines::are_gone) where = "true";
        std::string end = process::own_machine();
        ++end.back();
        const ServerRows rows =
            connection_.run(fmt::format("SELECT t.number, t.process, t.mark, {} FROM sweetspot.trials t "
                                        "WHERE study = $1 AND state = 'running' AND {} ORDER BY number",
                                        has_run_out("$2"), where),
                            {study_, lease_, process::own_machine(), end});
        std::vector<Claim> lost;
        for (int row = 0; row < rows.count(); ++row) {
            const Claim claim = {rows.integer(row, 0), rows.text(row, 2), is_surely_lost(rows.text(row, 1), others)};
            if (claims_.holds(claim.number, claim.mark)) continue;
            if (claim.is_sure || rows.truth(row, 3)) lost.push_back(claim);
        }
        return lost;
    }

    /// The mark that a trial had when it was last read here.
    [[nodiscard]] std::string seen_mark(Index number) const {
        const auto seen = seen_marks_.find(number);
        if (seen != seen_marks_.end()) return seen->second;
        return patiently([&] { return mark_now(number); });
    }

    [[nodiscard]] std::string mark_now(Index number) const {
        const ServerRows row =
            connection_.run("SELECT mark FROM sweetspot.trials WHERE study = $1 AND number = $2", {study_, number});
        require(row.count() == 1, "{}: there is no trial {}", connection_.shown(), number);
        return row.text(0, 0);
    }

    /// Stores the outcome if the trial still has the mark `before`; a value also if somebody has changed it since, but
    /// for another value. Whether it is stored. When it is done again after a lost connection the first time counts,
    /// whatever has become of the trial meanwhile.
    [[nodiscard]] bool store_outcome(const Trial& trial, const std::string& mark, const std::string& before) {
        std::vector<ServerValue> values = {study_, trial.number, mark};
        if (trial.state == TrialState::running) {
            values.insert(values.end(), {process::own_shared_identity(), process::own_name(), lease_});
        } else {
            values.insert(values.end(), {{}, {}, {}});
        }
        const std::size_t first = values.size() + 1;
        std::ranges::copy(outcome_values(trial), std::back_inserter(values));
        const std::size_t guard = values.size() + 1;
        values.insert(values.end(), {before, std::int64_t(trial.state == TrialState::complete ? 1 : 0)});
        const std::string sql =
            change_of(fmt::format("SELECT number FROM sweetspot.trials WHERE study = $1 AND number = $2 AND "
                                  "(mark = ${} OR (${}::bigint = 1 AND state <> 'complete')) FOR UPDATE",
                                  guard, guard + 1),
                      fmt::format("mark = $3, process = $4::text, runner = $5::text, "
                                  "lease_until = clock_timestamp() + make_interval(secs => $6::double precision), {}",
                                  assignments(outcome_columns(), static_cast<int>(first))));
        return connection_.insist([&](bool /*repeated*/) {
            return connection_.run(sql, values).count() == 1 || mark_now(trial.number) == mark;
        });
    }

    [[nodiscard]] std::optional<Index> taken_with(const std::string& mark) const {
        const ServerRows row = connection_.run(
            "SELECT min(number) FROM sweetspot.trials WHERE study = $1 AND mark = $2 AND state = 'running'",
            {study_, mark});
        if (row.is_null(0, 0)) return std::nullopt;
        return row.integer(0, 0);
    }

    /// The first of the trials that were added with that mark. Nothing if they were not, or if one that was added as
    /// running is not this runner's any more: then others have it, and it is to be seen what there is now.
    [[nodiscard]] std::optional<Index> added_with(const std::string& mark, std::span<const Trial> trials) const {
        const std::int64_t running = std::ranges::count(trials, TrialState::running, &Trial::state);
        const ServerRows row = connection_.run(
            "SELECT min(number), count(*) FILTER (WHERE state = 'running' AND mark = $2) FROM sweetspot.trials "
            "WHERE study = $1 AND added = $2",
            {study_, mark});
        if (row.is_null(0, 0) || row.integer(0, 1) < running) return std::nullopt;
        return row.integer(0, 0);
    }

    [[nodiscard]] std::optional<Index> add_once(std::span<const Trial> trials, std::int64_t revision,
                                                const std::string& mark) {
        if (trials.empty()) {
            const ServerRows row = connection_.run(
                "SELECT trials FROM sweetspot.studies WHERE id = $1 AND last_added <= $2", {study_, revision});
            return row.count() == 0 ? std::nullopt : std::optional<Index>(row.integer(0, 0));
        }
        ServerTransaction transaction(connection_);
        const ServerRows row = connection_.run(
            "UPDATE sweetspot.studies SET revision = revision + 1, last_added = revision + 1, trials = trials + $3 "
            "WHERE id = $1 AND last_added <= $2 RETURNING trials - $3, revision",
            {study_, revision, std::int64_t(std::ssize(trials))});
        if (row.count() == 0) return std::nullopt;
        const Index first = row.integer(0, 0);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            insert_trial(connection_, {study_, first + static_cast<Index>(i), row.integer(0, 1), mark, lease_},
                         trials[i]);
        }
        transaction.keep();
        return first;
    }

    /// Takes the first of the trials that can be taken and fulfil the condition, on the parameter $6.
    [[nodiscard]] std::optional<Index> take_chosen(std::string_view condition, const ServerValue& value) {
        require_writable();
        const std::string mark = claims_.new_mark();
        const std::string sql = change_of(
            fmt::format("SELECT number FROM sweetspot.trials WHERE study = $1 AND state IN ('waiting', 'stale') AND {} "
                        "ORDER BY number FOR UPDATE SKIP LOCKED LIMIT 1",
                        condition),
            fmt::format("state = 'running', mark = $2, process = $3, runner = $4, lease_until = {}", lease_of(5)));
        const auto taken = connection_.insist([&](bool repeated) -> std::optional<Index> {
            if (repeated) {
                if (const auto number = taken_with(mark)) return number;
            }
            const ServerRows row = connection_.run(
                sql, {study_, mark, process::own_shared_identity(), process::own_name(), lease_, value});
            return row.count() == 0 ? std::nullopt : std::optional<Index>(row.integer(0, 0));
        });
        if (taken) claims_.hold(*taken, mark);
        return taken;
    }

    Open how_;
    mutable ServerConnection connection_;
    std::int64_t study_;
    Index dimension_;  ///< of every point
    double lease_ = 0;
    Claims claims_;
    Turns turns_;
    mutable StudyView seen_;                           ///< as it is stored
    mutable std::vector<Index> lost_;                  ///< of those that run: whose runners are gone
    mutable std::map<Index, std::string> seen_marks_;  ///< of trials when they were last read or changed here
    std::optional<Patience> leases_looked_at_;         ///< since release_lost() did
};

}  // namespace

std::unique_ptr<Store> open_postgresql_store(const StudyConfig& config, Store::Open how) {
    return std::make_unique<PostgresqlStore>(config, how);
}

}  // namespace sweetspot
