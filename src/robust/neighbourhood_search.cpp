#include "robust/neighbourhood_search.hpp"

#include <utility>

namespace sweetspot {

Minimum descend_through_regions(const Neighbourhood& neighbourhood, const Vector& start,
                                const std::function<Minimum(const Projection& project, const Vector& start)>& within) {
    constexpr int most_regions = 4;
    if (neighbourhood.reachable().empty()) {
        const Box box = neighbourhood.levels().held(neighbourhood.centres(), start);
        return within([&](const Vector& x) -> Vector { return box.clamp(x); }, start);
    }
    Minimum found;
    Index n = neighbourhood.nearest(start);
    for (int region = 0; region < most_regions; ++region) {
        const Projection project = [&](const Vector& x) { return neighbourhood.project(x, n); };
        Minimum end = within(project, region == 0 ? start : found.x);
        if (region > 0 && !(end.value < found.value)) break;
        found = std::move(end);
        const Index next = neighbourhood.nearest(found.x);
        if (next == n) break;
        n = next;
    }
    return found;
}

}  // namespace sweetspot
