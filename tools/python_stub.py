"""Writes the stub of sweetspot._core, as it is installed, to standard output or to a file: python python_stub.py [FILE]."""

import re
import sys

from nanobind.stubgen import StubGen

import sweetspot._core


def stub() -> str:
    generator = StubGen(sweetspot._core, include_private=True)
    generator.put(sweetspot._core)
    text = generator.get()
    # What the bindings return as plain containers has keys that are words and values of any kind.
    for bare, typed in (("dict", "dict[str, Any]"), ("list", "list[Any]"), ("tuple", "tuple[Any, ...]"), ("object", "Any")):
        text = re.sub(rf"(-> |: ){bare}(?=[,):\n ]|$)", rf"\1{typed}", text)
    text = re.sub(r"Annotated\[NDArray\[numpy\.float64\], dict\([^()]*\([^()]*\)[^()]*\)\]", "NDArray[numpy.float64]", text)
    text = text.replace("from typing import Annotated\n", "from typing import Any\n")
    return text if "import Any" in text else "from typing import Any\n" + text


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(stub())
    else:
        sys.stdout.write(stub())
