"""The programs in examples/ run as a user runs them, with small settings, and do what they say."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("the examples import this library")

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def run(name, *arguments, by=()):
    """What the program prints, started `by` another; it must end well."""
    command = [*by, sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{name} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def number(pattern, text):
    """The number that the group of `pattern` finds in `text`."""
    found = re.search(pattern, text)
    assert found, f"no {pattern!r} in:\n{text}"
    return float(found[1])


def is_png(file):
    return file.read_bytes().startswith(b"\x89PNG")


def test_digits_reads_97_percent_and_draws(tmp_path):
    picture = tmp_path / "new folder" / "digits.png"
    printed = run("digits.py", "--picture", picture)
    assert number(r"accuracy: ([\d.]+)%", printed) > 97.0
    assert f"picture: {picture}" in printed
    assert is_png(picture)


def test_linear_regression_finds_the_least_squares_line():
    printed = run("linear_regression.py", "--steps", 100)
    lines = re.findall(r"y = (-?[\d.]+) x \+ (-?[\d.]+)", printed)
    by_descent, exact = ([float(v) for v in line] for line in lines)
    assert by_descent == pytest.approx(exact, abs=2e-4)


def test_logistic_regression_judges_patients_it_has_not_seen():
    printed = run("logistic_regression.py", "--epochs", 20)
    assert number(r"accuracy: ([\d.]+)%", printed) > 92.0


def test_pendulum_finds_length_and_friction():
    printed = run("physics_pendulum.py", "--steps", 60, "--iterations", 120)
    assert number(r"length +([\d.]+)", printed) == pytest.approx(1.3, rel=0.03)
    assert number(r"friction +([\d.]+)", printed) == pytest.approx(0.25, rel=0.15)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_newton_reaches_the_minimum(dimensions):
    printed = run("newton_hessian.py", "--dimensions", dimensions, "--iterations", 60)
    minimum = [float(v) for v in re.search(r"minimum at \[(.*)\]", printed)[1].split()]
    assert minimum == pytest.approx([1.0] * dimensions, abs=1e-8)


def test_cartpole_learns_to_balance():
    printed = run("reinforce_cartpole.py", "--rounds", 16)
    first, *_, last = re.findall(r"balanced for +([\d.]+)", printed)
    assert float(last) > 2 * float(first)


def test_custom_gradients():
    printed = run("custom_gradient.py")
    assert "plain nan, custom 1.0" in printed
    assert "found by descent: 0.75" in printed
    assert number(r"d contrast: ([\d.]+)", printed) == 0.5625  # 1.0 less the mean, 0.4375


def test_matrix_approximation_by_descent_matches_singular_values(tmp_path):
    picture = tmp_path / "matrix.png"
    arguments = ["--width", 80, "--ranks", 2, 8, "--steps", 300, "--picture", picture]
    printed = run("matrix_approximation.py", *arguments)
    best, better = (float(v) for v in re.findall(r"space, error ([\d.]+)", printed))
    assert better < best
    assert number(r"by descent: error ([\d.]+)", printed) == pytest.approx(best, rel=0.02)
    assert is_png(picture)


def test_keras_digits_on_gradtape(tmp_path):
    if not any(Path(folder, "keras", "src").is_dir() for folder in sys.path):
        pytest.skip("keras is not installed here; make test-keras runs the example")
    printed = run("keras_digits.py", "--file", tmp_path / "digits.keras")
    assert number(r"accuracy: ([\d.]+)%", printed) > 95.0
    assert "holds the same model: True" in printed


def test_keras_digits_on_the_small_keras(tmp_path):
    printed = run("keras_digits.py", "--small", "--epochs", 4, "--file", tmp_path / "d.keras")
    assert number(r"accuracy: ([\d.]+)%", printed) > 85.0
    assert "holds the same model: True" in printed


def test_digits_on_two_processes():
    mpirun = shutil.which("mpirun", path=Path(sys.executable).parent) or shutil.which("mpirun")
    if mpirun is None or importlib.util.find_spec("mpi4py") is None:
        pytest.skip("there is no mpi4py or no mpirun here")
    alone = run("digits_distributed.py", "--epochs", 4)
    together = run("digits_distributed.py", "--epochs", 4, by=[mpirun, "-n", "2"])
    assert "2 processes" in together
    accuracy = r"accuracy: ([\d.]+)%"
    assert number(accuracy, together) == pytest.approx(number(accuracy, alone), abs=0.6)


def test_every_example_is_run_here():
    here = Path(__file__).read_text()
    assert [file.name for file in EXAMPLES.glob("*.py") if f'run("{file.name}"' not in here] == []


def test_a_sweep_finds_a_rate_and_shares_the_cores_out():
    printed = run("parameter_sweep.py", "--jobs", 2)
    lines = re.findall(r"rate (\S+): loss ([\d.]+), threads (\d+)", printed)
    assert len(lines) == 4
    assert {int(threads) for *_, threads in lines} == {max(1, (os.cpu_count() or 1) // 2)}
    assert f"best: {min(lines, key=lambda line: float(line[1]))[0]}" in printed
