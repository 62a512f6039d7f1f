"""Tables of pandas, if pandas is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

try:
    import pandas as pd
except ImportError as error:  # pragma: no cover
    raise ImportError("tables need pandas; install it with: pip install pandas") from error

from .optimizer import Optimizer
from .parameters import Bound
from .problem import Problem

if TYPE_CHECKING:
    from .study import Study


def from_dataframe(
    data: pd.DataFrame,
    *,
    value: str = "value",
    bounds: Mapping[str, Bound] | None = None,
    tolerance: Mapping[str, float | str] | float | str | None = None,
    standard_error: str | None = None,
    parameters: Sequence[str] | None = None,
    **options: Any,
) -> Optimizer:
    """A search that starts with the rows of a table: a column per parameter, and one for the value.

    Parameters are the columns of `bounds`; without bounds, `parameters` or all numeric columns but the value, each
    bounded by its least and its greatest number. Rows without a value are left out. The other options are those of `Problem` and
    `Optimizer`.

    >>> frame = pd.DataFrame({"width": [1.0, 2, 3, 4, 5], "value": [4.0, 1, 0, 1, 4]})
    >>> from_dataframe(frame, tolerance=0.2).observations
    5
    """
    data = data.rename(columns=str)
    if value not in data.columns:
        raise ValueError(f'there is no column "{value}"; the columns are {", ".join(map(str, data.columns))}')
    if standard_error is not None and standard_error not in data.columns:
        raise ValueError(f'there is no column "{standard_error}"; the columns are {", ".join(map(str, data.columns))}')
    missing = [name for name in (bounds if bounds is not None else parameters or ()) if name not in data.columns]
    if missing:
        raise ValueError(f'there is no column "{missing[0]}"; the columns are {", ".join(map(str, data.columns))}')
    known = data[data[value].notna()]
    if bounds is None:
        names = list(parameters) if parameters is not None else _numeric(known, {value, standard_error})
        bounds = {str(name): (float(known[name].min()), float(known[name].max())) for name in names}
    of_search = ("seed", "threads", "initial", "design", "method", "sampling", "maximiser", "kernel", "model")
    how = {key: options.pop(key) for key in of_search if key in options}
    optimizer = Optimizer(Problem(bounds, tolerance, **options), **how)
    errors = known[standard_error] if standard_error is not None else [None] * len(known)
    for (_, row), error in zip(known.iterrows(), errors):
        optimizer.tell({name: row[name] for name in bounds}, row[value], None if pd.isna(error) else error)
    return optimizer


def _numeric(data: pd.DataFrame, but: set[str | None]) -> list[str]:
    return [name for name in data.columns if name not in but and pd.api.types.is_numeric_dtype(data[name])]


def trials_dataframe(study: Study) -> pd.DataFrame:
    """A row per trial.

    >>> import tempfile
    >>> import sweetspot as ss
    >>> study = ss.Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2})
    >>> _ = study.tell({"width": 3}, 0.5)
    >>> trials_dataframe(study)["value"].tolist()
    [0.5]
    """
    rows = []
    for trial in study.trials:
        rows.append(
            {"number": trial.number, "state": trial.state, "source": trial.source, **trial.params, "value": trial.value,
             "standard_error": trial.standard_error, **trial.outputs, "failure": trial.reason, "seconds": trial.seconds}
        )
    columns = ["number", "state", "source", *study.problem.names, "value", "standard_error"]
    columns += [*study.problem.limited_outputs, "failure", "seconds"]
    return pd.DataFrame(rows, columns=columns).set_index("number")


__all__ = ["from_dataframe", "trials_dataframe"]
