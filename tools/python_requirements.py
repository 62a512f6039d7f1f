"""Prints what building the Python package needs, and what it needs to run with an extra: python_requirements.py test."""

import sys
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib  # Python 3.10

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
needed = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
for extra in sys.argv[1:]:
    needed += project["project"]["optional-dependencies"][extra]
print(*(f"'{requirement}'" for requirement in dict.fromkeys(needed)))
