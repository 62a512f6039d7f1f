#!/usr/bin/env python3
"""How many evaluations one chooser and one PostgreSQL server can feed: many workers whose simulation takes 50 ms.

Four measurements, each on studies of two parameters in a database that is given:
  claims     all workers take trials that are there already as fast as they can start them, several each
  results    trials that are there already, so that only claims and results go through the server
  chosen     sweetspot run chooses for all workers at once
  latency    the time of one suggestion with so many values known, in this database and in a file

    benchmarks/workers.py --program build/sweetspot --database postgresql://user@127.0.0.1/empty
"""
import argparse
import math
import random
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

STUDY = """[study]
name = "{name}"
storage = "{storage}"
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.1
[[parameter]]
name = "b"
bounds = [-1, 1]
tolerance = 0.1
[objective]
command = ["/bin/sh", "-c", "read a; read b; sleep {seconds}; echo $a"]
format = "numbers"
run_on = "workers"
parallel = {parallel}
[budget]
evaluations = {evaluations}
verify = 0
"""


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def write(self, name, evaluations, storage=None, seconds=None):
        file = self.folder / f"{name}.toml"
        file.write_text(
            STUDY.format(
                name=name,
                storage=storage or self.options.database,
                seconds=self.options.seconds if seconds is None else seconds,
                parallel=self.options.workers,
                evaluations=evaluations,
            )
        )
        return file

    def sweetspot(self, *words):
        return subprocess.run([self.options.program, *map(str, words)], check=True, capture_output=True, text=True)

    def sql(self, text):
        command = ["psql", "-X", "-q", "-A", "-t", "-d", self.options.database, "-c", text]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def workers(self, file, *words, **streams):
        command = [self.options.program, "work", file, "-q", *map(str, words)]
        return [subprocess.Popen(command, **streams) for _ in range(self.options.workers)]

    def rate(self, name, state="complete"):
        """Changes to this state per second between the first tenth and the last, when all workers are there."""
        column = self.sql(
            "SELECT t.changed_at FROM sweetspot.trials t JOIN sweetspot.studies s ON s.id = t.study "
            f"WHERE s.name = '{name}' AND t.state = '{state}' ORDER BY 1"
        )
        times = [float(line) for line in column.split()]
        cut = len(times) // 10
        return (len(times) - 2 * cut - 1) / (times[-cut - 1] - times[cut])

    def waiting(self, name, count, seconds=None):
        """The file of a study whose trials all wait. One is asked for; the others are as it is."""
        file = self.write(name, count, seconds=seconds)
        self.sweetspot("ask", file)
        self.sql(
            "INSERT INTO sweetspot.trials (study, number, state, source, asked, x, attempts, seconds, "
            "work_directory, asked_at, changed_at, revision, mark) SELECT t.study, n, t.state, t.source, t.asked, t.x, "
            "t.attempts, t.seconds, t.work_directory, t.asked_at, t.changed_at, t.revision, '-' FROM sweetspot.trials t "
            f"JOIN sweetspot.studies s ON s.id = t.study CROSS JOIN generate_series(1, {count - 1}) n "
            f"WHERE s.name = '{name}' AND t.number = 0"
        )
        self.sql(f"UPDATE sweetspot.studies SET trials = {count} WHERE name = '{name}'")
        return file

    def claims(self, each=8):
        """With simulations that outlast it, each a process that is started after its claim."""
        count = each * self.options.workers
        name = f"claims{time.time_ns()}"
        file = self.waiting(name, count, seconds=600)
        workers = self.workers(file, "--parallel", each, stderr=subprocess.DEVNULL)  # they will say that they are ended
        running = (
            "SELECT count(*) FROM sweetspot.trials t JOIN sweetspot.studies s ON s.id = t.study "
            f"WHERE s.name = '{name}' AND t.state = 'running'"
        )
        while int(self.sql(running)) < count:
            time.sleep(0.5)
        result = self.rate(name, "running")
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait()
        return result

    def results(self):
        """Of trials that wait from the beginning."""
        name = f"results{time.time_ns()}"
        file = self.waiting(name, self.options.evaluations)
        for worker in self.workers(file):
            worker.wait()
        return self.rate(name)

    def chosen(self, count):
        name = f"chosen{time.time_ns()}"
        file = self.write(name, count)
        chooser = subprocess.Popen([self.options.program, "run", file, "-q"], stdout=subprocess.DEVNULL)
        workers = self.workers(file)
        chooser.wait()
        for worker in workers:
            worker.wait()
        return self.rate(name)

    def latency(self, known, storage, repeats=3):
        """Seconds of a suggestion, beyond those of a program that starts and reads the study: the median."""
        rng = random.Random(1)
        rows = ["a,b,value"]
        for _ in range(known):
            a, b = rng.uniform(-1, 1), rng.uniform(-1, 1)
            rows.append(f"{a},{b},{math.sin(3 * a) + b * b}")
        values = self.folder / f"values{known}.csv"
        values.write_text("\n".join(rows) + "\n")
        file = self.write(f"latency{known}-{time.time_ns()}", known + 10, storage)
        self.sweetspot("import", file, values)
        seconds = []
        for _ in range(repeats):
            begin = time.monotonic()
            self.sweetspot("trials", file, "--format", "csv")
            middle = time.monotonic()
            self.sweetspot("ask", file)
            seconds.append((time.monotonic() - middle) - (middle - begin))
        return statistics.median(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/sweetspot")
    parser.add_argument("--database", required=True, help="the address of an empty database")
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.05, help="of a simulation")
    parser.add_argument("--evaluations", type=int, default=2000)
    parser.add_argument("--chosen", type=int, default=200, help="evaluations of the study for which a chooser chooses")
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        print(f"{options.workers} workers, simulations of {1000 * options.seconds:g} ms")
        print(f"  claims alone:             {bench.claims():.0f} per second")
        print(f"  claims and results alone: {bench.results():.0f} evaluations per second")
        print(f"  chosen by one runner:     {bench.chosen(options.chosen):.1f} evaluations per second")
        for known in (200, 2000):
            in_database = bench.latency(known, options.database)
            in_file = bench.latency(known, f"sqlite:///latency{known}.db")
            print(f"  a suggestion with {known} values known: {in_database:.2f} s, in a file {in_file:.2f} s")


if __name__ == "__main__":
    main()
