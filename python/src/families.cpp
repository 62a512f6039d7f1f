// The families of members that are chosen by name, with their settings: for lists, and to check a choice when it is
// made.
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/number_text.hpp"
#include "modules.hpp"
#include "sweetspot/design/initial_design.hpp"
#include "sweetspot/gp/kernel.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/robust/deviation_law.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::python {
namespace {

constexpr int shown_digits = 6;

nb::object object_of(const SettingValue& value) {
    return std::visit([](const auto& v) { return nb::cast(v); }, value);
}

/// A flag is a whole number too in Python, so it is asked for first.
SettingValue value_from(nb::handle value, const std::string& name) {
    if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
    if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
    if (PyIndex_Check(value.ptr())) return nb::cast<std::int64_t>(nb::int_(nb::borrow(value)));
    if (PyObject_HasAttrString(value.ptr(), "__float__") != 0) return nb::cast<double>(nb::float_(nb::borrow(value)));
    throw std::invalid_argument("the setting \"" + name + "\" must be a number, True or False, or a word");
}

nb::dict dict_of(const Setting& setting) {
    nb::dict result;
    result["name"] = setting.name;
    result["summary"] = setting.summary;
    result["allowed"] = setting.allowed();
    result["default"] = setting.shown_standard();
    result["required"] = setting.required;
    return result;
}

template <class Family>
nb::list list_of(const Family& family) {
    nb::list result;
    for (const auto& member : family.members()) {
        nb::dict entry;
        entry["name"] = member.name;
        entry["summary"] = member.summary;
        nb::list settings;
        for (const Setting& setting : member.settings) settings.append(dict_of(setting));
        entry["settings"] = settings;
        result.append(entry);
    }
    return result;
}

template <class Family>
nb::dict checked(const Family& family, const std::string& name, const nb::dict& given) {
    const Settings settings = settings_from(given);
    const auto& member = family.named(name);
    const Settings all = complete(settings, member.settings, family.what() + " \"" + name + "\"");
    nb::dict result;
    for (const auto& [key, value] : settings.values()) result[key.c_str()] = object_of(all.values().at(key));
    return result;
}

/// Calls `use` with the family of that name.
template <class Use>
auto with_family(const std::string& what, const Use& use) {
    if (what == "measure") return use(measure_family());
    if (what == "law") return use(law_family());
    if (what == "kernel") return use(kernel_family());
    if (what == "sampling") return use(sampling_rule_family());
    if (what == "maximiser") return use(maximiser_family());
    if (what == "design") return use(initial_design_family());
    if (what == "method") return use(method_family());
    const std::vector<std::string> known = {"measure", "law", "kernel", "sampling", "maximiser", "design", "method"};
    throw std::invalid_argument(unknown_name("family", what, known));
}

}  // namespace

Settings settings_from(const nb::dict& given) {
    Settings settings;
    for (const auto [key, value] : given) {
        const auto word = nb::cast<std::string>(key);
        settings.set(word, value_from(value, word));
    }
    return settings;
}

void bind_families(nb::module_& m) {
    m.def(
        "members",
        [](const std::string& what) { return with_family(what, [](const auto& family) { return list_of(family); }); },
        nb::arg("family"));
    m.def(
        "checked",
        [](const std::string& what, const std::string& name, const nb::dict& settings) {
            return with_family(what, [&](const auto& family) { return checked(family, name, settings); });
        },
        nb::arg("family"), nb::arg("name"), nb::arg("settings"),
        "The settings as the member has them; a wrong one is refused with what is allowed.");
    m.def(
        "unknown_name",
        [](const std::string& what, const std::string& given, const std::vector<std::string>& known) {
            return unknown_name(what, given, known);
        },
        nb::arg("what"), nb::arg("given"), nb::arg("known"));
    m.def(
        "number_text", [](double value) { return number_text(value, shown_digits); }, nb::arg("value"));
    m.def("number_text_within", &number_text_within, nb::arg("value"), nb::arg("uncertainty"));
    m.def("interval_text", &interval_text, nb::arg("lower"), nb::arg("upper"));
    m.def("model_settings", [] {
        nb::list result;
        for (const Setting& setting : model_settings()) result.append(dict_of(setting));
        return result;
    });
}

}  // namespace sweetspot::python
