"""The command-line program that comes with the package; it makes reports and live pages."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO


def path() -> Path:
    """The path of the program."""
    program = Path(__file__).parent / "bin" / "sweetspot"
    if not program.exists():
        raise RuntimeError("the program sweetspot is not part of this installation; install the package with pip")
    return program


def run(arguments: Sequence[str]) -> str:
    """Runs the program and returns what it printed. A refusal is a ValueError with its sentence. Ctrl-C ends it in order."""
    # In a session of its own, so that keys typed at a terminal reach it only through us.
    process = subprocess.Popen(
        [os.fspath(path()), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )
    try:
        output, complaint = process.communicate()
    except BaseException:
        for _ in range(2):  # the second one does not wait for what is running
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        raise
    if process.returncode == 0 or (output and arguments[0] == "verify"):
        return output
    lines = complaint.strip().splitlines()
    sentence = lines[-1] if lines else f"it ended with {process.returncode}"
    raise (ValueError if process.returncode == 2 else RuntimeError)(_sentence(sentence))


def _sentence(complaint: str) -> str:
    """The sentence without the words of the command line in front."""
    return re.sub(r"^sweetspot \w+: (--)?", "", complaint)


class Server:
    """A live page. `url` is its address. It ends with `close`, at the end of a with block, or with the process."""

    def __init__(self, studies: Sequence[str], host: str, port: int) -> None:
        arguments = ["serve", *studies, "--host", host, "--port", str(port)]
        self._process = subprocess.Popen(
            [os.fspath(path()), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        output: IO[str] | None = self._process.stdout
        assert output is not None
        self.url = output.readline().strip()
        if not self.url:
            _, complaint = self._process.communicate()
            raise ValueError(_sentence(complaint.strip()) or "the server did not start")

    def close(self) -> None:
        """Stops serving the page."""
        for end in (self._process.terminate, self._process.terminate, self._process.kill):
            if self._process.poll() is not None:
                break
            # A server that has just started may miss the first one.
            end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=2)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def __repr__(self) -> str:
        return f"Server({self.url!r})"

    def _repr_html_(self) -> str:
        return (
            f"<p><a href='{self.url}' target='_blank'>{self.url}</a></p>"
            f"<iframe src='{self.url}' width='100%' height='700' style='border:1px solid #8888'></iframe>"
        )


def main() -> None:
    """`sweetspot` and `python -m sweetspot`: the program in place of this process."""
    program = os.fspath(path())
    os.execv(program, [program, *sys.argv[1:]])
