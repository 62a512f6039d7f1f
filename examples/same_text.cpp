// same_text EXPECTED ACTUAL: succeeds when both files hold the same words, and numbers that differ by at most 0.25 or 5
// %. Last bits differ between instruction sets, and a search amplifies them: its output is the same to the eye, not to
// the letter.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

std::string read(const char* path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string expected = read(argv[1]);
    const std::string actual = read(argv[2]);
    const char* e = expected.c_str();
    const char* a = actual.c_str();
    while (*e != 0 || *a != 0) {
        char* e_end = nullptr;
        char* a_end = nullptr;
        const double x = std::strtod(e, &e_end);
        const double y = std::strtod(a, &a_end);
        const bool numbers = e_end != e && a_end != a;
        if (numbers ? std::abs(x - y) > std::max(0.25, 0.05 * std::abs(x)) : *e != *a) {
            std::cerr << "expected: " << std::string(e).substr(0, 60) << "\nactual:   " << std::string(a).substr(0, 60)
                      << "\n";
            return 1;
        }
        e = numbers ? e_end : e + 1;
        a = numbers ? a_end : a + 1;
    }
    return 0;
}
