// A libFuzzer target; SWEETSPOT_FUZZ_CHECK names the check of checks.hpp that it runs.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::string complaint = sweetspot::fuzz::SWEETSPOT_FUZZ_CHECK(text);
    if (complaint.empty()) return 0;
    std::fprintf(stderr, "finding: %s\n", complaint.c_str());
    std::abort();
}
