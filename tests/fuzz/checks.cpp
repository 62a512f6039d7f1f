#include "fuzz/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "fuzz/complaints.hpp"
#include "study/objective_protocol.hpp"
#include "study/study_table.hpp"
#include "sweetspot/search/description.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot::fuzz {
namespace {

/// Of ASCII and of Latin-1 (U+0080 to U+009F): terminals obey both.
bool has_control_character(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 || byte == 0x7F) return true;
        if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
    }
    return false;
}

bool is_utf8(const std::string& text) {
    try {
        static_cast<void>(nlohmann::json(text).dump());
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

}  // namespace

std::string sentence_complaint(const std::string& sentence) {
    if (sentence.empty()) return "the refusal is empty";
    if (!is_utf8(sentence)) return "the refusal is not UTF-8";
    if (has_control_character(sentence)) return fmt::format("the refusal has a control character: {}", sentence);
    return "";
}

std::string complaint_of(std::string_view source, const std::function<std::string()>& f) {
    try {
        return f();
    } catch (const std::invalid_argument& error) {
        const std::string sentence = error.what();
        if (!sentence.starts_with(source))
            return fmt::format("the refusal does not begin with {}: {}", source, sentence);
        return sentence_complaint(sentence);
    } catch (const std::exception& error) {
        return fmt::format("another exception than std::invalid_argument: {}", error.what());
    }
}

namespace {

std::string outcome_complaint(const Outcome& outcome) {
    if (const auto* failure = std::get_if<EvaluationFailure>(&outcome)) return sentence_complaint(failure->reason);
    const auto& measurement = std::get<Measurement>(outcome);
    if (!std::isfinite(measurement.value)) return "a value that is not finite was accepted";
    const double error = measurement.standard_error.value_or(0);
    return std::isfinite(error) && error >= 0 ? "" : "a standard error that is negative or not finite was accepted";
}

StudyConfig two_parameters() {
    return read_study(R"(study.name = "s"
[[parameter]]
name = "x"
bounds = [-1, 2]
tolerance = 0.1
[[parameter]]
name = "n"
bounds = [1, 9]
tolerance = "5%"
type = "int"
)",
                      "study.toml", "");
}

bool is_same(const Trial& a, const Trial& b) {
    return a.x == b.x && a.measurement == b.measurement;
}

std::string trials_complaint(const StudyConfig& config, const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
        if (!trial.measurement) return "a trial without a measurement was imported";
        if (auto complaint = outcome_complaint(*trial.measurement); !complaint.empty()) return complaint;
        problem_of(config).space().require_contains(trial.x, "data.csv");
    }
    StudyView view;
    view.trials = trials;
    std::istringstream written(csv_of(config, view));
    const std::vector<Trial> again = read_csv(config, written, "data.csv");
    return std::ranges::equal(trials, again, is_same) ? "" : "written and read again, the trials are others";
}

}  // namespace

std::string study_config_complaint(std::string_view text) {
    std::string problem;
    StudyConfig config;
    std::string complaint = complaint_of("study.toml", [&] {
        config = read_study(text, "study.toml", "");
        return std::string();
    });
    if (!complaint.empty() || config.parameters.empty()) return complaint;
    try {
        static_cast<void>(problem_of(config));
        static_cast<void>(method_of(config));
    } catch (const std::exception& error) {
        return fmt::format("accepted, but then refused: {}", error.what());
    }
    return "";
}

std::string objective_result_complaint(std::string_view text) {
    try {
        for (const ObjectiveFormat format : {ObjectiveFormat::json, ObjectiveFormat::numbers}) {
            const Outcome outcome = study::parse_result(format, text, "its standard output");
            if (auto complaint = outcome_complaint(outcome); !complaint.empty()) return complaint;
        }
    } catch (const std::exception& error) {
        return fmt::format("an exception: {}", error.what());
    }
    return "";
}

std::string csv_import_complaint(std::string_view text) {
    static const StudyConfig config = two_parameters();
    return complaint_of("data.csv", [&] {
        std::istringstream in{std::string(text)};
        return trials_complaint(config, read_csv(config, in, "data.csv"));
    });
}

std::string suggest_state_complaint(std::string_view text) {
    return complaint_of("state.json", [&] {
        const SearchState state = read_state(text, "state.json");
        const bool whole = state.x.cols() == state.y.size() && state.y.allFinite() && state.x.allFinite();
        return std::string(whole ? "" : "observations that are not finite were accepted");
    });
}

}  // namespace sweetspot::fuzz
