"""Studies worked on by programs that are killed again and again until they are done anyway."""

from __future__ import annotations

import dataclasses
import pathlib
import random
import time

from backend import Backend, Crew
from study import Study
from witness import History, Verdict, judge


@dataclasses.dataclass
class Tally:
    """What a campaign has come to."""

    kills: dict[str, int] = dataclasses.field(default_factory=dict)
    studies: int = 0
    evaluations: int = 0
    begun_again: int = 0
    longest_window: float = 0.0
    identical: int = 0  # serial studies whose export was that of an undisturbed one
    checks: int = 0  # of databases: their integrity
    broken: list[str] = dataclasses.field(default_factory=list)

    def count(self, history: History) -> None:
        for reason in history.kills:
            self.kills[reason.what] = self.kills.get(reason.what, 0) + 1
        self.checks += history.checks

    def add(self, verdict: Verdict) -> None:
        self.begun_again += verdict.begun_again
        self.longest_window = max(self.longest_window, verdict.longest_window)

    @property
    def all_kills(self) -> int:
        return sum(self.kills.values())

    def text(self) -> str:
        kinds = ", ".join(f"{count} of a {what}" for what, count in sorted(self.kills.items()))
        lines = [
            f"{self.all_kills} kills ({kinds}) over {self.studies} studies with {self.evaluations} evaluations",
            f"{self.begun_again} evaluations were begun again, each after a kill that the log shows; the longest time "
            f"from the end of one to the kill was {1000 * max(0.0, self.longest_window):.0f} ms",
            f"{self.identical} serial studies have the bytes of an undisturbed one; the integrity of databases "
            f"was checked {self.checks} times",
            *(f"BROKEN: {sentence}" for sentence in self.broken),
            "nothing was lost" if not self.broken else f"{len(self.broken)} promises were broken",
        ]
        return "\n".join(lines)


class Pace:
    """How long a crew is left alone: mostly too short to do much, now and then long enough to get on."""

    def __init__(self, random_numbers: random.Random, mean: float) -> None:
        self.random = random_numbers
        self.mean = mean

    def wait(self) -> None:
        time.sleep(min(10 * self.mean, self.random.expovariate(1 / self.mean)))


def disturb(
    backend: Backend, study: Study, crew: Crew, history: History, random_numbers: random.Random, most_kills: int
) -> None:
    """Until the crew has done its work; after `most_kills` it is left alone."""
    pace = Pace(random_numbers, backend.pace)
    deadline = time.monotonic() + 900
    while True:
        crew.keep_running()
        if crew.is_done:
            return
        if time.monotonic() > deadline:
            raise TimeoutError(f"{study.folder.name} is not done after 15 minutes; its programs: {crew.ends[-3:]}")
        pace.wait()
        if len(history.kills) >= most_kills:
            continue
        if random_numbers.random() < 0.1 and backend.kill_server(random_numbers, history):
            continue
        victims = crew.victims()
        if not victims:
            continue
        random_numbers.choice(victims).kill(history, whole_group=random_numbers.random() < 0.5)
        if len(history.kills) % backend.look_every == 0:
            look_after_kill(backend, study, history)


def look_after_kill(backend: Backend, study: Study, history: History) -> None:
    """First by sweetspot, so that it is its part to put right what the killed program has left."""
    history.look(*look_at(study))
    history.damage += backend.damage(study)
    history.checks += 1


def look_at(study: Study) -> tuple[float, list[dict[str, object]]]:
    """The trials, and a moment at which they were so already."""
    trials = study.trials()
    return time.time(), trials


def run_one(
    backend: Backend, study: Study, random_numbers: random.Random, most_kills: int, tally: Tally
) -> None:
    """One study from its beginning to its end, with every check there is."""
    history = History()
    crew = backend.crew(study)
    where = f"{study.folder.name} ({study.parallel} in flight)"
    try:
        disturb(backend, study, crew, history, random_numbers, most_kills)
    except (TimeoutError, RuntimeError) as error:
        tally.broken.append(f"{where}: {error}")
        return
    finally:
        crew.end()
        tally.count(history)
    backend.settle()
    log = study.evaluations_seen()
    trials = study.trials()
    verdict = judge(history, log, trials, backend.excuses)
    tally.add(verdict)
    tally.studies += 1
    tally.evaluations += len(log)
    damage = [*history.damage, *backend.damage(study)]
    found = [*crew.errors(backend, history), *verdict.broken, *damage, *backend.check(study)]
    tally.broken += [f"{where}: {sentence}" for sentence in found]
    tally.checks += 1
    if len(trials) != study.evaluations:
        tally.broken.append(f"{where}: it has {len(trials)} trials of {study.evaluations}")


def compare_serial(study: Study, undisturbed: str, tally: Tally) -> None:
    if study.export() == undisturbed:
        tally.identical += 1
    else:
        tally.broken.append(f"{study.folder.name}: its export is not that of an undisturbed study")


def undisturbed_export(
    backend: Backend, program: pathlib.Path, folder: pathlib.Path, evaluations: int, seed: int
) -> str:
    study = Study(
        program, folder, backend.words(folder), parallel=1, evaluations=evaluations, seed=seed,
        environment=backend.environment(),
    )
    crew = backend.crew(study)
    while not crew.is_done:
        crew.keep_running()
        time.sleep(0.05)
        if crew.ends:
            raise RuntimeError(f"an undisturbed study fails: {crew.ends[0]} (see {folder})")
    crew.end()
    return study.export()
