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
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))

from bounds import Bounds, blocks_of, flaws_of, table_of
from long_run import in_scratch_folder, parser_of
from soaked import Soaked, follow

# A plan needs no model; one would be fitted now and then for the lines of progress alone, which are not asked for.
PLAN = Bounds(seconds_grow=True, runner_matrices=0)
# The fit of a search takes longer with every trial; that is the model's affair, and measured by benchmarks.
SEARCH = Bounds(seconds_grow=False, runner_matrices=4)


def arguments() -> argparse.Namespace:
    parser = parser_of("soak", __doc__)
    parser.add_argument("--evaluations", type=int, default=20000, help="of the plan")
    parser.add_argument("--searched", type=int, default=1000, help="evaluations of the default search")
    parser.add_argument("--parallel", type=int, default=8)
    return parser.parse_args()


def main() -> int:
    given = arguments()

    def work(program: pathlib.Path, folder: pathlib.Path) -> list[str]:
        broken = []
        for name, method, evaluations, bounds in (
            ("plan", "latin-hypercube", given.evaluations, PLAN),
            ("search", "alternating", given.searched, SEARCH),
        ):
            if evaluations == 0:
                continue
            blocks = blocks_of(follow(Soaked(program, folder / name, method, evaluations, given.parallel)))
            print(f"{name}: {evaluations} evaluations by {method}, {given.parallel} in flight")
            print(table_of(blocks), flush=True)
            broken += [f"{name}: {flaw}" for flaw in flaws_of(blocks, bounds)]
        for sentence in broken:
            print(f"BROKEN: {sentence}")
        print("nothing grew that must not" if not broken else f"{len(broken)} bounds were broken")
        return broken

    return in_scratch_folder("soak", given, work)


if __name__ == "__main__":
    sys.exit(main())
