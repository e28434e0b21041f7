"""The programs of tests/programs: each runs without an edit, and prints what TensorFlow prints.

recorded.json has TensorFlow's own output, by version of Keras where both can run a program; numbers
may differ by 1e-5 of themselves and by one in the last digit that is printed. Where Keras 2 and
Keras 3 differ, either will do.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

import gradtape

pytestmark = ours("gradtape in TensorFlow's place")

PROGRAMS = Path(__file__).resolve().parents[2] / "programs"
RECORDED = json.loads((PROGRAMS / "recorded.json").read_text())
TOOLS = {"batch", "record"}
NAMES = sorted({path.stem for path in PROGRAMS.glob("*.py")} - TOOLS)
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.(\d*))?(?:e[-+]?\d+)?(?!\w)")


@pytest.fixture(scope="module")
def printed():
    """What every program prints, by one process that forks for each."""
    command = [sys.executable, "-m", "gradtape", "batch.py", *(f"{name}.py" for name in NAMES)]
    package = str(Path(gradtape.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package, "GRADTAPE_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=PROGRAMS, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return {Path(name).stem: result for name, result in json.loads(done.stdout).items()}


def difference(ours, theirs):
    """The first line that says something else, with both texts; None if there is none."""
    if ours.count("\n") != theirs.count("\n"):
        return f"{ours}\nis not\n{theirs}"
    for mine, line in zip(ours.splitlines(), theirs.splitlines()):
        if NUMBER.sub("#", mine) != NUMBER.sub("#", line) or not all(
            map(is_close, NUMBER.finditer(mine), NUMBER.finditer(line))
        ):
            return f"{mine!r} is not {line!r}"
    return None


def is_close(ours, theirs):
    mine, number = float(ours[0]), float(theirs[0])
    digits = len(theirs[1]) if theirs[1] is not None else None
    if digits is None and "e" not in theirs[0]:
        return ours[0] == theirs[0]  # a whole number counts something
    exponent = int(theirs[0].partition("e")[2] or 0)
    last_digit = 1.01 * 10.0 ** (exponent - (digits or 0))
    return abs(mine - number) <= 1e-5 * max(abs(number), 10.0**exponent) + last_digit


@pytest.mark.parametrize("name", NAMES)
def test_a_program_prints_what_tensorflow_prints(printed, name):
    result = printed[name]
    assert result["status"] == 0, result["errors"]
    differences = [difference(result["printed"], text) for text in RECORDED[name].values()]
    assert None in differences, differences


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_program_is_missing(name, capsys):
    from gradtape._drop_in.checking import command

    assert command.main([str(PROGRAMS / f"{name}.py")]) == 0, capsys.readouterr().out


def test_every_program_is_recorded():
    assert sorted(RECORDED) == NAMES


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ("loss 1.23457", "loss 1.23456", True),
        ("loss 1.23459", "loss 1.23456", False),
        ("loss 123456.7", "loss 123456.1", True),
        ("loss 1.0001e-12", "loss 1.0002e-12", True),
        ("loss 1.0e-11", "loss 1.0e-12", False),
        ("step 3", "step 4", False),
        ("loss nan", "loss 1.0", False),
        ("w1 a", "w2 a", False),
        ("one\ntwo", "one", False),
    ],
)
def test_what_counts_as_the_same(ours, theirs, same):
    assert (difference(ours, theirs) is None) is same
