"""Results as text, and as HTML for notebooks: static, with inline styles and a picture, without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .model import Model
    from .optimizer import Result
    from .problem import Params

Floats = NDArray[np.float64]

MOST_SLICES = 6
_WIDTH, _HEIGHT = 240, 150
_GREEN, _BLUE, _GREY = "#1a9850", "#2a78d6", "#666666"


def number(value: float, spread: float | None = None) -> str:
    """Six digits, or as many as a spread of this size justifies (two of its own)."""
    if spread is not None and 0 < spread < np.inf and value != 0:
        digits = int(np.clip(np.ceil(np.log10(abs(value) / spread)) + 2, 2, 12))
        return f"{value:.{digits}g}".replace("-", "−")
    return f"{value:.6g}".replace("-", "−")


def shown(value: Any) -> str:
    return value if isinstance(value, str) else number(float(value))


def interval_text(interval: tuple[float, float]) -> str:
    lower, upper = interval
    half = (upper - lower) / 2
    return f"{number(lower, half)} … {number(upper, half)}"


def params_lines(params: Params) -> list[str]:
    width = max(len(name) for name in params)
    return [f"  {name:<{width}} = {shown(value)}" for name, value in params.items()]


def result_text(result: Result) -> str:
    if "best" not in result:
        return f"Result({dict(result)!r})"
    lines = [f"best centre after {result.nfev} evaluations", *params_lines(result.params)]
    if result.optimizer.problem.measure != "worst case":
        lines.append(f"{result.optimizer.problem.measure} of its region {number(result.fun)}")
    if result.interval is None:
        lines.append(f"worst value of its region {number(result.worst)}; too few values for an interval")
    else:
        lines.append(f"worst value of its region {number(result.worst)} ({interval_text(result.interval)})")
    if not result.best.feasible:
        lines.append("no region is known that keeps every limit; this one is the nearest to it")
    for limit in result.best.limits:
        lines.append(f"{limit.limit}: expected {number(limit.value)}, kept with probability {limit.probability:.2f}")
    return "\n".join(lines)


def result_html(result: Result) -> str:
    """The answer with its picture."""
    if "best" not in result:
        return f"<pre>{escape(repr(result))}</pre>"
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:right'>{escape(shown(value))}</td></tr>"
        for name, value in result.params.items()
    )
    worst = number(result.worst)
    if result.interval is not None:
        worst += f" ({interval_text(result.interval)})"
    card = (
        f"<div style='border-left:4px solid {_GREEN};padding-left:.8em'>"
        f"<p style='margin:.2em 0'>What to build, after {result.nfev} evaluations: the worst of its region is expected "
        f"to be <b>{escape(worst)}</b>.</p><table>{rows}</table></div>"
    )
    return card + slices_svg(result.optimizer.model(), result.x)


def slices_svg(model: Model, centre: Floats, count: int = MOST_SLICES) -> str:
    """The model along each parameter through a centre: what it expects, how sure that is, and the region."""
    parameters = model.problem._search.parameters
    drawn = [d for d, p in enumerate(parameters) if not p["choices"]][:count]
    panels = [_slice(model, centre, d, i) for i, d in enumerate(drawn)]
    width, height = _WIDTH * max(1, min(3, len(panels))), _HEIGHT * ((len(panels) + 2) // 3)
    title = "The model along each parameter through the centre; the region is green"
    return (
        f"<svg viewBox='0 0 {width} {height}' width='{width}' role='img' aria-label='{title}' "
        f"style='max-width:100%;background:#fff'><title>{title}</title>{''.join(panels)}</svg>"
    )


def _slice(model: Model, centre: Floats, d: int, place: int) -> str:
    p = model.problem._search.parameters[d]
    steps = np.linspace(0, 1, 61)
    if p["log"]:
        along = p["lower"] * (p["upper"] / p["lower"]) ** steps
    else:
        along = p["lower"] + (p["upper"] - p["lower"]) * steps
    points = np.tile(centre, (len(along), 1))
    points[:, d] = np.clip(along, p["lower"], p["upper"])
    mean, sd = model.mean(points), model.sd(points)
    low, high = float((mean - 2 * sd).min()), float((mean + 2 * sd).max())
    high = high if high > low else low + 1
    left, top = place % 3 * _WIDTH, place // 3 * _HEIGHT
    x = left + 45 + steps * (_WIDTH - 60)
    inner = _HEIGHT - 45

    def y(values: Floats) -> Floats:
        return np.asarray(top + 12 + (high - values) / (high - low) * inner)

    band = _path(np.concatenate([x, x[::-1]]), y(np.concatenate([mean + 2 * sd, (mean - 2 * sd)[::-1]])))
    builds, _ = model.problem.builds(centre, 256)
    begin, end = np.interp([builds[:, d].min(), builds[:, d].max()], along, x)
    at_x, at_y = np.interp(centre[d], along, x), float(y(model.mean(centre[None, :]))[0])
    style = f"font-size='11' font-family='sans-serif' fill='{_GREY}'"
    labels = [
        (left + 45, top + _HEIGHT - 20, "start", number(p["lower"])),
        (left + _WIDTH - 15, top + _HEIGHT - 20, "end", number(p["upper"])),
        (left + _WIDTH / 2 + 15, top + _HEIGHT - 6, "middle", p["name"]),
        (left + 41, top + 20, "end", number(float(f"{high:.3g}"))),
        (left + 41, top + _HEIGHT - 33, "end", number(float(f"{low:.3g}"))),
    ]
    return (
        f"<rect x='{begin:.1f}' y='{top + 12}' width='{max(end - begin, 1.0):.1f}' height='{inner}' "
        f"fill='{_GREEN}' fill-opacity='.2'/><path d='{band}Z' fill='{_BLUE}' fill-opacity='.15'/>"
        f"<path d='{_path(x, y(mean))}' fill='none' stroke='{_BLUE}' stroke-width='1.5'/>"
        f"<path d='M{at_x:.1f} {at_y - 5:.1f}l5 5l-5 5l-5 -5Z' fill='{_GREEN}'/>"
        + "".join(
            f"<text x='{tx:.0f}' y='{ty:.0f}' text-anchor='{anchor}' {style}>{escape(text)}</text>"
            for tx, ty, anchor, text in labels
        )
    )


def _path(x: Floats, y: Floats) -> str:
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in zip(x, y))
