// What a list of the cluster's jobs means for the flights.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/slurm/dispatch.hpp"

namespace sweetspot::slurm {
namespace {

/// A submission that was cut short may reach the controller this many seconds later, not more.
constexpr double submission_settles = 5;

}  // namespace

void Dispatch::hear_listing(const Answer& answer) {
    const auto jobs = read_listing(answer.out);
    if (!jobs) return controller_.step_back("squeue: its answer is no list of jobs");
    if (pilots_.wanted()) {
        // Others are sent for those that will never begin.
        std::ranges::copy(pilots_.count(*jobs, answer.asked_at), std::back_inserter(replaced_));
    }
    // What jobs have written until now is seen before their states are judged.
    look_at_files();
    for (Flight& flight : flights_) hear_of(flight, *jobs, answer.asked_at);
}

void Dispatch::hear_of(Flight& flight, const std::vector<ListedJob>& jobs, double asked_at) {
    if (flight.phase == Flight::Phase::unsure) find_by_name(flight, jobs, asked_at);
    if (flight.phase != Flight::Phase::submitted || flight.submitted_at >= asked_at) return;
    flight.unheard = false;
    const bool by_pilot = flight.carrier == Flight::Carrier::pilot;
    if (by_pilot) {
        const Holder holder = pilots_.holder_of(flight);
        if (holder.waits) {
            flight.suspicion.reset();
            return;
        }
        if (holder.pilot.empty()) {
            return suspect(flight, {JobState::ended, "no pilot has it any more", "", asked_at, asked_at});
        }
    }
    // A controller that has lost its memory gives numbers out again: the name must be the one as well.
    const std::string name = by_pilot ? pilots_.name() : job_name(flight.key, flight.submission);
    const auto listed =
        std::ranges::find_if(jobs, [&](const ListedJob& job) { return job.id == flight.job && job.name == name; });
    hear_state(flight, listed == jobs.end() ? nullptr : &*listed, asked_at);
}

void Dispatch::find_by_name(Flight& flight, const std::vector<ListedJob>& jobs, double asked_at) {
    const std::string name = job_name(flight.key, flight.submission);
    const ListedJob* found = nullptr;
    for (const ListedJob& job : jobs) {
        if (job.name != name) continue;
        if (found == nullptr || job.state == JobState::alive) found = &job;
    }
    if (found != nullptr) {
        folder_.submitted(flight.key, flight.submission, found->id);
        flight.job = found->id;
        flight.phase = Flight::Phase::submitted;
        flight.submitted_at = 0;
    } else if (asked_at - flight.unsure_since >= submission_settles) {
        flight.phase = Flight::Phase::to_submit;
    }
}

void Dispatch::hear_state(Flight& flight, const ListedJob* listed, double asked_at) {
    const std::string what = flight.carrier == Flight::Carrier::pilot ? "pilot job" : "job";
    if (listed == nullptr) {
        const auto start = flight.starts.find(flight.run);
        const std::string node = start == flight.starts.end() ? "" : start->second.node;
        return suspect(flight, {JobState::ended, fmt::format("{} {} is not known to Slurm any more", what, flight.job),
                                node, asked_at, asked_at});
    }
    if (listed->state != JobState::alive) {
        const std::string_view how = listed->state == JobState::held ? "will not begin" : "ended";
        const std::string where = listed->nodes.empty() ? "" : " on " + listed->nodes;
        return suspect(flight,
                       {listed->state, fmt::format("{} {} {} ({}){}", what, flight.job, how, listed->word, where),
                        listed->nodes, asked_at, asked_at});
    }
    flight.suspicion.reset();
    // Slurm has taken it back, and starts it again. What began after the question is another one.
    const bool waits = listed->word.starts_with("PENDING");
    if (waits && flight.running_since && *flight.running_since < asked_at) {
        flight.dismissed.insert(flight.run);
        flight.run.clear();
        flight.running_since.reset();
    }
}

void Dispatch::suspect(Flight& flight, Flight::Suspicion suspicion) {
    // Another explanation needs a second look of its own.
    const bool again = flight.suspicion && flight.suspicion->state == suspicion.state;
    if (again) suspicion.since = flight.suspicion->since;
    flight.suspicion = std::move(suspicion);
}

}  // namespace sweetspot::slurm
