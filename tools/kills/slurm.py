"""Studies whose evaluations are jobs of a Slurm cluster of the harness's own: munge, a controller and two nodes, all on
this machine."""

from __future__ import annotations

import os
import pathlib
import random
import secrets
import shutil
import subprocess
import threading
import time

from backend import Backend, Crew, Member
from objective import Evaluation
from ports import free_port
from sqlite import damage_of
from study import Study, Words, wait_until
from witness import History, Kill

CONFIGURATION = """ClusterName=kills
SlurmctldHost=localhost
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CryptoType=crypto/munge
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool_%n
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/slurmd_%n.pid
SlurmctldLogFile={folder}/ctld.log
SlurmdLogFile={folder}/slurmd_%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1
SelectType=select/cons_tres
ReturnToService=2
SwitchType=switch/none
MpiDefault=none
SlurmdParameters=config_overrides
{nodes}
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""
NODE = "NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=4 RealMemory=2000"
NODES = ("n1", "n2")
MUNGE = ("key", "sock", "pid", "log", "seed")


class Cluster:
    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.ended = threading.Event()
        missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue") if not self.path_of(name)]
        if missing:
            raise RuntimeError(f"{', '.join(missing)} not found; apt-get install slurmctld slurmd slurm-client munge")
        if os.geteuid() != 0:
            raise RuntimeError("a cluster on one machine needs root, for its nodes start jobs as users")

    @staticmethod
    def path_of(name: str) -> str | None:
        return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")

    def make(self) -> None:
        (self.folder / "state").mkdir(parents=True)
        # munged wants nobody else to be able to change its folders.
        self.folder.chmod(0o755)
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        nodes = "\n".join(NODE.format(name=name, port=free_port()) for name in NODES)
        text = CONFIGURATION.format(folder=self.folder, port=free_port(), nodes=nodes)
        (self.folder / "slurm.conf").write_text(text)

    def environment(self) -> dict[str, str]:
        return {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def start_one(self, name: str) -> None:
        if name == "munged":
            words = ["--force", "--foreground"]
            for option, suffix in zip(("key-file", "socket", "pid-file", "log-file", "seed-file"), MUNGE, strict=True):
                words.append(f"--{option}={self.folder}/munge.{suffix}")
        elif name == "slurmctld":
            words = ["-D"]
        else:
            words = ["-D", "-N", name]
        program = self.path_of(name if name in ("munged", "slurmctld") else "slurmd")
        log = (self.folder / f"{name}.out").open("ab")
        self.processes[name] = subprocess.Popen(
            [str(program), *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env={**os.environ, **self.environment()},
        )

    def start(self) -> None:
        self.start_one("munged")
        wait_until((self.folder / "munge.sock").exists, 30, "the start of munged")
        for name in ("slurmctld", *NODES):
            self.start_one(name)
        wait_until(self.is_idle, 60, "the start of the cluster")
        threading.Thread(target=self.administrate, daemon=True).start()

    def administrate(self) -> None:
        """A controller that was killed has forgotten its last jobs and gives their numbers out again. It drains a node
        that still knows such a number, until an administrator says that the node may go on. Ghosts take the places of
        other jobs; one that has just begun may look like a ghost, but not twice."""
        suspects: set[str] = set()
        while not self.ended.wait(5):
            ghosts = self.ghosts_among(self.listed())
            if ghosts & suspects:
                self.ask("scancel", *(ghosts & suspects))
            suspects = ghosts
            if "drained" in self.ask("sinfo", "-h", "-N", "-o", "%T"):
                self.ask("scontrol", "update", f"NodeName={','.join(NODES)}", "State=RESUME")

    def ask(self, *words: str) -> list[str]:
        """The lines of the answer; none where the controller is away."""
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, check=False, timeout=60,
                env={**os.environ, **self.environment()},
            )
        except subprocess.TimeoutExpired:
            return []
        return done.stdout.splitlines()

    def is_idle(self) -> bool:
        return self.ask("sinfo", "-h", "-N", "-o", "%T") == ["idle"] * len(NODES)

    def listed(self) -> dict[str, str]:
        """The state of every job."""
        return dict(line.split("|") for line in self.ask("squeue", "-h", "-o", "%i|%T %r"))

    def ghosts_among(self, listed: dict[str, str]) -> set[str]:
        """A controller that was killed may have forgotten that a job has ended. It lists it as running although no node
        has a process of it, or began it again in vain and holds it."""
        return {
            job for job, state in listed.items()
            if (state.startswith("RUNNING") and not self.has_process(job)) or "requeued held" in state
        }

    def jobs(self) -> list[str]:
        """Those that the controller lists when nothing runs any more, without ghosts, which are cancelled."""
        listed = self.listed()
        ghosts = self.ghosts_among(listed)
        if ghosts:
            self.ask("scancel", *ghosts)
        return [job for job in listed if job not in ghosts]

    @staticmethod
    def has_process(job: str) -> bool:
        title = f"slurmstepd: [{job}.".encode()
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if process.read_bytes().startswith(title):
                    return True
            except OSError:
                continue
        return False

    def kill(self, name: str) -> int:
        process = self.processes[name]
        process.kill()
        process.wait()
        return process.pid

    def stop(self) -> None:
        self.ended.set()
        jobs = self.jobs() if "slurmctld" in self.processes else []
        if jobs:
            self.ask("scancel", *jobs)
            time.sleep(2)
        for process in reversed(self.processes.values()):
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Slurm(Backend):
    name = "slurm"
    look_every = 2
    pace = 1.0

    def start(self, folder: pathlib.Path) -> None:
        self.cluster = Cluster(folder / "cluster")
        self.cluster.make()
        self.cluster.start()

    def stop(self) -> None:
        if hasattr(self, "cluster"):
            self.cluster.stop()

    def environment(self) -> dict[str, str]:
        return self.cluster.environment()

    def words(self, folder: pathlib.Path) -> Words:
        return Words(
            storage=f"sqlite:///{folder.name}.db", objective='run_on = "slurm"', tables="[slurm]\nlook_every = 1"
        )

    def crew(self, study: Study) -> Crew:
        return Crew([Member(study, "runner", "run")])

    def excuses(self, reason: Kill, evaluation: Evaluation) -> bool:
        """Jobs outlive the runner: its end is no reason to begin anything again."""
        return reason.what in ("slurmd", "slurmctld")

    def kill_server(self, random_numbers: random.Random, history: History) -> bool:
        name = random_numbers.choice(["slurmctld", *NODES, *NODES])
        before = time.time()
        process = self.cluster.kill(name)
        time.sleep(random_numbers.uniform(0, 2))
        self.cluster.start_one(name)
        kind = "slurmctld" if name == "slurmctld" else "slurmd"
        history.kills.append(Kill(before, time.time(), kind, process))
        return True

    def settle(self) -> None:
        """A controller that was killed may have forgotten that a job was done, and begin it again two minutes later."""
        deadline = time.monotonic() + 300
        while self.cluster.jobs() and time.monotonic() < deadline:
            time.sleep(1)

    def damage(self, study: Study) -> list[str]:
        return damage_of(study.folder / f"{study.folder.name}.db")

    def check(self, study: Study) -> list[str]:
        left = self.cluster.jobs()
        return [f"jobs {', '.join(left)} are left at the end of {study.folder.name}"] if left else []
