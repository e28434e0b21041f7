"""The steps of `make release-check`, and the commands that they run.

A step is a function that returns what it found in a few words, raises `Skipped` where what it needs
is not to be had here, and `Failed` otherwise. Invariant: a step that could not look never passes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
TOOLS = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

# Licences under which a crate may be part of the wheel; of "A OR B" one is enough.
LICENCES = {
    "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "MIT", "Unicode-3.0", "Zlib",
}  # fmt: skip

NOT_REACHED = re.compile(
    "resolve host|Temporary failure|Connection|timed? ?out|failed to fetch|40[0-9] |502|503|"
    "Forbidden|ProxyError|network|Max retries",
    re.IGNORECASE,
)


class Skipped(Exception):
    """What a step needs is not to be had here."""


class Failed(Exception):
    """A step looked, and found what must not be."""


def run(*command: object, cwd: Path = ROOT, **env: str) -> str:
    """What a command prints; `Failed` with its last lines if it ends otherwise than with 0."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **env}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise Failed("\n".join(done.stdout.strip().splitlines()[-25:]))
    return done.stdout


def run_online(*command: object) -> str:
    """The same; `Skipped` if what fails is the way to somewhere else."""
    try:
        return run(*command)
    except Failed as error:
        if NOT_REACHED.search(str(error)):
            raise Skipped(f"{Path(str(command[0])).name} reaches no data from here") from error
        raise


def cargo(tool: str) -> None:
    """`Skipped` without that subcommand of cargo."""
    if shutil.which(f"cargo-{tool}") is None:
        raise Skipped(f"needs cargo-{tool}: cargo install cargo-{tool}")


def only(pattern: str) -> Path:
    """The one file of dist/ that has such a name."""
    found = sorted(DIST.glob(pattern))
    if len(found) != 1:
        raise Failed(f"dist/ has {len(found)} files like {pattern}")
    return found[0]


def workflows() -> str:
    shellcheck = f"-shellcheck={TOOLS / 'shellcheck'}"
    run(TOOLS / "actionlint", shellcheck, "-pyflakes=", *WORKFLOWS)
    run(TOOLS / "zizmor", "--offline", "--no-progress", ".")
    check = TOOLS / "check-jsonschema"
    run(check, "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)
    run(check, "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml")
    return f"{len(WORKFLOWS)} files: actionlint, zizmor, schemas"


def wheel() -> str:
    """The wheel's tag against the symbols that its extension needs."""
    if sys.platform != "linux":
        raise Skipped("auditwheel is for Linux")
    found = only("gradtape-*.whl")
    told = re.search(
        r'"((?:many|musl)linux_(\d+)_(\d+)_\w+)"', run(TOOLS / "auditwheel", "show", found)
    )
    if told is None or (int(told[2]), int(told[3])) > (2, 28):
        raise Failed(f"{found.name}: {told[1] if told else 'no policy'}, newer than 2_28")
    return f"{found.name}, fit for {told[1]}, {found.stat().st_size / 1e6:.2f} MB"


def wheel_tests() -> str:
    return run(sys.executable, ROOT / "scripts/release/sample.py", DIST).strip().splitlines()[-1]


def source_distribution() -> str:
    for old in DIST.glob("gradtape-*.tar.gz"):
        old.unlink()
    run(TOOLS / "maturin", "sdist", "--out", DIST)
    return f"{(found := only('gradtape-*.tar.gz')).name}, {found.stat().st_size / 1e6:.2f} MB"


def source_distribution_tests() -> str:
    """A wheel built from the unpacked tarball, and the tests in it, far from the repository."""
    tarball = only("gradtape-*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(tarball) as file:
            file.extractall(folder, filter="data")
        (inside,) = Path(folder).iterdir()
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        target = str(ROOT / "target" / "sdist")
        run(*build, "--wheel-dir", "dist", ".", cwd=inside, CARGO_TARGET_DIR=target)
        told = run(sys.executable, "scripts/release/sample.py", "dist", cwd=inside)
    return told.strip().splitlines()[-1]


def keras_gradtape() -> str:
    out = DIST / "keras"
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:  # setuptools leaves a folder behind
        sources = shutil.copytree(ROOT / "keras_gradtape", Path(folder) / "sources")
        run(
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            out,
            sources,
        )
    (found,) = out.glob("keras_gradtape-*.whl")
    return found.name


def metadata() -> str:
    files = [*DIST.glob("gradtape-*"), *(DIST / "keras").glob("*.whl")]
    run(TOOLS / "twine", "check", "--strict", *files)
    return f"twine: {len(files)} files"


def crate() -> str:
    target = str(ROOT / "target" / "crate")
    command = [
        "cargo",
        "publish",
        "--dry-run",
        "--locked",
        "--allow-dirty",
        "--no-default-features",
    ]
    told = run(*command, CARGO_TARGET_DIR=target)
    packed = re.search(r"Packaged (\d+ files, [^(]*\([^)]*\))", told)
    return f"built from its package: {packed[1] if packed else 'packed'}"


def crate_versions() -> str:
    cargo("semver-checks")
    tags = run("git", "tag", "--list", "v*").split()
    if not tags:
        raise Skipped("no released version to compare with")
    run_online("cargo", "semver-checks", "--baseline-rev", tags[-1], "--only-explicit-features")
    return f"compared with {tags[-1]}"


def allowed(expression: str) -> bool:
    """Whether one of the licences that a crate offers is allowed (all of those joined by AND)."""
    parts = expression.replace("/", " OR ").replace("(", "").replace(")", "").split(" AND ")
    return all(any(one.strip() in LICENCES for one in part.split(" OR ")) for part in parts)


def licences() -> str:
    """Every crate that the wheel or its build needs; benches and tests are left out."""
    tree = ["cargo", "tree", "--locked", "--edges", "normal,build", "--target", "all"]
    lines = sorted(set(run(*tree, "--prefix", "none", "--format", "{p}|{l}").split("\n")))
    crates = [line.replace(" (*)", "").split("|") for line in lines if "|" in line]
    refused = [f"{name}: {licence or 'none'}" for name, licence in crates if not allowed(licence)]
    if refused:
        raise Failed("licences that are not on the list: " + "; ".join(refused))
    return f"{len({name for name, _ in crates})} crates, all on the list"


def advisories_rust() -> str:
    cargo("deny")
    run_online("cargo", "deny", "check", "advisories")
    return "cargo deny: none"


def advisories_python() -> str:
    with tempfile.TemporaryDirectory() as folder:
        needed = Path(folder) / "needed.txt"
        needed.write_text("numpy==1.26.4\n")  # the oldest that is supported
        audit = [TOOLS / "pip-audit", "--progress-spinner=off", "--no-deps", "--disable-pip"]
        told = run_online(*audit, "-f", "json", "-r", needed)
    checked = json.loads(told[told.index("{") : told.rindex("}") + 1])["dependencies"]
    if unseen := [one["name"] for one in checked if "skip_reason" in one]:
        raise Skipped(f"pip-audit could not look at {', '.join(unseen)}")
    return f"pip-audit: none for {', '.join(one['name'] for one in checked)}"


def change_log() -> str:
    notes = [path for path in (ROOT / "changelog").glob("*.md") if path.name != "README.md"]
    run(TOOLS / "towncrier", "build", "--draft", "--version", "next")
    return f"{len(notes)} notes that wait for a release"


STEPS: dict[str, Callable[[], str]] = {
    "workflows": workflows,
    "change log": change_log,
    "wheel": wheel,
    "tests on the wheel": wheel_tests,
    "source distribution": source_distribution,
    "tests from its tarball": source_distribution_tests,
    "keras-gradtape": keras_gradtape,
    "metadata": metadata,
    "crate, dry run": crate,
    "crate, compatible": crate_versions,
    "licences": licences,
    "advisories, Rust": advisories_rust,
    "advisories, Python": advisories_python,
}
