"""Studies in SQLite files, each with one or two runners on this machine."""

from __future__ import annotations

import pathlib
import sqlite3

from backend import Backend, Crew, Member
from objective import Evaluation
from study import Study, Words
from witness import Kill


def damage_of(file: pathlib.Path) -> list[str]:
    if not file.exists():
        return []
    # Not read-only: what a killed program left in the write-ahead log is part of the file.
    database = sqlite3.connect(file, timeout=60)
    try:
        found = [row[0] for row in database.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    finally:
        database.close()
    return [] if found == ["ok"] else [f"PRAGMA integrity_check of {file.name}: {line}" for line in found]


class Sqlite(Backend):
    name = "sqlite"

    def words(self, folder: pathlib.Path) -> Words:
        return Words(storage=f"sqlite:///{folder.name}.db")

    def crew(self, study: Study) -> Crew:
        # With eight in flight two programs share the budget.
        count = 2 if study.parallel >= 8 else 1
        return Crew([Member(study, "runner", "run") for _ in range(count)])

    def excuses(self, reason: Kill, evaluation: Evaluation) -> bool:
        return reason.process == evaluation.parent

    def damage(self, study: Study) -> list[str]:
        return damage_of(study.folder / f"{study.folder.name}.db")
