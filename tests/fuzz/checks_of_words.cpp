// Words of the command line and of addresses.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/one_line.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/complaints.hpp"
#include "report/ask_question.hpp"
#include "study/tolerance_choices.hpp"
#include "support/run_program.hpp"

namespace sweetspot::fuzz {
namespace {

StudyConfig asked_study() {
    StudyConfig config;
    config.name = "s";
    config.file = "s.toml";
    config.parameters = {
        {.parameter = {.name = "x", .lower = 0, .upper = 1}, .tolerance = {0.1}},
        {.parameter = {.name = "y", .lower = 1, .upper = 9}, .tolerance = {0.05, RegionTolerance::Of::nominal}},
        {.parameter = choice_parameter("m", {"oak", "ash"}), .tolerance = {}}};
    config.objective.limit = 41;
    return config;
}

/// "a=1&b=2" as its pairs.
std::vector<std::pair<std::string, std::string>> pairs_of(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(item.size() + 1, text.size()));
        const std::size_t equals = std::min(item.find('='), item.size());
        pairs.emplace_back(item.substr(0, equals), item.substr(std::min(equals + 1, item.size())));
    }
    return pairs;
}

std::string line_of(std::string_view& text) {
    std::string line(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::string choices_complaint(const std::vector<ToleranceChoice>& choices) {
    for (const ToleranceChoice& choice : choices) {
        for (const double amount : {choice.locked.value_or(0), choice.least, choice.most}) {
            if (!(amount >= 0)) return "a tolerance below 0 was accepted";
        }
    }
    return "";
}

}  // namespace

std::string ask_question_complaint(std::string_view text) {
    static const StudyConfig config = asked_study();
    if (has_control_character(text)) return "";  // refused before it is read
    try {
        const study_report::AskedQuestion question = study_report::question_from(config, pairs_of(text));
        const StudyConfig asked = study_report::asked_config(config, question);
        const std::string command = study_report::asked_command(config, question, Vector::Constant(3, 1));
        if (auto complaint = sentence_complaint(command); !complaint.empty()) return "the command: " + complaint;
        static_cast<void>(problem_of(asked));
    } catch (const std::invalid_argument& error) {
        return sentence_complaint(one_line(error.what()));  // as it is answered
    } catch (const std::exception& error) {
        return fmt::format("another exception than std::invalid_argument: {}", error.what());
    }
    return "";
}

std::string tolerance_words_complaint(std::string_view text) {
    static const StudyConfig config = asked_study();
    const ChoiceTexts texts{.cost = line_of(text), .lock = line_of(text), .bounds = line_of(text)};
    // Nobody else's file is to be read: of what is no formula the sentence must say so.
    for (std::size_t slash = texts.cost.find('/'); slash != std::string::npos;
         slash = texts.cost.find('/', slash + 1)) {
        if (texts.cost.compare(slash, 2, "/t") != 0) return "";
    }
    try {
        return choices_complaint(tolerance_choices(config, texts));
    } catch (const std::invalid_argument& error) {
        return sentence_complaint(one_line(error.what()));  // a terminal shows what was typed at it
    } catch (const std::exception& error) {
        return fmt::format("another exception than std::invalid_argument: {}", error.what());
    }
}

std::string cost_table_complaint(std::string_view text) {
    static const StudyConfig config = asked_study();
    static const support::ScratchDirectory scratch;
    const std::string path = scratch.write("cost.csv", std::string(text));
    return complaint_of("", [&] {
        return choices_complaint(tolerance_choices(config, {.cost = "x=" + path, .lock = {}, .bounds = {}}));
    });
}

}  // namespace sweetspot::fuzz
