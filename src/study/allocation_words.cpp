#include "study/allocation_words.hpp"

#include "base/number_text.hpp"

namespace sweetspot {

std::string worst_words(const AllocatedTolerances& found) {
    return number_text_within(found.worst, (found.upper - found.lower) / 2);
}

std::string interval_words(const AllocatedTolerances& found) {
    return interval_text(found.lower, found.upper);
}

std::string expected_words(const AllocatedLimit& other) {
    if (!other.interval) return number_text(other.expected);
    return number_text_within(other.expected, (other.interval->upper - other.interval->lower) / 2);
}

std::string interval_words(const AllocatedLimit& other) {
    return other.interval ? interval_text(other.interval->lower, other.interval->upper) : "–";
}

}  // namespace sweetspot
