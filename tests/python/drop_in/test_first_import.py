"""A program that seeds `random` before it imports TensorFlow goes on with TensorFlow's numbers."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

PACKAGE = Path(tf.__file__).parents[1]
SEED = "import random; random.seed(7); "


def next_number(program):
    """What `random` gives after the program, which is run on its own."""
    start = [sys.executable] if AGAINST_TENSORFLOW else [sys.executable, "-m", "gradtape"]
    place = {} if AGAINST_TENSORFLOW else {"PYTHONPATH": str(PACKAGE)}
    done = subprocess.run(
        [*start, "-c", f"{program}; print(random.random())"],
        env={**os.environ, **place},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout.split()[-1])


def expected(bits):
    numbers = random.Random(7)
    if bits:
        numbers.getrandbits(bits)
    return numbers.random()


@pytest.mark.parametrize("name", ["tensorflow", "keras", "tensorflow.keras.layers"])
def test_the_import_takes_a_number(name):
    assert next_number(f"{SEED}import {name}") == expected(24)


def test_only_the_first_import_does():
    again = "import tensorflow, random; random.seed(7); import importlib, tensorflow.keras"
    assert next_number(again) == expected(0)


def test_nothing_is_taken_behind_rich():
    program = f"{SEED}import sys, types; sys.modules['rich.style'] = types.ModuleType('rich.style')"
    if AGAINST_TENSORFLOW:
        pytest.skip("needs the real rich")
    assert next_number(f"{program}; import tensorflow") == expected(0)
