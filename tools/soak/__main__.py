"""Runs a long study with a viewer attached, and asks whether anything grows that must not.

    python3 tools/soak --evaluations 20000

runs two studies one after another: a plan of that many cheap evaluations with 8 in flight, and the default search for
--searched of them. `sweetspot serve` shows each, and a viewer looks at it as a browser does. Meanwhile memory, open
files, the size of the database and the processor time of the runner are sampled. Exit status 0: memory and files stayed
within their bounds, the database grew with the number of trials and no faster, and an evaluation of the plan cost the
runner no more at the end than at the beginning, but for what the trials themselves cost.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import sys
import tempfile

from bounds import Bounds, blocks_of, flaws_of, table_of
from soaked import Soaked, follow

# A plan needs no model; one would be fitted now and then for the lines of progress alone, which are not asked for.
PLAN = Bounds(seconds_grow=True, runner_matrices=0)
# The fit of a search takes longer with every trial; that is the model's affair, and measured by benchmarks.
SEARCH = Bounds(seconds_grow=False, runner_matrices=4)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path("build/sweetspot"))
    parser.add_argument("--evaluations", type=int, default=20000, help="of the plan")
    parser.add_argument("--searched", type=int, default=1000, help="evaluations of the default search")
    parser.add_argument("--parallel", type=int, default=8)
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder, also where all is well")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    program = given.program.resolve()
    if not program.is_file():
        print(f"tools/soak: {program} is not there; build it with make build, or give --program", file=sys.stderr)
        return 2
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sweetspot-soak-"))
    broken = []
    for name, method, evaluations, bounds in (
        ("plan", "latin-hypercube", given.evaluations, PLAN),
        ("search", "alternating", given.searched, SEARCH),
    ):
        if evaluations == 0:
            continue
        soaked = Soaked(program, folder / name, method, evaluations, given.parallel)
        try:
            samples = follow(soaked)
        except RuntimeError as error:
            print(f"tools/soak: {name}: {error}", file=sys.stderr)
            return 1
        blocks = blocks_of(samples)
        print(f"{name}: {evaluations} evaluations by {method}, {given.parallel} in flight")
        print(table_of(blocks), flush=True)
        broken += [f"{name}: {flaw}" for flaw in flaws_of(blocks, bounds)]
    for sentence in broken:
        print(f"BROKEN: {sentence}")
    print("nothing grew that must not" if not broken else f"{len(broken)} bounds were broken")
    if broken or given.keep:
        print(f"what the studies left is in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
