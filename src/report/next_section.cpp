// What to do now, with the commands to copy.
#include "report/next_steps.hpp"
#include "report/sections.hpp"

namespace sweetspot::study_report {

Section next_section(const Study& study, const StudyView& view, const Modelled* m, const StudyPageOptions& options) {
    return {"What next", {Commands{next_steps(study, view, m == nullptr ? nullptr : &m->answer, options.file)}}};
}

}  // namespace sweetspot::study_report
