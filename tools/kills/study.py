"""A study in a scratch folder, and the sweetspot program on it."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import time
from typing import Any

from objective import Evaluation, read_log, write_program

FILE = """[study]
name = "{name}"
storage = "{storage}"
seed = {seed}
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.1
[[parameter]]
name = "b"
bounds = [1, 3]
tolerance = "5%"
[objective]
command = ["{objective}", "{{number}}", "{log}", "{slowness}", "{failing}"]
parallel = {parallel}
on_failure = {{ retry = {retry} }}
{objective_words}
[budget]
evaluations = {evaluations}
verify = 2
{further_tables}
"""

Trial = dict[str, Any]


@dataclasses.dataclass
class Words:
    """What a back end wants to have in the study file."""

    storage: str
    objective: str = ""
    tables: str = ""


@dataclasses.dataclass
class Study:
    program: pathlib.Path
    folder: pathlib.Path
    words: Words
    parallel: int
    evaluations: int
    seed: int = 1
    slowness: float = 1.0
    retry: int = 1
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    started: int = 0
    outputs: dict[int, pathlib.Path] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.objective = write_program(self.folder)
        self.log = self.folder / "log"
        self.file = self.write("study.toml", self.words.storage)

    def write(self, name: str, storage: str) -> pathlib.Path:
        """The study file; another storage is another way to the same place."""
        file = self.folder / name
        text = FILE.format(
            name=self.folder.name, storage=storage, seed=self.seed, objective=self.objective, log=self.log,
            slowness=self.slowness, failing="failing" if self.retry else "well", parallel=self.parallel,
            retry=self.retry, objective_words=self.words.objective, evaluations=self.evaluations,
            further_tables=self.words.tables,
        )
        file.write_text(text)
        return file

    def start(self, command: str, *arguments: str, file: str | pathlib.Path = "") -> subprocess.Popen[str]:
        """In a session of its own, so that its process group is its own as well. What it says is in words_of()."""
        self.started += 1
        name = self.folder / "out" / f"{self.started}-{command}"
        name.parent.mkdir(exist_ok=True)
        with name.open("w") as out:
            process = subprocess.Popen(
                [str(self.program), command, str(file or self.file), *arguments],
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, text=True, start_new_session=True,
                env={**os.environ, **self.environment},
            )
        self.outputs[process.pid] = name
        return process

    def words_of(self, process: subprocess.Popen[str]) -> str:
        """Its last line, of a process that start() has started."""
        lines = self.outputs[process.pid].read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def ask(self, command: str, *arguments: str, file: str | pathlib.Path = "") -> subprocess.CompletedProcess[str]:
        """Runs a command to its end."""
        return subprocess.run(
            [str(self.program), command, str(file or self.file), *arguments], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=600, check=False, env={**os.environ, **self.environment},
        )

    def trials(self) -> list[Trial]:
        """None before the study has begun."""
        done = self.ask("trials", "--format", "json")
        if done.returncode != 0:
            if "has not begun" in done.stderr or "no study" in done.stderr:
                return []
            raise RuntimeError(f"sweetspot trials: {done.stderr.strip()}")
        return list(json.loads(done.stdout))

    def export(self, file: str | pathlib.Path = "") -> str:
        """Of another study file: of the same study in another storage."""
        both = [self.ask("export", "--format", form, file=file) for form in ("csv", "json")]
        for done in both:
            if done.returncode != 0:
                raise RuntimeError(f"sweetspot export: {done.stderr.strip()}")
        return "".join(done.stdout for done in both)

    def evaluations_seen(self) -> list[Evaluation]:
        return read_log(self.log)


def kill(process: subprocess.Popen[str], whole_group: bool) -> None:
    """At once, and waited for."""
    try:
        if whole_group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        pass
    process.wait()


def wait_until(condition: Any, seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)
