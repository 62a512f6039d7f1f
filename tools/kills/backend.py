"""What a back end of studies is to the harness: servers, the programs that work on a study, and what may be killed."""

from __future__ import annotations

import abc
import dataclasses
import pathlib
import random
import subprocess
import threading
import time

from objective import Evaluation
from study import Study, Words, kill
from witness import History, Kill


class Backend(abc.ABC):
    """Servers are started once; then one study after another is worked on by a crew."""

    name: str
    # Trials of a study are looked at after every so many kills: each look is a program's start.
    look_every = 1
    # The command that evaluates.
    evaluates = "run"
    # Seconds that a crew is left alone on the average.
    pace = 0.2

    def start(self, folder: pathlib.Path) -> None:
        """Starts the servers, if there are any; raises RuntimeError with a sentence where they cannot run."""

    def stop(self) -> None:
        """Stops them."""

    @abc.abstractmethod
    def words(self, folder: pathlib.Path) -> Words:
        """For the file of the study in that folder."""

    def environment(self) -> dict[str, str]:
        """For every program."""
        return {}

    @abc.abstractmethod
    def crew(self, study: Study) -> Crew:
        """The programs that work on it."""

    def helpers(self, study: Study) -> list[Member]:
        """Programs without which a command that evaluates would wait."""
        del study
        return []

    @abc.abstractmethod
    def excuses(self, reason: Kill, evaluation: Evaluation) -> bool:
        """Whether what was killed explains that the evaluation was begun again."""

    def settle(self) -> None:
        """Waits for what may go on after a study is done, so that the log is whole when it is read."""

    def damage(self, study: Study) -> list[str]:
        """What is wrong with the database of the study; looked at after kills and at the end."""
        del study
        return []

    def check(self, study: Study) -> list[str]:
        """What else is wrong when a study is done."""
        del study
        return []

    def excuses_end(self, words: str, has_evaluated: bool) -> bool:
        """Whether a program may end by itself with an error that says this, when a server was killed meanwhile."""
        del words, has_evaluated
        return False

    def kill_server(self, random_numbers: random.Random, history: History) -> bool:
        """Kills one and starts it again; False where there is none."""
        del random_numbers, history
        return False


# What else than programs on a study is killed.
SERVERS = ("server", "network", "slurmd", "slurmctld")


@dataclasses.dataclass(frozen=True)
class BadEnd:
    what: str
    words: str
    began: float
    ended: float
    process: int


class Member:
    """A program of a crew, started again when it was killed."""

    def __init__(self, study: Study, what: str, command: str, file: pathlib.Path | None = None) -> None:
        self.study = study
        self.what = what
        self.command = command
        self.file = file
        self.process: subprocess.Popen[str] | None = None
        self.began = 0.0

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        self.began = time.time()
        self.process = self.study.start(self.command, *self.arguments(), file=self.file)

    def arguments(self) -> list[str]:
        return ["-q"] if self.command == "run" else []

    def kill(self, history: History, whole_group: bool) -> None:
        if self.process is None:
            return
        before = time.time()
        kill(self.process, whole_group)
        history.kills.append(Kill(before, time.time(), self.what, self.process.pid))


class Kept:
    """Helpers that are started again whenever they have ended, as long as the block lasts."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._keep)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()
        for member in self.members:
            if member.process is not None and member.is_running():
                kill(member.process, whole_group=True)

    def _keep(self) -> None:
        while not self.over.wait(0.3):
            for member in self.members:
                if not member.is_running():
                    member.start()


class Crew:
    """The programs that work on one study. It is done when the one that decides has ended in order."""

    def __init__(self, deciding: list[Member], helping: list[Member] | None = None) -> None:
        self.deciding = deciding
        self.helping = helping or []
        self.is_done = False
        self.ends: list[BadEnd] = []

    def keep_running(self) -> None:
        """Starts who does not run; a program that ended by itself has done its part, or failed."""
        for member in [*self.deciding, *self.helping]:
            if member.is_running():
                continue
            if member.process is not None and member.process.returncode == 0 and member in self.deciding:
                self.is_done = True
            if member.process is not None and member.process.returncode > 0:
                self.ends.append(
                    BadEnd(
                        f"sweetspot {member.command} ended with status {member.process.returncode}",
                        member.study.words_of(member.process), member.began, time.time(), member.process.pid,
                    )
                )
                member.process = None
            if not self.is_done:
                member.start()

    def errors(self, backend: Backend, history: History) -> list[str]:
        """Programs that failed, but for those that a killed server excuses."""
        found = []
        parents = {e.parent for e in self.deciding[0].study.evaluations_seen()}
        for end in self.ends:
            during = [k for k in history.kills if k.before <= end.ended and end.began <= k.after]
            if not (backend.excuses_end(end.words, end.process in parents) and any(k.what in SERVERS for k in during)):
                found.append(f"{end.what}: {end.words}")
        return found

    def victims(self) -> list[Member]:
        return [m for m in [*self.deciding, *self.helping] if m.is_running()]

    def end(self) -> None:
        for member in self.victims():
            if member.process is not None:
                kill(member.process, whole_group=True)
