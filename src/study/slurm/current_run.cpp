#include "study/slurm/current_run.hpp"

#include <charconv>
#include <tuple>

namespace sweetspot::slurm {
namespace {

/// By job, restart and count: the order in which they began.
std::tuple<long long, long long, long long> order_of(const std::string& run) {
    std::tuple<long long, long long, long long> order = {0, 0, 0};
    const char* at = run.data();
    const char* const end = at + run.size();
    for (long long* part : {&std::get<0>(order), &std::get<1>(order), &std::get<2>(order)}) {
        at = std::from_chars(at, end, *part).ptr;
        if (at != end) ++at;
    }
    return order;
}

}  // namespace

std::string current_run(const Flight& flight, const Holder& holder) {
    const bool by_pilot = flight.carrier == Flight::Carrier::pilot;
    if (by_pilot && holder.waits) return "";
    const auto counts = [&](const std::string& run, const RunStart& start) {
        if (start.submission != flight.submission || flight.dismissed.contains(run)) return false;
        if (!by_pilot) return true;
        // Who has it is known; of nobody it must have come to its end.
        return holder.pilot.empty() ? flight.ends.contains(run) : run.starts_with(holder.pilot + "-");
    };
    std::string newest;
    for (const auto& [run, start] : flight.starts) {
        if (counts(run, start) && (newest.empty() || order_of(newest) < order_of(run))) newest = run;
    }
    return newest;
}

}  // namespace sweetspot::slurm
