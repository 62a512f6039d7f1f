#include "apps/sweetspot/study/asked_to_stop.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace sweetspot::app {

std::string stop_sentence(StopWish wish, const std::vector<Index>& in_flight) {
    if (wish == StopWish::go_on || in_flight.empty()) return "";
    const bool one = in_flight.size() == 1;
    const std::string trials = fmt::format("trial{} {}", one ? "" : "s", fmt::join(in_flight, ", "));
    if (wish == StopWish::finish) {
        return fmt::format("stopping when {} {} finished; Ctrl-C again ends {} now", trials, one ? "is" : "are",
                           one ? "it" : "them");
    }
    return fmt::format("ending {}, to be evaluated again next time; Ctrl-C again ends everything at once", trials);
}

std::string left_sentence(std::size_t in_flight, const std::string& study) {
    if (in_flight == 0) return "";
    const bool one = in_flight == 1;
    return fmt::format("{} in the cluster; sweetspot run {} collects {}, sweetspot run {} --cancel ends {}",
                       one ? "1 job goes on" : fmt::format("{} jobs go on", in_flight), study, one ? "it" : "them",
                       study, one ? "it" : "them");
}

std::function<StopWish()> told_wish(const Interrupt& interrupt, const Evaluator& evaluator, const std::string& study) {
    return [&interrupt, &evaluator, &study, told = StopWish::go_on]() mutable {
        const StopWish wish = interrupt.wish();
        if (wish == told) return wish;
        const bool first = told == StopWish::go_on;
        told = wish;
        const std::vector<Index> in_flight = evaluator.in_flight();
        std::string sentence;
        if (!evaluator.outlives_program()) sentence = stop_sentence(wish, in_flight);
        if (evaluator.outlives_program() && first) sentence = left_sentence(evaluator.outliving().size(), study);
        if (!sentence.empty()) std::cerr << sentence << std::endl;
        return wish;
    };
}

}  // namespace sweetspot::app
