#include "study/slurm/pilots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sweetspot::slurm {
namespace {

/// Seconds for which pilots wait for more.
constexpr int pilot_patience = 60;

/// So often all pilots may be sent in a row without one of them taking anything.
constexpr Index most_pilots_in_vain = 5;

}  // namespace

void Pilots::look() {
    const bool by_pilots =
        std::ranges::any_of(flights_, [](const Flight& f) { return f.carrier == Flight::Carrier::pilot; });
    if (by_pilots) offered_ = folder_.offered();
}

Holder Pilots::holder_of(const Flight& flight) const {
    if (flight.carrier != Flight::Carrier::pilot) return {};
    const std::string task = Folder::task_name(flight.key, flight.submission);
    const auto taken = offered_.taken.find(task);
    return {.waits = std::ranges::find(offered_.waiting, task) != offered_.waiting.end(),
            .pilot = taken == offered_.taken.end() ? "" : taken->second};
}

std::vector<std::string> Pilots::count(const std::vector<ListedJob>& jobs, double asked_at) {
    std::vector<std::string> held;
    alive_ = 0;
    counted_at_ = asked_at;
    for (const ListedJob& job : jobs) {
        if (job.name != name_) continue;
        if (job.state == JobState::alive) ++alive_;
        if (job.state == JobState::held) held.push_back(job.id);
    }
    return held;
}

Index Pilots::missing() const {
    if (!wanted() || !are_counted()) return 0;
    Index waiting = 0;
    Index open = 0;
    for (const Flight& flight : flights_) {
        if (flight.carrier != Flight::Carrier::pilot || flight.verdict) continue;
        ++open;
        if (holder_of(flight).waits) ++waiting;
    }
    const Index enough = std::min(options_.slurm.pilots, open);
    return std::max(Index{0}, std::min(enough - alive_, waiting));
}

bool Pilots::are_sent_in_vain() const {
    return in_vain_ >= most_pilots_in_vain * options_.slurm.pilots;
}

std::string Pilots::why_in_vain() const {
    return fmt::format("{} pilot jobs were sent in a row and none has taken an evaluation; what they printed is in {}",
                       in_vain_, (folder_.root() / "pilots.log").string());
}

JobRequest Pilots::request(Index missing, const std::vector<std::string>& excluded) const {
    const auto longest = static_cast<long long>(std::ceil(options_.command.timeout.value_or(0)));
    return {.name = name_,
            .folder = folder_.root().string(),
            .log = "pilots.log",
            .exclude = excluded,
            .array = missing,
            .script = {folder_.script().string(), folder_.root().string(), "pilot", std::to_string(pilot_patience),
                       std::to_string(longest)}};
}

void Pilots::were_sent(Index count) {
    in_vain_ += count;
    alive_ += count;
}

void Pilots::give_up(const std::string& why) {
    for (Flight& flight : flights_) {
        if (flight.carrier != Flight::Carrier::pilot || flight.verdict) continue;
        if (!folder_.withdraw(flight.key, flight.submission)) continue;
        flight.verdict = {FailureKind::not_started, why};
        flight.cancel_wanted = true;
        flight.withdrawn = true;
    }
}

}  // namespace sweetspot::slurm
