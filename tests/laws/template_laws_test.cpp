// Laws of every template: size, centre first, distinct points in the set, weights that integrate the uniform
// distribution.

#include <gtest/gtest.h>

#include <algorithm>

#include "laws/robust_set_members.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {
namespace {

using members::RobustSetMember;

struct TemplateMember {
    RobustSetMember robust_set;
    TemplateShape shape;

    friend std::ostream& operator<<(std::ostream& out, const TemplateMember& member) {
        return out << member.robust_set << ", " << to_string(member.shape);
    }
};

std::vector<TemplateMember> templates() {
    std::vector<TemplateMember> all;
    for (const RobustSetMember& member : members::robust_sets())
        for (const std::string& shape : template_shape_names()) all.push_back({member, template_shape_named(shape)});
    return all;
}

bool all_distinct(const Points& points) {
    std::vector<std::vector<double>> sorted;
    for (Index i = 0; i < points.cols(); ++i) sorted.emplace_back(points.col(i).begin(), points.col(i).end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

void expect_valid(const RobustSet& set, const Template& T) {
    EXPECT_TRUE(T.points.col(0).isZero(0));
    EXPECT_TRUE(all_distinct(T.points));
    ASSERT_EQ(T.weights.size(), T.size());
    EXPECT_GE(T.weights.minCoeff(), 0);
    EXPECT_NEAR(T.weights.sum(), 1, tolerance::rounding);
    for (Index i = 0; i < T.size(); ++i) {
        ASSERT_TRUE(set.contains(T.points.col(i), tolerance::rounding)) << "point " << i;
        const bool on_boundary = set.gauge(T.points.col(i)) > 1 - tolerance::rounding;
        EXPECT_TRUE(T.weights[i] == 0 || !on_boundary || set.free_coordinates().empty()) << "point " << i;
    }
}

class TemplateLaws : public ::testing::TestWithParam<TemplateMember> {
  protected:
    const RobustSet& set() const { return GetParam().robust_set.set; }
    TemplateShape shape() const { return GetParam().shape; }
    Index perturbed() const { return std::ssize(set().free_coordinates()); }
    bool drawable() const { return GetParam().robust_set.filling == RobustSetMember::Filling::enough; }

    Rng rng{41};
};

TEST_P(TemplateLaws, OfTheAutomaticSizeIsValid) {
    if (!drawable()) {
        // A refusal takes long, so one member stands for all.
        if (GetParam().robust_set.name == "superellipse_10" && shape() == TemplateShape::uniform) {
            EXPECT_THROW(static_cast<void>(make_template(set(), {.shape = shape()}, rng)), NumericalError);
        }
        return;
    }
    const Template T = make_template(set(), {.shape = shape()}, rng);
    EXPECT_EQ(T.size(), default_template_size(perturbed()));
    expect_valid(set(), T);
    EXPECT_EQ(T.points, make_template(set(), {.shape = shape()}, rng).points);
}

TEST_P(TemplateLaws, OfAnySmallSizeIsValid) {
    if (!drawable()) return;
    for (Index size = 1; size <= 9; ++size) {
        SCOPED_TRACE(size);
        const Template T = make_template(set(), {.shape = shape(), .size = size}, rng);
        EXPECT_EQ(T.size(), perturbed() == 0 ? 1 : size);
        expect_valid(set(), T);
    }
}

TEST_P(TemplateLaws, WeightsIntegrateTheFirstTwoMomentsOfTheUniformDistribution) {
    const RobustSetMember& member = GetParam().robust_set;
    if (!drawable() || member.mean.size() == 0) return;
    const Template T = make_template(set(), {.shape = shape()}, rng);
    // Low-discrepancy points are at least as good as independent ones, whose standard error is sd·√Σw²; the centre adds
    // a bias of its own weight. On an interval the half cells of the ends, moved to their neighbours, dominate: of the
    // second moment 1.1 % with 15 equal steps on a side, 4.2 % with steps that grow, and 6.1 % where in addition a
    // tolerance of 60 % of the nominal value stretches the lower end.
    const double growing_steps = set().is_warped() ? 0.065 : 0.05;
    const double grid_error = shape() == TemplateShape::centre_dense ? growing_steps : 0.015;
    const double error = perturbed() == 1 ? grid_error : tolerance::false_alarm_sds * T.weights.norm();
    const double spread = perturbed() == 1 ? 1 : std::sqrt(member.kurtosis - 1);
    // With few effective points (centre-dense in 100 dimensions has 20) squares are far from normal: their average over
    // the coordinates is tested, with the error of one.
    const bool by_coordinate = T.weights.squaredNorm() < 1.0 / 50;
    const double centre = T.weights[0];
    const Points centred = T.points.colwise() - member.mean;
    const Vector mean = centred * T.weights;
    const Vector second = centred.cwiseAbs2() * T.weights;
    double sum_of_ratios = 0;
    for (const Index d : set().free_coordinates()) {
        const double variance = member.variance[d];
        EXPECT_LE(std::abs(mean[d]), error * std::sqrt(variance) + centre * std::abs(member.mean[d]));
        EXPECT_TRUE(!by_coordinate || std::abs(second[d] / variance - 1) <= error * spread + centre)
            << second[d] / variance;
        sum_of_ratios += second[d] / variance;
    }
    const auto k = static_cast<double>(perturbed());
    EXPECT_NEAR(sum_of_ratios, k, k * (error * spread + centre));
}

std::string member_name(const ::testing::TestParamInfo<TemplateMember>& info) {
    std::string name = info.param.robust_set.name + "_" + std::string(to_string(info.param.shape));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Members, TemplateLaws, ::testing::ValuesIn(templates()), member_name);

}  // namespace
}  // namespace sweetspot
