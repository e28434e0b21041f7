"""Runs a wheel in a Debian that has Python and NumPy and nothing else, perhaps emulated.

    python scripts/release/bare.py amd64 dist
    python scripts/release/bare.py arm64 dist/aarch64

As root, with Debian's `debootstrap`; `arm64` needs `qemu-user-static` too. The root is made once,
in target/bare. A first program runs with NumPy alone; then the sample of `sample.py`, with pytest
in a folder of its own. A root of another processor is unpacked but not configured: its Python runs
under the emulator from outside, so the kernel need know nothing about it.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import sample

ROOTS = sample.ROOT / "target" / "bare"
PROCESSOR = {"amd64": "x86_64", "arm64": "aarch64"}
# The Debian whose Python is the one that the wheel is for.
SUITE = {"311": "bookworm", "313": "trixie"}
MANYLINUX = ["manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014"]

FIRST_PROGRAM = """
import platform, numpy, gradtape as tf
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(x ** 3)
assert numpy.allclose(tape.gradient(y, x), [3.0, 12.0, 27.0])
print("Python", platform.python_version(), platform.machine(), *platform.libc_ver(),
      "NumPy", numpy.__version__, "gradtape", tf.__version__)
"""


def wheel_in(folder: Path, kind: str) -> tuple[Path, str]:
    """The wheel for that processor, and the digits of its Python."""
    for wheel in sorted(folder.glob(f"gradtape-*manylinux*_{PROCESSOR[kind]}.whl")):
        found = re.search(r"-cp(\d+)-cp\1-", wheel.name)
        if found and found[1] in SUITE:
            return wheel, found[1]
    versions = " or ".join(f"{digits[0]}.{digits[1:]}" for digits in SUITE)
    sys.exit(f"{folder} has no manylinux wheel for {PROCESSOR[kind]} and CPython {versions}")


def debian(kind: str, suite: str) -> Path:
    """The folder of a Debian with Python; made if it is not there."""
    root = ROOTS / f"{suite}-{kind}"
    done = ROOTS / f"{suite}-{kind}.made"
    if not done.exists():
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        foreign = [] if native(kind) else ["--foreign"]
        command = ["debootstrap", *foreign, f"--arch={kind}", "--variant=minbase"]
        log = ROOTS / f"{suite}-{kind}.log"
        with log.open("w") as out:
            subprocess.run(
                [*command, "--include=python3", suite, str(root)], check=True, stdout=out
            )
        if foreign:
            unpack(root)
        done.touch()
    return root


def native(kind: str) -> bool:
    return platform.machine() == PROCESSOR[kind]


def unpack(root: Path) -> None:
    """What the second stage of debootstrap would unpack; nothing of it is run."""
    for package in sorted((root / "var/cache/apt/archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "--extract", str(package), str(root)], check=True)


def install(root: Path, kind: str, digits: str, folder: str, *what: str) -> None:
    """Install packages for the Python of a root into /opt of it, from outside."""
    target = root / "opt" / folder
    shutil.rmtree(target, ignore_errors=True)
    platforms = [f"--platform={name}_{PROCESSOR[kind]}" for name in MANYLINUX]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += [f"--python-version={digits[0]}.{digits[1:]}", "--only-binary=:all:", *platforms]
    subprocess.run([*command, "--target", str(target), *what], check=True)


def interpreter(root: Path, kind: str) -> list[str]:
    """The command that runs the Python of a root."""
    if native(kind):
        return ["chroot", str(root), "/usr/bin/python3"]
    emulator = shutil.which("qemu-aarch64-static")
    if emulator is None:
        sys.exit("This needs an emulator: apt-get install qemu-user-static")
    return [emulator, "-L", str(root), str(root / "usr/bin/python3")]


def tester(root: Path, kind: str) -> list[str]:
    """Arguments of Python that run pytest. Tests start further processes as `sys.executable`, which
    the system cannot run where it is emulated: a script there starts the emulator."""
    if native(kind):
        return ["-m", "pytest"]
    script = root / "opt" / "python"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(interpreter(root, kind))} "$@"\n')
    script.chmod(0o755)
    start = f"import sys; sys.executable = {str(script)!r}; import pytest; "
    return ["-c", start + "sys.exit(pytest.main(sys.argv[1:]))"]


def run(root: Path, kind: str, folders: list[str], *arguments: str) -> None:
    """Run the Python of a root with these folders of /opt on its path."""
    inside = Path("/opt") if native(kind) else root / "opt"
    command = interpreter(root, kind)
    clean = {"PATH": os.environ["PATH"], "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    clean["PYTHONPATH"] = os.pathsep.join(str(inside / folder) for folder in folders)
    filled = [argument.replace("@", f"{inside}/", 1) for argument in arguments]
    subprocess.run([*command, *filled], env=clean, cwd="/", check=True)


def copy_tests(root: Path) -> None:
    """Tests, and the settings of pytest, into /opt/sources."""
    to = root / "opt" / "sources"
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(sample.ROOT / "tests" / "python", to / "tests" / "python")
    shutil.copy(sample.ROOT / "pyproject.toml", to)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=PROCESSOR)
    parser.add_argument("wheels", type=Path)
    given = parser.parse_args()
    wheel, digits = wheel_in(given.wheels, given.kind)
    root = debian(given.kind, SUITE[digits])
    install(root, given.kind, digits, "gradtape", str(wheel.resolve()))
    run(root, given.kind, ["gradtape"], "-c", FIRST_PROGRAM)
    install(root, given.kind, digits, "pytest", *[n for n in sample.NEEDED if n != "numpy"])
    copy_tests(root)
    places = [f"@sources/tests/python/{name}" for name in sample.SAMPLE]
    settings = ["-q", "-p", "no:cacheprovider", "-c", "@sources/pyproject.toml"]
    run(root, given.kind, ["gradtape", "pytest"], *tester(root, given.kind), *settings, *places)


if __name__ == "__main__":
    main()
