"""benches/compare measures, judges and reports; here with NumPy alone beside this library."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("the comparison is this library's")

COMPARE = Path(__file__).resolve().parents[3] / "benches" / "compare"


def run(*arguments):
    command = [sys.executable, str(COMPARE), "--quick", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def chain(tmp_path_factory):
    """The report and the samples of the two chain rows."""
    file = tmp_path_factory.mktemp("compare") / "result.json"
    done = run("--peers", "gradtape,numpy", "--only", "chain of 100", "--goals", "--json", file)
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads(file.read_text())


def test_rows_have_a_sample_a_round_from_each_library(chain):
    recorded, both_ways = chain[1]["rows"]
    assert {name: len(taken) for name, taken in recorded["samples"].items()} == {
        "gradtape": 3,
        "numpy": 3,
    }
    assert list(both_ways["samples"]) == ["gradtape"]
    assert both_ways["notes"] == {}, "NumPy has no gradient; that is a dash and not a failure"
    assert all(1e-9 < taken < 1e-3 for row in (recorded,) for taken in row["samples"]["numpy"])


def test_ratios_are_those_of_the_samples(chain):
    report, result = chain
    samples = result["rows"][0]["samples"]
    (shown,) = re.findall(r"recorded, per op +\|.*\(x([\d.e+-]+)\)", report)
    assert float(shown) == pytest.approx(min(samples["numpy"]) / min(samples["gradtape"]), rel=0.06)


def test_a_budget_that_cannot_be_judged_says_so(chain):
    report, _ = chain
    assert re.search(r"^NOT MEASURED +.*PyTorch", report, re.MULTILINE)
    assert re.search(r"^(PASS|FALLS SHORT) +a recorded op", report, re.MULTILINE)


def test_a_wrong_answer_is_marked(monkeypatch):
    monkeypatch.syspath_prepend(str(COMPARE))
    import turns

    assert turns.disagreeing({"a": 1.0, "b": 1.0001, "c": 2.0}) == ["c"]
    assert turns.disagreeing({"a": 1.0, "b": 1.0, "c": float("nan")}) == ["c"]


def test_verdicts(monkeypatch):
    monkeypatch.syspath_prepend(str(COMPARE))
    import budgets

    assert [budgets.verdict("p", v, 1.0, str).result for v in (1.0, 1.1, None)] == [
        "PASS",
        "FALLS SHORT",
        "NOT MEASURED",
    ]


def test_an_unknown_library_is_refused():
    done = run("--peers", "gradtape,theano")
    assert done.returncode != 0
    assert "no such library: theano" in done.stderr


def test_the_sweep_times_operations_and_their_gradients():
    done = run("--peers", "gradtape", "--sweep", "--only", "log1p")
    assert done.returncode == 0, done.stderr
    for size in ("12", "1,000", "1,000,000"):
        assert f"| log1p, {size} " in done.stdout
        assert f"| log1p, gradient, {size} " in done.stdout
    assert "behind the faster of the two in 0 of 6 rows" in done.stdout


def test_rows_that_fall_behind_are_named(monkeypatch):
    monkeypatch.syspath_prepend(str(COMPARE))
    import sweep
    import turns
    import workloads

    first, second = workloads.SWEEP[:2]
    samples = {"gradtape": [2.0], "torch": [1.0], "tensorflow": [8.0]}
    rows = [
        turns.Row(first.title, "s", first, samples),
        turns.Row(second.title, "s", second, samples | {"gradtape": [1.0]}),
    ]
    assert sweep.behind(rows) == [(2.0, first.title)]
    assert sweep.speedups(rows, "tensorflow")["12"] == [4.0, 8.0]
    assert "FALLS SHORT  60 times faster than TensorFlow at 12 elements" in sweep.goals(rows)
