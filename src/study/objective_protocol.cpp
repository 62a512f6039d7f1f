#include "study/objective_protocol.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/check.hpp"
#include "process/excerpt.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::study {
namespace {

using SortedJson = nlohmann::json;
using process::excerpt;

std::string value_text(ObjectiveFormat format, const CommandParameter& parameter, double value) {
    require(std::isfinite(value), "parameters: \"{}\" is {}; it must be finite", parameter.name, value);
    if (parameter.type == NumberType::integer) {
        require(value == std::round(value), "parameters: \"{}\" is {}; it must be a whole number", parameter.name,
                value);
        return fmt::format("{:.0f}", value + 0.0);  // + 0.0 turns -0 into 0
    }
    if (!parameter.choices.empty()) {
        require(value >= 0 && value < static_cast<double>(parameter.choices.size()) && value == std::round(value),
                "parameters: \"{}\" is {}; it must be the place of one of its {} values", parameter.name, value,
                parameter.choices.size());
        const std::string& name = parameter.choices[static_cast<std::size_t>(value)];
        return format == ObjectiveFormat::json ? SortedJson(name).dump() : name;
    }
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return lower;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool names_no_number(std::string_view word) {
    const std::string lower = lower_case(word);
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

/// JSON has no NaN, but many writers (Python's among them) write NaN and Infinity as bare words. In quotes they can be
/// read, and be called by their name.
std::string with_words_quoted(std::string_view text) {
    std::string result;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t length = 1;
        if (in_string || !is_letter(text[i])) {
            if (in_string && text[i] == '\\' && i + 1 < text.size()) length = 2;
            if (text[i] == '"') in_string = !in_string;
            result += text.substr(i, length);
        } else {
            while (i + length < text.size() && is_letter(text[i + length])) ++length;
            const std::string_view word = text.substr(i, length);
            if (!names_no_number(word)) {
                result += word;
            } else {
                const bool negative = !result.empty() && result.back() == '-';
                if (negative) result.pop_back();
                result += fmt::format("\"{}{}\"", negative ? "-" : "", word);
            }
        }
        i += length;
    }
    return result;
}

EvaluationFailure unparsable(std::string reason) {
    return {FailureKind::unparsable, std::move(reason)};
}

EvaluationFailure not_finite(std::string_view source, std::string_view what, std::string_view given) {
    return {FailureKind::not_finite,
            fmt::format("the {} in {} is {}; it must be a finite number", what, source, given)};
}

/// Of a number that no model can take in.
EvaluationFailure no_output(std::string_view source, std::string_view what, double given) {
    if (!std::isfinite(given)) return not_finite(source, what, fmt::format("{}", given));
    return {FailureKind::not_finite, fmt::format("the {} in {} is {}; it must be from -{} to {}", what, source, given,
                                                 largest_output, largest_output)};
}

Outcome measured(std::string_view source, double value, std::optional<double> standard_error) {
    if (!is_output(value)) return no_output(source, "value", value);
    if (standard_error && !is_output(*standard_error)) return no_output(source, "standard error", *standard_error);
    if (standard_error && *standard_error < 0) {
        return unparsable(fmt::format("the standard error in {} is {}; it must be ≥ 0", source, *standard_error));
    }
    return Measurement{value, standard_error};
}

Outcome with_outputs(Outcome outcome, std::map<std::string, double> outputs) {
    if (auto* measurement = std::get_if<Measurement>(&outcome)) measurement->outputs = std::move(outputs);
    return outcome;
}

bool is_bare_no_number(const SortedJson& given) {
    if (!given.is_string()) return false;
    std::string_view word = given.get_ref<const std::string&>();
    if (word.starts_with('-')) word.remove_prefix(1);
    return names_no_number(word);
}

/// What was given, short. A list or an object only by its kind: to write it out is a recursion as deep as it is.
std::string shown(const SortedJson& given) {
    if (given.is_array()) return "a list";
    return given.is_object() ? "an object" : excerpt(given.dump());
}

/// Nothing if it is a number.
std::optional<EvaluationFailure> refusal(const SortedJson& given, std::string_view key, std::string_view source) {
    if (given.is_number()) return std::nullopt;
    // null is how some writers (JavaScript's among them) write NaN.
    if (given.is_null() || is_bare_no_number(given)) {
        return not_finite(source, key, given.is_null() ? "null" : given.get<std::string>());
    }
    return unparsable(fmt::format("\"{}\" in {} is {}; it must be a number", key, source, shown(given)));
}

/// Nothing if the output is not known: missing, null, not finite or too large.
std::optional<double> finite_number(const SortedJson& given) {
    if (!given.is_number() || !is_output(given.get<double>())) return std::nullopt;
    return given.get<double>();
}

Outcome parse_json(std::string_view text, std::string_view source, const ResultNames& names) {
    const std::string wanted =
        fmt::format("print only {{{}: 0.7}} or {{\"error\": \"why\"}} there", SortedJson(names.value).dump());
    SortedJson result = SortedJson::parse(text, nullptr, false);
    if (result.is_discarded()) result = SortedJson::parse(with_words_quoted(text), nullptr, false);
    if (result.is_discarded()) {
        return unparsable(fmt::format("{} is not JSON but \"{}\"; {}", source, excerpt(text), wanted));
    }
    if (!result.is_object()) {
        return unparsable(fmt::format("{} is not a JSON object but {}; {}", source, excerpt(text), wanted));
    }
    if (const auto error = result.find("error"); error != result.end() && !error->is_null()) {
        if (!error->is_string() || error->get_ref<const std::string&>().empty()) {
            return unparsable(fmt::format("\"error\" in {} is {}; it must be a text that says why, or be left out",
                                          source, shown(*error)));
        }
        return EvaluationFailure{FailureKind::reported, excerpt(error->get_ref<const std::string&>())};
    }
    const auto value = result.find(names.value);
    if (value == result.end()) {
        return unparsable(fmt::format("{} has no \"{}\": {}; {}", source, names.value, excerpt(text), wanted));
    }
    if (const auto failure = refusal(*value, names.value, source)) return *failure;
    std::map<std::string, double> outputs;
    for (const std::string& name : names.outputs) {
        const auto output = result.find(name);
        if (output == result.end()) continue;
        if (!output->is_number() && !output->is_null() && !is_bare_no_number(*output)) {
            return *refusal(*output, name, source);
        }
        if (const auto number = finite_number(*output)) outputs[name] = *number;
    }
    const auto standard_error = result.find("standard_error");
    const bool exact = standard_error == result.end() || standard_error->is_null();
    if (!exact) {
        if (const auto failure = refusal(*standard_error, "standard_error", source)) return *failure;
    }
    return with_outputs(
        measured(source, value->get<double>(), exact ? std::nullopt : std::optional(standard_error->get<double>())),
        std::move(outputs));
}

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    std::vector<std::string_view> words;
    for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(blanks, end);
    }
    return words;
}

/// A number in any locale; infinite beyond the range of double. Nothing if the word is not a number as a whole.
std::optional<double> number_in(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || error == std::errc::invalid_argument) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too small is 0; only too large is no number. The sign of the exponent tells.
        const bool tiny = word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
        return tiny ? 0.0 : std::numeric_limits<double>::infinity();
    }
    return value;
}

Outcome parse_numbers(std::string_view text, std::string_view source, const ResultNames& names) {
    const std::vector<std::string_view> words = words_of(text);
    if (!words.empty() && words[0] == "FAIL") {
        const std::string why = excerpt(text.substr(text.find("FAIL") + 4));
        return EvaluationFailure{FailureKind::reported, why.empty() ? "the objective said FAIL" : why};
    }
    const std::size_t least = 1 + names.outputs.size();
    std::vector<double> numbers;
    for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), least + 2); ++i) {
        if (const auto number = number_in(words[i])) numbers.push_back(*number);
    }
    if (words.size() < least || words.size() > least + 1 || numbers.size() != words.size()) {
        const std::string wanted =
            names.outputs.empty()
                ? "print only one number (a second one is its standard error), or FAIL"
                : fmt::format("print the value, then {} (one more number is the standard error), or FAIL",
                              fmt::join(names.outputs, ", "));
        return unparsable(fmt::format("{} is \"{}\"; {}", source, excerpt(text), wanted));
    }
    std::map<std::string, double> outputs;
    for (std::size_t i = 0; i < names.outputs.size(); ++i) {
        if (is_output(numbers[1 + i])) outputs[names.outputs[i]] = numbers[1 + i];
    }
    return with_outputs(
        measured(source, numbers[0], numbers.size() > least ? std::optional(numbers[least]) : std::nullopt),
        std::move(outputs));
}

}  // namespace

std::string parameters_text(ObjectiveFormat format, const std::vector<CommandParameter>& parameters,
                            const VectorRef& x) {
    require(x.size() == static_cast<Index>(parameters.size()), "parameters: the point has {} coordinates; {} are named",
            x.size(), parameters.size());
    std::string text;
    for (Index i = 0; i < x.size(); ++i) {
        const CommandParameter& parameter = parameters[static_cast<std::size_t>(i)];
        const std::string number = value_text(format, parameter, x[i]);
        if (format == ObjectiveFormat::numbers) {
            text += number + "\n";
        } else {
            text += fmt::format("{}{}: {}", i == 0 ? "{" : ", ", SortedJson(parameter.name).dump(), number);
        }
    }
    return format == ObjectiveFormat::numbers ? text : text + "}\n";
}

Outcome parse_result(ObjectiveFormat format, std::string_view text, std::string_view source, const ResultNames& names) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return unparsable(fmt::format("{} is empty; the result was expected there", source));
    }
    return format == ObjectiveFormat::json ? parse_json(text, source, names) : parse_numbers(text, source, names);
}

}  // namespace sweetspot::study
