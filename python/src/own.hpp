// Members of families that are written in Python: objects with the methods of sweetspot/own.py, seen by the library as
// its own kind. They are called with the GIL, from whatever thread the engine uses; what they raise comes through.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "sweetspot/search/own_members.hpp"

namespace sweetspot::python {

namespace nb = nanobind;

/// A Python object that C++ may copy and drop without the GIL.
class Held {
  public:
    explicit Held(nb::object object);
    /// With the GIL.
    [[nodiscard]] nb::handle get() const { return *object_; }
    [[nodiscard]] bool has(const char* method) const;
    [[nodiscard]] std::string text(const char* attribute, std::string otherwise) const;

  private:
    std::shared_ptr<nb::object> object_;
};

[[nodiscard]] QualityPtr own_measure(nb::object object);
[[nodiscard]] KernelPtr own_kernel(nb::object object);
[[nodiscard]] SamplingRulePtr own_sampling_rule(nb::object object);
[[nodiscard]] DeviationLawPtr own_law(nb::object object);
[[nodiscard]] InitialDesignPtr own_design(nb::object object);
[[nodiscard]] MethodPtr own_method(nb::object object);
[[nodiscard]] std::shared_ptr<const RobustSet> own_robust_set(const nb::object& object);

/// {"measure": object, "kernel": object, …}; what is not there is as described.
[[nodiscard]] OwnMembers own_members(const nb::dict& objects);

void bind_own(nb::module_& m);

}  // namespace sweetspot::python
