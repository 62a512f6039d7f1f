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

std::function<StopWish()> told_wish(const Interrupt& interrupt, const Evaluator& evaluator) {
    return [&interrupt, &evaluator, told = StopWish::go_on]() mutable {
        const StopWish wish = interrupt.wish();
        if (wish != told) {
            told = wish;
            const std::string sentence = stop_sentence(wish, evaluator.in_flight());
            if (!sentence.empty()) std::cerr << sentence << std::endl;
        }
        return wish;
    };
}

}  // namespace sweetspot::app
