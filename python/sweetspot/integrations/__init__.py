"""Integrations with other tools. Each needs its own package, which is imported on first use.

- `OptunaSampler`: ``optuna.create_study(sampler=sweetspot.integrations.OptunaSampler(tolerance=…))``
- `GestGenerator`: a generator of the gest-api standard, for libEnsemble, Optimas and Xopt
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .gest import GestGenerator
    from .optuna import OptunaSampler

__all__ = ["GestGenerator", "OptunaSampler"]


def __getattr__(name: str) -> Any:
    if name == "OptunaSampler":
        from .optuna import OptunaSampler

        return OptunaSampler
    if name == "GestGenerator":
        from .gest import GestGenerator

        return GestGenerator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
