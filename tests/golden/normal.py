"""Golden values of the normal distribution with 50 digits, for tests/unit/base/normal_test.cpp.

    pip install mpmath
    python3 tests/golden/normal.py tests/data

writes normal_cdf.inc {z, cdf}, normal_quantile.inc {p, quantile} and expected_positive_part.inc {mean, sd, value}.
The inputs are exact doubles; the values are rounded to 20 digits.
"""

import pathlib
import random
import sys

import mpmath

mpmath.mp.dps = 50


def cdf(z):
    return mpmath.erfc(-mpmath.mpf(z) / mpmath.sqrt(2)) / 2


def density(z):
    return mpmath.exp(-(z**2) / 2) / mpmath.sqrt(2 * mpmath.pi)


def quantile(p):
    """Newton's iteration on log cdf of the smaller tail, which is nearly quadratic and so converges from far away."""
    p = mpmath.mpf(p)
    if p == 0.5:
        return mpmath.mpf(0)
    if p > 0.5:
        return -quantile(1 - p)
    z = -mpmath.sqrt(-2 * mpmath.log(2 * p))
    for _ in range(200):
        step = (mpmath.log(cdf(z)) - mpmath.log(p)) * cdf(z) / density(z)
        z -= step
        if abs(step) < mpmath.mpf(10) ** -40 * (1 + abs(z)):
            return z
    raise ArithmeticError(f"no convergence at {p}")


def expected_positive_part(mean, sd):
    with mpmath.workdps(1000):  # the two terms cancel
        mean, sd = mpmath.mpf(mean), mpmath.mpf(sd)
        z = mean / sd
        return mean * cdf(z) + sd * density(z)


def write(path, rows):
    lines = [", ".join([x.hex() for x in inputs] + [mpmath.nstr(value, 20)]) for inputs, value in rows]
    path.write_text("// Printed by tests/golden/normal.py.\n" + "".join(f"{{{line}}},\n" for line in lines))


def main(folder):
    rng = random.Random(1)
    zs = [0.0, -0.5, 0.5, -1.0, -37.0, -36.9, 8.0, -8.0, 3.0] + [rng.uniform(-37, 9) for _ in range(60)]
    write(folder / "normal_cdf.inc", [((z,), cdf(z)) for z in zs])

    ps = [0.5, 0.075, 0.925, 0.25, 0.975, 1e-300, 1e-16, 1e-9, 2.0**-53, 1 - 2.0**-53, 0.5 + 2.0**-53, 0.5 - 2.0**-54]
    ps += [rng.random() for _ in range(60)] + [10 ** rng.uniform(-300, -1) for _ in range(40)]
    ps += [1 - 10 ** rng.uniform(-15, -1) for _ in range(20)]
    write(folder / "normal_quantile.inc", [((p,), quantile(p)) for p in ps])

    pairs = [(float(z), 1.0) for z in (-37, -20, -8, -5, -4.001, -4, -3.999, -3, -2, -1, 0, 1, 8, 40)]
    pairs += [(rng.uniform(-37, 5) * sd, sd) for sd in (1e-6, 1e-3, 1.0, 7.0, 1e100) for _ in range(10)]
    write(folder / "expected_positive_part.inc", [(pair, expected_positive_part(*pair)) for pair in pairs])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
