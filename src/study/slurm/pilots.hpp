// Jobs that take one evaluation after another: how many there are, how many are to be sent, and when that is in vain.
#pragma once

#include <string>
#include <vector>

#include "study/slurm/commands.hpp"
#include "study/slurm/current_run.hpp"
#include "study/slurm/flight.hpp"
#include "study/slurm/folder.hpp"
#include "study/slurm/options.hpp"
#include "study/slurm/states.hpp"

namespace sweetspot::slurm {

class Pilots {
  public:
    /// All of them live as long as this object. `name` is that of their jobs.
    Pilots(const SlurmOptions& options, Folder& folder, std::vector<Flight>& flights, std::string name)
        : options_(options), folder_(folder), flights_(flights), name_(std::move(name)) {}

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Whether the study asks for pilots.
    [[nodiscard]] bool wanted() const { return options_.slurm.pilots > 0; }

    /// Reads who has what; before the runs, so that what ends meanwhile is found there.
    void look();
    [[nodiscard]] Holder holder_of(const Flight& flight) const;
    /// Somebody has taken an evaluation, so they are not sent in vain.
    void are_at_work() { in_vain_ = 0; }

    [[nodiscard]] bool are_counted() const { return counted_at_ >= 0; }
    /// Counts those of a listing; gives the jobs of those that are held, to be cancelled.
    [[nodiscard]] std::vector<std::string> count(const std::vector<ListedJob>& jobs, double asked_at);

    /// How many are to be sent now.
    [[nodiscard]] Index missing() const;
    [[nodiscard]] bool are_sent_in_vain() const;
    [[nodiscard]] JobRequest request(Index missing, const std::vector<std::string>& excluded) const;
    void were_sent(Index count);
    /// It is not known whether they were.
    void may_have_been_sent() { counted_at_ = -1; }

    /// Nobody will take what waits.
    void give_up(const std::string& why);
    /// Why, if they are sent in vain.
    [[nodiscard]] std::string why_in_vain() const;

  private:
    const SlurmOptions& options_;
    Folder& folder_;
    std::vector<Flight>& flights_;
    std::string name_;
    Folder::Offered offered_ = {};
    Index alive_ = 0;
    double counted_at_ = -1;  ///< below 0: not since they were last sent
    Index in_vain_ = 0;       ///< how many were sent without one taking anything
};

}  // namespace sweetspot::slurm
