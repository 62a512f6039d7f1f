// The paper's toy example as a picture (SVG on standard output): a real search of 16 evaluations for the worst case of
// f(x) = sin(3πx³) - sin(8πx³) over x ± 0.1, with the true function and its true worst case behind it.
#include <sweetspot/search/optimizer.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numbers>

namespace {

constexpr double tolerance = 0.1;
constexpr double width = 760;
constexpr double height = 400;

double f(double x) {
    using std::numbers::pi;
    return std::sin(3 * pi * x * x * x) - std::sin(8 * pi * x * x * x);
}

double worst_case(double x) {
    double worst = f(x);
    for (int i = -200; i <= 200; ++i) worst = std::max(worst, f(x + tolerance * i / 200));
    return worst;
}

/// The lowest point of f, by scanning.
double lowest() {
    double best = 0;
    for (int i = 0; i <= 10000; ++i) best = f(i / 10000.0) < f(best) ? i / 10000.0 : best;
    return best;
}

double left(double x) {
    return 40 + (width - 60) * x;
}
double top(double y) {
    return 215 - 78 * y;
}

void curve(const std::function<double(double)>& g, double from, double to, const char* style) {
    std::cout << "<polyline fill=\"none\" " << style << " points=\"";
    for (int i = 0; i <= 300; ++i) {
        const double x = from + (to - from) * i / 300;
        std::cout << left(x) << "," << top(g(x)) << " ";
    }
    std::cout << "\"/>\n";
}

/// The region of a centre, the level of its worst case, and a dot at the centre's own value.
void region(double x, const char* colour, const char* label) {
    const double from = left(x - tolerance);
    const double to = left(x + tolerance);
    std::cout << "<rect x=\"" << from << "\" y=\"40\" width=\"" << to - from << "\" height=\"" << height - 80
              << "\" fill=\"" << colour << "\" fill-opacity=\"0.14\"/>\n<line x1=\"" << from << "\" x2=\"" << to
              << "\" y1=\"" << top(worst_case(x)) << "\" y2=\"" << top(worst_case(x)) << "\" stroke=\"" << colour
              << "\" stroke-width=\"3\"/>\n<circle cx=\"" << left(x) << "\" cy=\"" << top(f(x)) << "\" r=\"7\" fill=\""
              << colour << "\"/>\n<text x=\"" << left(x) << "\" y=\"30\" text-anchor=\"middle\" fill=\"" << colour
              << "\">" << label << ", worst " << std::setprecision(2) << worst_case(x) << std::setprecision(1)
              << "</text>\n";
}

}  // namespace

int main() {
    using namespace sweetspot;
    const Problem problem(Space({{"x", 0, 1}}), Norm::two, tolerance);
    const Result result = minimize(problem, [](const Vector& x) { return f(x[0]); }, {.initial = 8, .evaluations = 16});

    std::cout << std::fixed << std::setprecision(1) << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
              << width << " " << height << "\" font-family=\"sans-serif\" font-size=\"15\">\n<rect width=\"" << width
              << "\" height=\"" << height << "\" fill=\"white\"/>\n";
    region(lowest(), "#c0392b", "lowest point");
    region(result.best.x[0], "#1e8449", "sweet spot found");
    curve(worst_case, tolerance, 1 - tolerance, "stroke=\"#e67e22\" stroke-width=\"2\" stroke-dasharray=\"6 4\"");
    curve(f, 0, 1, "stroke=\"#2c3e50\" stroke-width=\"2.5\"");
    for (Index n = 0; n < result.outputs.size(); ++n) {
        std::cout << "<circle cx=\"" << left(result.inputs(0, n)) << "\" cy=\"" << top(result.outputs[n])
                  << "\" r=\"4\" fill=\"white\" stroke=\"#2c3e50\" stroke-width=\"1.5\"/>\n";
    }
    std::cout << "<text x=\"40\" y=\"388\" fill=\"#2c3e50\">f(x), evaluated at the circles</text>\n"
                 "<text x=\"300\" y=\"388\" fill=\"#e67e22\">worst f within x ± 0.1</text>\n</svg>\n";
}
