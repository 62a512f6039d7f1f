"""What may grow while a study goes on, and how much.

A study of N trials holds N trials in memory, and its database N rows: both grow in proportion. A model of them has some
matrices of N × N numbers. Nothing else grows.
"""

from __future__ import annotations

import dataclasses
import itertools

MEGABYTE = 1 << 20


@dataclasses.dataclass(frozen=True)
class Sample:
    """At one moment."""

    time: float
    done: int  # evaluations
    runner_memory: int  # bytes that are in memory
    server_memory: int
    runner_files: int  # that are open
    server_files: int
    runner_seconds: float  # of a processor, without its children's
    database: int  # bytes
    log: int  # bytes of what is to go into it


@dataclasses.dataclass(frozen=True)
class Block:
    """A tenth of the evaluations: what was at its end, and how fast it went."""

    done: int
    rate: float  # evaluations per second
    cost: float  # seconds of a processor that an evaluation cost the runner
    end: Sample


@dataclasses.dataclass(frozen=True)
class Bounds:
    """For all blocks after the first two, in which programs warm up."""

    seconds_grow: bool  # whether the cost of an evaluation is judged
    runner_matrices: int  # of N × N numbers, that the model in the runner may have; 0: it fits none
    # The server fits a model for its page.
    server_matrices: int = 4
    # Of a trial in the runner's memory; a few hundred bytes are its own, the rest is what the allocator leaves between.
    runner_bytes: int = 4096
    # The server has the texts of a page as well, an old one and a new one.
    server_bytes: int = 16384
    # What comes and goes, e.g. an answer that is being sent.
    slack: int = 16 * MEGABYTE
    files: int = 16
    # The log of the database begins anew after a thousand pages, where no reader holds it.
    log: int = 16 * MEGABYTE
    # The database by trial, in the last half as compared with the first.
    database: float = 1.25
    # The cost of an evaluation at the end as compared with the beginning, and what a trial may add to that of every
    # later one: all trials are looked at again and again, which is nanoseconds of each.
    cost: float = 1.5
    cost_by_trial: float = 1e-6


def blocks_of(samples: list[Sample], count: int = 10) -> list[Block]:
    """At least two samples make a block."""
    last = samples[-1].done
    ends = [samples[0]]
    for i in range(1, count + 1):
        reached = next(s for s in samples if s.done >= last * i / count)
        if reached.done > ends[-1].done:
            ends.append(reached)
    return [
        Block(
            after.done, (after.done - before.done) / max(1e-9, after.time - before.time),
            (after.runner_seconds - before.runner_seconds) / (after.done - before.done), after,
        )
        for before, after in itertools.pairwise(ends)
    ]


def table_of(blocks: list[Block]) -> str:
    lines = ["   done  per second  ms of runner each  runner MB  server MB  files  database kB  log kB"]
    lines += [
        f"{b.done:7d}  {b.rate:10.1f}  {1000 * b.cost:17.2f}  {b.end.runner_memory / MEGABYTE:9.1f}  "
        f"{b.end.server_memory / MEGABYTE:9.1f}  {b.end.runner_files:2d} {b.end.server_files:2d}  "
        f"{b.end.database / 1024:11.0f}  {b.end.log / 1024:6.0f}"
        for b in blocks
    ]
    return "\n".join(lines)


def flaws_of(blocks: list[Block], bounds: Bounds) -> list[str]:
    if len(blocks) < 6:
        return [f"there are {len(blocks)} blocks of evaluations, too few to judge; take more evaluations"]
    warm, half, last = blocks[1], blocks[len(blocks) // 2 - 1], blocks[-1]
    more = last.done - warm.done
    flaws = []
    for name, before, after, each, matrices in (
        ("runner", warm.end.runner_memory, last.end.runner_memory, bounds.runner_bytes, bounds.runner_matrices),
        ("server", warm.end.server_memory, last.end.server_memory, bounds.server_bytes, bounds.server_matrices),
    ):
        allowed_growth = bounds.slack + each * more + matrices * 8 * (last.done**2 - warm.done**2)
        if after > before + allowed_growth:
            flaws.append(
                f"the memory of the {name} grew from {before / MEGABYTE:.0f} to {after / MEGABYTE:.0f} MB in {more} "
                f"evaluations; {allowed_growth / MEGABYTE:.0f} MB more are allowed"
            )
    for name, before, after in (
        ("runner", warm.end.runner_files, last.end.runner_files),
        ("server", warm.end.server_files, last.end.server_files),
    ):
        if after > before + bounds.files:
            flaws.append(f"the {name} had {before} files open and has {after}")
    early = half.end.database / half.done
    late = (last.end.database - half.end.database) / (last.done - half.done)
    if late > bounds.database * early:
        flaws.append(f"the database takes {late:.0f} bytes for a trial in the last half, {early:.0f} in the first")
    longest = max(block.end.log for block in blocks)
    if longest > bounds.log:
        flaws.append(f"the database has a log of {longest / MEGABYTE:.0f} MB; {bounds.log / MEGABYTE:.0f} are allowed")
    allowed = bounds.cost * warm.cost + bounds.cost_by_trial * more
    if bounds.seconds_grow and last.cost > allowed:
        flaws.append(
            f"an evaluation costs the runner {1000 * last.cost:.2f} ms at the end and {1000 * warm.cost:.2f} ms at the "
            f"beginning; {1000 * allowed:.2f} are allowed"
        )
    return flaws
