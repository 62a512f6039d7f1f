"""A study that is copied, by a command that is killed again and again: the copy is there as a whole, or not at all."""

from __future__ import annotations

import pathlib
import random
import time

from sqlite import damage_of
from study import Study, kill
from witness import History, Kill


def address(study: Study) -> str:
    """Its storage in words that mean the same from every folder."""
    kind, _, place = study.words.storage.partition(":///")
    return f"sqlite:///{study.folder / place}" if kind == "sqlite" else study.words.storage


def flaw_of_part(study: Study, described: pathlib.Path, whole: str) -> str:
    """Of a copy that was cut short: it has nothing, as if nobody had copied, or it has everything."""
    seen = study.ask("trials", "--format", "json", file=described)
    if seen.returncode != 0:
        return "" if len(seen.stderr.strip().splitlines()) == 1 else f"trials of the copy: {seen.stderr.strip()}"
    if seen.stdout.strip() == "[]":
        return ""
    return "" if study.export(described) == whole else "a part of the study is in the copy"


def copied_once(study: Study, random_numbers: random.Random, within: float, history: History) -> list[str]:
    """Some copies one after another, each killed until it is done; `within`: seconds in which a kill comes."""
    whole = study.export()
    broken = []
    for copy in range(4):
        file = study.folder / f"copy-{copy}.db"
        described = study.write(f"copy-{copy}.toml", f"sqlite:///{file.name}")
        to = f"sqlite:///{file}"
        for _ in range(4):
            process = study.start("copy", to, file=address(study))
            time.sleep(random_numbers.uniform(0, within))
            if process.poll() is not None:
                break
            before = time.time()
            kill(process, whole_group=random_numbers.random() < 0.5)
            history.kills.append(Kill(before, time.time(), "copy", process.pid))
            flaw = flaw_of_part(study, described, whole)
            broken += [*([flaw] if flaw else []), *damage_of(file)]
            history.checks += 1
        done = study.ask("copy", to, file=address(study))
        was_there = done.returncode == 2 and "there is a study in it already" in done.stderr
        if done.returncode != 0 and not was_there:
            broken.append(f"sweetspot copy: {done.stderr.strip()}")
        elif study.export(described) != whole:
            broken.append(f"the export of {file.name} is not that of the study")
        broken += damage_of(file)
    return broken
