// An experiment as its spec file describes it: problems x dimensions x norms x methods x repeats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/run.hpp"

namespace sweetspot {

/// Every combination is run. A problem that exists in one dimension only is run in that one, whatever `dimensions`
/// says.
struct ExperimentSpec {
    std::string name;
    std::string profile = "default";
    std::vector<std::string> problems;
    std::vector<Index> dimensions;
    std::vector<Norm> norms;  ///< none: the norm of the problem's own region, 2 for a problem without one
    std::vector<std::string> methods;
    Index repeats = 30;
    Index evaluations = 100;
    Index score_every = 1;
    std::uint64_t seed = 1;

    friend bool operator==(const ExperimentSpec&, const ExperimentSpec&) = default;
};

/// Reads the TOML text of a spec; a mistake is refused with `where`, its line and the remedy.
[[nodiscard]] ExperimentSpec read_spec(std::string_view text, const std::string& where);

/// The norms in which a problem of the experiment is run.
[[nodiscard]] std::vector<Norm> norms_of(const ExperimentSpec& spec, const Benchmark& benchmark);

/// The runs of an experiment, all methods of a repeat together and repeats outermost, so that an unfinished experiment
/// is a smaller one of the same shape.
[[nodiscard]] std::vector<RunKey> runs_of(const ExperimentSpec& spec);

}  // namespace sweetspot
