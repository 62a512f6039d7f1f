// The extension module sweetspot._core: the library as the package sweetspot uses it.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <stdexcept>
#include <string>

#include "model.hpp"
#include "modules.hpp"
#include "own.hpp"
#include "search.hpp"
#include "sweetspot/base/errors.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

/// Without the class in front: "Template: the size is 0" is about the size.
std::string without_class(std::string sentence) {
    const std::size_t colon = sentence.find(": ");
    if (colon == std::string::npos || std::isupper(static_cast<unsigned char>(sentence[0])) == 0) return sentence;
    const auto is_of_a_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == ':' || c == '_'; };
    const bool is_class =
        std::all_of(sentence.begin(), sentence.begin() + static_cast<std::ptrdiff_t>(colon), is_of_a_name);
    return is_class ? sentence.substr(colon + 2) : sentence;
}

/// A caller's mistake is a ValueError with the sentence, without the class that found it.
void translate(const std::exception_ptr& error, void* /*payload*/) {
    try {
        std::rethrow_exception(error);
    } catch (const std::invalid_argument& mistake) {
        PyErr_SetString(PyExc_ValueError, without_class(sentence_of(mistake)).c_str());
    }
}

}  // namespace
}  // namespace sweetspot::python

NB_MODULE(_core, m) {
    using namespace sweetspot::python;
    m.doc() = "The engine of sweetspot; use the package sweetspot.";
    m.attr("version") = SWEETSPOT_VERSION;
    nanobind::set_leak_warnings(false);  // what is alive at the end of a process is no leak
    nanobind::register_exception_translator(translate);
    bind_search(m);
    bind_model(m);
    bind_own(m);
    bind_families(m);
    bind_problems(m);
    bind_statistics(m);
    bind_experiment(m);
    bind_study(m);
    m.def(
        "_wait",
        [](bool by_signal) {
            const nanobind::gil_scoped_release released;
            wait_for_left_behind(by_signal ? End::by_signal : End::in_order);
        },
        nanobind::arg("by_signal"));
}
