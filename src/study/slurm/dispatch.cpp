#include "study/slurm/dispatch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "study/slurm/current_run.hpp"

namespace sweetspot::slurm {
namespace {

/// Of many to be cancelled, a command names so many.
constexpr std::size_t most_cancelled_at_once = 100;

constexpr double patience_with_cancel = 60;
constexpr double patience_with_pilots = 5;

/// Seconds until it is asked again which nodes there are, where that was refused.
constexpr double between_judgements = 60;

/// FNV-1a, of 64 bits: 16 digits tell work folders apart.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

std::string refused_for_good(const std::string& why) {
    return fmt::format("Slurm refuses the job: {}; see [slurm] in the study file", why);
}

}  // namespace

Dispatch::Dispatch(const SlurmOptions& options, Folder& folder, std::vector<Flight>& flights)
    : options_(options),
      folder_(folder),
      flights_(flights),
      commands_(find_commands()),
      controller_(options.tell),
      prefix_(fmt::format("sweetspot-{:016x}-", hash_of(std::filesystem::weakly_canonical(folder.root()).string()))),
      pilots_(options, folder, flights, prefix_ + "pilot") {}

std::string Dispatch::job_name(const TrialKey& key, Index submission) const {
    return fmt::format("{}{}-{}", prefix_, key.word(), submission);
}

Flight* Dispatch::find(const std::string& key) {
    const auto found = std::ranges::find_if(flights_, [&](const Flight& f) { return f.key.word() == key; });
    return found == flights_.end() ? nullptr : &*found;
}

void Dispatch::look_at_files() {
    pilots_.look();
    const Runs runs = folder_.runs();
    for (Flight& flight : flights_) take_in(flight, runs);
}

void Dispatch::take_in(Flight& flight, const Runs& runs) {
    const auto read_new = [&](const auto& list, auto& known, auto read) {
        const auto found = list.find(flight.key.word());
        if (found == list.end()) return;
        for (const std::string& run : found->second) {
            if (known.contains(run)) continue;
            if (auto words = read(run)) known.emplace(run, std::move(*words));
        }
    };
    // The beginnings afterwards: of what has ended there is one.
    read_new(runs.ended, flight.ends, [&](const std::string& run) { return folder_.end_of(flight.key, run); });
    read_new(runs.started, flight.starts, [&](const std::string& run) { return folder_.start_of(flight.key, run); });
    const Holder holder = pilots_.holder_of(flight);
    if (!holder.pilot.empty()) {
        flight.job = job_of(holder.pilot);
        pilots_.are_at_work();
    }
    // From a time when the study had pilots: nobody would take it.
    if (holder.waits && !pilots_.wanted() && !flight.verdict && folder_.withdraw(flight.key, flight.submission)) {
        submit_anew(flight);
        return;
    }
    const std::string newest = current_run(flight, holder);
    follow_run(flight, newest);
    if (newest == flight.run) return;
    flight.run = newest;
    flight.running_since.reset();
    if (!newest.empty()) {
        flight.running_since = steady_seconds() - folder_.seconds_since_start(flight.key, newest);
    }
}

void Dispatch::follow_run(Flight& flight, const std::string& run) {
    if (run.empty() || flight.phase == Flight::Phase::submitting) return;
    if (flight.phase == Flight::Phase::submitted && job_of(run) == flight.job) return;
    // One that was thought not to have been submitted was after all; of two jobs of one name this is the one.
    flight.job = job_of(run);
    flight.phase = Flight::Phase::submitted;
    flight.submitted_at = 0;
}

void Dispatch::talk() {
    controller_.advance();
    if (!controller_.is_free() || (flights_.empty() && replaced_.empty())) return;
    static_cast<void>(cancel_some() || list_jobs() || judge_node() || send_pilots() || submit_one());
}

void Dispatch::talk_for(double seconds) {
    const double deadline = steady_seconds() + seconds;
    for (talk(); descriptor() >= 0; talk()) {
        const double left = deadline - steady_seconds();
        pollfd entry = {descriptor(), POLLIN, 0};
        if (left <= 0 || poll(&entry, 1, static_cast<int>(std::ceil(1000 * left))) < 0) return;
    }
}

void Dispatch::submit_anew(Flight& flight) {
    if (flight.carrier == Flight::Carrier::pilot && flight.submission > 0) {
        folder_.drop_taken(flight.key, flight.submission);
    }
    end_what_may_come_back(flight);
    ++flight.submission;
    flight.job.clear();
    flight.run.clear();
    flight.running_since.reset();
    flight.suspicion.reset();
    flight.unheard = false;
    flight.carrier = options_.slurm.pilots > 0 ? Flight::Carrier::pilot : Flight::Carrier::job;
    if (flight.carrier == Flight::Carrier::job) {
        flight.phase = Flight::Phase::to_submit;
        return;
    }
    folder_.intend(flight.key, flight.submission, pilots_.name());
    folder_.offer(flight.key, flight.submission);
    flight.phase = Flight::Phase::submitted;
    flight.submitted_at = steady_seconds();
}

void Dispatch::end_what_may_come_back(const Flight& flight) {
    // Slurm may start it again on its own account, or somebody release it.
    const bool may_come_back = flight.suspicion && (flight.suspicion->state == JobState::interrupted ||
                                                    flight.suspicion->state == JobState::held);
    if (may_come_back && flight.carrier == Flight::Carrier::job) replaced_.push_back(flight.job);
}

void Dispatch::have_ended(Flight& flight) {
    flight.cancel_wanted = true;
    if (flight.carrier == Flight::Carrier::job) {
        flight.withdrawn = flight.phase == Flight::Phase::to_submit;
        return;
    }
    flight.withdrawn = folder_.withdraw(flight.key, flight.submission);
    if (!flight.withdrawn) folder_.ask_to_stop(flight.key);
    flight.cancelled_at = steady_seconds();
}

bool Dispatch::cancel_some() {
    std::vector<std::string> jobs = replaced_;
    if (jobs.size() > most_cancelled_at_once) jobs.resize(most_cancelled_at_once);
    const std::size_t replaced = jobs.size();
    std::vector<std::string> keys;
    for (const Flight& flight : flights_) {
        const bool wanted = flight.cancel_wanted && flight.cancelled_at == 0 && !flight.withdrawn;
        if (!wanted || flight.job.empty() || jobs.size() >= most_cancelled_at_once) continue;
        jobs.push_back(flight.job);
        keys.push_back(flight.key.word());
    }
    if (jobs.empty()) return false;
    controller_.ask(cancellation(commands_, jobs), [this, keys, replaced](const Answer& answer) {
        // A refusal is of jobs that have ended meanwhile; the next listing tells.
        if (answer.kind == Answer::Kind::nobody) return;
        replaced_.erase(replaced_.begin(), replaced_.begin() + static_cast<std::ptrdiff_t>(replaced));
        for (const std::string& key : keys) {
            if (Flight* flight = find(key)) flight->cancelled_at = answer.asked_at;
        }
    });
    return true;
}

bool Dispatch::needs_listing(const Flight& flight, double now) const {
    if (flight.phase == Flight::Phase::unsure) return true;
    if (flight.phase != Flight::Phase::submitted) return false;
    if (flight.unheard) return true;
    const double waited = now - flight.submitted_at;
    if (flight.carrier == Flight::Carrier::pilot && !pilots_.are_counted()) return true;
    return waited >= options_.slurm.look_every || flight.cancelled_at > 0 || flight.end() != nullptr;
}

bool Dispatch::list_jobs() {
    const double now = steady_seconds();
    if (now < next_listing_) return false;
    if (std::ranges::none_of(flights_, [&](const Flight& flight) { return needs_listing(flight, now); })) return false;
    next_listing_ = now + options_.slurm.look_every;
    controller_.ask(listing(commands_), [this](const Answer& answer) {
        next_listing_ = steady_seconds() + std::max(options_.slurm.look_every - answer.seconds, answer.seconds);
        if (answer.kind == Answer::Kind::done) return hear_listing(answer);
        if (answer.kind == Answer::Kind::refused) controller_.step_back(answer.why);
    });
    return true;
}

bool Dispatch::judge_node() {
    const std::string node = health_.suspect();
    if (node.empty() || steady_seconds() < next_judgement_) return false;
    controller_.ask(node_listing(commands_, options_.slurm),
                    [this, node](const Answer& answer) { hear_nodes(node, answer); });
    return true;
}

void Dispatch::hear_nodes(const std::string& node, const Answer& answer) {
    if (answer.kind == Answer::Kind::nobody) return;
    if (answer.kind == Answer::Kind::refused) {
        // Submitting goes on; it is only not known whether there are other nodes.
        next_judgement_ = steady_seconds() + between_judgements;
        if (!judgement_refused_) {
            options_.tell(
                fmt::format("node {} cannot be excluded, though everything fails there: {}", node, answer.why));
        }
        judgement_refused_ = true;
        return;
    }
    // It may have done well meanwhile.
    if (health_.suspect() != node) return;
    std::vector<std::string> nodes;
    for (std::string_view rest = answer.out; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        nodes.emplace_back(rest.substr(0, rest.substr(0, end).find(' ')));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!health_.decide(node, nodes)) return;
    folder_.exclude(node);
    options_.tell(
        fmt::format("everything fails at once on node {} (trials {}); what follows is kept away from it, and sweetspot "
                    "retry has those evaluated again",
                    node, fmt::join(health_.failures_on(node), ", ")));
}

bool Dispatch::submit_one() {
    const auto flight = std::ranges::find_if(flights_, [](const Flight& candidate) {
        return candidate.phase == Flight::Phase::to_submit && !candidate.cancel_wanted;
    });
    if (flight == flights_.end()) return false;
    const std::string name = job_name(flight->key, flight->submission);
    folder_.intend(flight->key, flight->submission, name);
    flight->phase = Flight::Phase::submitting;
    flight->unsure_since = steady_seconds();
    std::vector<std::string> excluded = health_.excluded();
    std::ranges::copy(flight->avoided, std::back_inserter(excluded));
    const JobRequest request = {.name = name,
                                .folder = folder_.control(flight->key).string(),
                                .log = fmt::format("log-{}", flight->submission),
                                .exclude = std::move(excluded),
                                .script = {folder_.script().string(), folder_.root().string(), "one",
                                           flight->key.word(), std::to_string(flight->submission)}};
    const std::string key = flight->key.word();
    const Index submission = flight->submission;
    controller_.ask(slurm::submission(commands_, options_.slurm, request),
                    [this, key, submission](const Answer& answer) { hear_submission(key, submission, answer); });
    return true;
}

void Dispatch::hear_submission(const std::string& key, Index submission, const Answer& answer) {
    Flight* flight = find(key);
    if (flight == nullptr || flight->submission != submission) return;
    const std::string job = answer.kind == Answer::Kind::done ? job_in_answer(answer.out) : "";
    if (!job.empty()) {
        folder_.submitted(flight->key, submission, job);
        flight->job = job;
        flight->phase = Flight::Phase::submitted;
        flight->submitted_at = steady_seconds();
        submitted_any_ = true;
        return;
    }
    if (answer.kind == Answer::Kind::refused) return hear_refusal(*flight, answer.why);
    // It may have been taken all the same; the next listing has its name, or has not.
    flight->phase = Flight::Phase::unsure;
    flight->unsure_since = steady_seconds();
}

void Dispatch::hear_refusal(Flight& flight, const std::string& why) {
    flight.phase = Flight::Phase::to_submit;
    if (!flight.avoided.empty()) {
        // Perhaps there is no other node; then it has to do with this one.
        flight.avoided.clear();
        return;
    }
    // What was taken once will be taken again; what never was is asked in vain, for each of them.
    if (submitted_any_) return controller_.step_back(why);
    for (Flight& other : flights_) {
        if (other.phase != Flight::Phase::to_submit || other.verdict) continue;
        other.verdict = {FailureKind::not_started, refused_for_good(why)};
        have_ended(other);
    }
}

bool Dispatch::send_pilots() {
    const Index missing = pilots_.missing();
    if (missing == 0) return false;
    if (pilots_.are_sent_in_vain()) {
        pilots_.give_up(pilots_.why_in_vain());
        return false;
    }
    const auto request = pilots_.request(missing, health_.excluded());
    controller_.ask(slurm::submission(commands_, options_.slurm, request), [this, missing](const Answer& answer) {
        if (answer.kind == Answer::Kind::nobody) pilots_.may_have_been_sent();
        if (answer.kind == Answer::Kind::done) {
            pilots_.were_sent(missing);
            submitted_any_ = true;
        } else if (answer.kind == Answer::Kind::refused) {
            if (submitted_any_) return controller_.step_back(answer.why);
            pilots_.give_up(refused_for_good(answer.why));
        }
    });
    return true;
}

void Dispatch::end_pilots(WhichPilots which) {
    auto words = cancellation_by_name(commands_, pilots_.name());
    if (which == WhichPilots::waiting) words.emplace_back("--state=PENDING");
    const double patience = which == WhichPilots::all ? patience_with_cancel : patience_with_pilots;
    const CallResult result = result_of(std::move(words), patience);
    if (result.exit_status != 0 && which == WhichPilots::all) {
        throw std::runtime_error(
            fmt::format("the pilot jobs cannot be ended (scancel: {}); say it again later", words_in(result)));
    }
}

void Dispatch::abandon(const TrialKey& key) {
    const Index last = folder_.last_submission(key);
    bool by_pilot = false;
    for (Index submission = 1; submission <= last; ++submission) {
        by_pilot = by_pilot || folder_.intent(key, submission) == pilots_.name();
        static_cast<void>(folder_.withdraw(key, submission));
        folder_.drop_taken(key, submission);
    }
    if (by_pilot) folder_.ask_to_stop(key);
    const std::string name = last > 0 && !by_pilot ? job_name(key, last) : "";
    if (!name.empty()) {
        const CallResult result = result_of(cancellation_by_name(commands_, name), patience_with_cancel);
        if (result.exit_status != 0) {
            throw std::runtime_error(fmt::format(
                "the job of trial {} cannot be ended (scancel: {}); say it again later", key.number, words_in(result)));
        }
    }
    folder_.forget(key);
}

}  // namespace sweetspot::slurm
