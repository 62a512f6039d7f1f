// The study of the documentation, as short as it can be and with every table.
#pragma once

#include <string>

namespace sweetspot::support {

inline const std::string shortest_study = R"([study]
name = "bracket"

[[parameter]]
name = "width"
bounds = [1.0, 10.0]
tolerance = 0.2

[[parameter]]
name = "height"
bounds = [2.0, 20.0]
tolerance = "5%"
)";

inline const std::string full_study = shortest_study + R"(
[region]
norm = 2
[measure]
kind = "worst"
[objective]
command = ["./simulate", "{params}", "{results}"]
format = "json"
timeout = 3600
parallel = 4
on_failure = { retry = 2, then = "avoid" }
[budget]
evaluations = 100
[method]
name = "bayesian-robust-search"
sampling = "most-uncertain"
)";

}  // namespace sweetspot::support
