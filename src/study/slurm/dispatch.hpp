// Talks to Slurm about the evaluations in flight: hands them over, asks for all of them at once now and then, has them
// ended. What it learns stands in the flights; what that means for a result is decided by verdict.hpp.
#pragma once

#include <string>
#include <vector>

#include "study/slurm/controller.hpp"
#include "study/slurm/flight.hpp"
#include "study/slurm/folder.hpp"
#include "study/slurm/node_health.hpp"
#include "study/slurm/options.hpp"
#include "study/slurm/pilots.hpp"
#include "study/slurm/states.hpp"

namespace sweetspot::slurm {

class Dispatch {
  public:
    /// All of them live as long as this object.
    Dispatch(const SlurmOptions& options, Folder& folder, std::vector<Flight>& flights);

    /// Takes in what the jobs have written; cheap.
    void look_at_files();
    /// Takes an answer in and asks for the next thing, if there is something to ask and it is time.
    void talk();
    /// Talks until there is nothing more to ask at the moment, or the seconds are over.
    void talk_for(double seconds);
    /// Waits for the command that runs, so that none is cut short.
    void settle() { controller_.settle(); }
    /// For poll(); -1 if nothing is asked.
    [[nodiscard]] int descriptor() const { return controller_.descriptor(); }

    /// The next submission of a flight: to Slurm, or to the pilots.
    void submit_anew(Flight& flight);
    /// One of the study's jobs was taken once, by an earlier program, so what is refused now may be taken later.
    void was_taken_before() { submitted_any_ = true; }
    /// A job whose evaluation an earlier one has brought to its end after all.
    void end_job(const std::string& job) { replaced_.push_back(job); }
    /// The same for one that is given up although Slurm has not: it was interrupted, or is held.
    void end_what_may_come_back(const Flight& flight);
    /// Asks a flight that has a verdict to end.
    void have_ended(Flight& flight);
    /// What an earlier program has left of an attempt ends; throws if Slurm does not take the order.
    void abandon(const TrialKey& key);

    /// Ends the study's pilots: all of them, or those that have not begun.
    enum class WhichPilots { all, waiting };
    void end_pilots(WhichPilots which);

    /// The name of the job, unique over studies: a hash of the work folder is in it.
    [[nodiscard]] std::string job_name(const TrialKey& key, Index submission) const;
    [[nodiscard]] NodeHealth& health() { return health_; }
    [[nodiscard]] const Folder& folder() const { return folder_; }

  private:
    [[nodiscard]] bool cancel_some();
    [[nodiscard]] bool list_jobs();
    [[nodiscard]] bool judge_node();
    [[nodiscard]] bool submit_one();
    [[nodiscard]] bool send_pilots();

    [[nodiscard]] bool needs_listing(const Flight& flight, double now) const;
    void hear_submission(const std::string& key, Index submission, const Answer& answer);
    void hear_refusal(Flight& flight, const std::string& why);
    void hear_nodes(const std::string& node, const Answer& answer);
    void hear_listing(const Answer& answer);
    void hear_of(Flight& flight, const std::vector<ListedJob>& jobs, double asked_at);
    void find_by_name(Flight& flight, const std::vector<ListedJob>& jobs, double asked_at);
    void hear_state(Flight& flight, const ListedJob* listed, double asked_at);
    void follow_run(Flight& flight, const std::string& run);
    void suspect(Flight& flight, Flight::Suspicion suspicion);
    [[nodiscard]] Flight* find(const std::string& key);
    void take_in(Flight& flight, const Runs& runs);

    const SlurmOptions& options_;
    Folder& folder_;
    std::vector<Flight>& flights_;
    Commands commands_;
    Controller controller_;
    NodeHealth health_;
    std::string prefix_;
    double next_listing_ = 0;
    bool submitted_any_ = false;
    std::vector<std::string> replaced_;  ///< jobs in whose place others have been submitted
    Pilots pilots_;
    double next_judgement_ = 0;  ///< of a node
    bool judgement_refused_ = false;
};

}  // namespace sweetspot::slurm
