"""Pictures of a model and of a study in SVG: static, and in the colour of the page around them."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._core import number_text

if TYPE_CHECKING:
    from .model import Model
    from .problem import Problem

Floats = NDArray[np.float64]

MOST_SLICES = 6
GREEN, BLUE, ORANGE, RED = "#1a9850", "#2a78d6", "#d9730d", "#d03b3b"
_LIGHT, _DARK = np.array([240.0, 246, 252]), np.array([16.0, 62, 122])  # of a map: good, bad

# Of a panel, in pixels: its height, and the margins around its frame.
_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 196, 50, 12, 10, 38
_NARROW, _WIDE, _COLUMNS = 284, 520, 3  # widths, and how many narrow ones stand side by side
_INNER_HEIGHT = _HEIGHT - _TOP - _BOTTOM


def parameters_of(problem: Problem) -> list[dict[str, Any]]:
    """What the engine knows about each parameter, and its label and unit if they are known."""
    words = [*problem._description.get("parameters", []), *problem._description.get("environment", [])]
    known = {entry["name"]: entry for entry in words}
    return [known.get(p["name"], {}) | p for p in problem._search.parameters]


def _value(parameter: dict[str, Any], u: Any) -> Any:
    """The value at a place between 0 and 1 on the parameter's axis."""
    lower, upper = parameter["lower"], parameter["upper"]
    if parameter["log"]:
        return np.clip(lower * (upper / lower) ** np.asarray(u), lower, upper)
    return np.clip(lower + (upper - lower) * np.asarray(u), lower, upper)


def _place(parameter: dict[str, Any], value: Any) -> Any:
    """The place of a value on the parameter's axis, between 0 and 1."""
    lower, upper = parameter["lower"], parameter["upper"]
    if parameter["log"]:
        return np.log(np.asarray(value) / lower) / np.log(upper / lower)
    return (np.asarray(value) - lower) / (upper - lower)


def reach(problem: Problem, centre: Floats, directions: Floats) -> Floats:
    """The outermost points of the region of a centre in directions of the unit cube, one per row, within the bounds."""
    return problem._search.boundary(centre, np.ascontiguousarray(directions))


def extent(problem: Problem, centre: Floats, d: int) -> tuple[float, float]:
    """The extent of the region in one parameter."""
    along = np.zeros((2, problem.dimension))
    along[:, d] = -1, 1
    least, most = reach(problem, centre, along)[:, d]
    return float(least), float(most)


def drawn_parameters(model: Model) -> list[int]:
    """The parameters that have an axis: all but choices."""
    return [d for d, p in enumerate(parameters_of(model.problem)) if not p["choices"]]


def picture_svg(model: Model, centre: Floats, count: int = MOST_SLICES) -> str:
    """The model around a centre: a map of two parameters, and along each parameter the expected value, how sure it is,
    and the region."""
    drawn = drawn_parameters(model)[:count]
    lines = {d: _line(model, centre, d) for d in drawn}
    builds, _ = model.problem.builds(centre, 256)
    worst = float(model.mean(builds).max())
    low, high = _range([mean for _, mean, _ in lines.values()], model, worst)
    width = _WIDE if len(drawn) == 1 else _NARROW
    panels = [_map(model, centre)] if len(drawn) == model.problem.dimension == 2 else []
    panels += [_slice(model, centre, d, lines[d], worst, _Frame(width, low, high)) for d in drawn]
    return _sheet(panels, width, "The model along each parameter through the centre; the region is green")


def history_svg(values: Sequence[float]) -> str:
    """The values in the order in which they came, and the least so far."""
    y = np.array(values, dtype=float)
    least = np.minimum.accumulate(y)
    low, high = float(y.min()), float(np.quantile(y, 0.9))
    high = high if high > low else low + 1
    low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
    along = np.arange(1, len(y) + 1) / (len(y) + 1)
    steps = np.repeat(np.stack([along, least]), 2, axis=1)
    frame = _Frame(_WIDE, low, high)
    body = frame.dots(along, y) + frame.stroke(steps[0][1:], steps[1][:-1], BLUE)
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
    """A frame that shows values from `low` to `high` along an axis from 0 to 1. It cuts off what lies outside."""

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
        return f"<path d='M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6Z' fill='{GREEN}' stroke='#fff'/>"

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
    """Places along a parameter, with the mean and the standard deviation there; the centre is one of the places."""
    p = parameters_of(model.problem)[d]
    along = np.union1d(np.linspace(0, 1, 121), np.clip(_place(p, centre[d]), 0, 1))
    points = np.tile(centre, (len(along), 1))
    points[:, d] = _value(p, along)
    return along, model.mean(points), model.sd(points)


def _range(means: Sequence[Floats], model: Model, worst: float) -> tuple[float, float]:
    """The range of values that a picture shows: all, unless a penalty or a steep wall far away would hide the region."""
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
    p = parameters_of(model.problem)[d]
    along, mean, sd = line
    begin, end = (float(_place(p, value)) for value in extent(model.problem, centre, d))
    band = frame.path(np.concatenate([along, along[::-1]]), np.concatenate([mean + 2 * sd, (mean - 2 * sd)[::-1]]))
    near, values = _nearby(model, centre, d)
    body = (
        f"<rect x='{begin * frame.width:.1f}' y='0' width='{max((end - begin) * frame.width, 1.5):.1f}' "
        f"height='{_INNER_HEIGHT}' fill='{GREEN}' fill-opacity='.25'/>"
        f"<path d='{band}Z' fill='{BLUE}' fill-opacity='.18'/>"
        f"<path d='{frame.path([0, 1], [worst, worst])}' stroke='{ORANGE}' stroke-dasharray='4 3'/>"
        + frame.stroke(along, mean, BLUE)
        + frame.dots(_place(p, near), values)
        + frame.diamond(_place(p, centre[d]), model.mean(centre[None, :])[0])
    )
    return frame.panel(body, _axis(p), _ticks(frame.low, frame.high), _axis_label(p))


def _nearby(model: Model, centre: Floats, d: int) -> tuple[Floats, Floats]:
    """Evaluations near the line along a parameter: no farther than the region is wide, or a twentieth of the range."""
    inputs, outputs = model._observed
    keep = np.ones(len(outputs), dtype=bool)
    for other, p in enumerate(parameters_of(model.problem)):
        if other == d or not len(outputs):
            continue
        if p["choices"]:
            keep &= inputs[:, other] == centre[other]
            continue
        least, most = extent(model.problem, centre, other)
        here = _place(p, centre[other])
        least, most = min(_place(p, least), here - 0.05), max(_place(p, most), here + 0.05)
        places = _place(p, inputs[:, other])
        keep &= (places >= least) & (places <= most)
    return inputs[keep, d], outputs[keep]


def _map(model: Model, centre: Floats) -> str:
    """A map of two parameters. Shades go by rank, so that a steep wall does not take all of them."""
    first, second = parameters_of(model.problem)
    across, up = np.meshgrid((np.arange(80) + 0.5) / 80, 1 - (np.arange(60) + 0.5) / 60)
    points = np.stack([_value(first, across.ravel()), _value(second, up.ravel())], axis=1)
    ranks = np.argsort(np.argsort(model.mean(points))).reshape(across.shape) / across.size
    pixels = np.rint(_LIGHT + ranks[..., None] * (_DARK - _LIGHT)).astype(np.uint8)
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rim = reach(model.problem, centre, np.stack([np.cos(turns), np.sin(turns)], axis=1))
    frame = _Frame(_NARROW, 0.0, 1.0)
    outline = frame.path(_place(first, rim[:, 0]), _place(second, rim[:, 1])) + "Z"
    inputs, _ = model._observed
    body = (
        f"<image href='data:image/png;base64,{_png(pixels)}' width='{frame.width}' height='{_INNER_HEIGHT}' "
        "preserveAspectRatio='none'/>"
        f"<path d='{outline}' fill='{GREEN}' fill-opacity='.25' stroke='#fff' stroke-width='4'/>"
        f"<path d='{outline}' fill='none' stroke='{GREEN}' stroke-width='2'/>"
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
    return [(float(_place(p, v)), number_text(v)) for v in values]


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
    return [(float((v - low) / (high - low)), number_text(float(v))) for v in values]
