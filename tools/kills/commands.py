"""The other commands that change a study, killed in the middle: tell, import, retry, verify and copy.

Each is killed at a random moment and said again until it comes to its end. What it was to do is then done once, all of
it: never in part, never twice.
"""

from __future__ import annotations

import json
import pathlib
import random
import time
from collections.abc import Sequence

from backend import Backend, Kept
from campaign import Tally, look_after_kill
from copies import copied_once
from study import Study, Trial, kill
from witness import History, Kill, judge


by_hand = 4  # trials that are told

# A verification that fails is an answer as well; what was retried already cannot be retried again.
ENDS = {"verify": (0, 1), "retry": (0, 2)}


class Disturbed:
    """Commands on one study, each killed up to a few times before it may come to its end."""

    def __init__(self, backend: Backend, study: Study, random_numbers: random.Random, history: History) -> None:
        self.backend = backend
        self.study = study
        self.random = random_numbers
        self.history = history

    def short(self) -> float:
        """Seconds that a command takes which evaluates nothing, and half as much again."""
        before = time.monotonic()
        self.study.ask("trials")
        return 1.5 * (time.monotonic() - before)

    def say(self, command: str, *arguments: str, most_kills: int, within: float) -> None:
        """`within`: seconds from its start in which a kill comes."""
        for _ in range(most_kills):
            process = self.study.start(command, *arguments)
            time.sleep(self.random.uniform(0, within))
            if process.poll() is not None:
                if process.returncode not in ENDS.get(command, (0,)):
                    raise RuntimeError(f"sweetspot {command}: {self.study.words_of(process)}")
                return
            before = time.time()
            kill(process, whole_group=self.random.random() < 0.5)
            self.history.kills.append(Kill(before, time.time(), command, process.pid))
            look_after_kill(self.backend, self.study, self.history)
        done = self.study.ask(command, *arguments)
        if done.returncode not in ENDS.get(command, (0,)):
            raise RuntimeError(f"sweetspot {command}: {done.stderr.strip()}")


def told_once(commands: Disturbed) -> list[str]:
    """A point of one's own is told by its number, so that saying it again is the same."""
    study = commands.study
    broken = []
    for number in range(by_hand):
        if study.ask("ask").returncode != 0:
            return ["sweetspot ask failed"]
        value = str(commands.random.uniform(0, 4))
        commands.say("tell", str(number), value, most_kills=4, within=commands.short())
        trial = study.trials()[number]
        if (trial["state"], trial["value"]) != ("complete", float(value)):
            broken.append(f"trial {number} was told {value} and is {trial}")
    return broken


def imported_once(commands: Disturbed, rows: int) -> list[str]:
    study = commands.study
    before = len(study.trials())
    table = study.folder / "data.csv"
    lines = [f"{commands.random.uniform(-0.9, 0.9)},{commands.random.uniform(1.1, 2.8)},{i}" for i in range(rows)]
    table.write_text("a,b,value\n" + "\n".join(lines) + "\n")
    broken = []
    for _ in range(5):
        commands.say("import", str(table), most_kills=1, within=commands.short())
        count = len(study.trials()) - before
        if count not in (0, rows):
            broken.append(f"{count} of {rows} rows are imported")
    commands.say("import", str(table), most_kills=0, within=0)
    if len(study.trials()) != before + rows:
        broken.append(f"{len(study.trials()) - before} of {rows} rows are imported in the end")
    return broken


def failed(trials: Sequence[Trial]) -> list[int]:
    return [t["number"] for t in trials if t["state"] == "failed"]


def open_trials(trials: Sequence[Trial]) -> list[int]:
    return [t["number"] for t in trials if t["state"] in ("waiting", "stale", "running")]


def retried_once(commands: Disturbed) -> list[str]:
    """Trials that fail at their first attempt are left so by a study without retries, and are then had again."""
    study = commands.study
    numbers = failed(study.trials())
    if not numbers:
        return ["no trial failed, so that nothing could be retried"]
    commands.say("retry", most_kills=8, within=commands.short())
    left = failed(study.trials())
    return [f"trial {n} was to be retried and is failed still" for n in numbers if n in left]


def disturbed_commands(
    backend: Backend, program: pathlib.Path, folder: pathlib.Path, random_numbers: random.Random, tally: Tally
) -> None:
    study = Study(
        program, folder, backend.words(folder), parallel=2, evaluations=12, retry=0, slowness=0.5,
        environment=backend.environment(),
    )
    history = History()
    commands = Disturbed(backend, study, random_numbers, history)
    broken = told_once(commands) + imported_once(commands, rows=6)
    with Kept(backend.helpers(study)):
        commands.say("run", "-q", most_kills=6, within=0.6)
    beside = folder.with_name(folder.name + "-retry")
    failing = Study(
        program, beside, backend.words(beside), parallel=2, evaluations=12, retry=0, slowness=0.5,
        environment=backend.environment(),
    )
    with Kept(backend.helpers(failing)):
        run_with_failures(failing)
    retry = Disturbed(backend, failing, random_numbers, history_of_retry := History())
    broken += retried_once(retry)
    with Kept(backend.helpers(failing)):
        retry.say("run", "-q", most_kills=4, within=0.5)
    for done, seen, said in ((study, history, commands), (failing, history_of_retry, retry)):
        with Kept(backend.helpers(done)):
            said.say("verify", "-n", "3", most_kills=5, within=0.6)
        backend.settle()
        done_trials = done.trials()
        broken += [f"trial {number} is open at the end" for number in open_trials(done_trials)]
        told = frozenset(range(by_hand)) if done is study else frozenset()
        verdict = judge(seen, done.evaluations_seen(), done_trials, backend.excuses, told)
        broken += verdict.broken + backend.check(done)
        broken += copied_once(done, random_numbers, said.short(), seen)
        broken += seen.damage + backend.damage(done)
        tally.add(verdict)
        tally.count(seen)
        tally.studies += 1
        tally.evaluations += len(done.evaluations_seen())
        tally.checks += 1
    tally.broken += [f"{folder.name}: {sentence}" for sentence in broken]


def run_with_failures(study: Study) -> None:
    """The objective fails at the first attempt of every fifth trial."""
    text = study.file.read_text().replace('"well"', '"failing"')
    study.file.write_text(text)
    done = study.ask("run", "-q")
    if done.returncode != 0:
        raise RuntimeError(f"sweetspot run: {done.stderr.strip()}")


