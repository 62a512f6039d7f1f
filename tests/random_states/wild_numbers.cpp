#include "random_states/wild_numbers.hpp"

namespace sweetspot::random_states {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

double with_sign(Rng& rng, double size) {
    return chance(rng, 0.5) ? size : -size;
}

std::pair<double, double> linear_bounds(Rng& rng) {
    switch (rng.below(8)) {
        case 0:
            return {0, power_of_ten(rng, -300, 300)};
        case 1: {  // far off 0, as narrow as can be
            const double lower = with_sign(rng, power_of_ten(rng, -18, 18));
            double upper = lower;
            for (auto steps = 1 + rng.below(50); steps > 0; --steps) upper = std::nextafter(upper, largest);
            return {lower, upper};
        }
        case 2:
            return {-largest / 2, largest / 2};
        case 3:
            return {0, chance(rng, 0.9) ? power_of_ten(rng, -299, -290) : smallest * 1000};
        case 4:
            return {-power_of_ten(rng, -300, 300), power_of_ten(rng, -300, 300)};
        case 5: {
            const double centre = with_sign(rng, power_of_ten(rng, -18, 18));
            const double half = std::abs(centre) * power_of_ten(rng, -15, 2);
            return {centre - half, centre + half};
        }
        default:
            return {-power_of_ten(rng, -18, 18), power_of_ten(rng, -18, 18)};
    }
}

std::pair<double, double> logarithmic_bounds(Rng& rng) {
    const double lower = power_of_ten(rng, -300, 290);
    const double factor = 1 + power_of_ten(rng, -15, chance(rng, 0.5) ? 2 : 300);
    return {lower, std::min(lower * factor, largest)};
}

/// One value of an objective, by a law that all of a state share.
double value_of(Rng& rng, std::uint64_t law, double scale, double offset) {
    switch (law) {
        case 0:
            return offset;
        case 1:
            return offset + scale * rng.normal();
        case 2:
            return with_sign(rng, power_of_ten(rng, -300, 300));
        case 3:
            return chance(rng, 0.1) ? with_sign(rng, 1e18 * scale) : scale * rng.normal();
        case 4:
            return chance(rng, 0.5) ? offset : offset + scale;
        case 5:
            return chance(rng, 0.3) ? with_sign(rng, largest) : scale * rng.normal();
        case 6:
            return smallest * static_cast<double>(rng.below(3));
        default:
            return scale * std::exp(5 * rng.normal());
    }
}

}  // namespace

double wild_number(Rng& rng) {
    static const std::vector<double> corners = {0,
                                                -0.0,
                                                1,
                                                -1,
                                                0.5,
                                                2,
                                                smallest,
                                                -smallest,
                                                std::numeric_limits<double>::min(),
                                                std::numeric_limits<double>::epsilon(),
                                                1 - std::numeric_limits<double>::epsilon() / 2,
                                                largest,
                                                -largest,
                                                9007199254740993.0,
                                                1e-300,
                                                1e300};
    switch (rng.below(3)) {
        case 0:
            return one_of_these(rng, corners);
        case 1:
            return with_sign(rng, power_of_ten(rng, -300, 300));
        default:
            return with_sign(rng, power_of_ten(rng, -18, 18));
    }
}

std::pair<double, double> draw_bounds(Rng& rng, Scale scale, Numbers numbers) {
    if (numbers == Numbers::tame || chance(rng, 0.4)) return {scale == Scale::log ? 1 : -1, 10};
    const auto [lower, upper] = scale == Scale::log ? logarithmic_bounds(rng) : linear_bounds(rng);
    if (!(lower < upper)) return {1, 10};
    return {lower, upper};
}

double draw_between(Rng& rng, double lower, double upper, Scale scale, Numbers numbers,
                    const std::vector<double>& seen) {
    const double uniform = rng.uniform();
    double x = scale == Scale::log ? std::exp(std::log(lower) + uniform * (std::log(upper) - std::log(lower)))
                                   : lower + uniform * (upper - lower);
    if (numbers == Numbers::wild) {
        const double before = seen.empty() ? x : one_of_these(rng, seen);
        switch (rng.below(12)) {
            case 0:
                x = lower;
                break;
            case 1:
                x = upper;
                break;
            case 2:
                x = before;
                break;
            case 3:
                x = std::nextafter(before, chance(rng, 0.5) ? lower : upper);
                break;
            case 4:
                x = before + (upper - lower) * power_of_ten(rng, -18, 0);
                break;
            case 5:
                x = std::nextafter(chance(rng, 0.5) ? lower : upper, before);
                break;
            default:
                break;
        }
    }
    return std::clamp(x, lower, upper);
}

std::vector<double> draw_values(Rng& rng, std::size_t count, Numbers numbers) {
    const std::uint64_t law = numbers == Numbers::tame ? 1 : rng.below(chance(rng, 0.4) ? 2 : 8);
    const double scale = numbers == Numbers::tame ? 1 : power_of_ten(rng, -18, 18);
    const double offset = numbers == Numbers::tame ? 0 : chance(rng, 0.5) ? 0 : scale * power_of_ten(rng, -3, 18);
    std::vector<double> values;
    while (values.size() < count) values.push_back(value_of(rng, law, scale, offset));
    return values;
}

}  // namespace sweetspot::random_states
