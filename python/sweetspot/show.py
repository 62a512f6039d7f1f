"""Results as text, and as HTML for notebooks: static, with inline styles and pictures in SVG, without scripts.

Text and axes take the colour of the page, so that they can be read in light and dark notebooks.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .model import Model, Region
    from .optimizer import Result
    from .problem import Params, Problem
    from .study import Answer, Study

Floats = NDArray[np.float64]

MOST_SLICES = 6
_GREEN, _BLUE, _ORANGE, _RED = "#1a9850", "#2a78d6", "#d9730d", "#d03b3b"
_LIGHT, _DARK = np.array([240.0, 246, 252]), np.array([16.0, 62, 122])  # of a map: good, bad

# Of a panel, in pixels: its height, and the margins around its frame.
_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 196, 50, 12, 10, 38
_NARROW, _WIDE, _COLUMNS = 284, 520, 3  # widths, and how many narrow ones stand side by side
_INNER_HEIGHT = _HEIGHT - _TOP - _BOTTOM

_FONT = "font-family:system-ui,sans-serif;font-size:14px;line-height:1.45"
_CELL = "background:transparent;border:0;padding:.1em 1.4em .1em 0;text-align:{align};font-weight:{weight}"


# Numbers and lines of text


def number(value: float, spread: float | None = None) -> str:
    """Six digits, or as many decimals as a spread of this size justifies (two digits of its own)."""
    text = f"{value:.6g}"
    if spread is not None and 0 < spread < np.inf:
        decimals = 1 - int(np.floor(np.log10(spread)))
        if decimals <= 9 and abs(value) < 1e9:
            text = f"{round(value, decimals):.{max(decimals, 0)}f}"
    return text.replace("-", "−")


def shown(value: Any) -> str:
    return value if isinstance(value, str) else number(float(value))


def interval_text(interval: tuple[float, float]) -> str:
    lower, upper = interval
    half = (upper - lower) / 2
    return f"{number(lower, half)} … {number(upper, half)}"


def estimate_text(value: float, interval: tuple[float, float]) -> str:
    """A number with as many digits as its interval justifies, and the interval."""
    return f"{number(value, (interval[1] - interval[0]) / 2)} ({interval_text(interval)})"


def params_lines(params: Params) -> list[str]:
    width = max(len(name) for name in params)
    return [f"  {name:<{width}} = {shown(value)}" for name, value in params.items()]


def result_text(result: Result) -> str:
    if "best" not in result:
        return f"Result({dict(result)!r})"
    lines = [f"best centre after {result.nfev} evaluations", *params_lines(result.params)]
    return "\n".join([*lines, *_expectations(result)])


def _expectations(result: Result) -> list[str]:
    """What the model expects of the centre, a line each."""
    lines = []
    if result.optimizer.problem.measure != "worst case":
        lines.append(f"{result.optimizer.problem.measure} of its region {number(result.fun)}")
    if result.interval is None:
        lines.append(f"worst value of its region {number(result.worst)}; too few values for an interval")
    else:
        lines.append(f"worst value of its region {estimate_text(result.worst, result.interval)}")
    if not result.best.feasible:
        lines.append("no region is known that keeps every limit; this one is the nearest to it")
    for limit in result.best.limits:
        lines.append(f"{limit.limit}: expected {number(limit.value)}, kept with probability {limit.probability:.2f}")
    return lines


# Cards


def result_html(result: Result) -> str:
    """The answer with its picture."""
    if "best" not in result:
        return f"<pre>{escape(repr(result))}</pre>"
    model = result.optimizer.model()
    rows = [["", "build", "its region"], *_extents(model.problem, result.x)]
    lines = _expectations(result)
    colour = _GREEN if result.best.feasible else _ORANGE
    body = _table(rows) + _sentences(lines) + _figure(model, result.x)
    return _card(f"What to build, after {result.nfev} evaluations", body, colour)


def region_html(region: Region) -> str:
    """One region by the model: its extent, its worst and its average, and the picture."""
    problem, x = region._model.problem, region._centre
    rows = [["", "centre", "its region"], *_extents(problem, x)]
    values = [["", "expected", "interval"]]
    known = {"value at the centre": region.value, "average of the region": region.average, "worst of the region": region.worst}
    for what, found in known.items():
        values.append([what, number(found.value, (found.upper - found.lower) / 2), interval_text(found.interval)])
    body = _table(rows) + _table(values) + _figure(region._model, x)
    return _card("A region, as the model expects it", body, _BLUE)


def answer_html(answer: Answer) -> str:
    """The words of the answer as a card: its tables as tables, how sure it is as a badge."""
    title, blocks = _read(repr(answer))
    failed = answer.data.get("verification", {}).get("state") == "failed"
    word = str(answer.data.get("assurance", {}).get("word", ""))
    careful = failed or bool(answer.data.get("warnings")) or answer.data.get("feasible") is False
    colour = _RED if failed else _ORANGE if careful else _GREEN
    badge = word if "what to build" in title else ""  # how sure it is, is said of the answer, not of other designs
    body = "".join(_table(block) if block and isinstance(block[0], list) else _sentences(block) for block in blocks)
    return _card(title, body, colour, badge)


def study_html(study: Study) -> str:
    """How far a study is, and what came out so far."""
    status, trials = study.status(), study.trials
    budget, spent = int(status["budget"] or 0), int(status["spent"])
    states = ", ".join(f"{count} {state}" for state, count in status["trials"].items() if count)
    lines = [f"{_counted(spent, 'evaluation')} of {budget}; trials: {states or 'none yet'}."]
    measured = [(t.value, t.number) for t in trials if t.state == "complete" and t.value is not None]
    if measured:
        least, at = min(measured)
        lines.append(f"Least measured value {number(least)} in trial {at}; best() says what to build.")
    if status.get("ends"):
        ends = str(status["ends"])
        lines.append(ends[0].upper() + ends[1:] + ".")
    share = min(100.0, 100 * spent / budget) if budget else 0.0
    bar = (
        "<div style='max-width:26em;height:.5em;border-radius:.25em;background:#8884;margin:.4em 0'>"
        f"<div style='width:{share:.0f}%;height:100%;border-radius:.25em;background:{_BLUE}'></div></div>"
    )
    picture = history_svg([value for value, _ in measured]) if len(measured) > 1 else ""
    return _card(study.name, bar + _sentences(lines) + picture, _BLUE, str(study.path.name))


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
    """The first row is its head; numbers stand to the right."""
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
    """The title of an answer, then its blocks: lists of sentences, and tables as lists of rows."""
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
            # A sentence that was broken to fit a terminal begins a line in small letters.
            if blocks[-1] and line[0].islower():
                blocks[-1][-1] += " " + line
            else:
                blocks[-1].append(line)
    return title, blocks


def _cells(line: str, head: str) -> list[str]:
    """Columns end where their heads do; a cell that was too long for its column shifts the others."""
    if len(line) != len(head):
        return re.split(r" {2,}", line.strip())
    ends = [match.end() for match in re.finditer(r"\S+(?: \S+)*", head)]
    # The first column is as wide as it likes: its words end before the first gap.
    first = re.match(r"  (\S+(?: \S+)*)", line)
    begin = first.end() if first else 2
    cells = [first.group(1) if first else ""]
    for end in ends:
        cells.append(line[begin:end].strip())
        begin = max(begin, end)
    return cells


# Regions


def _parameters(problem: Problem) -> list[dict[str, Any]]:
    """What the engine knows of each parameter, and its label and unit where they are known."""
    words = [*problem._description.get("parameters", []), *problem._description.get("environment", [])]
    known = {entry["name"]: entry for entry in words}
    return [known.get(p["name"], {}) | p for p in problem._search.parameters]


def _value(parameter: dict[str, Any], u: Any) -> Any:
    """Of a place between 0 and 1 on the parameter's axis."""
    lower, upper = parameter["lower"], parameter["upper"]
    if parameter["log"]:
        return np.clip(lower * (upper / lower) ** np.asarray(u), lower, upper)
    return np.clip(lower + (upper - lower) * np.asarray(u), lower, upper)


def _place(parameter: dict[str, Any], value: Any) -> Any:
    """Between 0 and 1."""
    lower, upper = parameter["lower"], parameter["upper"]
    if parameter["log"]:
        return np.log(np.asarray(value) / lower) / np.log(upper / lower)
    return (np.asarray(value) - lower) / (upper - lower)


def _reach(problem: Problem, centre: Floats, direction: dict[int, float]) -> Floats:
    """The last point of the region of a centre in a direction of the unit cube."""
    parameters = _parameters(problem)
    begin = {d: float(_place(parameters[d], centre[d])) for d in direction}
    inside, outside = 0.0, 1.5
    best = centre.copy()
    for _ in range(40):
        step = (inside + outside) / 2
        point = centre.copy()
        for d, slope in direction.items():
            point[d] = _value(parameters[d], min(max(begin[d] + step * slope, 0.0), 1.0))
        if problem.contains(centre, point):
            inside, best = step, point
        else:
            outside = step
    return best


def _extents(problem: Problem, centre: Floats) -> list[list[str]]:
    """Name, value and extent of each parameter."""
    rows = []
    params = problem.params(centre)
    for d, p in enumerate(_parameters(problem)):
        name = f"{p['name']} in {p['unit']}" if p.get("unit") else str(p["name"])
        if p["choices"]:
            rows.append([name, str(params[p["name"]]), ""])
            continue
        if not p["chosen"]:
            rows.append([name, "environment", interval_text((p["lower"], p["upper"]))])
            continue
        least = float(_reach(problem, centre, {d: -1.0})[d])
        most = float(_reach(problem, centre, {d: 1.0})[d])
        value = shown(params[p["name"]]) if most - least <= 0 else number(float(centre[d]), (most - least) / 20)
        rows.append([name, value, "built exactly" if most - least <= 0 else interval_text((least, most))])
    return rows


# Pictures


def _figure(model: Model, centre: Floats) -> str:
    words = "Blue: what the model expects and how sure it is (± 2 standard deviations). Green: the region and its centre."
    words += " Dashed: the worst that is expected in the region. Dots: evaluations nearby."
    if len(_drawn(model)) == model.problem.dimension == 2:
        words += " On the map dark is bad."
    return (
        f"<div>{picture_svg(model, centre)}</div>"
        f"<div style='font-size:12px;opacity:.75;max-width:60em'>{words}</div>"
    )


def _drawn(model: Model) -> list[int]:
    """The parameters that have an axis: all but choices."""
    return [d for d, p in enumerate(_parameters(model.problem)) if not p["choices"]]


def picture_svg(model: Model, centre: Floats, count: int = MOST_SLICES) -> str:
    """The model around a centre: of two parameters a map, and along each parameter what is expected, how sure that is,
    and the region."""
    drawn = _drawn(model)[:count]
    lines = {d: _line(model, centre, d) for d in drawn}
    builds, _ = model.problem.builds(centre, 256)
    worst = float(model.mean(builds).max())
    low, high = _range([mean for _, mean, _ in lines.values()], model, worst)
    width = _WIDE if len(drawn) == 1 else _NARROW
    panels = [_map(model, centre)] if len(drawn) == model.problem.dimension == 2 else []
    panels += [_slice(model, centre, d, lines[d], worst, _Frame(width, low, high)) for d in drawn]
    return _sheet(panels, width, "The model along each parameter through the centre; the region is green")


def history_svg(values: Sequence[float]) -> str:
    """Values in the order in which they came, and the least so far."""
    y = np.array(values, dtype=float)
    least = np.minimum.accumulate(y)
    low, high = float(y.min()), float(np.quantile(y, 0.9))
    high = high if high > low else low + 1
    low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
    along = np.arange(1, len(y) + 1) / (len(y) + 1)
    steps = np.repeat(np.stack([along, least]), 2, axis=1)
    frame = _Frame(_WIDE, low, high)
    body = frame.dots(along, y) + frame.stroke(steps[0][1:], steps[1][:-1], _BLUE)
    ticks = [(float(along[i - 1]), str(i)) for i in sorted({1, (len(y) + 1) // 2, len(y)})]
    title = "Values in their order; the line is the least so far"
    return _sheet([frame.panel(body, ticks, _ticks(low, high), "evaluation")], _WIDE, title)


def _sheet(panels: Sequence[str], each: int, title: str) -> str:
    rows = (len(panels) + _COLUMNS - 1) // _COLUMNS
    width, height = each * max(1, min(_COLUMNS, len(panels))), _HEIGHT * rows
    placed = "".join(
        f"<g transform='translate({i % _COLUMNS * each} {i // _COLUMNS * _HEIGHT})'>{panel}</g>"
        for i, panel in enumerate(panels)
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' role='img' "
        f"aria-label='{escape(title)}' style='max-width:100%;height:auto;overflow:visible'>"
        f"<title>{escape(title)}</title>{placed}</svg>"
    )


class _Frame:
    """Where values from `low` to `high` are drawn, along an axis from 0 to 1. What lies outside is cut off."""

    def __init__(self, width: int, low: float, high: float) -> None:
        self.whole, self.width, self.low, self.high = width, width - _LEFT - _RIGHT, low, high

    def pixels(self, along: Any, values: Any) -> tuple[Any, Any]:
        up = np.clip((self.high - np.asarray(values)) / (self.high - self.low), -9, 10)
        return np.asarray(along) * self.width, up * _INNER_HEIGHT

    def path(self, along: Any, values: Any) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(*self.pixels(along, values)))

    def stroke(self, along: Any, values: Any, colour: str) -> str:
        return f"<path d='{self.path(along, values)}' fill='none' stroke='{colour}' stroke-width='1.8'/>"

    def dots(self, along: Any, values: Any) -> str:
        return "".join(
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='2.4' fill='#fff' stroke='#444'/>"
            for x, y in zip(*self.pixels(along, values))
            if -5 <= y <= _INNER_HEIGHT + 5
        )

    def diamond(self, along: Any, value: Any) -> str:
        x, y = self.pixels(along, value)
        return f"<path d='M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6Z' fill='{_GREEN}' stroke='#fff'/>"

    def panel(
        self, body: str, across: Sequence[tuple[float, str]], up: Sequence[tuple[float, str]], label: str
    ) -> str:
        """The frame with its axes; ticks have places between 0 and 1."""
        grid, words = "", ""
        text = "font-size='11' font-family='system-ui,sans-serif' fill='currentColor' fill-opacity='.75'"
        for u, word in across:
            x = _LEFT + u * self.width
            grid += f"<path d='M{x:.1f} {_TOP}v{_INNER_HEIGHT}' stroke='currentColor' stroke-opacity='.1'/>"
            words += f"<text x='{x:.1f}' y='{_HEIGHT - _BOTTOM + 14}' text-anchor='middle' {text}>{escape(word)}</text>"
        for v, word in up:
            y = _TOP + (1 - v) * _INNER_HEIGHT
            grid += f"<path d='M{_LEFT} {y:.1f}h{self.width}' stroke='currentColor' stroke-opacity='.1'/>"
            words += f"<text x='{_LEFT - 5}' y='{y + 4:.1f}' text-anchor='end' {text}>{escape(word)}</text>"
        middle = _LEFT + self.width / 2
        words += f"<text x='{middle:.1f}' y='{_HEIGHT - 8}' text-anchor='middle' {text}>{escape(label)}</text>"
        size = f"x='{_LEFT}' y='{_TOP}' width='{self.width}' height='{_INNER_HEIGHT}'"
        inner = f"<svg {size} viewBox='0 0 {self.width} {_INNER_HEIGHT}' overflow='hidden'>{body}</svg>"
        return f"{grid}{inner}<rect {size} fill='none' stroke='currentColor' stroke-opacity='.35'/>{words}"


def _line(model: Model, centre: Floats, d: int) -> tuple[Floats, Floats, Floats]:
    """Places along a parameter with mean and standard deviation; the centre is one of them."""
    p = _parameters(model.problem)[d]
    along = np.union1d(np.linspace(0, 1, 121), np.clip(_place(p, centre[d]), 0, 1))
    points = np.tile(centre, (len(along), 1))
    points[:, d] = _value(p, along)
    return along, model.mean(points), model.sd(points)


def _range(means: Sequence[Floats], model: Model, worst: float) -> tuple[float, float]:
    """Of the values that a picture shows: all, unless a penalty or a steep wall far away would hide the region."""
    every = np.concatenate(means) if means else np.array([worst])
    low = min(float(every.min()), worst, *(model._observed[1].tolist() if len(every) else []))
    total, middle = max(float(every.max()), worst) - low, max(float(np.median(every)) - low, 0.0)
    near = max(5 * (worst - low), middle / 10)
    far = float(np.sqrt(near * middle))
    span = max(near, far)
    span = total if total < 8 * span else span
    span = span if span > 0 else max(abs(low), 1.0)
    return low - 0.08 * span, low + 1.08 * span


def _slice(
    model: Model, centre: Floats, d: int, line: tuple[Floats, Floats, Floats], worst: float, frame: _Frame
) -> str:
    p = _parameters(model.problem)[d]
    along, mean, sd = line
    begin, end = (float(_place(p, _reach(model.problem, centre, {d: way})[d])) for way in (-1.0, 1.0))
    band = frame.path(np.concatenate([along, along[::-1]]), np.concatenate([mean + 2 * sd, (mean - 2 * sd)[::-1]]))
    near, values = _nearby(model, centre, d)
    body = (
        f"<rect x='{begin * frame.width:.1f}' y='0' width='{max((end - begin) * frame.width, 1.5):.1f}' "
        f"height='{_INNER_HEIGHT}' fill='{_GREEN}' fill-opacity='.25'/>"
        f"<path d='{band}Z' fill='{_BLUE}' fill-opacity='.18'/>"
        f"<path d='{frame.path([0, 1], [worst, worst])}' stroke='{_ORANGE}' stroke-dasharray='4 3'/>"
        + frame.stroke(along, mean, _BLUE)
        + frame.dots(_place(p, near), values)
        + frame.diamond(_place(p, centre[d]), model.mean(centre[None, :])[0])
    )
    return frame.panel(body, _axis(p), _ticks(frame.low, frame.high), _axis_label(p))


def _nearby(model: Model, centre: Floats, d: int) -> tuple[Floats, Floats]:
    """Evaluations that are as near to the line along a parameter as the region is wide, or a twentieth of the range."""
    inputs, outputs = model._observed
    keep = np.ones(len(outputs), dtype=bool)
    for other, p in enumerate(_parameters(model.problem)):
        if other == d or not len(outputs):
            continue
        if p["choices"]:
            keep &= inputs[:, other] == centre[other]
            continue
        least = min(_place(p, _reach(model.problem, centre, {other: -1.0})[other]), _place(p, centre[other]) - 0.05)
        most = max(_place(p, _reach(model.problem, centre, {other: 1.0})[other]), _place(p, centre[other]) + 0.05)
        places = _place(p, inputs[:, other])
        keep &= (places >= least) & (places <= most)
    return inputs[keep, d], outputs[keep]


def _map(model: Model, centre: Floats) -> str:
    """Two parameters seen from above. Shades go by rank, so that a steep wall does not take all of them."""
    first, second = _parameters(model.problem)
    across, up = np.meshgrid((np.arange(80) + 0.5) / 80, 1 - (np.arange(60) + 0.5) / 60)
    points = np.stack([_value(first, across.ravel()), _value(second, up.ravel())], axis=1)
    ranks = np.argsort(np.argsort(model.mean(points))).reshape(across.shape) / across.size
    pixels = np.rint(_LIGHT + ranks[..., None] * (_DARK - _LIGHT)).astype(np.uint8)
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rim = np.array([_reach(model.problem, centre, {0: float(np.cos(t)), 1: float(np.sin(t))}) for t in turns])
    frame = _Frame(_NARROW, 0.0, 1.0)
    outline = frame.path(_place(first, rim[:, 0]), _place(second, rim[:, 1])) + "Z"
    inputs, _ = model._observed
    body = (
        f"<image href='data:image/png;base64,{_png(pixels)}' width='{frame.width}' height='{_INNER_HEIGHT}' "
        "preserveAspectRatio='none'/>"
        f"<path d='{outline}' fill='{_GREEN}' fill-opacity='.25' stroke='#fff' stroke-width='4'/>"
        f"<path d='{outline}' fill='none' stroke='{_GREEN}' stroke-width='2'/>"
        + frame.dots(_place(first, inputs[:, 0]), _place(second, inputs[:, 1]))
        + frame.diamond(_place(first, centre[0]), _place(second, centre[1]))
    )
    return frame.panel(body, _axis(first), _axis(second), f"across {_axis_label(first)}, up {_axis_label(second)}")


def _png(pixels: NDArray[np.uint8]) -> str:
    """An image of three bytes per pixel as PNG, in base 64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return base64.b64encode(data).decode("ascii")


def _axis(p: dict[str, Any]) -> list[tuple[float, str]]:
    if not p["log"]:
        return _ticks(p["lower"], p["upper"])
    least, most = int(np.floor(np.log10(p["lower"]))), int(np.ceil(np.log10(p["upper"])))
    for digits in ((1.0,), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)):
        values = [m * 10.0**k for k in range(least, most + 1) for m in digits]
        values = [v for v in values if p["lower"] * 0.999 <= v <= p["upper"] * 1.001]
        if len(values) >= 3:
            break
    values = values[:: (len(values) + 4) // 5] if values else [p["lower"], p["upper"]]
    return [(float(_place(p, v)), number(v)) for v in values]


def _axis_label(p: dict[str, Any]) -> str:
    name = p.get("label") or p["name"]
    return f"{name} in {p['unit']}" if p.get("unit") else str(name)


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """About four round numbers and their places."""
    rough = (high - low) / 4
    power = 10.0 ** np.floor(np.log10(rough))
    step = power * min((m for m in (1, 2, 5, 10)), key=lambda m: abs(m * power - rough))
    first = np.ceil(low / step - 1e-9) * step
    values = [0.0 if abs(v) < step / 1e6 else v for v in np.arange(first, high + step * 1e-9, step)]
    return [(float((v - low) / (high - low)), number(float(v))) for v in values]
