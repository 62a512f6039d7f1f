// What a run says when it is asked to stop: what is waited for, and what the next Ctrl-C does.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "apps/sweetspot/terminal/interrupt.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {

/// The sentence for people; empty where nothing runs that could be waited for.
[[nodiscard]] std::string stop_sentence(StopWish wish, const std::vector<Index>& in_flight);

/// The sentence where what runs goes on without this program; `study` is the file's name.
[[nodiscard]] std::string left_sentence(std::size_t in_flight, const std::string& study);

/// The wish of the interrupt, for RunnerOptions::stop; each new one is answered on standard error once. All arguments
/// must live as long as it is used.
[[nodiscard]] std::function<StopWish()> told_wish(const Interrupt& interrupt, const Evaluator& evaluator,
                                                  const std::string& study);

}  // namespace sweetspot::app
