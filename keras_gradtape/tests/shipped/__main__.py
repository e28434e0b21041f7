"""Runs Keras's own tests on gradtape, group by group, and prints what passed.

    python keras_gradtape/tests/shipped [--share 10] [group ...]

`--share 10` runs a fixed tenth, of all groups in one process. The groups are the folders below
`keras/src`. It ends with status 1 if a test fails that is not in `not_passing.txt`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Tests of another backend, of code that writes for others, and of machines with several devices.
LEFT_OUT = ("backend/jax", "backend/tensorflow", "backend/torch", "export", "distribution")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=int, default=1, help="run one test of so many")
    parser.add_argument("groups", nargs="*", help="folders or files below keras/src")
    given, others = parser.parse_known_args()
    place = tests_of_keras()
    if place is None:
        print("Keras's own tests are not run: keras is not installed here.")
        return 0
    groups = given.groups or groups_in(place)
    if given.share > 1 and not given.groups:
        return run(place, ["."], given.share, others)[0]
    return run_each(place, groups, given.share, others)


def tests_of_keras() -> Path | None:
    """The folder `keras/src`."""
    spec = importlib.util.find_spec("keras")
    folders = spec.submodule_search_locations if spec else None
    return Path(next(iter(folders)), "src") if folders else None


def groups_in(place: Path) -> list[str]:
    """The folders that hold tests; those of layers and operations are many, and groups each."""
    groups: list[str] = []
    for folder in sorted(path for path in place.iterdir() if path.is_dir()):
        inner = [folder]
        if folder.name in ("layers", "backend", "ops"):
            inner = [path for path in sorted(folder.iterdir()) if path.is_dir()]
            inner += sorted(folder.glob("*_test.py"))
        groups += [str(path.relative_to(place)) for path in inner if any(tests_in(path))]
    return [group for group in groups if not group.startswith(LEFT_OUT)]


def tests_in(path: Path) -> list[Path]:
    return [path] if path.is_file() else list(path.rglob("*_test.py"))


def run_each(place: Path, groups: list[str], share: int, others: list[str]) -> int:
    total: dict[str, int] = {}
    failed = False
    for group in groups:
        status, counts = run(place, [group], share, others)
        failed |= status != 0
        print(f"{group:34} {told(counts)}", flush=True)
        total = {key: total.get(key, 0) + counts.get(key, 0) for key in total | counts}
    print(f"{'all':34} {told(total)}")
    expected = total.get("xfailed", 0)
    passed = total.get("passed", 0) + total.get("xpassed", 0)
    wrong = total.get("failed", 0) + total.get("error", 0)
    ran = passed + expected + wrong
    if ran:
        print(f"{passed} of the {ran} that apply pass: {100 * passed / ran:.2f} %")
    return int(failed)


def run(
    place: Path, groups: list[str], share: int, others: list[str]
) -> tuple[int, dict[str, int]]:
    """The status and the counts of one process of pytest, whose output is shown if it fails."""
    command = [sys.executable, "-m", "pytest", "-p", "plugin", "-p", "no:cacheprovider", "-q"]
    command += ["-c", os.devnull, f"--rootdir={place.parent.parent}", "-W", "ignore", "--tb=short"]
    command += ["-rfE", "--continue-on-collection-errors", f"--share={share}", *others]
    command += [f"--ignore={place / folder}" for folder in LEFT_OUT]
    paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run(
        [*command, *(str(place / group) for group in groups)],
        cwd=HERE,
        env=environment,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    none = done.returncode == 5  # pytest's word for: no test was chosen
    if share > 1 or (done.returncode and not none):
        print(done.stdout[-20_000:], done.stderr[-5_000:], sep="\n")
    found = re.findall(
        r"(\d+) (passed|failed|skipped|xfailed|xpassed|errors?)", lines[-1] if lines else ""
    )
    counts = {word.rstrip("s") if word == "errors" else word: int(n) for n, word in found}
    return (0 if none else done.returncode), counts


def told(counts: dict[str, int]) -> str:
    words = {"passed": "passed", "xfailed": "known to fail", "skipped": "do not apply"}
    words |= {"xpassed": "listed, but passing", "failed": "FAILED", "error": "ERRORS"}
    return ", ".join(f"{counts[key]:5} {word}" for key, word in words.items() if key in counts)


if __name__ == "__main__":
    sys.exit(main())
