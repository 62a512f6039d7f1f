"""`pip install .` from a clone, as far as it can be told without compiling the library a second time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_pip_install_from_a_clone_configures_the_library_and_the_module_together(source: Path, tmp_path: Path) -> None:
    # Once the module's targets were not found when the library was not compiled before.
    done = subprocess.run(
        ["cmake", "-S", source / "python", "-B", tmp_path / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         f"-DPython_EXECUTABLE={sys.executable}"],
        capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr
    targets = subprocess.run(["ninja", "-C", tmp_path / "build", "-t", "targets", "all"], capture_output=True, text=True)
    assert targets.returncode == 0, targets.stderr
    assert "_core.abi3.so: " in targets.stdout or "_core.so: " in targets.stdout
    assert "libsweetspot_core.a: " in targets.stdout
