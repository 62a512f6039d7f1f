"""What else goes wrong on several machines: each time work goes on afterwards, or one sentence says what to do."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator

from backend import Backend, Crew, Member
from campaign import look_at
from ports import Proxy
from postgresql import LEASE_SECONDS, Postgresql
from sqlite import Sqlite
from study import Study, kill, wait_until
from witness import History, Kill, judge

Say = Callable[[str], None]


def one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> list[str]:
    """The command was refused or failed, with one line on standard error that holds the parts."""
    lines = done.stderr.strip().splitlines()
    if done.returncode not in (1, 2):
        return [f"it ended with status {done.returncode}"]
    if len(lines) != 1:
        return [f"it said {len(lines)} lines: {done.stderr.strip()}"]
    return [f'"{part}" is not in: {lines[0]}' for part in parts if part.lower() not in lines[0].lower()]


def finished(backend: Backend, study: Study, history: History) -> list[str]:
    """The study is worked on to its end, and the witness is asked."""
    crew = backend.crew(study)
    try:
        deadline = time.monotonic() + 300
        while not crew.is_done:
            crew.keep_running()
            time.sleep(0.1)
            if time.monotonic() > deadline:
                return [f"it is not done after five minutes: {crew.ends[-3:]}"]
    finally:
        crew.end()
    trials = study.trials()
    verdict = judge(history, study.evaluations_seen(), trials, backend.excuses)
    short = [] if len(trials) == study.evaluations else [f"it has {len(trials)} trials of {study.evaluations}"]
    damage = [*backend.damage(study), *backend.check(study)]
    return [*crew.errors(backend, history), *verdict.broken, *damage, *short]


def newer_version_of_a_file(backend: Backend, study: Study) -> list[str]:
    broken = finished(backend, study, History())
    file = study.folder / f"{study.folder.name}.db"
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version = 99")
    database.commit()
    database.close()
    for command in ("run", "status", "best"):
        broken += one_sentence(study.ask(command), file.name, "later sweetspot")
    return broken


@contextlib.contextmanager
def small_disk(folder: pathlib.Path, size: str) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"a small disk cannot be mounted: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def full_disk(backend: Backend, study: Study) -> list[str]:
    """The work directories are on a disk without room; with room the same command goes on."""
    if backend.evaluates != "run":
        runner = study.start("run", "-q")
        wait_until(lambda: len(study.trials()) > 0, 60, "the first trial")
        kill(runner, whole_group=True)
    with small_disk(study.folder / f"{study.folder.name}-work", "64k"):
        hog = study.folder / f"{study.folder.name}-work" / "hog"
        with contextlib.suppress(OSError), hog.open("wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
        broken = one_sentence(study.ask(backend.evaluates, "-q"), f"{study.folder.name}-work", "no space left")
    return broken + finished(backend, study, History())


def wrong_password(backend: Postgresql, study: Study) -> list[str]:
    study.environment = {**study.environment, "PGPASSFILE": "/dev/null", "PGPASSWORD": "a wrong one"}
    broken = []
    for command in ("run", "work", "status"):
        done = study.ask(command)
        broken += one_sentence(done, "password")
        if "a wrong one" in done.stderr:
            broken.append("it tells the password")
    return broken


def newer_version_of_a_database(backend: Postgresql, study: Study) -> list[str]:
    broken = finished(backend, study, History())
    backend.server.query(
        "UPDATE sweetspot.facts SET value = '99' WHERE key = 'version'", backend.database_of(study.folder)
    )
    for command in ("run", "work", "status"):
        broken += one_sentence(study.ask(command), "later sweetspot")
    return broken


def network_cut(backend: Postgresql, study: Study, seconds: float) -> list[str]:
    """Between one worker and the server; the other worker and the runner go on."""
    proxy = Proxy(backend.server.port)
    through = study.write("through-proxy.toml", backend.url(backend.database_of(study.folder), proxy.port))
    history = History()
    crew = Crew([Member(study, "runner", "run")], [Member(study, "worker", "work", through)])
    broken = []
    try:
        crew.keep_running()
        wait_until(lambda: any(e.ended for e in study.evaluations_seen()), 60, "the first evaluation")
        before = time.time()
        proxy.cut()
        history.look(*look_at(study))
        time.sleep(seconds)
        worker = crew.helping[0]
        if not worker.is_running():
            broken.append("the worker ended while the network was cut")
        # Whoever has a connection now takes what the cut one held.
        crew.helping.append(Member(study, "worker", "work"))
        crew.keep_running()
        wait_until(lambda: len(look_at(study)[1]) > len(history.looks[0][1]), 120, "work of another worker")
        proxy.mend()
        history.kills.append(Kill(before, time.time(), "network", 0))
        crew.helping[1].kill(history, whole_group=True)  # the cut one does the rest alone, so it must come back
        crew.helping.pop()
        wait_until(lambda: done_after(crew), 300, "the end of the study")
    finally:
        crew.end()
        proxy.stop()
    verdict = judge(history, study.evaluations_seen(), study.trials(), backend.excuses)
    return [*broken, *crew.errors(backend, history), *verdict.broken]


def done_after(crew: Crew) -> bool:
    crew.keep_running()
    return crew.is_done


def skewed_clock(backend: Postgresql, study: Study) -> list[str]:
    """Two workers live an hour in the future and in the past: leases go by the server's clock."""
    program = shutil.which("faketime")
    if program is None:
        return ["faketime is not installed; apt-get install faketime"]
    runner = Crew([Member(study, "runner", "run")])
    workers = []
    try:
        for skew in ("+1h", "-1h"):
            workers.append(
                subprocess.Popen(
                    [program, "-f", skew, str(study.program), "work", str(study.file)], stdin=subprocess.DEVNULL,
                    stdout=(study.folder / f"worker{skew}").open("w"), stderr=subprocess.STDOUT, text=True,
                    start_new_session=True,
                    env={**os.environ, **study.environment, "FAKETIME_DONT_FAKE_MONOTONIC": "1"},
                )
            )
        wait_until(lambda: done_after(runner), 300, "the end of the study")
    finally:
        runner.end()
        for worker in workers:
            kill(worker, whole_group=True)
    history = History()  # nothing was killed, so that nothing may be begun again
    verdict = judge(history, study.evaluations_seen(), study.trials(), backend.excuses)
    return [*runner.errors(backend, history), *verdict.broken]


def faults_of(
    backend: Backend, program: pathlib.Path, folder: pathlib.Path, cut: float, say: Say
) -> list[str]:
    """Every fault that this back end can meet; what was not as promised."""

    def study(name: str, slowness: float = 0.5) -> Study:
        place = folder / "faults" / name
        return Study(
            program, place, backend.words(place), parallel=2, evaluations=10, slowness=slowness,
            environment=backend.environment(),
        )

    faults: dict[str, Callable[[], list[str]]] = {}
    if os.geteuid() == 0:
        faults["a full disk below the work directories"] = lambda: full_disk(backend, study("full"))
    else:
        say("a full disk: skipped, for only root can mount a small one")
    if isinstance(backend, Sqlite):
        faults["a file of a newer version"] = lambda: newer_version_of_a_file(backend, study("newer"))
    if isinstance(backend, Postgresql):
        faults["a wrong password"] = lambda: wrong_password(backend, study("password"))
        faults["a database of a newer version"] = lambda: newer_version_of_a_database(backend, study("newer"))
        faults["a worker's clock that is wrong"] = lambda: skewed_clock(backend, study("clock", slowness=40))
        faults[f"a network that is cut for {cut:g} s (leases of {LEASE_SECONDS} s)"] = lambda: network_cut(
            backend, study("cut", slowness=40), cut
        )
    broken = []
    for name, meet in faults.items():
        try:
            found = meet()
        except (RuntimeError, TimeoutError) as error:
            found = [str(error)]
        say(f"{name}: {'as promised' if not found else '; '.join(found)}")
        broken += [f"{name}: {sentence}" for sentence in found]
    return broken
