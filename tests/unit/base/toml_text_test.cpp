#include "base/toml_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/document.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

std::string refused(const std::string& text) {
    return support::refusal([&] { require_short_keys(text, "f.toml"); });
}

std::string parse_refused(const std::string& text) {
    return support::refusal([&] { (void)DocumentTable::toml(text, "f.toml"); });
}

std::string dotted(int dots) {
    std::string key = "a";
    for (int i = 0; i < dots; ++i) key += ".a";
    return key;
}

TEST(TomlText, AKeyOfVeryManyDotsDoesNotOverflowTheStack) {
    EXPECT_EQ(parse_refused("\n" + dotted(100000) + " = 1"), "f.toml:2: a key has more than 50 dots; use fewer");
    EXPECT_EQ(parse_refused("[" + dotted(100000) + "]"), "f.toml:1: a key has more than 50 dots; use fewer");
    EXPECT_EQ(refused(dotted(50) + " = 1"), "");
}

TEST(TomlText, DotsOfNumbersTextsAndCommentsDoNotCount) {
    const std::string dots(60, '.');
    std::string numbers = "x = [0.1";
    for (int i = 0; i < 100; ++i) numbers += ", 0.1";
    for (const std::string& text :
         {numbers + "]", "x = 1 # " + dots, "x = '" + dots + "'", R"(x = "\")" + dots + "\"",
          "x = '''\n'" + dots + "'''", fmt::format("x = \"\"\"\\\"\"\"{0}\"\"\"\"\ny = '{0}'", dots)}) {
        EXPECT_EQ(parse_refused(text), "") << text;
    }
    EXPECT_EQ(refused("x = 'not closed\n\"\"\"\n\"\"\"" + dots), "f.toml:3: a key has more than 50 dots; use fewer");
}

TEST(TomlText, TheDeepestThatTheParserTakesIsParsedRefusedAndFreed) {
    std::string text = "x = ";
    for (int i = 0; i < 200; ++i) text += "{" + dotted(50) + " = ";
    EXPECT_EQ(parse_refused(text + "1" + std::string(200, '}')),
              "f.toml:1: lists and tables are nested more than 100 deep; flatten them");
}

TEST(TomlText, WhatTheParserTakesForImpossibleIsAMistake) {
    EXPECT_TRUE(parse_refused("[!]").starts_with("f.toml:1: this is not TOML"));
    for (const char* letter : {"\u00e4", "\u03db", "\u2e80", "\ufb00", "\u3001"}) {
        EXPECT_TRUE(parse_refused(std::string("\nl") + letter + "nge = 1").starts_with("f.toml:2: this is not TOML"));
        EXPECT_TRUE(parse_refused(std::string("\n") + letter).starts_with("f.toml:2: this is not TOML"));
    }
}

}  // namespace
}  // namespace sweetspot
