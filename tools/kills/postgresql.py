"""Studies in a PostgreSQL server of the harness's own: two runners that choose, three workers that evaluate."""

from __future__ import annotations

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
from typing import Any

from backend import Backend, Crew, Member
from objective import Evaluation
from ports import free_port
from study import Study, Words, wait_until
from witness import History, Kill

LEASE_SECONDS = "2"
USER = "sweetspot"
PASSWORD = "a secret of the harness"


class Server:
    """A real one, on a port of loopback, with a password."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found and shutil.which("initdb") is None:
            raise RuntimeError("PostgreSQL is not installed; apt-get install postgresql")
        self.programs = found[-1].parent if found else pathlib.Path(str(shutil.which("initdb"))).parent

    def as_its_user(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root; Debian's package makes a user for it."""
        return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}

    def make(self) -> None:
        self.folder.mkdir()
        (self.folder / "password").write_text(PASSWORD)
        if os.geteuid() == 0:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, "postgres", "postgres")
        done = subprocess.run(
            [str(self.programs / "initdb"), "-D", str(self.folder / "data"), "-U", USER, "-A", "scram-sha-256",
             "--pwfile", str(self.folder / "password"), "-E", "UTF8", "--no-locale"],
            capture_output=True, text=True, check=False, cwd=self.folder, **self.as_its_user(),
        )
        if done.returncode != 0:
            raise RuntimeError(f"initdb: {done.stderr.strip()}")

    def start(self) -> None:
        """Also after it was killed: what is left of the one before may hold its memory for a moment."""

        def is_up() -> bool:
            if self.process is None or self.process.poll() is not None:
                log = (self.folder / "log").open("ab")
                self.process = subprocess.Popen(
                    [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-k",
                     str(self.folder), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
                     # After a kill every file is synced; file by file that takes a minute with dozens of databases.
                     "-c", "recovery_init_sync_method=syncfs"],
                    stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **self.as_its_user(),
                )
                time.sleep(0.2)
            return self.query("SELECT 1", "postgres") == "1"

        wait_until(is_up, 300, "the start of the database server")

    def query(self, text: str, database: str) -> str:
        done = subprocess.run(
            [str(self.programs / "psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", database, "-Atqc",
             text],
            capture_output=True, text=True, check=False, env={**os.environ, "PGPASSWORD": PASSWORD}, timeout=60,
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    def damage_of(self, database: str) -> list[str]:
        """Reads every page of the tables, and looks for every row in the indexes."""
        done = subprocess.run(
            [str(self.programs / "pg_amcheck"), "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", database,
             "--install-missing", "--schema=sweetspot", "--no-strict-names", "--heapallindexed"],
            capture_output=True, text=True, check=False, env={**os.environ, "PGPASSWORD": PASSWORD}, timeout=120,
        )
        said = (done.stdout + done.stderr).strip()
        return [] if done.returncode == 0 else [f"pg_amcheck: {line}" for line in said.splitlines()]

    def kill(self) -> None:
        """The postmaster alone; its children notice and go."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)  # at once, in order
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Postgresql(Backend):
    name = "postgresql"
    look_every = 3
    evaluates = "work"
    pace = 0.5

    def start(self, folder: pathlib.Path) -> None:
        self.server = Server(folder / "server")
        self.server.make()
        self.server.start()
        pass_file = folder / "passwords"
        pass_file.write_text(f"127.0.0.1:*:*:{USER}:{PASSWORD}\n")
        pass_file.chmod(0o600)
        self.pass_file = pass_file

    def stop(self) -> None:
        if hasattr(self, "server"):
            self.server.stop()

    def environment(self) -> dict[str, str]:
        return {"PGPASSFILE": str(self.pass_file), "SWEETSPOT_LEASE_SECONDS": LEASE_SECONDS}

    def url(self, database: str, port: int | None = None) -> str:
        return f"postgresql://{USER}@127.0.0.1:{port or self.server.port}/{database}"

    def database_of(self, folder: pathlib.Path) -> str:
        return f"{folder.parent.name}_{folder.name}".replace("-", "_")

    def words(self, folder: pathlib.Path) -> Words:
        database = self.database_of(folder)
        self.server.query(f"CREATE DATABASE {database}", "postgres")
        return Words(storage=self.url(database), objective='run_on = "workers"')

    def crew(self, study: Study) -> Crew:
        deciding = [Member(study, "runner", "run") for _ in range(2 if study.parallel >= 8 else 1)]
        return Crew(deciding, self.helpers(study))

    def helpers(self, study: Study) -> list[Member]:
        return [Member(study, "worker", "work") for _ in range(min(3, study.parallel))]

    def excuses(self, reason: Kill, evaluation: Evaluation) -> bool:
        """Its worker was killed, or nobody could renew a lease for a while."""
        return reason.what in ("server", "network") or reason.process == evaluation.parent

    def excuses_end(self, words: str, has_evaluated: bool) -> bool:
        """Who is started while the server is away is told so; who has evaluated something waits for it to come back."""
        return "connection to the database" in words and not has_evaluated

    def kill_server(self, random_numbers: random.Random, history: History) -> bool:
        process = self.server.process
        before = time.time()
        self.server.kill()
        time.sleep(random_numbers.uniform(0, 1))
        self.server.start()
        history.kills.append(Kill(before, time.time(), "server", process.pid if process else 0))
        return True

    def damage(self, study: Study) -> list[str]:
        return self.server.damage_of(self.database_of(study.folder))


