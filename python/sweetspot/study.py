"""Durable studies: the same file and database as the command line's.

Every told or evaluated value is on disk before anything else happens; you can resume a study that was killed.
"""

from __future__ import annotations

import functools
import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core, _program
from ._checks import MOST_THREADS, error_of, finite, value_of, whole
from ._study_file import write_new
from .answer import Trial
from .evaluators import Evaluators
from .optimizer import described_how
from .parameters import Bound, Limit, Tolerance
from .problem import Params, Problem
from .questions import Questions

if TYPE_CHECKING:
    import pandas as pd

    from ._program import Server


class Study(Questions):
    """A study file with its trials.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> study = Study.create(folder + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=12)
    >>> trial = study.ask()
    >>> study.tell(trial, (trial.params["width"] - 3) ** 2).state
    'complete'
    """

    def __init__(self, path: str | os.PathLike[str], *, threads: int = 1) -> None:
        # Absolute, because the process may change its folder.
        self.path, self._threads = Path(path).absolute(), whole(threads, "threads", 1, MOST_THREADS)
        self._core = _core.Study(os.fspath(self.path))
        if self._core.changes:
            warnings.warn(self._core.changes, stacklevel=3)
        self.problem = Problem._of(self._core.search)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, threads: int = 1) -> Study:
        """Opens the study of a TOML file, or of a database.

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
        """Writes a study file, which must not exist, and opens it. The command line can use the same file.

        Without a `command` you evaluate it with a Python function (`run`), or by hand (`ask` and `tell`). `objective` and
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
            of_objective["limit"] = finite(limit, "limit")
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
        write_new(Path(path), words)
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
        """The name in the file."""
        return self._core.name

    # Trials

    def ask(self) -> Trial:
        """The next trial, stored as waiting.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.ask().number, study.ask().number
        (0, 1)
        """
        return Trial._of(self._core.ask(self._threads))

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
        """Stores the value of a trial (given as such or by its number), or why there is none; `actual` is what was really
        run. A mapping of parameters is a point that was not suggested.

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
            return Trial._of(self._core.tell_point(point, value_of(value), standard_error, told))
        number = trial.number if isinstance(trial, Trial) else whole(trial, "trial", 0)
        if failed is not None:
            return Trial._of(self._core.tell_failed(number, str(failed)))
        asked = None
        if actual is not None:
            params = self.trials[number].params if number < len(self.trials) else {}
            asked = self.problem.array(dict(params) | dict(actual))
        return Trial._of(self._core.tell(number, value_of(value), standard_error, told, asked))

    def trials_dataframe(self) -> pd.DataFrame:
        """A row per trial: number, state, a column per parameter, the value and what else is known. Needs pandas.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> _ = study.tell({"width": 3.1}, 0.7)
        >>> study.trials_dataframe()["value"].tolist()
        [0.7]
        """
        from .frames import trials_dataframe

        return trials_dataframe(self)

    def status(self) -> dict[str, Any]:
        """The state of the study, as `sweetspot status --format json` prints it.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.status()["budget"]
        8
        """
        return json.loads(self._core.status())  # type: ignore[no-any-return]

    def retry(self, numbers: Iterable[int] = ()) -> int:
        """Marks failed trials to be evaluated again: those with these numbers, or all. Returns how many.

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
        """Adds the trials of a file. Returns how many were added, and how many were there already.

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
        """Evaluates f, or the study's own command, until the budget is spent. Returns why it ended.

        f gets a mapping of parameters and returns a number, (number, standard error), or a mapping with "value" and the
        outputs that have limits. If f raises, the exception reaches you, and the trial waits to be evaluated again; an
        exception of a type in `catch` counts as a failed evaluation instead. With `parallel` above 1 f runs in that many
        threads, or in processes of their own (``workers="processes"``, for functions that can be pickled).

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
        """Evaluates where the answer's region, or that of a design of your own, looks worst. The "verdict" of the result
        is pass or fail; the values are stored as observations.

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
                trial = Trial._of(text)
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

    # Pages

    def report(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes the report as one HTML file, beside the study unless you give a path. Returns the path.

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
        """Serves the live page until you `close` it, or until the process ends. A notebook shows it in place.

        >>> import tempfile
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> with study.serve() as server:
        ...     server.url.startswith("http://127.0.0.1:")
        True
        """
        return _program.Server([os.fspath(self.path)], host, port)
