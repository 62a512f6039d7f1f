// The list of the paper's problems and of those for many parameters, in the order they are listed to people: a new one
// is one file and one line here.
// The bench beyond the paper, family by family, is in problems/bench.
#pragma once

#include "sweetspot/problems/benchmark.hpp"

#define SWEETSPOT_PROBLEMS(member)                                                                                  \
    member(make_toy) member(make_bumped_bowl) member(make_levy03) member(make_styblinski_tang)                      \
        member(make_robust_problem_4) member(make_stepped_sphere) member(make_quintic) member(make_bertsimas)       \
            member(make_push4) member(make_push8) member(make_levy03_printed) member(make_robust_problem_4_printed) \
                member(make_quintic_printed) member(make_bump_few) member(make_bump_shared) member(make_bump_each)  \
                    member(make_square_each)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] BenchmarkPtr member();
SWEETSPOT_PROBLEMS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
