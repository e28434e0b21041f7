"""Training under `MultiWorkerMirroredStrategy`: N processes do what one does."""

import ast
import csv

import numpy as np
import pytest
from ranks import lines_of, needs_mpi, run, start

pytestmark = needs_mpi


def weights_of(lines):
    return np.frombuffer(bytes.fromhex(lines[-1].split()[1]), np.float32)


@pytest.mark.parametrize(("optimizer", "count"), [("SGD", 3), ("Adam", 2)])
def test_a_custom_loop_of_n_processes_is_that_of_one(optimizer, count):
    alone, *_ = run(1, "custom_loop.py", optimizer, drop_in=True)
    said = run(count, "custom_loop.py", optimizer, drop_in=True)
    assert len(set(map(tuple, said))) == 1, "the processes differ"
    assert said[0][:-1] == alone[:-1]
    np.testing.assert_allclose(weights_of(said[0]), weights_of(alone), rtol=1e-4, atol=1e-6)
    if count == 3:  # the same bits in every run
        assert run(count, "custom_loop.py", optimizer, drop_in=True) == said


def numbers_of(lines):
    return {name: ast.literal_eval(numbers) for name, numbers in (x.split(" ", 1) for x in lines)}


def test_fit_shares_batches_and_reports_once(tmp_path):
    alone = numbers_of(run(1, "fitting.py", str(tmp_path), drop_in=True)[0])
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == 6
    done = start(3, "fitting.py", str(tmp_path), drop_in=True)
    assert done.stdout.count("Epoch 3/3") == 3, "once for each model"
    said = lines_of(3, done)
    assert said[0] == said[1] == said[2]
    for name, numbers in numbers_of(said[0]).items():
        np.testing.assert_allclose(numbers, alone[name], rtol=2e-4, atol=2e-5)
        with (tmp_path / f"{name}0.csv").open() as file:
            assert len(list(csv.DictReader(file))) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == files


def test_layers_draw_apart_and_all_else_together():
    alone = numbers_of(run(1, "drawing.py", drop_in=True)[0])
    said = [numbers_of(lines) for lines in run(3, "drawing.py", drop_in=True)]
    assert said[0]["inside"] == alone["inside"], "the first process draws what one would"
    for one, other in [(0, 1), (0, 2), (1, 2)]:
        for draws in zip(said[one]["inside"], said[other]["inside"], strict=True):
            assert all(a != b for a, b in zip(*draws, strict=True))
    for process in said:
        first, second = process.pop("inside")
        assert all(a != b for a, b in zip(first, second, strict=True)), "calls differ"
    assert said[0] == said[1] == said[2]
    for name in ["outside", "weights"]:
        assert said[0][name] == alone[name]
