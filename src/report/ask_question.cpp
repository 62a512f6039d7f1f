#include "report/ask_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "base/check.hpp"
#include "base/choice_text.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot::study_report {
namespace {

constexpr std::string_view factor_of = "factor.";

double number_from(const std::string& key, const std::string& text, const char* example) {
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    require(error == std::errc() && rest == text.data() + text.size() && std::isfinite(number),
            "{} is \"{}\"; it must be a number, e.g. {}={}", key, text, key, example);
    return number;
}

double factor_from(const std::string& key, const std::string& text) {
    const double factor = number_from(key, text, "1.2");
    require(factor >= 0 && factor <= most_factor, "{} is {:g}; it must be from 0 to {:g} times the study's tolerance",
            key, factor, most_factor);
    return factor;
}

/// Where the parameter is of which a tolerance is asked for.
std::size_t tolerant_parameter(const StudyConfig& config, const std::string& name) {
    std::vector<std::string> names;
    for (const StudyParameter& p : config.parameters) names.push_back(p.parameter.name);
    const auto found = std::ranges::find(names, name);
    require(found != names.end(), "{}", unknown_name("parameter", name, names));
    const auto d = static_cast<std::size_t>(found - names.begin());
    require(config.parameters[d].tolerance.amount > 0,
            "\"{}\" has no tolerance in the study, so there is no multiple of it", name);
    return d;
}

/// A measure that needs a limit takes that of the question.
void give_limit(Choice& measure, const std::optional<double>& limit) {
    for (const Setting& setting : measure_family().named(measure.name).settings) {
        if (setting.name == "limit" && limit) measure.settings.set("limit", *limit);
    }
}

/// The last word: one factor for each, before those of single parameters.
void set_all(AskedQuestion& question, const StudyConfig& config, double factor) {
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        if (config.parameters[d].tolerance.amount > 0) question.factors[d] = factor;
    }
}

/// In single quotes where a shell would read more into it.
std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("-_=.,/%+:@").find(static_cast<char>(c)) != std::string::npos;
    });
    if (plain) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

}  // namespace

std::string_view to_string(AskedQuestion::Centre centre) {
    return centre == AskedQuestion::Centre::best ? "best" : "study";
}

AskedQuestion own_question(const StudyConfig& config) {
    return {std::vector<double>(config.parameters.size(), 1.0), config.norm, config.measure, config.objective.limit};
}

AskedQuestion question_from(const StudyConfig& config, const std::vector<std::pair<std::string, std::string>>& given) {
    AskedQuestion question = own_question(config);
    std::set<std::string> seen;
    for (const auto& [key, text] : given) {
        require(seen.insert(key).second, "{} is given twice; give it once", key);
        if (key == "factor") {
            set_all(question, config, factor_from(key, text));
        } else if (key == "norm") {
            question.norm = norm_named(text);
        } else if (key == "measure") {
            question.measure = choice_from(text, key, measure_family());
        } else if (key == "limit") {
            question.limit = number_from(key, text, "41");
        } else if (key == "centre") {
            require(text == "study" || text == "best", "centre is \"{}\"; it must be study or best", text);
            question.centre = text == "best" ? AskedQuestion::Centre::best : AskedQuestion::Centre::of_study;
        } else if (!key.starts_with(factor_of)) {
            const std::vector<std::string> known = {"factor", "norm", "measure", "limit", "centre"};
            require(false, "{}; and factor.NAME is the tolerance of one parameter",
                    unknown_name("question", key, known));
        }
    }
    for (const auto& [key, text] : given) {
        if (!key.starts_with(factor_of)) continue;
        const std::size_t d = tolerant_parameter(config, key.substr(factor_of.size()));
        question.factors[d] = factor_from(key, text);
    }
    give_limit(question.measure, question.limit);
    static_cast<void>(measure_family().make(question.measure));  // refuses wrong settings
    return question;
}

std::string asked_tolerance(const RegionTolerance& tolerance, double factor) {
    const bool share = tolerance.of == RegionTolerance::Of::nominal;
    return fmt::format("{:.6g}{}", factor * tolerance.amount * (share ? 100 : 1), share ? "%" : "");
}

StudyConfig asked_config(const StudyConfig& config, const AskedQuestion& question) {
    StudyConfig asked = config;
    for (std::size_t d = 0; d < asked.parameters.size(); ++d) {
        StudyParameter& p = asked.parameters[d];
        if (question.factors[d] == 1 || p.tolerance.amount == 0) continue;
        p.tolerance = tolerance_from(asked_tolerance(p.tolerance, question.factors[d]), p.parameter.name);
    }
    asked.norm = question.norm;
    asked.measure = question.measure;
    asked.objective.limit = question.limit;
    return asked;
}

std::string design_for_command(const StudyConfig& config, const VectorRef& x) {
    std::string text;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        if (!p.chosen) continue;
        const double value = x[static_cast<Index>(d)];
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", p.name,
                            p.is_choice() ? choice_at(p, value) : fmt::format("{}", value));
    }
    return text;
}

std::string file_for_command(const StudyConfig& config) {
    return config.file.empty() ? config.file_name() + ".toml" : config.file;
}

std::string asked_command(const StudyConfig& config, const AskedQuestion& question, const VectorRef& centre) {
    std::string command = "sweetspot best " + quoted(file_for_command(config));
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const StudyParameter& p = config.parameters[d];
        if (question.factors[d] == 1 || p.tolerance.amount == 0) continue;
        command += " --tolerance " + quoted(p.parameter.name + "=" + asked_tolerance(p.tolerance, question.factors[d]));
    }
    if (question.norm != config.norm) command += fmt::format(" --norm {}", to_string(question.norm));
    if (question.measure != config.measure) command += " --measure " + quoted(choice_text(question.measure));
    if (question.limit && question.limit != config.objective.limit)
        command += fmt::format(" --limit {}", *question.limit);
    const bool is_own = question == own_question(config);
    if (question.centre == AskedQuestion::Centre::of_study && !is_own)
        command += " --at " + quoted(design_for_command(config, centre));
    return command;
}

}  // namespace sweetspot::study_report
