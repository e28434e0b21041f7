"""Runs the Python tests on every CPython from 3.10 on that this machine has.

Each interpreter gets the wheel that a user of it would install, in an environment of its own
(`.venv-3.12`), so that what is tested is the wheel and not the source tree. The oldest of them runs
the tests a second time with NumPy 1.26, the oldest NumPy that is supported.

Arguments are handed to pytest: `python scripts/test_all.py -k tape`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 10)
NEWEST_TRIED = (3, 15)
NEW_NUMPY = "numpy>=2"
OLD_NUMPY = "numpy==1.26.*"
LAST_WITH_OLD_NUMPY = (3, 12)
DESCRIBE = """
import ensurepip, json, sys, sysconfig, venv
json.dump([sys.implementation.name, sys.version_info[:2], sys.executable,
           bool(sysconfig.get_config_var("Py_GIL_DISABLED"))], sys.stdout)
"""


def candidates() -> list[Path]:
    """Commands on PATH, pyenv's versions, and the interpreter that runs this file."""
    minors = range(OLDEST[1], NEWEST_TRIED[1] + 1)
    named = (shutil.which(f"python3.{minor}") for minor in minors)
    pyenv = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    return [Path(sys.executable), *(Path(p) for p in named if p), *pyenv]


def interpreters() -> dict[tuple[int, int], Path]:
    """One working CPython per minor version; shims that lead nowhere and old versions drop out."""
    found: dict[tuple[int, int], Path] = {}
    for candidate in candidates():
        answer = subprocess.run([candidate, "-c", DESCRIBE], capture_output=True, text=True)
        if answer.returncode != 0:
            continue
        name, version, executable, free_threaded = json.loads(answer.stdout)
        if name == "cpython" and tuple(version) >= OLDEST and not free_threaded:
            found.setdefault(tuple(version), Path(executable))
    return dict(sorted(found.items()))


def run(*command: object) -> None:
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def build_wheel(python: Path, out: Path) -> Path:
    """Builds into an empty directory, so that the wheel found there is the one just built."""
    shutil.rmtree(out, ignore_errors=True)
    maturin = [sys.executable, "-m", "maturin", "build", "--release", "--quiet"]
    run(*maturin, "--interpreter", python, "--out", out)
    (wheel,) = out.glob("*.whl")
    return wheel


def prepare(label: str, python: Path) -> Path:
    """The python of `.venv-<label>`, with the freshly built wheel and its test dependencies."""
    home = ROOT / f".venv-{label}"
    inside = home / "bin" / "python"
    if not inside.exists():
        run(python, "-m", "venv", home)
        run(inside, "-m", "pip", "install", "--quiet", "--upgrade", "pip")
    wheel = build_wheel(inside, ROOT / "target" / "test-all" / label)
    run(inside, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)
    run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[examples,test]")
    return inside


def numpy_version(python: Path) -> str:
    command = [str(python), "-c", "import numpy; print(numpy.__version__)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def passes(python: Path, numpy: str) -> bool:
    """Installs that NumPy if it is not there, and runs pytest."""
    run(python, "-m", "pip", "install", "--quiet", numpy)
    tests = [str(python), "-m", "pytest", *sys.argv[1:]]
    return subprocess.run(tests, cwd=ROOT).returncode == 0


def main() -> None:
    found = interpreters()
    with_old_numpy = next((v for v in found if v <= LAST_WITH_OLD_NUMPY), None)
    results: list[tuple[str, bool]] = []
    for version, python in found.items():
        label = ".".join(map(str, version))
        inside = prepare(label, python)
        for numpy in [OLD_NUMPY, NEW_NUMPY] if version == with_old_numpy else [NEW_NUMPY]:
            print(f"\n=== CPython {label}, {numpy}", flush=True)
            good = passes(inside, numpy)
            results.append((f"CPython {label}, NumPy {numpy_version(inside)}", good))
    print()
    for title, good in results:
        print(f"{'passed' if good else 'FAILED'}  {title}")
    if not results or not all(good for _, good in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
