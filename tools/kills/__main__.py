"""Kills the programs of sweetspot at random moments, a thousand times and more, and asks what was lost.

    python3 tools/kills --kills 1000 --storage sqlite

makes studies of a small objective, works on them with 1, 2 and 8 evaluations in flight, kills runners (and workers,
database servers or cluster daemons, as the back end has them) again and again until the studies are done, and compares
what is stored with the objective's own log. Also: tell, import, retry, verify and copy killed in the middle, and with
--faults what else goes wrong on more than one machine. Exit status 0: nothing was lost.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1]))

from backend import Backend
from campaign import Tally, compare_serial, run_one, undisturbed_export
from commands import disturbed_commands
from faults import faults_of
from long_run import in_scratch_folder, parser_of
from postgresql import Postgresql
from slurm import Slurm
from sqlite import Sqlite
from study import Study

BACKENDS: dict[str, type[Backend]] = {"sqlite": Sqlite, "postgresql": Postgresql, "slurm": Slurm}
IN_FLIGHT = (1, 2, 8)


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def lot(backend: Backend, program: pathlib.Path, folder: pathlib.Path, seed: int, most: int, tally: Tally) -> None:
    """A study for every number in flight, and two for the other commands; about so many kills, or fewer."""
    numbers = random.Random(seed)
    before = tally.all_kills
    for parallel in IN_FLIGHT:
        study_folder = folder / "killed" / f"study-{seed}-{parallel}"
        study = Study(
            program, study_folder, backend.words(study_folder), parallel=parallel, evaluations=20 + 5 * parallel,
            seed=seed, environment=backend.environment(),
        )
        # Half of the kills are left for the other commands.
        left = min(20, -(-most // (2 * len(IN_FLIGHT))))
        run_one(backend, study, numbers, left, tally)
        if parallel == 1 and not tally.broken:
            alone = folder / "undisturbed" / study_folder.name
            compare_serial(study, undisturbed_export(backend, program, alone, study.evaluations, seed), tally)
    if most > tally.all_kills - before:
        disturbed_commands(backend, program, folder / "killed" / f"commands-{seed}", numbers, tally)


def campaign(backend: Backend, program: pathlib.Path, folder: pathlib.Path, seed: int, kills: int) -> Tally:
    tally = Tally()
    while tally.all_kills < kills and not tally.broken:
        lot(backend, program, folder, seed, kills - tally.all_kills, tally)
        say(f"{tally.all_kills} of {kills} kills, {tally.studies} studies, {len(tally.broken)} promises broken")
        seed += 1
    return tally


def arguments() -> argparse.Namespace:
    parser = parser_of("kills", __doc__)
    parser.add_argument("--storage", choices=list(BACKENDS), default="sqlite", help="the back end")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the random moments and of the studies")
    parser.add_argument("--faults", action="store_true", help="what else goes wrong, instead of kills")
    parser.add_argument("--cut", type=float, default=120, help="seconds for which the network is cut")
    return parser.parse_args()


def main() -> int:
    given = arguments()

    def work(program: pathlib.Path, folder: pathlib.Path) -> list[str]:
        folder.chmod(0o755)  # servers run as users of their own
        backend = BACKENDS[given.storage]()
        try:
            backend.start(folder)
            if given.faults:
                broken = faults_of(backend, program, folder, given.cut, say)
                print(f"{len(broken)} faults were not met as promised" if broken else "every fault was met as promised")
                return broken
            tally = campaign(backend, program, folder, given.seed, given.kills)
            print(tally.text())
            return tally.broken
        finally:
            backend.stop()

    return in_scratch_folder("kills", given, work)


if __name__ == "__main__":
    sys.exit(main())
