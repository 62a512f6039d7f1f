"""Checks of numbers, whole numbers and names; each refuses anything else in one sentence."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LARGEST_SEED = 2**64 - 1
MOST_THREADS = 1024


def finite(value: Any, what: str) -> float:
    """A finite number; the sentence of a refusal begins with `what`."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise ValueError(f"{what}: {value!r} was given; it must be a number")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{what}: {number} was given; it must be a finite number")
    return number


def numbers(given: Any, what: str, wanted: str) -> Floats:
    """An array of finite or infinite numbers; not copied if it is one already."""
    try:
        found = np.asarray(given)
        if found.dtype.kind not in "biuf":
            if found.dtype.kind != "O":
                raise TypeError
            if any(isinstance(value, (str, bytes, type(None))) for value in found.flat):
                raise TypeError
        return np.ascontiguousarray(found, dtype=float) if found.ndim else np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        shown = repr(given)
        raise ValueError(f"{what}: {shown if len(shown) < 80 else shown[:80] + '…'} was given; give {wanted}") from None


def whole(value: Any, what: str, least: int, most: int | None = None) -> int:
    """A whole number of at least `least`."""
    number = None if isinstance(value, bool) or not hasattr(value, "__index__") else int(value.__index__())
    if number is None or number < least or (most is not None and number > most):
        allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what}: {value!r} was given; it must be a whole number {allowed}")
    return number


def name_of(value: Any, what: str) -> str:
    """A name, not an object that has one."""
    if not isinstance(value, str):
        raise ValueError(f"the {what} is {value!r}; give its name")
    return value


def value_of(value: Any, what: str = "the value") -> float:
    """A finite number, also a NumPy one."""
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.reshape(())[()]
    no_numbers = (bool, np.bool_, str, bytes, np.ndarray, np.complexfloating)
    if isinstance(value, no_numbers) or not hasattr(value, "__float__"):
        given = "nothing" if value is None else f"{type(value).__name__} {value!r}"
        raise ValueError(f"{what} is {given}; it must be a number")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{what} is {number}; it must be finite, or tell that the evaluation failed")
    return number


def error_of(standard_error: Any) -> float | None:
    """A standard error, or None where none is known."""
    if standard_error is None:
        return None
    if isinstance(standard_error, (bool, str, bytes)) or not hasattr(standard_error, "__float__"):
        raise ValueError(f"the standard error is {standard_error!r}; it must be a finite number of at least 0")
    number = float(standard_error)
    if not (number >= 0 and math.isfinite(number)):
        raise ValueError(f"the standard error is {number}; it must be a finite number of at least 0")
    return number
