// Which execution is that of the current submission, of all that have left files.
#pragma once

#include <string>

#include "study/slurm/flight.hpp"

namespace sweetspot::slurm {

/// Who has the evaluation: for pilots, by the files waiting/ and taken/.
struct Holder {
    bool waits = false;      ///< nobody
    std::string pilot = {};  ///< "12-0", job and restart; empty: nobody, or it is not a pilot's
};

/// The newest execution of the flight's current submission; empty: none has begun that counts. What was begun for
/// earlier submissions, by a pilot that has it no longer, or by a job that Slurm has taken back does not count.
[[nodiscard]] std::string current_run(const Flight& flight, const Holder& holder);

}  // namespace sweetspot::slurm
