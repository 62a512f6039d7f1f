// What the README's study says of the bracket (examples/bracket/bracket.expected, which is what the program prints)
// against the true function, as examples/bracket/simulate has it.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

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
    EXPECT_NEAR(line("Robustness costs ").front(), price, 0.1 * price);
}

TEST_F(Bracket, TheTrueWorstCaseIsInItsIntervalAndBelowThatOfTheSinglePoint) {
    const std::vector<double> promised = line("  worst of the region ");
    const double truth = worst(width_.front(), height_.front());
    EXPECT_GE(truth, promised[1]);
    EXPECT_LE(truth, promised[2]);
    EXPECT_LT(truth, worst(width_.back(), height_.back()));
}

}  // namespace
