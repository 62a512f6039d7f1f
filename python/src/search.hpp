// A search as Python describes it: the words of a study file as JSON, and members of families written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "sweetspot/search/own_members.hpp"
#include "working.hpp"

namespace sweetspot::python {

/// An immutable value that several optimizers and models share.
struct Search {
    SearchDescription description;
    OwnMembers own;
    Problem problem;

    /// What the engine may do besides computing.
    [[nodiscard]] Calls calls() const;
};

[[nodiscard]] std::shared_ptr<const Search> search_of(const std::string& json, const nanobind::dict& own);

void bind_search(nanobind::module_& m);

}  // namespace sweetspot::python
