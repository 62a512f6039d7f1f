#include "random_states/draw_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

namespace sweetspot::random_states {
namespace {

constexpr std::array names_of_choices = {"steel", "brass", "oak", "ash", "glass", "tin"};
constexpr double largest_whole = 9007199254740992;

/// Of the half width, or of what leaves a nominal value in the bounds: from nothing over usual to the whole.
double share_of_room(Draw& draw) {
    if (draw.numbers == Numbers::tame) return 0.1;
    switch (draw.number.below(8)) {
        case 0:
            return 1;
        case 1:
            return 1 - power_of_ten(draw.number, -16, -10);
        case 2:
            return power_of_ten(draw.number, chance(draw.number, 0.1) ? -18 : -11, 0);
        case 3:
            return 1 + power_of_ten(draw.number, -16, 0);
        case 4:
            return chance(draw.number, 0.1) ? 1e-300 : 0.1;
        default:
            return draw.number.uniform();
    }
}

void draw_tolerance(Draw draw, DrawnParameter& drawn) {
    const Parameter& p = drawn.parameter;
    const bool percent = p.scale == Scale::log || (p.lower > 0 && chance(draw.number, 0.3));
    const double share = share_of_room(draw);
    if (chance(draw.shape, 0.15)) return;
    if (percent) {
        const double room = std::tanh((std::log(p.upper) - std::log(p.lower)) / 2);
        drawn.words["tolerance"] = fmt::format("{}%", 100 * std::min(share * room, 0.999));
    } else {
        drawn.tolerance = share * (p.upper / 2 - p.lower / 2);
        drawn.words["tolerance"] = drawn.tolerance;
    }
}

void draw_whole_bounds(Draw draw, Parameter& p) {
    if (draw.numbers == Numbers::tame) return;
    p.lower = std::floor(std::clamp(p.lower, -largest_whole, largest_whole - 1));
    p.upper = std::max(std::floor(std::clamp(p.upper, -largest_whole, largest_whole)), p.lower + 1);
}

void draw_series(Draw draw, DrawnParameter& drawn) {
    Parameter& p = drawn.parameter;
    const std::uint64_t count = 2 + draw.shape.below(10);
    // Wild ones are often there twice, which is refused.
    const Numbers kind = chance(draw.number, 0.9) ? Numbers::tame : draw.numbers;
    while (p.values.size() < count)
        p.values.push_back(draw_between(draw.number, p.lower, p.upper, p.scale, kind, p.values));
    drawn.words["values"] = p.values;
    if (chance(draw.shape, 0.6)) {
        drawn.words["bounds"] = {p.lower, p.upper};
    } else {
        // Points are drawn where bounds of its own, which follow from the values, reach in any case.
        std::tie(p.lower, p.upper) =
            std::pair(*std::ranges::min_element(p.values), *std::ranges::max_element(p.values));
    }
}

void draw_choice(Draw draw, DrawnParameter& drawn) {
    const auto count = 2 + draw.shape.below(names_of_choices.size() - 1);
    drawn.parameter = choice_parameter(
        drawn.parameter.name, {names_of_choices.begin(), names_of_choices.begin() + static_cast<Index>(count)});
    drawn.words["type"] = "choice";
    drawn.words["values"] = drawn.parameter.choices;
    const double share = draw.numbers == Numbers::tame ? 0.02 : power_of_ten(draw.number, -9.1, 0.1);
    if (chance(draw.shape, 0.15)) drawn.words["confusion"] = share;
    if (chance(draw.shape, 0.15)) drawn.words["confusion"] = Json::array({{"steel", "brass", share}});
}

double draw_setting(Draw draw, const Setting& setting, double typical_value) {
    const double least = std::isfinite(setting.least) ? setting.least : -1e300;
    const double most = std::isfinite(setting.most) ? setting.most : 1e300;
    double value = setting.standard ? std::get<double>(*setting.standard) : std::clamp(0.1, least, most);
    if (setting.name == "limit") value = typical_value;
    if (draw.numbers == Numbers::wild) {
        switch (draw.number.below(6)) {
            case 0:
                value = std::abs(wild_number(draw.number));
                break;
            case 1:
                value = setting.at_least == Setting::End::excluded ? std::nextafter(least, most) : least;
                break;
            case 2:
                value = setting.at_most == Setting::End::excluded ? std::nextafter(most, least) : most;
                break;
            case 3:
                value = draw.number.uniform();
                break;
            default:
                break;
        }
    }
    return std::clamp(value, least, most);
}

/// They decide the work, so they stay of the size that people use.
std::int64_t draw_whole_setting(Draw draw, const Setting& setting) {
    constexpr double usual_most = 200;
    const double least = std::max(setting.least, 1.0);
    const double most = std::min(setting.most, usual_most);
    if (setting.standard && chance(draw.shape, 0.3)) return std::get<std::int64_t>(*setting.standard);
    return static_cast<std::int64_t>(least * std::pow(most / least, draw.shape.uniform()));
}

Json value_of_setting(Draw draw, const Setting& setting, double typical_value) {
    switch (setting.kind) {
        case Setting::Kind::number:
            return draw_setting(draw, setting, typical_value);
        case Setting::Kind::whole:
            return draw_whole_setting(draw, setting);
        case Setting::Kind::flag:
            return chance(draw.shape, 0.5);
        case Setting::Kind::word:
            return one_of_these(draw.shape, setting.words);
    }
    return nullptr;
}

}  // namespace

DrawnParameter draw_parameter(Draw draw, std::size_t place) {
    DrawnParameter drawn{.words = {{"name", fmt::format("p{}", place)}}, .parameter = {}};
    Parameter& p = drawn.parameter;
    p.name = fmt::format("p{}", place);
    const double kind = draw.shape.uniform();
    if (kind < 0.1) {
        draw_choice(draw, drawn);
        return drawn;
    }
    p.scale = chance(draw.shape, 0.2) ? Scale::log : Scale::linear;
    std::tie(p.lower, p.upper) = draw_bounds(draw.number, p.scale, draw.numbers);
    const bool whole = kind > 0.2 && kind < 0.3;
    if (whole) draw_whole_bounds(draw, p);
    if (whole) drawn.words["type"] = "int";
    if (p.scale == Scale::log) drawn.words["scale"] = "log";
    if (kind < 0.2) {
        draw_series(draw, drawn);
    } else {
        drawn.words["bounds"] = {p.lower, p.upper};
    }
    const double steps =
        draw.numbers == Numbers::tame ? 10 : power_of_ten(draw.number, 0, chance(draw.number, 0.5) ? 1 : 15);
    if (kind > 0.3 && kind < 0.4) drawn.words["step"] = (p.upper - p.lower) / std::floor(steps);
    draw_tolerance(draw.part("tolerance"), drawn);
    return drawn;
}

DrawnParameter draw_environment(Draw draw, std::size_t place) {
    DrawnParameter drawn{.words = {{"name", fmt::format("p{}", place)}}, .parameter = {}};
    Parameter& p = drawn.parameter;
    p.chosen = false;
    p.scale = chance(draw.shape, 0.3) ? Scale::log : Scale::linear;
    std::tie(p.lower, p.upper) = draw_bounds(draw.number, p.scale, draw.numbers);
    drawn.words["bounds"] = {p.lower, p.upper};
    if (p.scale == Scale::log) drawn.words["scale"] = "log";
    return drawn;
}

void draw_settings(Draw draw, const std::vector<Setting>& settings, double typical_value, Json& into) {
    constexpr double given = 0.4;
    for (const Setting& setting : settings) {
        const Draw own = draw.part(setting.name);
        Rng shape = own.shape;
        if (!chance(shape, given) && !setting.required) continue;
        into[setting.name] = value_of_setting({shape, own.number, own.numbers}, setting, typical_value);
    }
}

Json draw_point(Draw draw, const std::vector<DrawnParameter>& parameters, const std::vector<Json>& others) {
    if (draw.numbers == Numbers::wild && !others.empty() && chance(draw.number, 0.15))
        return one_of_these(draw.number, others);
    Json point = Json::array();
    for (std::size_t d = 0; d < parameters.size(); ++d) {
        const Parameter& p = parameters[d].parameter;
        if (p.is_choice()) {
            point.push_back(one_of_these(draw.shape, p.choices));
            continue;
        }
        std::vector<double> seen = p.values;
        for (std::size_t k = 0; k < others.size() && k < 3; ++k) seen.push_back(others[k][d].get<double>());
        point.push_back(draw_between(draw.number, p.lower, p.upper, p.scale, draw.numbers, seen));
    }
    return point;
}

Json middle_of(const std::vector<DrawnParameter>& parameters) {
    Json point = Json::array();
    for (const DrawnParameter& drawn : parameters) {
        const Parameter& p = drawn.parameter;
        if (p.is_choice()) {
            point.push_back(p.choices.front());
        } else {
            point.push_back(p.scale == Scale::log ? std::sqrt(p.lower) * std::sqrt(p.upper)
                                                  : p.lower / 2 + p.upper / 2);
        }
    }
    return point;
}

}  // namespace sweetspot::random_states
