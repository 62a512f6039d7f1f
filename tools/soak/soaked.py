"""A study that runs, its server, and a viewer who looks as a browser does."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time
import urllib.request
from typing import Any

from bounds import Sample

FILE = """[study]
name = "{name}"
storage = "sqlite:///{name}.db"
[method]
name = "{method}"
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.1
[[parameter]]
name = "b"
bounds = [1, 3]
tolerance = "5%"
[[parameter]]
name = "c"
bounds = [0, 1]
tolerance = 0.05
[objective]
command = ["awk", "{{ y += ($1 - 0.5)^2 }} END {{ print y }}"]
format = "numbers"
parallel = {parallel}
[budget]
evaluations = {evaluations}
verify = 0
"""

SECONDS_BETWEEN_LOOKS = 2.0  # of a page that is in front
SECONDS_BETWEEN_SAMPLES = 1.0


def memory_of(process: int) -> int:
    """Bytes that are in memory now."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise ProcessLookupError(f"process {process} has ended")


def seconds_of(process: int) -> float:
    """Of a processor, without those of children that have ended."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def files_of(process: int) -> int:
    return len(list(pathlib.Path(f"/proc/{process}/fd").iterdir()))


class Viewer:
    """Asks for the status every two seconds, and for the page whenever the status says that there is a new one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.tag = ""
        self.pages = 0
        self.troubles: list[str] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.thread.start()

    def get(self, path: str) -> Any:
        request = urllib.request.Request(self.address + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            data = answer.read()
            return json.loads(gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data)

    def _look(self) -> None:
        while not self.over.wait(SECONDS_BETWEEN_LOOKS):
            try:
                status = self.get("api/status")
                if status["page_tag"] != self.tag:
                    self.get("api/page")
                    self.tag = status["page_tag"]
                    self.pages += 1
            except (OSError, ValueError) as error:
                self.troubles.append(str(error))

    def end(self) -> None:
        self.over.set()
        self.thread.join()


class Soaked:
    def __init__(self, program: pathlib.Path, folder: pathlib.Path, method: str, evaluations: int, parallel: int) -> None:
        folder.mkdir(parents=True)
        self.program = program
        self.name = folder.name
        self.folder = folder
        self.evaluations = evaluations
        self.file = folder / "study.toml"
        self.file.write_text(
            # More than are waited for: the answer at the end is not what is looked at here.
            FILE.format(name=self.name, method=method, parallel=parallel, evaluations=evaluations + 1000)
        )

    def start(self, *words: str, out: str) -> subprocess.Popen[bytes]:
        with (self.folder / out).open("wb") as file:
            return subprocess.Popen(
                [str(self.program), *words], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                cwd=self.folder, start_new_session=True,
            )

    def serve(self) -> tuple[subprocess.Popen[bytes], str]:
        server = self.start("serve", str(self.file), "--port", "0", out="served")
        for _ in range(600):
            said = (self.folder / "served").read_text()
            if said.endswith("\n"):
                return server, said.splitlines()[0]
            if server.poll() is not None:
                raise RuntimeError(f"the server ended: {said.strip()}")
            time.sleep(0.1)
        raise RuntimeError("the server did not say its address within a minute")

    def log(self) -> int:
        file = self.folder / f"{self.name}.db-wal"
        return file.stat().st_size if file.exists() else 0

    def database(self) -> tuple[int, int]:
        """Trials that are complete, and bytes with the pages that are in the log as yet."""
        database = sqlite3.connect(f"file:{self.folder / self.name}.db?mode=ro", uri=True, timeout=60)
        questions = ("SELECT count(*) FROM trials WHERE state = 'complete'", "PRAGMA page_count", "PRAGMA page_size")
        try:
            done, pages, page = (int(database.execute(question).fetchone()[0]) for question in questions)
        except sqlite3.OperationalError:
            return 0, 0  # it is just being made
        finally:
            database.close()
        return done, pages * page

    def sample(self, runner: int, server: int) -> Sample:
        done, database = self.database()
        return Sample(
            time.monotonic(), done, memory_of(runner), memory_of(server), files_of(runner), files_of(server),
            seconds_of(runner), database, self.log(),
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """By its number: it was started here."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def follow(soaked: Soaked) -> list[Sample]:
    """Samples until there are as many trials as there should; raises RuntimeError with a sentence if something failed."""
    server, address = soaked.serve()
    viewer = Viewer(address)
    runner = soaked.start("run", str(soaked.file), "-q", out="ran")
    samples = []
    try:
        while not samples or samples[-1].done < soaked.evaluations:
            for process, out in ((runner, "ran"), (server, "served")):
                if process.poll() is not None:
                    raise RuntimeError(f"a program ended with {process.returncode}; see {soaked.folder / out}")
            if (soaked.folder / f"{soaked.name}.db").exists():
                samples.append(soaked.sample(runner.pid, server.pid))
            time.sleep(SECONDS_BETWEEN_SAMPLES)
    finally:
        viewer.end()
        stop(runner)
        stop(server)
    if viewer.troubles:
        raise RuntimeError(f"the viewer had trouble {len(viewer.troubles)} times, first: {viewer.troubles[0]}")
    print(f"{soaked.name}: the viewer has seen {viewer.pages} pages")
    return samples
