"""The package as it is installed: its size, its imports, what it needs at run time."""

import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")

MEGABYTE = 1_000_000


def printed(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_extension_stays_small():
    """Each copy of a kernel for a dtype and an instruction set costs build time and download."""
    from gradtape import _core

    if not _core.__optimized__:
        pytest.skip("a debug build")
    assert Path(_core.__file__).stat().st_size < 20 * MEGABYTE


def test_the_first_import_loads_nothing_heavy():
    program = "import sys; import gradtape; print(*sys.modules)"
    loaded = printed(program)
    heavy = {"tensorflow", "matplotlib", "numpy", "logging", "gradtape.keras", "gradtape.data"}
    assert heavy.isdisjoint(loaded)


def test_numpy_is_all_that_is_needed():
    needed = [line for line in requires("gradtape") or [] if "extra ==" not in line]
    assert [line.split(">")[0].strip() for line in needed] == ["numpy"]
