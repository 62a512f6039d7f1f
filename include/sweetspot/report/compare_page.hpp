// Studies side by side on one page: nominal against robust, before and after a tolerance was changed.
#pragma once

#include <span>
#include <string>

#include "sweetspot/page/page.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

struct ComparedStudy {
    Study study;
    StudyView view;
    std::string file;  ///< as the user named it; tells apart two of the same name
};

struct ComparePageOptions {
    int threads = 1;           ///< the page does not depend on it
    std::string version = {};  ///< of the program; empty: not told
    std::string now = {};      ///< date and time as text; empty: not told
};

/// The answers of two to eight studies, what differs between their descriptions, their regions, how they converged, and
/// each answer judged by the model and the region of each other study, as far as they can be compared: what cannot is a
/// sentence. A pure function.
[[nodiscard]] Page compare_page(std::span<const ComparedStudy> studies, const ComparePageOptions& options);

}  // namespace sweetspot
