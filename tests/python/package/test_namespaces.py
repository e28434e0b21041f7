"""Every operation of the core is public somewhere, under a name that help and editors know."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")

ROOT = Path(__file__).parents[3]
SPACES = [
    *("", "math", "math.special", "nn", "linalg", "random", "image", "bitwise", "signal"),
    "debugging",
]
# What Python functions of the same name prepare arguments for.
WRAPPED = {"clip_by_global_norm", "clip_by_norm", "einsum", "global_norm", "meshgrid"}


def space(name):
    found = tf
    for part in filter(None, name.split(".")):
        found = getattr(found, part)
    return found


def rows():
    from gradtape import _core

    return {name: text for name, _, text, _ in _core.registry() if not name.startswith("_")}


def test_every_operation_is_in_a_namespace():
    from gradtape import _core

    known = {id(v) for name in SPACES for v in vars(space(name)).values()}
    hidden = {name for name in rows() if id(getattr(_core, name)) not in known} - WRAPPED
    assert hidden == set()


def test_every_operation_tells_its_parameters():
    from gradtape import _core

    for name in rows():
        parameters = inspect.signature(getattr(_core, name)).parameters
        assert list(parameters)[-1] == "name", name


def test_the_stub_is_current():
    script = ROOT / "scripts" / "stubs.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
