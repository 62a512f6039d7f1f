"""The problems of the comparison: a study file's parameters, tolerances and simulator, for one norm of the region.

A build of the centre c is c + h u with h the tolerances (of c, where they are in per cent) and u in the unit ball of
the norm. Standard library only.
"""

import math
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
NORMS = {"ellipsoid": 2, "box": math.inf}


@dataclass(frozen=True)
class Parameter:
    name: str
    low: float
    high: float
    tolerance: float
    in_per_cent: bool

    def half_width(self, centre):
        return self.tolerance * centre if self.in_per_cent else self.tolerance

    def centres(self):
        """The least and the greatest centre whose region lies inside the bounds."""
        if self.in_per_cent:
            return self.low / (1 - self.tolerance), self.high / (1 + self.tolerance)
        return self.low + self.tolerance, self.high - self.tolerance


def parameter_of(table):
    tolerance = table["tolerance"]
    in_per_cent = isinstance(tolerance, str)
    amount = float(tolerance.removesuffix("%")) / 100 if in_per_cent else float(tolerance)
    return Parameter(table["name"], *map(float, table["bounds"]), amount, in_per_cent)


class Problem:
    """A simulator's folder and a norm, e.g. "antenna-box"."""

    def __init__(self, name):
        simulator, _, shape = name.partition("-")
        self.name = name
        self.folder = HERE / simulator
        self.norm = NORMS[shape]
        self.text = (self.folder / "study.toml").read_text(encoding="utf-8")
        study = tomllib.loads(self.text)
        self.parameters = [parameter_of(table) for table in study["parameter"]]

    def values(self, builds):
        """The simulator's value of each build, by one call."""
        lines = "".join(" ".join(f"{x:.9g}" for x in build) + "\n" for build in builds)
        done = subprocess.run([self.folder / "values"], input=lines, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{self.name}: {done.stderr.strip()}")
        return [float(line) for line in done.stdout.split()]

    def build(self, centre, u):
        return [c + p.half_width(c) * ud for p, c, ud in zip(self.parameters, centre, u)]

    def nearest_centre(self, point):
        """The point, moved into the box of allowed centres."""
        limits = (p.centres() for p in self.parameters)
        return [min(max(x, low), high) for x, (low, high) in zip(point, limits)]

    def study_text(self, seed, evaluations):
        """The study file for this norm, a seed and a budget."""
        text = self.text
        for key, value in (
            ("norm", '"inf"' if self.norm == math.inf else "2"),
            ("evaluations", str(evaluations)),
            ("name", f'"{self.name}"\nseed = {seed}'),
        ):
            text, count = re.subn(rf"^{key} = [^ \n]+", f"{key} = {value}", text, count=1, flags=re.MULTILINE)
            if count != 1:
                raise RuntimeError(f"{self.folder / 'study.toml'}: there is no line {key} = ... to change")
        return text


def all_problems():
    return [Problem(f"{simulator}-{shape}") for simulator in ("antenna", "amplifier") for shape in NORMS]
