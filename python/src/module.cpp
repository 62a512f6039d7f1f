// The extension module sweetspot._core: the library as the package sweetspot uses it.
#include <nanobind/nanobind.h>

#include <exception>
#include <stdexcept>

#include "model.hpp"
#include "modules.hpp"
#include "own.hpp"
#include "search.hpp"
#include "sweetspot/base/errors.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

/// A caller's mistake is a ValueError with the sentence, without the class that found it.
void translate(const std::exception_ptr& error, void* /*payload*/) {
    try {
        std::rethrow_exception(error);
    } catch (const std::invalid_argument& mistake) {
        PyErr_SetString(PyExc_ValueError, sentence_of(mistake).c_str());
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
    m.def("_wait", [] {
        const nanobind::gil_scoped_release released;
        wait_for_left_behind();
    });
}
