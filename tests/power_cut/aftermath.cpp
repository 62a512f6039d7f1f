#include "power_cut/aftermath.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "power_cut/watched_disk.hpp"
#include "process/process_identity.hpp"
#include "storage/database.hpp"
#include "study/sqlite_format.hpp"
#include "study/study_json.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/evaluator.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::power_cut {
namespace {

int random_parts() {
    const char* said = std::getenv("SWEETSPOT_POWER_CUTS");
    return said == nullptr ? 3 : std::stoi(said);
}

void put_files(const support::ScratchDirectory& folder, const Files& files, Rng& random) {
    for (const auto& [name, contents] : files) static_cast<void>(folder.write(name, contents));
    // The file beside a log is for programs that run; nothing in it is worth anything after a power cut.
    if (!files.contains("s.db-wal") || random.below(2) == 0) return;
    std::string garbage(32768, '\0');
    std::ranges::generate(garbage, [&] { return static_cast<char>(random.below(256)); });
    static_cast<void>(folder.write("s.db-shm", garbage));
}

void require_integrity(const StudyConfig& config) {
    const storage::Database database(config.storage.place, study_format, storage::Database::Open::existing);
    storage::Statement row = database.prepare("PRAGMA integrity_check");
    if (row.next() && row.text(0) == "ok") return;
    throw std::runtime_error("integrity_check: " + row.text(0));
}

/// The machine has started again, so that who evaluated before is gone: here that was this very process.
void lose_runners(const StudyConfig& config) {
    std::string gone = process::own_identity();
    gone.replace(gone.rfind(' '), std::string::npos, " 1");  // a start time that this process number never had
    storage::Database(config.storage.place, study_format, storage::Database::Open::existing)
        .prepare("UPDATE trials SET process = ? WHERE process IS NOT NULL")
        .bind(1, gone)
        .run();
}

std::string flaw_of_points(const StudyView& view) {
    std::set<std::vector<double>> points;
    for (const Trial& trial : view.trials) {
        if (!points.emplace(trial.x.begin(), trial.x.end()).second) {
            return fmt::format("trial {} is at the point of another one", trial.number);
        }
        if (trial.measurement && trial.measurement->value != bowl(trial.x)) {
            return fmt::format("trial {} has the value of another point", trial.number);
        }
    }
    return "";
}

/// What was complete stays as it was, and the budget is spent as it would have been.
std::string flaw_of_end(const StudyConfig& config, const StudyView& before, const StudyView& end) {
    for (const Trial& trial : before.trials) {
        const auto number = static_cast<std::size_t>(trial.number);
        if (number >= end.trials.size()) return fmt::format("trial {} is lost later", number);
        const Trial& later = end.trials[number];
        if (later.x != trial.x) return fmt::format("trial {} has moved", number);
        if (trial.measurement && later.measurement != trial.measurement) {
            return fmt::format("trial {} was complete and has changed", number);
        }
    }
    if (std::ranges::any_of(end.trials, is_open)) return "a trial is open at the end";
    if (spent(config, end) < config.budget.evaluations)
        return "the study has come to its end with less than its budget";
    return flaw_of_points(end);
}

std::string flaw_of_going_on(const StudyConfig& config, const StudyView& before) {
    lose_runners(config);
    {
        const std::unique_ptr<Store> store = open_store(config, Store::Open::existing);
        FunctionEvaluator evaluator{std::function<double(const Vector&)>(bowl)};
        const RunnerEnd end = run_study(config, *store, evaluator);
        if (end.kind != RunnerEnd::Kind::finished) return "it cannot be gone on with: " + end.reason;
    }
    require_integrity(config);
    return flaw_of_end(config, before, open_store(config, Store::Open::existing)->view());
}

/// For reading alone: what was promised is seen; before anything was, there may be a refusal.
std::string flaw_of_reading(const StudyConfig& config, const Promise& promise) {
    try {
        return promise.flaw(open_store(config, Store::Open::reading)->view());
    } catch (const std::exception& refusal) {
        if (!promise.is_begun && std::string(refusal.what()).find(config.storage.place) != std::string::npos) return "";
        throw;
    }
}

std::string flaw_of_state(const Files& files, const Promise& promise, Rng& random) {
    const support::ScratchDirectory folder;
    put_files(folder, files, random);
    const StudyConfig config = bowl_study(folder.file(""));
    try {
        if (random.below(2) == 0) {
            if (std::string flaw = flaw_of_reading(config, promise); !flaw.empty()) return "to read: " + flaw;
        }
        if (promise.again) promise.again(config);
        const StudyView view = open_store(config)->view();
        require_integrity(config);
        if (std::string flaw = flaw_of_points(view); !flaw.empty()) return flaw;
        if (std::string flaw = promise.flaw(view); !flaw.empty()) return flaw;
        return flaw_of_going_on(config, view);
    } catch (const std::exception& error) {
        return error.what();
    }
}

std::string key_of(const Files& files) {
    std::string key;
    for (const auto& [name, contents] : files) key += fmt::format("{} {} {}", name, contents.size(), contents);
    return key;
}

}  // namespace

double bowl(const Vector& x) {
    return (x.array() - 0.25).square().sum();
}

StudyConfig bowl_study(const std::string& folder) {
    return read_study(R"([study]
name = "s"
storage = "sqlite:///s.db"
[method]
name = "latin-hypercube"
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.1
[[parameter]]
name = "b"
bounds = [-1, 1]
tolerance = 0.1
[objective]
on_failure = { retry = 1 }
[budget]
evaluations = 12
)",
                      "s.toml", folder);
}

std::string text_of(const StudyConfig& config, const StudyView& view) {
    return fmt::format("revision {} {}", view.revision, trials_json(config, view).dump());
}

Aftermath after_every_power_cut(const std::vector<DiskEvent>& events,
                                const std::function<Promise(std::size_t)>& promised, std::size_t most_broken) {
    const UnsyncedDisk unsynced;
    const int parts = random_parts();
    Aftermath aftermath;
    Disk disk;
    std::set<std::string> seen;
    for (std::size_t count = 0; count <= events.size(); ++count) {
        if (count > 0) disk.apply(events[count - 1]);
        const Promise promise = promised(count);
        Rng random = Rng(1).split("power cut").split(count);
        const std::string written = key_of(disk.after_power_cut(Survival::everything, random));
        for (int way = 0; way < parts + 2; ++way) {
            const Survival survival = way == 0 ? Survival::nothing : way == 1 ? Survival::everything : Survival::some;
            const Files files = disk.after_power_cut(survival, random);
            const std::string key = key_of(files);
            // What was promised meanwhile is judged anew.
            if (!seen.insert(fmt::format("{} {}", promise.number, std::hash<std::string>()(key))).second) continue;
            ++aftermath.states;
            if (key != written) ++aftermath.recovered;
            const std::string flaw = flaw_of_state(files, promise, random);
            if (flaw.empty()) continue;
            aftermath.broken.push_back(fmt::format("{} of {} events, way {}: {}", count, events.size(), way, flaw));
            if (aftermath.broken.size() >= most_broken) return aftermath;
        }
    }
    return aftermath;
}

}  // namespace sweetspot::power_cut
