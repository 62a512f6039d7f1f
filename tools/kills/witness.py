"""What must hold of a study whose programs were killed, by the log of its objective.

Each sentence that comes back is a broken promise; none is what one wants.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable

from objective import Evaluation
from study import Trial


@dataclasses.dataclass(frozen=True)
class Kill:
    before: float  # it happened between these two moments
    after: float
    what: str  # runner, worker, server, network, …
    process: int


# Whether a kill explains that an evaluation that had begun was begun again.
Excuse = Callable[[Kill, Evaluation], bool]


@dataclasses.dataclass
class History:
    """What the harness did and saw while a study ran."""

    kills: list[Kill] = dataclasses.field(default_factory=list)
    # When the trials had been looked at, and the values of the complete ones then.
    looks: list[tuple[float, dict[int, float]]] = dataclasses.field(default_factory=list)
    checks: int = 0  # of the database's integrity
    damage: list[str] = dataclasses.field(default_factory=list)  # that these have found

    def look(self, time: float, trials: list[Trial]) -> None:
        self.looks.append((time, {t["number"]: t["value"] for t in trials if t["state"] == "complete"}))


@dataclasses.dataclass
class Verdict:
    broken: list[str]
    begun_again: int  # evaluations that were, with a reason that the log shows
    longest_window: float  # seconds from the end of one that was begun again to the kill that was its reason


def by_number(log: list[Evaluation]) -> dict[int, list[Evaluation]]:
    groups: dict[int, list[Evaluation]] = defaultdict(list)
    for evaluation in log:
        groups[evaluation.number].append(evaluation)
    return groups


def stored_ones_that_changed(history: History, final: dict[int, float]) -> list[str]:
    """What was stored once is in every later look, with the same value."""
    broken = []
    later = [complete for _, complete in history.looks[1:]] + [final]
    for (time, before), after in zip(history.looks, later, strict=False):
        for number, value in before.items():
            if number not in after:
                broken.append(f"trial {number} was complete at {time:.3f} and is lost")
            elif after[number] != value:
                broken.append(f"trial {number} was {value} at {time:.3f} and is {after[number]} now")
    return broken


def evaluated_again_though_stored(history: History, log: list[Evaluation]) -> list[str]:
    first_seen: dict[int, float] = {}
    for time, complete in history.looks:
        for number in complete:
            first_seen.setdefault(number, time)
    return [
        f"trial {e.number} was complete at {first_seen[e.number]:.3f} and was evaluated again at {e.began:.3f}"
        for e in log
        if e.number in first_seen and e.began > first_seen[e.number]
    ]


def begun_again(history: History, log: list[Evaluation], excuse: Excuse) -> Verdict:
    verdict = Verdict([], 0, 0.0)
    attempts: dict[tuple[int, str], list[Evaluation]] = defaultdict(list)
    for evaluation in log:
        attempts[evaluation.number, evaluation.attempt].append(evaluation)
    for (number, attempt), group in attempts.items():
        for earlier, later in zip(group, group[1:], strict=False):
            reasons = [
                k
                for k in history.kills
                if earlier.began <= k.after and k.before <= later.began and excuse(k, earlier)
            ]
            if not reasons:
                verdict.broken.append(
                    f"trial {number} ({attempt}) was begun at {earlier.began:.3f} by process {earlier.parent} and "
                    f"again at {later.began:.3f} by process {later.parent} without a reason"
                )
                continue
            verdict.begun_again += 1
            if earlier.ended is not None:
                verdict.longest_window = max(verdict.longest_window, reasons[0].after - earlier.ended)
    return verdict


def results_that_differ(log: list[Evaluation], trials: list[Trial], told: frozenset[int]) -> list[str]:
    """What the trials say against what the log says of them; those that were told have no evaluation."""
    broken = []
    groups = by_number(log)
    for trial in trials:
        number = trial["number"]
        if trial["source"] in ("told", "imported") or number in told:
            continue
        group = groups.pop(number, [])
        if trial["state"] == "failed" and group and group[-1].ended is not None and group[-1].value is None:
            continue  # the objective says so as well
        if trial["state"] != "complete":
            broken.append(f"trial {number} is {trial['state']} at the end")
            continue
        if not any(e.value == trial["value"] for e in group):
            broken.append(f"trial {number} is {trial['value']}, which no evaluation in the log gave")
        if len({e.x for e in group}) > 1:
            broken.append(f"trial {number} was evaluated at different points")
        if any(e.x != tuple(trial["params"].values()) for e in group):
            broken.append(f"trial {number} was evaluated at another point than it says")
    broken += [f"the log has an evaluation of trial {number}, which is not there" for number in groups]
    points = [tuple(t["params"].values()) for t in trials]
    if len(set(points)) != len(points):
        broken.append("two trials are at the same point")
    return broken


def judge(
    history: History, log: list[Evaluation], trials: list[Trial], excuse: Excuse, told: frozenset[int] = frozenset()
) -> Verdict:
    final = {t["number"]: t["value"] for t in trials if t["state"] == "complete"}
    verdict = begun_again(history, log, excuse)
    verdict.broken += stored_ones_that_changed(history, final)
    verdict.broken += evaluated_again_though_stored(history, log)
    verdict.broken += results_that_differ(log, trials, told)
    return verdict
