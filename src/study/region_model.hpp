// What the model of a study says of the region of a centre: its worst value with bounds, its average, how well it is
// known. Of a region that reaches beyond the bounds only what can be built counts, the part inside.
#pragma once

#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/template.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study {

/// Points u are in the unit cube.
struct RegionModel {
    const Problem& problem;
    const GaussianProcess& gp;
    Template T;
    Rng rng;

    RegionModel(const StudyConfig& config, const Problem& problem, const GaussianProcess& gp);

    [[nodiscard]] Vector outside(const Vector& u) const { return problem.space().from_unit(u); }
    [[nodiscard]] double undo(double standardised) const { return gp.standardisation().undo(standardised); }
    [[nodiscard]] double sd(const Vector& u) const;  ///< of f, in the unit of y
    [[nodiscard]] Vector values() const;             ///< that the model knows, in the unit of y

    /// Mean + 2 sd, standardised.
    [[nodiscard]] Vector bound(const PointsRef& points) const;
    /// Where that is largest in the region.
    [[nodiscard]] Vector surely_worst(const Vector& centre) const;
    /// Where the mean is largest in the region.
    [[nodiscard]] Vector expected_worst(const Vector& centre) const;
    /// Of the region, in the unit of y.
    [[nodiscard]] double average(const Vector& centre) const;
    /// How far the true average may be from it.
    [[nodiscard]] double average_half_width(const Vector& centre) const;
    [[nodiscard]] PredictedWorst worst_at(const Vector& centre) const;
    [[nodiscard]] Candidate candidate(const Vector& u) const;

    /// The template's points placed at the centre with their weights; where the region reaches beyond the bounds, those
    /// outside are mirrored at the centre, coordinate by coordinate, and weighted so that averages stay those of the
    /// uniform distribution on the part inside.
    [[nodiscard]] Template buildable(const Vector& centre) const;
};

/// What the study makes small, as predicted: the worst case of the region or its average, in the unit of y.
[[nodiscard]] double predicted_quality(const RegionModel& model, const Vector& centre);
/// How far above the prediction it may be: to the upper end of the worst case's interval, or of the average's.
[[nodiscard]] double half_width(const RegionModel& model, const Vector& centre);

/// The centre as it can be drawn: whole numbers are whole, and the region stays inside the bounds.
[[nodiscard]] Vector drawable(const Problem& problem, const Vector& centre);

}  // namespace sweetspot::study
