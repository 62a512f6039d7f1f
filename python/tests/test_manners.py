"""How the package behaves in a process: imports, Ctrl-C, forks, threads, progress."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import sweetspot as ss

HANG = 60  # seconds


def test_the_import_brings_nothing_but_numpy_and_the_engine(outcome):
    brought = outcome(
        """
        import sys
        import sweetspot
        others = ["optuna", "pandas", "IPython", "gest_api", "scipy", "sqlite3", "concurrent.futures", "multiprocessing"]
        print([name for name in others if name in sys.modules])
        sweetspot.problems, sweetspot.statistics, sweetspot.experiments, sweetspot.Study
        print([name for name in ("optuna", "pandas", "IPython", "gest_api") if name in sys.modules])
        """
    )
    assert brought.split("\n")[:2] == ["[]", "[]"]


def test_everything_that_is_named_public_is_there():
    for name in ss.__all__:
        if name != "from_dataframe":  # which needs pandas
            assert getattr(ss, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ss.nothing  # noqa: B018
    assert re.fullmatch(r"\d+\.\d+\.\d+", ss.__version__)


LONG = """
    import sys, time
    import numpy as np
    import sweetspot as ss

    optimizer = ss.Optimizer(ss.Problem([(0, 1)] * 3, 0.05))
    for x in np.random.default_rng(1).random((1500, 3)):
        optimizer.tell(x, float(np.sin(9 * x).sum()))
    print("ready", flush=True)
"""


def stopped(process):
    """Sends Ctrl-C while the engine works, and returns how long the process still lives, with what it prints."""
    assert process.stdout.readline().strip() == "ready"
    time.sleep(0.5)
    assert process.poll() is None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        printed, complaint = process.communicate(timeout=HANG)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return time.monotonic() - began, printed, complaint


def test_ctrl_c_ends_a_program_while_the_engine_works(script):
    # Alone it takes a tenth of a second; the engine would go on for half a minute.
    took, _, complaint = stopped(script(LONG + "    optimizer.ask()\n"))
    assert "KeyboardInterrupt" in complaint and took < 5


LONG_STUDY = """
        import numpy as np
        import sweetspot as ss

        study = ss.Study.create("s.toml", {"a": (0, 1), "b": (0, 1), "c": (0, 1)}, 0.05, evaluations=5000)
        rows = np.random.default_rng(1).random((1500, 3))
        with open("rows.csv", "w") as file:
            file.write("a,b,c,value\\n")
            file.writelines(f"{a},{b},{c},{np.sin(9 * a) + b * c}\\n" for a, b, c in rows)
        study.import_csv("rows.csv")
        print("ready", flush=True)
"""


@pytest.mark.parametrize("call", ["study.ask()", "study.run(lambda params: 1.0)"])
def test_ctrl_c_ends_a_program_in_which_a_long_study_chooses_a_trial(script, tmp_path, call):
    took, _, complaint = stopped(script(LONG_STUDY + f"        {call}\n"))
    assert "KeyboardInterrupt" in complaint and took < 5
    assert {t.state for t in ss.Study.open(tmp_path / "s.toml").trials} == {"complete"}


def test_a_study_goes_on_in_the_same_process_after_ctrl_c(script):
    process = script(
        """
        import os, signal, time
        import sweetspot as ss

        study = ss.Study.create("s.toml", {"a": (0, 1), "b": (0, 1)}, 0.1, evaluations=12)
        calls = 0

        def f(params):
            global calls
            calls += 1
            if calls == 5:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(60)
            return params["a"] + params["b"]

        print("ready", flush=True)
        try:
            study.run(f)
        except KeyboardInterrupt:
            pass
        study.run(f)
        print(study.status()["trials"], calls)
        """
    )
    printed, complaint = process.communicate(timeout=120)
    assert printed.split("\n")[-2] == "{'complete': 12} 13", complaint


def test_ctrl_c_can_be_caught_and_the_search_goes_on(script):
    went_on = """
    began = time.monotonic()
    try:
        optimizer.ask()
    except KeyboardInterrupt:
        print("caught", optimizer.observations, flush=True)
        import os
        os._exit(0)  # who leaves in order waits for what is under way
    """
    took, printed, _ = stopped(script(LONG + went_on))
    assert printed.split() == ["caught", "1500"] and took < 5


def test_ctrl_c_ends_an_experiment_and_keeps_the_runs_that_are_done(script, tmp_path):
    process = script(
        """
        import threading, time
        from sweetspot.experiments import Experiment
        from sweetspot import _core

        experiment = Experiment("runs.db", problems=["bumped-bowl"], methods=["alternating"], repeats=4000, evaluations=12)

        def watch():
            while True:
                time.sleep(0.1)
                try:
                    if _core.experiment_runs("runs.db") > 0:
                        break
                except ValueError:
                    pass
            print("ready", flush=True)

        threading.Thread(target=watch, daemon=True).start()
        try:
            experiment.run()
        except KeyboardInterrupt:
            print("ended")
        """
    )
    _, printed, complaint = stopped(process)
    assert printed.strip() == "ended", complaint
    assert 0 < ss._core.experiment_runs(str(tmp_path / "runs.db")) < 4000


def test_ctrl_c_ends_a_run_of_a_study_and_nothing_that_was_told_is_lost(script, tmp_path):
    process = script(
        """
        import threading, time
        import sweetspot as ss

        study = ss.Study.create("s.toml", {"a": (0, 1), "b": (0, 1)}, 0.1, evaluations=12)
        lock, begun = threading.Lock(), 0

        def f(params):
            global begun
            with lock:
                begun += 1
                number = begun
            if number == 5:
                print("ready", flush=True)
            if number >= 4:
                time.sleep(600)
            return params["a"]

        study.run(f, parallel=2)
        """
    )
    took, _, complaint = stopped(process)
    assert "KeyboardInterrupt" in complaint and took < 10
    study = ss.Study.open(tmp_path / "s.toml")
    assert sorted(t.state for t in study.trials) == ["complete"] * 3 + ["stale"] * 2
    study.run(lambda p: p["a"])
    assert study.status()["trials"]["complete"] == 12


FORK = """
    import os, sys
    import numpy as np
    import sweetspot as ss

    optimizer = ss.Optimizer(ss.Problem([(-1, 1), (-1, 1)], 0.1, limits=[ss.Limit("s", at_most=5)]), threads=2)
    for _ in range(8):
        x = optimizer.ask().x
        optimizer.tell(x, float(x @ x), outputs={"s": x[0]})
    before = optimizer.ask()
    model = optimizer.model()
"""


def test_a_fork_asks_the_same_search_and_gets_the_same_answer(outcome):
    printed = outcome(
        FORK
        + """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            x = optimizer.ask().x
            optimizer.tell([0, 0], 0.0)
            optimizer.ask(), optimizer.best(), model.mean(np.zeros((5, 2)))
            again = ss.minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=5, threads=2)
            os.write(writing, repr((x.tolist(), optimizer.observations, again.nfev)).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    print(os.read(reading, 10000).decode() == repr((before.x.tolist(), 9, 5)))
    print(optimizer.observations == 8 and np.array_equal(optimizer.ask().x, before.x))
    """
    )
    assert printed.split() == ["True", "True"]


def test_a_pool_of_forked_processes_works(outcome):
    printed = outcome(
        FORK
        + """
    import multiprocessing

    def asked(seed):
        other = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.1, evaluations=6, seed=seed, threads=2)
        return optimizer.ask().x.tolist(), other.x.tolist()

    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = pool.map(asked, [1, 2])
    print([x for x, _ in there] == [before.x.tolist()] * 2)
    print([x for _, x in there] == [asked(seed)[1] for seed in (1, 2)])
    """
    )
    assert printed.split() == ["True", "True"]


def test_a_study_goes_on_in_a_fork(outcome):
    printed = outcome(
        """
        import os
        import sweetspot as ss
        study = ss.Study.create("s.toml", {"a": (0, 1)}, 0.1, evaluations=9)
        study.tell(study.ask(), 1.0)
        child = os.fork()
        if child == 0:
            try:
                study.tell(study.ask(), 2.0)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        study.tell(study.ask(), 3.0)
        print([trial.value for trial in study.trials])
        """
    )
    assert printed.strip() == "[1.0, 2.0, 3.0]"


def test_other_threads_go_on_while_the_engine_works():
    optimizer = ss.Optimizer(ss.Problem([(0, 1)] * 3, 0.05))
    for x in np.random.default_rng(1).random((150, 3)):
        optimizer.tell(x, float(np.sin(9 * x).sum()))
    points = np.random.default_rng(2).random((200_000, 3))
    model = optimizer.model()
    for work in (optimizer.ask, optimizer.best, lambda: model.mean(points)):
        for main in (True, False):
            counted, over = 0, threading.Event()

            def count():
                nonlocal counted
                while not over.is_set():
                    counted += 1
                    time.sleep(0.0005)

            counter = threading.Thread(target=count)
            counter.start()
            if main:
                work()
            else:
                worker = threading.Thread(target=work)
                worker.start()
                worker.join(HANG)
            over.set()
            counter.join()
            # With the GIL held throughout it would come to one or two.
            assert counted >= 5


def test_nothing_is_printed_unless_it_is_asked_for(capfd, tmp_path):
    ss.minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=5)
    study = ss.Study.create(tmp_path / "s.toml", {"a": (0, 1)}, 0.1, evaluations=4)
    study.run(lambda p: p["a"])
    assert capfd.readouterr() == ("", "")


def test_progress_on_a_pipe_is_lines_without_control_characters(capfd, tmp_path):
    ss.minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=5, progress=True)
    printed, shown = capfd.readouterr()
    lines = shown.splitlines()
    assert printed == "" and lines and "\r" not in shown and "\x1b" not in shown
    assert re.fullmatch(r"5 of 5 evaluations, lowest value \S+, 0 s left", lines[-1])
    study = ss.Study.create(tmp_path / "s.toml", {"a": (0, 1)}, 0.1, evaluations=4)
    study.run(lambda p: p["a"], progress=True)
    assert "4 of 4 evaluations" in capfd.readouterr().err


def test_progress_on_a_terminal_is_one_line(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    ss.minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=5, progress=True)
    text = terminal.getvalue()
    assert text.count("\n") == 1 and text.endswith("\n") and text.startswith("\r")


def test_an_objective_that_raises_at_once_shows_no_progress(capfd):
    def f(x):
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        ss.minimize(f, [(-1, 1)], 0.1, evaluations=5, progress=True)
    assert capfd.readouterr().err == ""


def test_a_generator_around_a_search_may_be_abandoned():
    def points(count):
        optimizer = ss.Optimizer(ss.Problem([(-1, 1)], 0.1), threads=2)
        for _ in range(count):
            suggestion = optimizer.ask()
            value = yield suggestion.x
            optimizer.tell(suggestion, value)

    for _ in range(20):
        generator = points(100)
        x = next(generator)
        for _ in range(3):
            x = generator.send(float(x @ x))
        del generator
    assert threading.active_count() < 10


def test_searches_that_are_dropped_leave_no_threads_behind():
    def threads_of_the_process():
        with open("/proc/self/status", encoding="ascii") as status:
            return int(re.search(r"Threads:\s+(\d+)", status.read())[1])

    before = threads_of_the_process()
    for _ in range(10):
        optimizer = ss.Optimizer(ss.Problem([(-1, 1)], 0.1), threads=3)
        optimizer.tell([0.5], 1.0)
        optimizer.ask()
        del optimizer
    deadline = time.monotonic() + 10
    while threads_of_the_process() > before + 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threads_of_the_process() <= before + 2


def test_the_program_of_the_package_is_the_command_line():
    done = subprocess.run([sys.executable, "-m", "sweetspot", "--version"], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0 and ss.__version__ in done.stdout
