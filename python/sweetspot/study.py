"""Durable studies: the same file and database as the command line's.

What is told or evaluated is on disk before anything else happens; a study that was killed is gone on with.
"""

from __future__ import annotations

import functools
import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core, _program
from ._choices import chosen
from .evaluators import Evaluators
from .model import Estimate, Model
from .optimizer import MOST_THREADS, described_how, error_of, value_of
from .problem import Bound, Limit, Params, Problem, Tolerance, _number, whole

if TYPE_CHECKING:
    import pandas as pd

    from ._program import Server

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Trial:
    """One point of a study, from the moment it is asked for until its value, or its failure, is known.

    >>> import tempfile
    >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
    >>> trial = study.ask()
    >>> trial.number, trial.state, list(trial.params)
    (0, 'waiting', ['width'])
    """

    number: int
    state: str
    params: Params
    source: str = "search"
    value: float | None = None
    standard_error: float | None = None
    outputs: Mapping[str, float] = field(default_factory=dict)
    failure: str | None = None
    reason: str | None = None
    asked: Params | None = None
    seconds: float | None = None
    work_directory: str | None = None


class Answer:
    """The answer of a study: what to build, what is promised of its region, and what was measured.

    `data` holds all of it, as `sweetspot best --format json` prints it.

    >>> import tempfile
    >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
    >>> study.run(lambda design: (design["width"] - 3) ** 2)
    'the budget of 8 evaluations is spent'
    >>> answer = study.best()
    >>> answer.interval[0] <= answer.worst <= answer.interval[1]
    True
    """

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        self.data, self._text = dict(data), text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        from .show import answer_html

        return answer_html(self)

    @property
    def params(self) -> Params | None:
        """The centre to build; None while too few values are known."""
        return self.data["robust"]["params"]  # type: ignore[no-any-return]

    @property
    def measure(self) -> Estimate | None:
        """What the study makes small, of the region."""
        return _estimate(self.data["robust"]["measure"])

    @property
    def worst(self) -> float | None:
        """The worst value that is expected in the region."""
        return self.data["robust"]["worst"]["searched"]  # type: ignore[no-any-return]

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true worst case is promised to lie, in about 95 of 100 answers."""
        worst = self.data["robust"]["worst"]
        return None if worst["lower"] is None else (worst["lower"], worst["upper"])

    @property
    def region(self) -> dict[str, Any] | None:
        """Its extent in each parameter."""
        return self.data["region"]  # type: ignore[no-any-return]

    @property
    def single(self) -> Params | None:
        """The best single point, for comparison: what plain minimisation would choose."""
        return self.data["single"]["params"]  # type: ignore[no-any-return]

    @property
    def yield_(self) -> Estimate | None:
        """The share of builds within the limit, where there is one."""
        limit = self.data.get("limit")
        return None if limit is None else _estimate(limit["robust"]["yield"])

    @property
    def warnings(self) -> list[str]:
        """What should be known about the model before the answer is trusted, a sentence each."""
        return list(self.data["warnings"])

    @property
    def verification(self) -> str:
        """verified, failed, or not verified."""
        return str(self.data["verification"]["state"])


class Study:
    """A study file with its trials.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> study = Study.create(folder + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=12)
    >>> trial = study.ask()
    >>> study.tell(trial, (trial.params["width"] - 3) ** 2).state
    'complete'
    """

    def __init__(self, path: str | os.PathLike[str], *, threads: int = 1) -> None:
        # Absolute, for the process may go to another folder.
        self.path, self._threads = Path(path).absolute(), whole(threads, "threads", 1, MOST_THREADS)
        self._core = _core.Study(os.fspath(self.path))
        if self._core.changes:
            warnings.warn(self._core.changes, stacklevel=3)
        self.problem = Problem._of(self._core.search)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, threads: int = 1) -> Study:
        """The study of a TOML file, or of a database.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> Study.open(study.path).name
        'bench'
        """
        return cls(path, threads=threads)

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        bounds: Mapping[str, Bound],
        tolerance: Tolerance = None,
        *,
        evaluations: int = 100,
        name: str | None = None,
        description: str = "",
        command: Sequence[str] | None = None,
        objective: Mapping[str, Any] | None = None,
        budget: Mapping[str, Any] | None = None,
        storage: str | None = None,
        limit: float | None = None,
        norm: float | str = 2,
        measure: Any = "worst",
        law: Any = "uniform",
        environment: Mapping[str, Any] | None = None,
        limits: Sequence[Limit] = (),
        seed: int = 1,
        initial: int | None = None,
        design: Any = None,
        method: Any = None,
        sampling: Any = None,
        maximiser: Any = None,
        kernel: Any = None,
        model: Mapping[str, Any] | None = None,
        threads: int = 1,
    ) -> Study:
        """Writes a study file, which must not exist, and opens it; the command line can go on with it.

        Without a `command` it is evaluated by a Python function (`run`), or by hand (`ask` and `tell`). `objective` and
        `budget` hold further words of the file, e.g. ``objective={"parallel": 4, "timeout": 600}``.

        >>> import tempfile
        >>> path = tempfile.mkdtemp() + "/beam.toml"
        >>> Study.create(path, {"width": (1, 10)}, {"width": "2%"}, measure="mean", evaluations=20)
        Study('beam', 0 of 20 evaluations)
        """
        problem = Problem(bounds, tolerance, norm=norm, measure=measure, law=law, environment=environment, limits=limits)
        how, own_members = described_how(
            seed=seed, initial=initial, design=design, method=method, sampling=sampling, maximiser=maximiser,
            kernel=kernel, model=model,
        )
        for member in [*problem._own, *own_members]:
            raise ValueError(f"the {member} is an object of Python, which a study file cannot name; use an Optimizer")
        of_objective = dict(objective or {})
        if command is not None:
            if isinstance(command, str) or not command:
                raise ValueError(f'command: {command!r} was given; it must be a list of words, as ["python3", "model.py"]')
            of_objective["command"] = [str(word) for word in command]
        if limit is not None:
            of_objective["limit"] = _number(limit, "limit")
        words: dict[str, Any] = {"study": {"name": name or Path(path).stem}}
        if description:
            words["study"]["description"] = description
        if storage is not None:
            words["study"]["storage"] = storage
        words["study"]["seed"] = how.pop("seed")
        words |= problem._description | how
        if of_objective:
            words["objective"] = of_objective
        words["budget"] = {"evaluations": whole(evaluations, "evaluations", 1)} | dict(budget or {})
        whole(threads, "threads", 1, MOST_THREADS)
        _write_new(Path(path), words)
        return cls(path, threads=threads)

    def __repr__(self) -> str:
        done = self.status()
        return f"Study({self.name!r}, {done['trials'].get('complete', 0)} of {done['budget']} evaluations)"

    def _repr_html_(self) -> str:
        from .show import study_html

        return study_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Study.open, threads=self._threads), (self.path,)

    @property
    def name(self) -> str:
        """As the file has it."""
        return self._core.name

    # Trials

    def ask(self) -> Trial:
        """The next trial, stored as waiting.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.ask().number, study.ask().number
        (0, 1)
        """
        return _trial(self._core.ask(self._threads))

    def tell(
        self,
        trial: Trial | int | Mapping[str, Any],
        value: Any = None,
        standard_error: float | None = None,
        *,
        outputs: Mapping[str, float] | None = None,
        failed: str | None = None,
        actual: Mapping[str, Any] | None = None,
    ) -> Trial:
        """Stores what came out of a trial (or its number), or why there is no value; `actual` is what was really run.
        A mapping of parameters is a point that was not asked for.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.tell(study.ask(), failed="the probe was loose").state
        'failed'
        >>> study.tell({"width": 3.1}, 0.7, standard_error=0.1).value
        0.7
        """
        if outputs is not None and not isinstance(outputs, Mapping):
            raise ValueError(f"outputs: {outputs!r} was given; it must be a mapping from names to numbers")
        told = {str(name): value_of(v, f'"{name}"') for name, v in (outputs or {}).items()}
        standard_error = error_of(standard_error)
        if failed is not None and value is not None:
            raise ValueError("a value and a failure were told; give one of them")
        if isinstance(trial, Mapping):
            if failed is not None:
                raise ValueError("a point that was not asked for has no trial that could fail; give its value")
            point = self.problem.array(trial)
            return _trial(self._core.tell_point(point, value_of(value), standard_error, told))
        number = trial.number if isinstance(trial, Trial) else whole(trial, "trial", 0)
        if failed is not None:
            return _trial(self._core.tell_failed(number, str(failed)))
        asked = None
        if actual is not None:
            params = self.trials[number].params if number < len(self.trials) else {}
            asked = self.problem.array(dict(params) | dict(actual))
        return _trial(self._core.tell(number, value_of(value), standard_error, told, asked))

    @property
    def trials(self) -> list[Trial]:
        """All of them, in the order of their numbers."""
        return [Trial(**entry) for entry in json.loads(self._core.trials())]

    def trials_dataframe(self) -> pd.DataFrame:
        """A row per trial: number, state, a column per parameter, value and what else is known. Needs pandas.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> _ = study.tell({"width": 3.1}, 0.7)
        >>> study.trials_dataframe()["value"].tolist()
        [0.7]
        """
        from .frames import trials_dataframe

        return trials_dataframe(self)

    def status(self) -> dict[str, Any]:
        """As `sweetspot status --format json` prints it.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.status()["budget"]
        8
        """
        return json.loads(self._core.status())  # type: ignore[no-any-return]

    def retry(self, numbers: Iterable[int] = ()) -> int:
        """Has failed trials evaluated again: those of the numbers, or all. Returns how many.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> _ = study.tell(study.ask(), failed="the probe was loose")
        >>> study.retry()
        1
        """
        given = [numbers] if hasattr(numbers, "__index__") else numbers
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise ValueError(f"{given!r} was given; give the numbers of trials")
        return self._core.retry([whole(number, "trial", 0) for number in given])

    def import_csv(self, path: str | os.PathLike[str]) -> tuple[int, int]:
        """Adds the trials of a file; returns how many were added, and how many were there already.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> table = study.path.with_name("data.csv")
        >>> _ = table.write_text("width,value\\n2,1\\n5,4\\n")
        >>> study.import_csv(table)
        (2, 0)
        """
        return self._core.import_csv(os.fspath(path))

    def export(self, *, seconds: bool = False) -> str:
        """The trials as comma-separated values.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> _ = study.tell({"width": 3}, 0.5)
        >>> "width" in study.export().splitlines()[0]
        True
        """
        return self._core.csv(seconds)

    # Evaluating

    def run(
        self,
        f: Callable[[Params], Any] | None = None,
        *,
        parallel: int | None = None,
        workers: str = "threads",
        catch: type[BaseException] | tuple[type[BaseException], ...] = (),
        callback: Callable[[Trial], Any] | None = None,
        progress: bool = False,
    ) -> str:
        """Evaluates f, or the study's own command, until the budget is spent; returns why it ended.

        f is given a mapping of parameters and returns a number, (number, standard error), or a mapping with "value" and
        the outputs that have limits. What it raises comes through, and the trial waits to be evaluated again, unless it
        is of a type to `catch`: then the evaluation has failed. With `parallel` above 1 f runs in so many threads, or in
        processes of their own (``workers="processes"``, for functions that can be pickled).

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> len(study.trials)
        8
        """
        if f is None:
            self._require_command()
            self._program("run", "-q")
            return str(self.status()["ends"])
        return self._run(f, None, parallel, workers, catch, callback, progress)

    def verify(
        self,
        f: Callable[[Params], Any] | None = None,
        count: int = 5,
        *,
        at: Mapping[str, Any] | None = None,
        workers: str = "threads",
        parallel: int | None = None,
    ) -> dict[str, Any]:
        """Evaluates where the answer's region, or that of a design of your own, looks worst. The result has "verdict":
        pass or fail; its values are stored as observations.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.verify(lambda design: (design["width"] - 3) ** 2, count=2)["verdict"]
        'pass'
        """
        places = whole(count, "count", 1)
        point = self._point(at)
        if f is None:
            self._require_command()
            design = [] if at is None else ["--at", ",".join(f"{name}={value}" for name, value in at.items())]
            return json.loads(self._program("verify", "-n", str(places), "--format", "json", *design))  # type: ignore[no-any-return]
        source = self._core.choose_places(point, places, self._threads)
        self._run(f, source, parallel, workers, (), None, False)
        found = self._core.verification(self._threads)
        assert found is not None
        return json.loads(found[0])  # type: ignore[no-any-return]

    def _run(
        self, f: Any, only: str | None, parallel: int | None, workers: str, catch: Any, callback: Any, progress: bool
    ) -> str:
        from .progress import Progress

        if callback is not None and not callable(callback):
            raise ValueError(f"callback is {callback!r}; it must be a function")
        at_once = self._core.parallel if parallel is None else whole(parallel, "parallel", 1)
        budget = self._core.budget
        with Evaluators(f, self.problem, at_once, workers, catch) as evaluators, Progress(budget, shown=progress) as bar:

            def watch(text: str, spent: int) -> None:
                trial = _trial(text)
                if trial.value is not None and trial.state == "complete":
                    bar.told(max(1, min(spent, budget)), trial.value)
                if callback is not None and trial.state in ("complete", "failed"):
                    callback(trial)

            return self._core.run(evaluators, watch, only, at_once, self._threads)

    def _require_command(self) -> None:
        if not self._core.command:
            raise ValueError("the study has no command; give the function to evaluate, or use ask and tell")

    def _program(self, command: str, *arguments: str) -> str:
        return _program.run([command, os.fspath(self.path), "--threads", str(self._threads), *arguments])

    # Questions

    def best(
        self,
        *,
        tolerance: Mapping[str, float | str] | None = None,
        norm: float | str | None = None,
        measure: Any = None,
        law: Any = None,
        limit: float | None = None,
        at: Mapping[str, Any] | None = None,
    ) -> Answer:
        """The answer by what is known so far; also for other tolerances, another norm, measure, law or limit, and
        beside a design of your own (`at`). Nothing is evaluated.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.best(tolerance={"width": 0.1}).worst < study.best(tolerance={"width": 0.5}).worst
        True
        """
        question: dict[str, Any] = {}
        if tolerance is not None:
            if not isinstance(tolerance, Mapping):
                raise ValueError(f"tolerance: {tolerance!r} was given; it must be a mapping from names to tolerances")
            question["tolerance"] = {name: _tolerance_text(t) for name, t in tolerance.items()}
        if norm is not None:
            from .problem import _norm

            question["norm"] = str(_norm(norm))
        for family, given in (("measure", measure), ("law", law)):
            if given is not None:
                choice = chosen(family, given)
                question[family] = (choice.name, dict(choice.settings))
        if limit is not None:
            question["limit"] = _number(limit, "limit")
        data, text = self._core.best(question, self._point(at), self._threads)
        return Answer(json.loads(data), text)

    def tolerance(
        self, limit: float | None = None, *, parameter: str = "", at: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """By which factor tolerances may grow so that the limit holds, as `sweetspot tolerance --format json`.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.tolerance(1.0)["at_centre"]["by_mean"] > 1
        True
        """
        found = self._core.tolerance(_limit(limit), str(parameter), self._point(at), self._threads)
        return json.loads(found)  # type: ignore[no-any-return]

    def contributions(self, *, of: str = "", at: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Which ± spreads the values most, as `sweetspot contributions --format json`.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> [part["parameter"] for part in study.contributions()["contributions"]]
        ['width']
        """
        return json.loads(self._core.contributions(str(of), self._point(at), self._threads))  # type: ignore[no-any-return]

    def allocate(
        self,
        limit: float | None = None,
        *,
        cost: Mapping[str, str] | None = None,
        lock: Mapping[str, float] | Sequence[str] = (),
        bounds: Mapping[str, tuple[float | str, float | str]] | None = None,
        centre: str = "free",
        curve: int = 7,
        at: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The cheapest tolerances that keep a limit, as `sweetspot allocate --format json`; costs are texts such as
        "1/t" or the name of a file of rows tolerance,cost.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> found = study.allocate(1.0, cost={"width": "1/t"}, curve=1)
        >>> found["by_mean"]["tolerances"]["width"] > 0.2
        True
        """
        if centre not in ("free", "fixed"):
            raise ValueError(_core.unknown_name("centre", str(centre), ["free", "fixed"]))
        costs = ",".join(f"{name}={text}" for name, text in (cost or {}).items())
        locks = (
            ",".join(f"{name}={value}" for name, value in lock.items()) if isinstance(lock, Mapping) else ",".join(lock)
        )
        ranges = ",".join(f"{name}={least}:{most}" for name, (least, most) in (bounds or {}).items())
        found = self._core.allocate(
            _limit(limit), costs, locks, ranges, centre == "fixed", whole(curve, "curve", 1), self._point(at), self._threads
        )
        return json.loads(found)  # type: ignore[no-any-return]

    def model(self) -> Model:
        """The model of all trials that have a value.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.model()
        Model(8 observations of width)
        """
        core = self._core.model(self.problem._search, self._threads)
        known = [t for t in self.trials if t.state == "complete" and t.value is not None]
        inputs = self.problem.arrays([t.params for t in known])
        return Model(self.problem, core, (inputs, np.array([t.value for t in known], dtype=float)))

    def _point(self, params: Mapping[str, Any] | None) -> Floats | None:
        """A design of the user's own, whose region must be inside the bounds."""
        if params is None:
            return None
        if not isinstance(params, Mapping):
            raise ValueError(f"at: {params!r} was given; it must be a mapping from names to values")
        x = self.problem.centre(params)
        for name, value, (least, most) in zip(self.problem.names, x, self.problem.centre_bounds):
            if not least <= value <= most:
                raise ValueError(f'at: "{name}" is {value:g}; its region is within the bounds from {least:g} to {most:g}')
        return x

    # Pages

    def report(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes the report as one HTML file, beside the study unless a path is given, and returns where it is.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.report().name  # doctest: +SKIP
        'bench-report.html'
        """
        out = self.path.parent / f"{self._core.file_name}-report.html" if path is None else Path(path)
        self._program("report", "-o", os.fspath(out))
        return out

    def serve(self, *, port: int = 0, host: str = "127.0.0.1") -> Server:
        """Serves the live page until its `close`, or the end of the process; in a notebook it is shown in place.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> with study.serve() as server:
        ...     server.url.startswith("http://127.0.0.1:")
        True
        """
        return _program.Server([os.fspath(self.path)], host, port)


def _limit(limit: Any) -> float | None:
    return None if limit is None else _number(limit, "limit")


def _trial(text: str) -> Trial:
    return Trial(**json.loads(text))


def _estimate(data: Mapping[str, Any]) -> Estimate | None:
    if data["value"] is None or data["lower"] is None:
        return None
    return Estimate(data["value"], data["lower"], data["upper"])


def _tolerance_text(tolerance: float | str) -> str:
    return tolerance if isinstance(tolerance, str) else repr(_number(tolerance, "tolerance"))


def _write_new(path: Path, words: Mapping[str, Any]) -> None:
    text = json.dumps(words, indent=2, ensure_ascii=False) if path.suffix == ".json" else _toml(words)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"{path} is there already; open it with Study.open, or give another name") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be written ({error.strerror}); give a file in a folder that exists") from None
    try:
        _core.Study(os.fspath(path))
    except Exception:
        path.unlink()
        raise


def _toml(words: Mapping[str, Any]) -> str:
    """Tables of the first level, lists of tables one by one, and everything below inline."""
    singular = {"parameters": "parameter", "limits": "limit"}
    parts = []
    for key, value in words.items():
        if isinstance(value, Mapping):
            parts.append(f"[{key}]\n" + "".join(f"{k} = {_toml_value(v)}\n" for k, v in value.items()))
            continue
        for table in value:
            name = singular.get(key, key)
            parts.append(f"[[{name}]]\n" + "".join(f"{k} = {_toml_value(v)}\n" for k, v in table.items()))
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml_value(v)}" for key, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(v) for v in value) + "]"
    # Numbers, flags and quoted words are written as in JSON.
    return json.dumps(value, ensure_ascii=True)
