"""sweetspot finds the design that stays good although it will never be built exactly as drawn.

>>> import sweetspot as ss
>>> def f(design):
...     return (design["width"] - 3) ** 2 + (design["height"] - 9) ** 2
>>> result = ss.minimize(f, bounds={"width": (1, 10), "height": (2, 20)},
...                      tolerance={"width": 0.2, "height": "5%"}, evaluations=15)
>>> result.x.shape
(2,)
"""

from __future__ import annotations

import atexit
import importlib
import sys
from typing import TYPE_CHECKING, Any

from . import _core
from ._choices import (
    Choice,
    design,
    kernel,
    law,
    maximiser,
    measure,
    members,
    method,
    sampling,
)
from .model import Contribution, Estimate, Model, Region, Room, Worst
from .optimizer import Best, Optimizer, PredictedLimit, Suggestion
from .own import InitialDesign, Kernel, Law, Measure, Method, RobustSet, SamplingRule
from .parameters import Choices, Environment, Limit, Parameter, Series
from .problem import Problem
from .search import Result, minimize

if TYPE_CHECKING:
    from . import experiments, integrations, problems, statistics
    from .answer import Answer, Trial
    from .frames import from_dataframe
    from .study import Study

__version__ = _core.version

# Imported on first use, so that `import sweetspot` is quick.
_LATER = {"Study": "study", "Trial": "answer", "Answer": "answer", "from_dataframe": "frames"}
_MODULES = ("experiments", "integrations", "problems", "statistics")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _end() -> None:
    """Waits for what Ctrl-C left behind, so that the process ends in order; unless Ctrl-C is about to end it."""
    _core._wait(getattr(sys, "last_type", None) is KeyboardInterrupt and not hasattr(sys, "ps1"))


atexit.register(_end)

__all__ = [
    "Answer", "Best", "Choice", "Choices", "Contribution", "Environment", "Estimate", "InitialDesign", "Kernel", "Law",
    "Limit", "Measure", "Method", "Model", "Optimizer", "Parameter", "PredictedLimit", "Problem", "Region", "Result",
    "RobustSet", "Room", "SamplingRule", "Series", "Study", "Suggestion", "Trial", "Worst", "design", "experiments",
    "from_dataframe", "integrations", "kernel", "law", "maximiser", "measure", "members", "method", "minimize",
    "problems", "sampling", "statistics",
]
