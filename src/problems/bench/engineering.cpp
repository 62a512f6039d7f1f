// The family `engineering`: five cheap models from textbooks, two designs each.
//
// All worst cases of the family are searched, not proven (region_search.hpp).
#include <algorithm>

#include "problems/bench/members.hpp"

namespace sweetspot {

std::vector<BenchmarkPtr> engineering_problems() {
    std::vector<BenchmarkPtr> all;
    for (const auto& members : {make_coatings(), make_dampers(), make_beams(), make_ladders(), make_arrays()}) {
        all.insert(all.end(), members.begin(), members.end());
    }
    return all;
}

}  // namespace sweetspot
