"""The file of a study that Python creates: TOML, or JSON if its name ends in .json."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _core


def write_new(path: Path, words: Mapping[str, Any]) -> None:
    """Writes a new study file. Refuses a file that exists, and words that make no study; then no file is left."""
    text = json.dumps(words, indent=2, ensure_ascii=False) if path.suffix == ".json" else _toml(words)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"{path} is there already; open it with Study.open, or give another name") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be written ({error.strerror}); give a file in a folder that exists") from None
    try:
        _core.Study(os.fspath(path))
    except Exception:
        path.unlink()
        raise


def _toml(words: Mapping[str, Any]) -> str:
    """Tables of the first level, lists of tables one by one, and everything below inline."""
    singular = {"parameters": "parameter", "limits": "limit"}
    parts = []
    for key, value in words.items():
        if isinstance(value, Mapping):
            parts.append(f"[{key}]\n" + "".join(f"{k} = {_toml_value(v)}\n" for k, v in value.items()))
            continue
        for table in value:
            name = singular.get(key, key)
            parts.append(f"[[{name}]]\n" + "".join(f"{k} = {_toml_value(v)}\n" for k, v in table.items()))
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml_value(v)}" for key, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(v) for v in value) + "]"
    # TOML writes numbers, flags and quoted words as JSON does.
    return json.dumps(value, ensure_ascii=True)
