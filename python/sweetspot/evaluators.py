"""Evaluates the Python function of a study: in place, in threads, or in processes of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing import get_context
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import error_of, value_of
from .search import measured

if TYPE_CHECKING:
    from .problem import Problem


def _timed(f: Callable[[Any], Any], params: Any) -> tuple[Any, float]:
    began = time.monotonic()
    return f(params), time.monotonic() - began


class _Threads(Executor):
    """A thread for each evaluation. The process does not wait for them at its end, so that Ctrl-C stops it."""

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            try:
                future.set_result(function(*given, **named))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=work, daemon=True, name="sweetspot-evaluation").start()
        return future


class Evaluators:
    """The evaluations that the engine's runner starts, waits for and cancels. If only one runs at a
    time, it runs in place, in the thread that called `run`, so that Ctrl-C and debuggers reach it."""

    def __init__(self, f: Callable[[Any], Any], problem: Problem, parallel: int, workers: str, catch: Any) -> None:
        if not callable(f):
            raise ValueError(f"f is {f!r}; it must be a function")
        if workers not in ("threads", "processes"):
            raise ValueError(_core.unknown_name("kind of workers", str(workers), ["threads", "processes"]))
        kinds = catch if isinstance(catch, tuple) else (catch,)
        if not all(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds):
            raise ValueError(f"catch is {catch!r}; it must be a type of exception, or a tuple of them")
        self._f, self._problem, self._catch = f, problem, catch
        self._executor: Executor | None = None
        if workers == "processes":
            # A forked copy would have the engine's locks but not its threads.
            self._executor = ProcessPoolExecutor(parallel, mp_context=get_context("spawn"))
        elif parallel > 1:
            self._executor = _Threads()
        self._waiting: list[tuple[int, Any]] = []
        self._running: dict[Future[tuple[Any, float]], int] = {}

    def __enter__(self) -> Evaluators:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(self._executor, ProcessPoolExecutor) and kind is not None:
            for process in list((self._executor._processes or {}).values()):
                process.terminate()
        if self._executor is not None:
            self._executor.shutdown(wait=kind is None, cancel_futures=True)

    def start(self, number: int, x: NDArray[np.float64]) -> None:
        params = self._problem.params(x)
        if self._executor is None:
            self._waiting.append((number, params))
        else:
            self._running[self._executor.submit(_timed, self._f, params)] = number

    def cancel(self, number: int) -> None:
        """Does not wait for the result; a thread cannot be ended from outside."""
        self._waiting = [(n, params) for n, params in self._waiting if n != number]
        self._running = {future: n for future, n in self._running.items() if n != number}

    def wait(self, timeout: float) -> dict[str, Any] | None:
        if self._waiting:
            number, params = self._waiting[0]
            result = self._outcome(number, lambda: _timed(self._f, params))
            self._waiting.pop(0)
            return result
        done, _ = wait(self._running, timeout=timeout, return_when=FIRST_COMPLETED)
        if not done:
            return None
        future = min(done, key=lambda one: self._running[one])
        result = self._outcome(self._running[future], future.result)
        del self._running[future]
        return result

    def _outcome(self, number: int, evaluate: Callable[[], tuple[Any, float]]) -> dict[str, Any]:
        try:
            returned, seconds = evaluate()
        except self._catch as error:
            reason = f"{type(error).__name__}: {error}".splitlines()[0][:500]
            return {"number": number, "failure": "reported", "reason": reason, "seconds": 0.0}
        value, standard_error, outputs = measured(returned, self._problem)
        told = {name: value_of(v, f'"{name}"') for name, v in (outputs or {}).items()}
        return {
            "number": number, "value": value, "standard_error": error_of(standard_error), "outputs": told,
            "seconds": seconds,
        }
