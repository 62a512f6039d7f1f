#include "optimize/units.hpp"

namespace sweetspot {

DifferentiableObjective in_units(const DifferentiableObjective& f, const Vector& units) {
    return [f, units](const Vector& z, Vector* gradient) {
        const double value = f(z.cwiseProduct(units), gradient);
        if (gradient != nullptr) gradient->array() *= units.array();
        return value;
    };
}

Pieces in_units(const Pieces& pieces, const Vector& units) {
    Pieces result = {[pieces, units](const Vector& z) { return pieces.values(z.cwiseProduct(units)); },
                     [pieces, units](const Vector& z, std::span<const Index> which) -> Matrix {
                         return units.asDiagonal() * pieces.gradients(z.cwiseProduct(units), which);
                     }};
    if (pieces.some_values) {
        result.some_values = [pieces, units](const Vector& z, std::span<const Index> which) {
            return pieces.some_values(z.cwiseProduct(units), which);
        };
    }
    return result;
}

Projection in_units(const Projection& project, const Vector& units) {
    return [project, units](const Vector& z) -> Vector { return project(z.cwiseProduct(units)).cwiseQuotient(units); };
}

}  // namespace sweetspot
