// What the README's study says of the bracket (examples/bracket/bracket.expected, which is what the program prints)
// against the true function, as examples/bracket/simulate has it.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_program.hpp"

namespace {

double cost(double width, double height) {
    const double sag = 5000 / (width * height * height * height);
    const double slenderness = height / (4 * width);
    return width * height + 200 * std::max(0.0, sag - 1) + 100 * std::max(0.0, slenderness - 1);
}

/// The largest cost in the ellipse of width ± 0.2 and height ± 5 % (a factor), of a fine polar grid.
double worst(double width, double height) {
    constexpr int around = 720;
    constexpr int outwards = 100;
    double result = 0;
    for (int i = 0; i < around; ++i) {
        const double angle = 2 * std::numbers::pi * i / around;
        for (int j = 0; j <= outwards; ++j) {
            const double r = static_cast<double>(j) / outwards;
            const double h = height * (1 + 0.05 * r * std::sin(angle));
            result = std::max(result, cost(width + 0.2 * r * std::cos(angle), h));
        }
    }
    return result;
}

class Bracket : public ::testing::Test {
  protected:
    /// The numbers of the line that begins with a word.
    [[nodiscard]] std::vector<double> line(const std::string& start) const {
        std::istringstream lines(text_);
        for (std::string at; std::getline(lines, at);) {
            if (at.find(start) == std::string::npos) continue;
            const std::string rest = at.substr(at.find(start) + start.size());
            static const std::regex number("-?[0-9]+(\\.[0-9]+)?");
            std::vector<double> numbers;
            for (std::sregex_iterator i(rest.begin(), rest.end(), number), end; i != end; ++i) {
                numbers.push_back(std::stod(i->str()));
            }
            return numbers;
        }
        ADD_FAILURE() << "there is no line with \"" << start << '"';
        return {0, 0, 0, 0};
    }
    void SetUp() override {
        std::ostringstream text;
        text << std::ifstream(SWEETSPOT_SOURCE_DIR "/examples/bracket/bracket.expected").rdbuf();
        text_ = text.str();
        width_ = line("  width ");
        height_ = line("  height ");
        ASSERT_EQ(width_.size(), 4U);
        ASSERT_EQ(height_.size(), 4U);
    }

    std::string text_;
    std::vector<double> width_;  // robust centre, its region, single point
    std::vector<double> height_;
};

TEST_F(Bracket, TheModelPassesThroughWhatWasMeasured) {
    const std::vector<double> value = line("  value ");
    // What was evaluated lies between 35 and several hundreds; 1 % of that is more than 1.
    EXPECT_NEAR(value.front(), cost(width_.front(), height_.front()), 1);
    EXPECT_NEAR(value.back(), cost(width_.back(), height_.back()), 1);
}

TEST_F(Bracket, ThePriceOfRobustnessIsTheTrueFunctions) {
    const double price = cost(width_.front(), height_.front()) - cost(width_.back(), height_.back());
    EXPECT_GT(price, 0);
    EXPECT_NEAR(line("Robustness costs ").front(), price, 0.01 * price);
}

TEST_F(Bracket, TheTrueWorstCaseIsInItsIntervalAndBelowThatOfTheSinglePoint) {
    const std::vector<double> promised = line("  worst of the region ");
    const double truth = worst(width_.front(), height_.front());
    EXPECT_GE(truth, promised[1]);
    EXPECT_LE(truth, promised[2]);
    EXPECT_LT(truth, worst(width_.back(), height_.back()));
}

TEST_F(Bracket, BothSidesOfThePriceAreMeasuredValuesOfTheTrueFunction) {
    const std::vector<double> said = line("Robustness costs ");  // the price, the centre's value, the single point's
    ASSERT_EQ(said.size(), 3U);
    EXPECT_NEAR(said[1], cost(width_.front(), height_.front()), 0.01);
    EXPECT_NEAR(said[2], cost(width_.back(), height_.back()), 0.01);
    EXPECT_NEAR(said[0], said[1] - said[2], 0.002);
    EXPECT_NE(text_.find("was measured at the centre"), std::string::npos);
    EXPECT_NE(text_.find("was measured at the best single point"), std::string::npos);
}

TEST_F(Bracket, WhatWasMeasuredInTheRegionIsBelowItsTrueWorst) {
    EXPECT_NEAR(line("Measured at best: ").front(), cost(width_.back(), height_.back()), 0.01);
    const std::vector<double> measured = line("the worst of them ");
    EXPECT_LE(measured.front(), worst(width_.front(), height_.front()) + 0.01);
    EXPECT_GT(measured.front(), cost(width_.front(), height_.front()));
}

TEST_F(Bracket, RoundingCostsAsLittleAsIsSaid) {
    const std::vector<double> rounded = line("Rounded to ");  // width, height, cost, of
    ASSERT_EQ(rounded.size(), 4U);
    EXPECT_NEAR(rounded[0], width_.front(), 0.02) << "a tenth of its tolerance";
    EXPECT_NEAR(rounded[1], height_.front(), 0.005 * height_.front());
    EXPECT_EQ(rounded[0], std::round(10 * rounded[0]) / 10) << "it could be drawn";
    EXPECT_EQ(rounded[1], std::round(10 * rounded[1]) / 10);
    const double truly = worst(rounded[0], rounded[1]) - worst(width_.front(), height_.front());
    const std::vector<double> interval = line("  worst of the region ");
    EXPECT_NEAR(rounded[2], truly, 0.2 * (interval[2] - interval[1]));
    EXPECT_NE(text_.find("nothing that matters"), std::string::npos);
}

/// The page says the same.
TEST_F(Bracket, TheCardOfThePageSaysWhatBestSays) {
    const sweetspot::support::ScratchDirectory scratch;
    const std::string program = SWEETSPOT_PROGRAM;
    for (const std::string file : {"bracket.toml", "simulate"}) {
        std::filesystem::copy(SWEETSPOT_SOURCE_DIR "/examples/bracket/" + file, scratch.file(file));
    }
    const std::string study = scratch.file("bracket.toml");
    const auto run = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"SWEETSPOT_INSTRUCTIONS=baseline", program});
        return sweetspot::support::run_program("/usr/bin/env", arguments);
    };
    ASSERT_EQ(run({"run", study, "-q"}).exit_status, 0);
    ASSERT_EQ(run({"report", study}).exit_status, 0);
    const std::string page = sweetspot::support::read_text(scratch.file("bracket-report.html"));
    const std::string card = page.substr(page.find("class=\"card\""), 4000);
    const auto expect_on_card = [&](const std::string& start, std::size_t which) {
        std::ostringstream number;
        number << line(start).at(which);
        EXPECT_NE(card.find(number.str()), std::string::npos) << start << number.str();
    };
    expect_on_card("Robustness costs ", 0);
    expect_on_card("Robustness costs ", 1);
    expect_on_card("Robustness costs ", 2);
    expect_on_card("  worst of the region ", 0);
    expect_on_card("  worst of the region ", 1);
    expect_on_card("  worst of the region ", 2);
    expect_on_card("Rounded to ", 0);
    expect_on_card("Rounded to ", 1);
    expect_on_card("the worst of them ", 0);
    expect_on_card("against a promise of ", 0);
    EXPECT_NE(card.find("verdict good"), std::string::npos);
}

}  // namespace
