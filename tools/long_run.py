"""How tools/kills and tools/soak begin and end: with a program that is there, and a scratch folder that stays where
something was broken."""

from __future__ import annotations

import argparse
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Callable


def parser_of(tool: str, document: str | None) -> argparse.ArgumentParser:
    """With the options that both have; `document` is that of the module."""
    parser = argparse.ArgumentParser(prog=f"tools/{tool}", description=(document or "").split("\n", 1)[0])
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path("build/sweetspot"))
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder, also where all is well")
    return parser


def in_scratch_folder(
    tool: str, given: argparse.Namespace, work: Callable[[pathlib.Path, pathlib.Path], list[str]]
) -> int:
    """The exit status. `work` takes the program and the folder and gives sentences of what was broken; a RuntimeError is
    one as well."""
    program = given.program.resolve()
    if not program.is_file():
        print(f"tools/{tool}: {program} is not there; build it with make build, or give --program", file=sys.stderr)
        return 2
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"sweetspot-{tool}-"))
    try:
        broken = work(program, folder)
    except RuntimeError as error:
        broken = [str(error)]
        print(f"tools/{tool}: {error}", file=sys.stderr)
    if broken or given.keep:
        print(f"what the studies left is in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if broken else 0
