"""Golden targets of generated pushing instances, for tests/unit/problems/push_test.cpp, from the Rng of rng.py.

    python3 tests/golden/push_targets.py
"""

import contextlib
import io
import math

with contextlib.redirect_stdout(io.StringIO()):
    from rng import key_of_seed, numbers, split_by_name


def targets(name, robots, instance):
    key = split_by_name(split_by_name(key_of_seed(instance), name), "targets")
    # Multiples of 2^-52 shifted by half a step, stretched to [-5, 5].
    drawn = [-5 + 10 * (((word >> 12) + 0.5) / 2**52) for word in numbers(key, 400)]
    for start in range(0, 400, 2 * robots):
        found = drawn[start : start + 2 * robots]
        if robots == 1 or math.dist(found[:2], found[2:]) >= 1.1:
            return found


for name, robots in (("push4", 1), ("push8", 2)):
    for instance in (1, 30):
        print(name, instance, *map(repr, targets(name, robots, instance)))
# The first instance of push8 whose first draw is too close, so that it is drawn anew.
for instance in range(1, 1000):
    key = split_by_name(split_by_name(key_of_seed(instance), "push8"), "targets")
    first = [-5 + 10 * (((word >> 12) + 0.5) / 2**52) for word in numbers(key, 4)]
    if math.dist(first[:2], first[2:]) < 1.1:
        print("push8", instance, *map(repr, targets("push8", 2, instance)))
        break
