"""A line of progress on a terminal, and a bar in a notebook."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any

_BAR = (
    '<div style="max-width:30em;border:1px solid #8888"><div style="width:{share:.0f}%;background:#2a78d6;'
    'height:.6em"></div></div><span>{text}</span>'
)


def in_notebook() -> bool:
    """Whether cells, not a terminal, show what is printed."""
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class Progress:
    """Shows how many evaluations are done, the best value so far and the time left."""

    def __init__(self, budget: int, *, shown: bool) -> None:
        self._budget, self._began, self._last = budget, time.monotonic(), 0.0
        self._best = float("inf")
        self._display: Any = None
        self._notebook = shown and in_notebook()
        self._terminal = shown and not self._notebook

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._last and self._terminal and sys.stderr.isatty():
            sys.stderr.write("\n")

    def told(self, done: int, value: float) -> None:
        self._best = min(self._best, value)
        now = time.monotonic()
        if not (self._terminal or self._notebook) or (now - self._last < 0.1 and done < self._budget):
            return
        self._last = now
        left = (now - self._began) / done * (self._budget - done)
        text = f"{done} of {self._budget} evaluations, lowest value {self._best:.6g}, {_duration(left)} left"
        if self._terminal:
            sys.stderr.write(f"\r{text}\x1b[K" if sys.stderr.isatty() else text + "\n")
            sys.stderr.flush()
        else:
            self._show(_BAR.format(share=100 * done / self._budget, text=text))

    def _show(self, html: str) -> None:
        display: Any = importlib.import_module("IPython.display")
        if self._display is None:
            self._display = display.display(display.HTML(html), display_id=True)
        else:
            self._display.update(display.HTML(html))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
