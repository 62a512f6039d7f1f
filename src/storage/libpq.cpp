#include "storage/libpq.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace sweetspot::storage {
namespace {

constexpr auto library = "libpq.so.5";

template <class Function>
void find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function != nullptr) return;
    throw std::runtime_error(fmt::format("{} has no {}; install a libpq5 of PostgreSQL 12 or later", library, name));
}

Libpq loaded() {
    // It stays until the program ends: what it has set up for TLS is not meant to be taken down.
    void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        throw std::runtime_error(
            "storage = \"postgresql://…\" needs PostgreSQL's client library, which is not there; install libpq5");
    }
    Libpq functions;
#define SWEETSPOT_FIND(name) find(handle, #name, functions.name);
    SWEETSPOT_LIBPQ(SWEETSPOT_FIND)
#undef SWEETSPOT_FIND
    return functions;
}

}  // namespace

const Libpq& libpq() {
    static const Libpq functions = loaded();
    return functions;
}

}  // namespace sweetspot::storage
