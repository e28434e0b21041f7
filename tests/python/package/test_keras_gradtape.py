"""The package in keras_gradtape/: what its files promise. `make test-keras` runs its own tests."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("Keras on gradtape is a package of this repository")

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "keras_gradtape"


def versions():
    place = PACKAGE / "keras_gradtape" / "_loading" / "versions.py"
    spec = importlib.util.spec_from_file_location("versions", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_range_of_versions_stands_in_both_places():
    first, last = (".".join(map(str, edge)) for edge in versions().TESTED)
    assert f'"keras>={first},<{last}"' in (PACKAGE / "pyproject.toml").read_text()


def test_the_version_that_is_tested_lies_in_the_range():
    pinned = (PACKAGE / "tests" / "shipped" / "requirements.txt").read_text()
    assert versions().is_tested(re.search(r"^keras==(.*)$", pinned, re.MULTILINE)[1])


@pytest.mark.parametrize("version", ["3.11.3", "3.99.0", "4.0.0", "2.15.0", "nightly"])
def test_other_versions_are_not_tested(version):
    assert not versions().is_tested(version)


def test_its_tests_pass_where_keras_is_installed():
    if not any(Path(folder, "keras", "src").is_dir() for folder in sys.path):
        pytest.skip("keras is not installed here; make test-keras installs it")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", PACKAGE / "tests"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'python'}{os.pathsep}{PACKAGE}"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=PACKAGE, env=environment)
    assert done.returncode == 0, done.stdout
