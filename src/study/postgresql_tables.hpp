// The form in which PostgreSQL keeps studies: the tables, and a trial as a row and back.
#pragma once

#include <string>
#include <vector>

#include "storage/postgres_schema.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::postgresql {

/// Vectors are bytes of 64-bit floating-point numbers; times are seconds since 1970 by the server's clock.
[[nodiscard]] const storage::ServerSchema& schema();

/// What a trial's row has beside the trial.
struct StoredTrial {
    Trial trial;
    std::string process = {};  ///< who has it while it runs
    std::string mark = {};     ///< of the last change by which somebody got it
    bool has_run_out = false;  ///< the lease of one that runs
};

/// The columns that trial_in() reads, of a table `t`. `lease` names the parameter that holds a lease's seconds.
[[nodiscard]] std::string columns(std::string_view lease);
/// Whether the lease of a row `t` has run out: given back, or past by the server's clock. A server that has just been
/// started gives everybody the time of a lease to come back.
[[nodiscard]] std::string has_run_out(std::string_view lease);
/// The row's columns from `first` on.
[[nodiscard]] StoredTrial trial_in(const storage::ServerRows& rows, int row, int first);

/// The columns of a trial's outcome, from state to work directory, and their values.
[[nodiscard]] const std::vector<std::string>& outcome_columns();
[[nodiscard]] std::vector<storage::ServerValue> outcome_values(const Trial& trial);
/// The columns of what is known of it from the beginning, and their values.
[[nodiscard]] const std::vector<std::string>& asked_columns();
[[nodiscard]] std::vector<storage::ServerValue> asked_values(const Trial& trial);

}  // namespace sweetspot::postgresql
