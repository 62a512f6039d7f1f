#include "study/objective_protocol.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace sweetspot::study {
namespace {

using enum ObjectiveFormat;

const std::vector<CommandParameter> two = {{.name = "ä \"q\""}, {.name = "n", .type = NumberType::integer}};

Outcome parse(ObjectiveFormat format, std::string_view text) {
    return parse_result(format, text, "it");
}

/// The kind's word, or "value".
std::string kind(ObjectiveFormat format, std::string_view text) {
    const Outcome outcome = parse(format, text);
    const auto* failure = std::get_if<EvaluationFailure>(&outcome);
    return failure == nullptr ? "value" : std::string(to_string(failure->kind));
}

TEST(ObjectiveProtocol, ParametersComeBackToTheLastBit) {
    for (const double x : {0.1, 1.0 / 3, -2.0, 1e300, 5e-324, 123456789012345680.0, 0.0}) {
        const std::string text = parameters_text(json, two, Eigen::Vector2d(x, -3));
        const auto read = nlohmann::json::parse(text);
        EXPECT_EQ(read.at("ä \"q\"").get<double>(), x);
        EXPECT_TRUE(read.at("ä \"q\"").is_number_float()) << text;
        EXPECT_TRUE(read.at("n").is_number_integer()) << text;
        EXPECT_EQ(std::strtod(parameters_text(numbers, two, Eigen::Vector2d(x, 1)).c_str(), nullptr), x);
    }
}

TEST(ObjectiveProtocol, ParametersAreShort) {
    EXPECT_EQ(parameters_text(numbers, two, Eigen::Vector2d(0.1, -0.0)), "0.1\n0\n");
    EXPECT_EQ(parameters_text(numbers, two, Eigen::Vector2d(2, 1e15)), "2.0\n1000000000000000\n");
    EXPECT_EQ(parameters_text(json, two, Eigen::Vector2d(1e-7, 4)), "{\"ä \\\"q\\\"\": 1e-07, \"n\": 4}\n");
}

TEST(ObjectiveProtocol, ParametersThatCannotBeSaidAreRefused) {
    EXPECT_THROW(static_cast<void>(parameters_text(json, two, Eigen::Vector2d(1, 1.5))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(parameters_text(json, two, Eigen::Vector2d(NAN, 1))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(parameters_text(json, two, Vector::Zero(3))), std::invalid_argument);
}

TEST(ObjectiveProtocol, ReadsValuesWithAndWithoutStandardErrors) {
    EXPECT_EQ(parse(json, R"({"value": 0.7})"), Outcome(Measurement{0.7}));
    EXPECT_EQ(parse(json, " {\"more\": [1], \"value\": -3, \"error\": null}\n"), Outcome(Measurement{-3}));
    EXPECT_EQ(parse(json, R"({"value": 1e3, "standard_error": 0})"), Outcome(Measurement{1000, 0.0}));
    EXPECT_EQ(parse(json, R"({"value": 1, "standard_error": null})"), Outcome(Measurement{1}));
    EXPECT_EQ(parse(json, R"({"value": 1, "note": "a \" NaN", "drag": NaN})"), Outcome(Measurement{1}));
    EXPECT_EQ(parse(numbers, "\n +0.7 \r\n"), Outcome(Measurement{0.7}));
    EXPECT_EQ(parse(numbers, "-1.5E+02\t0.25"), Outcome(Measurement{-150, 0.25}));
    EXPECT_EQ(parse(numbers, "1e-400"), Outcome(Measurement{0}));
}

TEST(ObjectiveProtocol, WhatIsNotFiniteIsCalledSo) {
    for (const char* value : {"NaN", "nan", "-Infinity", "inf", "null", "\"NaN\""}) {
        EXPECT_EQ(kind(json, std::string("{\"value\": ") + value + "}"), "not-finite") << value;
    }
    EXPECT_EQ(kind(json, R"({"value": 1, "standard_error": NaN})"), "not-finite");
    for (const char* text : {"nan", "-nan", "inf", "-Infinity", "1e999", "1 nan"}) {
        EXPECT_EQ(kind(numbers, text), "not-finite") << text;
    }
}

TEST(ObjectiveProtocol, WhatIsNotAResultIsUnparsable) {
    for (const char* text :
         {"", " \n", "0.7", "[0.7]", "{}", "{\"value\": 0.7", "{\"value\": \"0.7\"}", "{\"value\": true}",
          "{\"value\": 0.7} done", "{\"Value\": 0.7}", "{\"value\": 1, \"standard_error\": -1}",
          "{\"value\": 1, \"error\": \"\"}", "{\"error\": 3}", "{\"value\": NaNo}", "\"", "\\", "{\"\\"}) {
        EXPECT_EQ(kind(json, text), "unparsable") << text;
    }
    for (const char* text : {"", "0.7x", "0,7", "1 2 3", "value 1", "0x10", "1 -2", "--1", "e5", "FAILED"}) {
        EXPECT_EQ(kind(numbers, text), "unparsable") << text;
    }
    EXPECT_EQ(kind(json, std::string(100000, '[')), "unparsable");
}

TEST(ObjectiveProtocol, TheObjectiveMayReportAFailure) {
    EXPECT_EQ(parse(json, R"({"error": "no\nmesh", "value": 3})"),
              Outcome(EvaluationFailure{FailureKind::reported, "no mesh"}));
    EXPECT_EQ(parse(numbers, "FAIL\n"), Outcome(EvaluationFailure{FailureKind::reported, "the objective said FAIL"}));
    EXPECT_EQ(parse(numbers, "FAIL no mesh"), Outcome(EvaluationFailure{FailureKind::reported, "no mesh"}));
}

TEST(FailureKind, NamesComeBack) {
    for (int i = 0; i <= static_cast<int>(FailureKind::cancelled); ++i) {
        EXPECT_EQ(failure_kind_named(to_string(static_cast<FailureKind>(i))), static_cast<FailureKind>(i));
    }
    EXPECT_THROW(static_cast<void>(failure_kind_named("timout")), std::invalid_argument);
}

TEST(ObjectiveProtocol, AVeryDeepResultDoesNotOverflowTheStack) {
    const std::string deep = std::string(500000, '[') + std::string(500000, ']');
    const auto reason = [](const std::string& text) { return std::get<EvaluationFailure>(parse(json, text)).reason; };
    EXPECT_EQ(reason("{\"value\": " + deep + "}"), "\"value\" in it is a list; it must be a number");
    EXPECT_EQ(reason("{\"error\": " + deep + "}"),
              "\"error\" in it is a list; it must be a text that says why, or be left out");
    EXPECT_EQ(reason(R"({"value": {"a": 1}})"), "\"value\" in it is an object; it must be a number");
}

}  // namespace
}  // namespace sweetspot::study
