// What must hold of a suggestion for any state: a point inside the box, or one sentence.
#pragma once

#include <string>

#include "random_states/draw_state.hpp"

namespace sweetspot::random_states {

struct Verdict {
    enum class Kind {
        point,      ///< a suggestion inside the box
        refused,    ///< one sentence: a mistake in the state
        breakdown,  ///< one sentence: the numbers broke down
        wrong,      ///< what must not be
    } kind;
    std::string text = {};  ///< the sentence, or what is wrong
};

/// Reads the state, suggests, and looks at what comes out. `best_as_well`: the best-so-far centre is asked for too.
enum class Asked { suggestion, best_as_well };
[[nodiscard]] Verdict verdict_of(const DrawnState& drawn, Asked asked);

/// What is wrong with a suggestion that differs between one thread and several; empty if none does.
[[nodiscard]] std::string complaint_of_threads(const DrawnState& drawn);

/// What keeps these words from being one sentence for people; empty if nothing does.
[[nodiscard]] std::string sentence_complaint(const std::string& sentence);

}  // namespace sweetspot::random_states
