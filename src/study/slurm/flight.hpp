// An evaluation in flight, from its intent to its end.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "study/slurm/folder.hpp"
#include "study/slurm/states.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot::slurm {

struct Flight {
    enum class Phase {
        to_submit,
        submitting,
        unsure,    ///< it may have been submitted: only a listing without its name says that it was not
        submitted  ///< or offered to pilots
    };

    /// What the last listing said that would explain the want of a result.
    struct Suspicion {
        JobState state = JobState::ended;
        std::string words;  ///< "job 12 CANCELLED on n1"
        std::string node = {};
        double since = 0;   ///< when the first listing that said so was asked for
        double latest = 0;  ///< … and the last one
    };

    enum class Carrier { job, pilot };

    TrialKey key;
    Carrier carrier = Carrier::job;
    Phase phase = Phase::to_submit;
    double begun_at = 0;      ///< here, of the steady clock
    Index submission = 0;     ///< the current one
    double unsure_since = 0;  ///< when it was intended
    double submitted_at = 0;  ///< only listings that were asked for later tell of it
    bool unheard = false;     ///< an earlier program submitted it, and no listing has told of it yet
    std::string job = {};     ///< the one that evaluates it, as far as it is known
    std::string run = {};     ///< the newest one
    std::optional<double> running_since = std::nullopt;
    std::map<std::string, RunStart> starts = {};              ///< of all runs, each read once
    std::map<std::string, RunEnd> ends = {};                  ///< … and of those that have ended
    std::set<std::string> dismissed = {};                     ///< runs that Slurm has taken back
    std::optional<EvaluationFailure> verdict = std::nullopt;  ///< why it is asked to end
    bool cancel_wanted = false;
    bool withdrawn = false;   ///< before anybody had taken it
    double cancelled_at = 0;  ///< 0: nobody has yet been told
    std::optional<Suspicion> suspicion = std::nullopt;
    std::vector<std::string> losses = {};  ///< why earlier submissions came to nothing
    std::set<std::string> avoided = {};    ///< nodes on which the command cannot be run

    /// The end of the newest run; null while it runs, or before.
    [[nodiscard]] const RunEnd* end() const {
        const auto found = ends.find(run);
        return found == ends.end() ? nullptr : &found->second;
    }
};

}  // namespace sweetspot::slurm
