// The files by which the evaluator and its jobs talk to each other: NAME-work/slurm. What is written here is what a
// program that comes after a crash goes on from.
//
//   trial-7-1/          attempt 1 of trial 7: parameters.json, run.sh, and for every time it was handed to Slurm
//     submission-1      the name of the job, written before it is asked for
//     job-1             its number, written when Slurm has given it one
//     log-1             what the job itself printed, and what Slurm said of its end
//     run-12-0/         the work folder of an execution, by job 12 before any restart
//   runs/               7-1.12-0.started and 7-1.12-0.ended, each written by the job in one go
//   waiting/, taken/    of pilots: evaluations that wait, and those that a pilot has taken
//   stop/, excluded/    of pilots: evaluations to be ended, and nodes to leave
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::slurm {

/// An attempt of a trial; as a word "7-1".
struct TrialKey {
    Index number = 0;
    Index attempt = 1;

    [[nodiscard]] std::string word() const;
};

/// How an execution began, in the words of the job.
struct RunStart {
    std::string node;
    Index submission = 0;  ///< numbers of jobs may come again, those of submissions do not
};

/// How an execution ended, in the words of the job.
struct RunEnd {
    std::string run;  ///< "12-0"
    int status = 0;   ///< the shell's: above 128 a signal
    std::string node;
    double seconds = 0;  ///< by the clock of the node
    bool asked = false;  ///< it was asked to end, so this is not the point's own result
    bool can_run = true;
};

/// The job of a run "12-0".
[[nodiscard]] std::string job_of(const std::string& run);

/// The runs that the jobs have told of.
struct Runs {
    std::map<std::string, std::vector<std::string>> started;  ///< by the trial's key
    std::map<std::string, std::vector<std::string>> ended;
};

class Folder {
  public:
    /// Makes what is missing of it. Throws std::runtime_error with the path and the reason.
    explicit Folder(std::filesystem::path root);

    [[nodiscard]] const std::filesystem::path& root() const { return root_; }
    [[nodiscard]] std::filesystem::path script() const { return root_ / "job.sh"; }
    [[nodiscard]] std::filesystem::path control(const TrialKey& key) const { return root_ / ("trial-" + key.word()); }
    [[nodiscard]] std::filesystem::path work(const TrialKey& key, const std::string& run) const {
        return control(key) / ("run-" + run);
    }
    [[nodiscard]] std::filesystem::path log(const TrialKey& key, Index submission) const;

    /// Whether the attempt is here, with these parameters.
    [[nodiscard]] bool holds(const TrialKey& key, const std::string& parameters, const std::string& suffix) const;
    /// Makes its folder, all of it or none.
    void add(const TrialKey& key, const std::string& parameters, const std::string& suffix,
             const std::string& run_script);
    /// Nothing of it is left, its runs included.
    void forget(const TrialKey& key);

    /// The attempts that are here, in no order.
    [[nodiscard]] std::vector<TrialKey> keys() const;
    /// The last submission that was intended; 0: none.
    [[nodiscard]] Index last_submission(const TrialKey& key) const;
    void intend(const TrialKey& key, Index submission, const std::string& job_name);
    void submitted(const TrialKey& key, Index submission, const std::string& job);
    /// The name that was intended; empty if none was.
    [[nodiscard]] std::string intent(const TrialKey& key, Index submission) const;
    /// Empty if no number is known.
    [[nodiscard]] std::string job_of_submission(const TrialKey& key, Index submission) const;

    [[nodiscard]] Runs runs() const;
    [[nodiscard]] std::optional<RunEnd> end_of(const TrialKey& key, const std::string& run) const;
    [[nodiscard]] std::optional<RunStart> start_of(const TrialKey& key, const std::string& run) const;
    /// Seconds since the job has written that it began, by the clock of the file system alone.
    [[nodiscard]] double seconds_since_start(const TrialKey& key, const std::string& run) const;
    [[nodiscard]] double seconds_since_intent(const TrialKey& key, Index submission) const;

    // Of pilots.

    void offer(const TrialKey& key, Index submission);
    /// False if a pilot was faster, or it is not there.
    bool withdraw(const TrialKey& key, Index submission);
    void ask_to_stop(const TrialKey& key);
    void exclude(const std::string& node);
    /// Pilots that find nothing more leave at once; and no longer.
    void close();
    void open_again();
    struct Offered {
        std::vector<std::string> waiting;          ///< names of tasks
        std::map<std::string, std::string> taken;  ///< name of the task, run of the pilot
    };
    [[nodiscard]] Offered offered() const;
    /// A pilot that is gone has it no longer.
    void drop_taken(const TrialKey& key, Index submission);
    [[nodiscard]] static std::string task_name(const TrialKey& key, Index submission);

  private:
    void forget_runs(const TrialKey& key);
    void write(const std::filesystem::path& file, const std::string& text) const;
    [[nodiscard]] double age(const std::filesystem::path& file) const;

    std::filesystem::path root_;
};

}  // namespace sweetspot::slurm
