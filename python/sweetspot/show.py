"""Results as text, and as HTML for notebooks: static, with inline styles and pictures in SVG, without scripts.

Text and axes take the colour of the page, so that they are readable in light and dark notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._core import interval_text, number_text, number_text_within
from .pictures import (
    BLUE,
    GREEN,
    ORANGE,
    RED,
    drawn_parameters,
    extent,
    history_svg,
    parameters_of,
    picture_svg,
)

if TYPE_CHECKING:
    from .answer import Answer
    from .model import Model, Region
    from .problem import Params, Problem
    from .search import Result
    from .study import Study

Floats = NDArray[np.float64]

_FONT = "font-family:system-ui,sans-serif;font-size:14px;line-height:1.45"
_CELL = "background:transparent;border:0;padding:.1em 1.4em .1em 0;text-align:{align};font-weight:{weight}"


# Numbers and lines of text


def shown(value: Any) -> str:
    return value if isinstance(value, str) else number_text(float(value))


def estimate_text(value: float, interval: tuple[float, float]) -> str:
    """A number with as many digits as its interval justifies, and the interval."""
    return f"{within(value, interval)} ({interval_text(*interval)})"


def within(value: float, interval: tuple[float, float]) -> str:
    return number_text_within(value, (interval[1] - interval[0]) / 2)


def params_lines(params: Params) -> list[str]:
    width = max(len(name) for name in params)
    return [f"  {name:<{width}} = {shown(value)}" for name, value in params.items()]


def result_text(result: Result) -> str:
    if "best" not in result:
        return f"Result({dict(result)!r})"
    lines = [f"best centre after {result.nfev} evaluations", *params_lines(result.params)]
    return "\n".join([*lines, *_expectations(result)])


def _expectations(result: Result) -> list[str]:
    """What the model expects of the centre, one line each."""
    lines = []
    if result.optimizer.problem.measure != "worst case":
        lines.append(f"{result.optimizer.problem.measure} of its region {number_text(result.fun)}")
    if result.interval is None:
        lines.append(f"worst value of its region {number_text(result.worst)}; too few values for an interval")
    else:
        lines.append(f"worst value of its region {estimate_text(result.worst, result.interval)}")
    if not result.best.feasible:
        lines.append("no region is known that keeps every limit; this one is the nearest to it")
    for limit in result.best.limits:
        lines.append(f"{limit.limit}: expected {number_text(limit.value)}, kept with probability {limit.probability:.2f}")
    return lines


# Cards


def result_html(result: Result) -> str:
    """The answer and its picture."""
    if "best" not in result:
        return f"<pre>{escape(repr(result))}</pre>"
    model = result.optimizer.model()
    rows = [["", "build", "its region"], *_extents(model.problem, result.x)]
    lines = _expectations(result)
    colour = GREEN if result.best.feasible else ORANGE
    body = _table(rows) + _sentences(lines) + _figure(model, result.x)
    return _card(f"What to build, after {result.nfev} evaluations", body, colour)


def region_html(region: Region) -> str:
    """One region, by the model: its extent, its worst value and its average, and the picture."""
    problem, x = region._model.problem, region._centre
    rows = [["", "centre", "its region"], *_extents(problem, x)]
    values = [["", "expected", "interval"]]
    known = {"value at the centre": region.value, "average of the region": region.average, "worst of the region": region.worst}
    for what, found in known.items():
        values.append([what, within(found.value, found.interval), interval_text(*found.interval)])
    body = _table(rows) + _table(values) + _figure(region._model, x)
    return _card("A region, as the model expects it", body, BLUE)


def answer_html(answer: Answer) -> str:
    """The answer as a card, with its tables, and a badge that says how sure it is."""
    title, blocks = _read(repr(answer))
    failed = answer.data.get("verification", {}).get("state") == "failed"
    word = str(answer.data.get("assurance", {}).get("word", ""))
    careful = failed or bool(answer.data.get("warnings")) or answer.data.get("feasible") is False
    colour = RED if failed else ORANGE if careful else GREEN
    badge = word if "what to build" in title else ""  # how sure it is, is said of the answer, not of other designs
    body = "".join(_table(block) if block and isinstance(block[0], list) else _sentences(block) for block in blocks)
    return _card(title, body, colour, badge)


def study_html(study: Study) -> str:
    """The progress of a study, and its results so far."""
    status, trials = study.status(), study.trials
    budget, spent = int(status["budget"] or 0), int(status["spent"])
    states = ", ".join(f"{count} {state}" for state, count in status["trials"].items() if count)
    lines = [f"{_counted(spent, 'evaluation')} of {budget}; trials: {states or 'none yet'}."]
    measured = [(t.value, t.number) for t in trials if t.state == "complete" and t.value is not None]
    if measured:
        least, at = min(measured)
        lines.append(f"Least measured value {number_text(least)} in trial {at}; best() says what to build.")
    if status.get("ends"):
        ends = str(status["ends"])
        lines.append(ends[0].upper() + ends[1:] + ".")
    share = min(100.0, 100 * spent / budget) if budget else 0.0
    bar = (
        "<div style='max-width:26em;height:.5em;border-radius:.25em;background:#8884;margin:.4em 0'>"
        f"<div style='width:{share:.0f}%;height:100%;border-radius:.25em;background:{BLUE}'></div></div>"
    )
    picture = history_svg([value for value, _ in measured]) if len(measured) > 1 else ""
    return _card(study.name, bar + _sentences(lines) + picture, BLUE, str(study.path.name))


def _card(title: str, body: str, colour: str, badge: str = "") -> str:
    mark = ""
    if badge:
        mark = (
            f" <span style='font-weight:normal;font-size:12px;padding:.1em .7em;border:1px solid {colour};"
            f"border-radius:1em;white-space:nowrap'>{escape(badge)}</span>"
        )
    return (
        f"<div style='border-left:4px solid {colour};padding:.1em 0 .1em 1em;margin:.4em 0;{_FONT}'>"
        f"<div style='font-weight:600;font-size:15px;margin-bottom:.3em'>{escape(title)}{mark}</div>{body}</div>"
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """A table. The first row is its head; numbers are aligned to the right."""
    parts = []
    for i, row in enumerate(rows):
        if not row:
            parts.append("<tr style='background:transparent'><td style='border:0;padding:0;height:.5em'></td></tr>")
            continue
        cells = ""
        for j, text in enumerate(row):
            style = _CELL.format(align="left" if j == 0 else "right", weight="600" if j == 1 and i else "normal")
            faded = "" if i and j < 2 else ";opacity:.75"
            cells += f"<td style='{style}{faded};white-space:nowrap'>{escape(text)}</td>"
        parts.append(f"<tr style='background:transparent'>{cells}</tr>")
    return (
        "<table style='border-collapse:collapse;border:0;margin:.2em 0 .5em;font-size:inherit;"
        f"font-variant-numeric:tabular-nums'>{''.join(parts)}</table>"
    )


def _sentences(lines: Sequence[str]) -> str:
    return "".join(f"<div style='max-width:52em'>{escape(line)}</div>" for line in lines)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _read(text: str) -> tuple[str, list[Any]]:
    """Reads the title of an answer, then its blocks: lists of sentences, and tables as lists of rows."""
    title, *lines = text.strip("\n").split("\n")
    blocks: list[Any] = []
    head = ""
    for line, following in zip(lines, [*lines[1:], ""]):
        if not line and following.startswith("  ") and blocks and isinstance(blocks[-1][0], list):
            blocks[-1].append([])
        elif line.startswith("  "):
            if line.startswith("   "):
                head = line
                blocks.append([["", *re.split(r" {2,}", line.strip())]])
            elif blocks and blocks[-1] and isinstance(blocks[-1][0], list):
                blocks[-1].append(_cells(line, head))
            else:
                blocks.append([line.strip()])
        elif line.strip():
            if not blocks or not blocks[-1] or isinstance(blocks[-1][0], list):
                blocks.append([])
            # A line that begins in lower case continues a sentence that was broken to fit a terminal.
            if blocks[-1] and line[0].islower():
                blocks[-1][-1] += " " + line
            else:
                blocks[-1].append(line)
    return title, blocks


def _cells(line: str, head: str) -> list[str]:
    """The cells of a line. Columns end where their heads do; a cell that was too long for its column shifts the others."""
    if len(line) != len(head):
        return re.split(r" {2,}", line.strip())
    ends = [match.end() for match in re.finditer(r"\S+(?: \S+)*", head)]
    # The first column has no fixed width: its words end before the first gap.
    first = re.match(r"  (\S+(?: \S+)*)", line)
    begin = first.end() if first else 2
    cells = [first.group(1) if first else ""]
    for end in ends:
        cells.append(line[begin:end].strip())
        begin = max(begin, end)
    return cells


def _extents(problem: Problem, centre: Floats) -> list[list[str]]:
    """Name, value and extent of each parameter."""
    rows = []
    params = problem.params(centre)
    for d, p in enumerate(parameters_of(problem)):
        name = f"{p['name']} in {p['unit']}" if p.get("unit") else str(p["name"])
        if p["choices"]:
            rows.append([name, str(params[p["name"]]), ""])
            continue
        if not p["chosen"]:
            rows.append([name, "environment", interval_text(p["lower"], p["upper"])])
            continue
        least, most = extent(problem, centre, d)
        is_exact = most - least <= 0
        value = shown(params[p["name"]]) if is_exact else number_text_within(float(centre[d]), (most - least) / 20)
        rows.append([name, value, "built exactly" if is_exact else interval_text(least, most)])
    return rows


def _figure(model: Model, centre: Floats) -> str:
    words = "Blue: what the model expects and how sure it is (± 2 standard deviations). Green: the region and its centre."
    words += " Dashed: the worst that is expected in the region. Dots: evaluations nearby."
    if len(drawn_parameters(model)) == model.problem.dimension == 2:
        words += " On the map dark is bad."
    return (
        f"<div>{picture_svg(model, centre)}</div>"
        f"<div style='font-size:12px;opacity:.75;max-width:60em'>{words}</div>"
    )
