"""The objective of the harness: a bowl that says in a log of its own when it began and when it ended.

The log is the witness, so it owes nothing to sweetspot: every line is one write() of an append-only file, on disk
before the evaluation goes on.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib

# {number} and the log's path are its arguments. It takes up to 60 ms, and fails now and then where it is told to.
PROGRAM = r"""#!/usr/bin/python3 -IS
import json, os, sys, time
if os.environ.pop("LD_PRELOAD", None):  # a worker may have a wrong clock, the witness may not
    os.execv(sys.argv[0], sys.argv)
number, path, slowness, failing = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4] == "failing"
x = list(json.loads(sys.stdin.read()).values())
# trial-7, trial-7-2; for a cluster trial-7-1, trial-7-2, with a folder of every run of the job below it.
attempt = [part for part in os.environ["SWEETSPOT_WORKDIR"].split("/") if part.startswith("trial-")][-1]
attempt = attempt if attempt != f"trial-{number}-1" else f"trial-{number}"
log = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
def say(what, **more):
    line = {"what": what, "number": number, "attempt": attempt, "process": os.getpid(), "parent": os.getppid(),
            "x": x, "time": time.time(), **more}
    os.write(log, (json.dumps(line) + "\n").encode())
    os.fsync(log)
say("begins")
time.sleep(slowness * ((number * 7919) % 7) / 100)
if failing and number % 5 == 2 and attempt.count("-") == 1:
    say("fails")
    sys.exit(3)
value = (x[0] - 0.3) ** 2 + (x[1] - 2) ** 2
print(json.dumps({"value": value}), flush=True)
say("ends", value=value)
"""


@dataclasses.dataclass
class Evaluation:
    """One process of the objective, as the log tells it."""

    number: int
    attempt: str
    process: int
    parent: int
    x: tuple[float, ...]
    began: float
    ended: float | None = None  # None: it did not come to its end
    value: float | None = None  # None: it failed, or did not come to its end


def write_program(folder: pathlib.Path) -> pathlib.Path:
    program = folder / "objective"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    return program


def read_log(path: pathlib.Path) -> list[Evaluation]:
    """In the order of their beginnings."""
    evaluations: list[Evaluation] = []
    running: dict[int, Evaluation] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        said = json.loads(line)
        if said["what"] == "begins":
            evaluation = Evaluation(
                said["number"], said["attempt"], said["process"], said["parent"], tuple(said["x"]), said["time"]
            )
            evaluations.append(evaluation)
            running[said["process"]] = evaluation
        else:
            evaluation = running.pop(said["process"])
            evaluation.ended = said["time"]
            evaluation.value = said.get("value")
    return evaluations
