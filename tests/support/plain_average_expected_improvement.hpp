// The expected improvement of the average quality as its formula reads, from the joint posterior of both templates: the
// reference for the fast version.
#pragma once

#include "base/normal.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot::testing {

inline double plain_average_expected_improvement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                                 const Vector& x_star, const Vector& x) {
    Points both(x.size(), 2 * T.size());
    both << T.at(x_star), T.at(x);
    Vector difference(2 * T.size());
    difference << weights, -weights;
    const JointPosterior joint = gp.joint(both);
    const double variance = difference.dot(joint.covariance * difference);
    return expected_positive_part(difference.dot(joint.mean), std::sqrt(std::max(0.0, variance)));
}

}  // namespace sweetspot::testing
