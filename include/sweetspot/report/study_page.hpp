// The report of a study: its answer, what robustness costs, how the search went, what the model has learnt, every trial
// and all that is needed to repeat it.
#pragma once

#include <string>
#include <vector>

#include "sweetspot/page/page.hpp"
#include "sweetspot/report/kept_files.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

struct StudyPageOptions {
    int threads = 1;           ///< the page does not depend on it
    std::string version = {};  ///< of the program, for the settings; empty: not told
    std::string now = {};      ///< date and time as text, for the settings; empty: not told
    /// How the page answers questions about other tolerances: by a server, or by a grid of answers, for a file; that
    /// takes some seconds.
    enum class Ask { server, grid } ask = Ask::server;
    std::string file = {};  ///< the study as the user named it, for commands to copy; empty: NAME.toml
    std::vector<KeptFiles> kept = {};
};

/// The report as a page, a pure function of its arguments. Headings and the ids of figures stay the same while a study
/// grows, so that a live page can be updated figure by figure; what there is no data for yet is a sentence. Of more
/// than 500 trials the model takes a selection, and the page says so.
[[nodiscard]] Page study_page(const Study& study, const StudyView& view, const StudyPageOptions& options);

}  // namespace sweetspot
