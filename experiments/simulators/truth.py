"""The true worst case of a centre, by the simulator: random builds, vertices, and an ascent from the worst of them.

What is found is a bound from below. All methods and centres get the same draws of u and the same rules. Standard
library only.
"""

import itertools
import math
import random

RANDOM_BUILDS = 200  # half of them on the region's boundary
CORNERS = 64  # of 2^D, drawn once
STARTS = 3  # of the ascent
POLLS = 8  # of each ascent at the most; a poll is 2 D + 3 builds
LEAST_STEP = 0.03  # of the tolerances, where an ascent ends


def length(u, norm):
    return max(map(abs, u)) if norm == math.inf else math.hypot(*u)


def onto_region(u, norm):
    """The nearest point of the unit ball of the norm."""
    if norm == math.inf:
        return [min(max(x, -1.0), 1.0) for x in u]
    return [x / max(1.0, length(u, norm)) for x in u]


def onto_boundary(u, norm):
    return [x / length(u, norm) for x in u]


def first_directions(dimensions, norm):
    """The centre, draws inside and on the boundary, the ends of the axes and a sample of corners."""
    source = random.Random(20)
    result = [[0.0] * dimensions]
    for k in range(RANDOM_BUILDS):
        if norm == math.inf:
            u = [source.uniform(-1, 1) for _ in range(dimensions)]
            if k % 2:
                u[source.randrange(dimensions)] = source.choice((-1.0, 1.0))
        else:
            u = onto_boundary([source.gauss(0, 1) for _ in range(dimensions)], norm)
            if k % 2 == 0:
                radius = source.random() ** (1 / dimensions)
                u = [x * radius for x in u]
        result.append(u)
    for d, sign in itertools.product(range(dimensions), (-1.0, 1.0)):
        result.append([sign if i == d else 0.0 for i in range(dimensions)])
    corners = list(itertools.product((-1.0, 1.0), repeat=dimensions))
    for corner in source.sample(corners, min(CORNERS, len(corners))):
        result.append(onto_boundary(corner, norm))
    return result


class Region:
    """Values of builds around one centre; counts them."""

    def __init__(self, problem, centre):
        self.problem, self.centre, self.count = problem, centre, 0

    def values(self, us):
        self.count += len(us)
        return self.problem.values([self.problem.build(self.centre, u) for u in us])


def poll_points(u, step, norm):
    """One step either way along each axis."""
    result = []
    for d, sign in itertools.product(range(len(u)), (-1.0, 1.0)):
        moved = list(u)
        moved[d] += sign * step
        result.append(onto_region(moved, norm))
    return result


def uphill_points(u, slope, step, norm):
    """Where the slope leads: a step, two steps, and the point of the region that is best for a linear function."""
    if norm == math.inf:
        far = [math.copysign(1.0, g) if g else x for g, x in zip(slope, u)]
        unit = [x / max(map(abs, slope)) for x in slope]
    else:
        far = unit = onto_boundary(slope, norm)
    return [far] + [onto_region([x + k * step * g for x, g in zip(u, unit)], norm) for k in (1, 2)]


def ascend(region, u, value):
    """Pattern search with a step along the slope, from u with its value; returns the best value."""
    norm, step = region.problem.norm, 0.5
    for _ in range(POLLS):
        points = poll_points(u, step, norm)
        values = region.values(points)
        slope = [after - before for before, after in zip(values[::2], values[1::2])]
        if any(slope):
            uphill = uphill_points(u, slope, step, norm)
            points += uphill
            values += region.values(uphill)
        best = max(range(len(points)), key=values.__getitem__)
        if values[best] > value:
            u, value = points[best], values[best]
        else:
            step /= 3
            if step < LEAST_STEP:
                break
    return value


def true_worst(problem, centre):
    """The nominal value, the worst value found in the region, and how many builds were simulated."""
    region = Region(problem, centre)
    us = first_directions(len(centre), problem.norm)
    values = region.values(us)
    starts = sorted(range(len(us)), key=values.__getitem__, reverse=True)[:STARTS]
    worst = max(ascend(region, us[k], values[k]) for k in starts)
    return values[0], worst, region.count
