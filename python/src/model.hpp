// What Python sees of a fitted model: the model of a search in the user's units, and what own rules and methods are
// given.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>

#include "search.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot::python {

/// A fitted model with the search that it is of.
struct Model {
    std::shared_ptr<const Search> search;
    std::shared_ptr<const RegionModel> regions;
    std::vector<LimitModel> limits = {};
};

/// What a sampling rule of the user's own is given.
struct OwnRegion {
    std::shared_ptr<const GaussianProcess> gp;
    RobustSet robust_set;
    Vector x_prime;
    Points points;
};

struct ScaledModel {
    std::shared_ptr<const GaussianProcess> gp;
};

/// What a method of the user's own is given, as long as its call lasts.
class OwnSituation {
  public:
    explicit OwnSituation(const Situation& situation) : situation_(&situation) {}

    void end() { situation_ = nullptr; }
    const Situation& operator*() const {
        if (situation_ == nullptr) {
            throw std::invalid_argument("the situation has passed; use it within propose or recommend only");
        }
        return *situation_;
    }
    const Situation* operator->() const { return &**this; }

  private:
    const Situation* situation_;
};

void bind_model(nanobind::module_& m);

}  // namespace sweetspot::python
