"""How Keras comes to gradtape: by an import, by the variable of the environment, by name."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest

from keras_gradtape._loading import versions

STEP = "import keras; print(keras.backend.backend(), float(keras.ops.sum(keras.ops.ones(3))))"


# Puts the name into the list of the Keras that is about to be imported.
NAMED = """
import importlib.machinery as machinery, sys

class Finder:
    def find_spec(name, path, target=None):
        if name == "keras.src.backend.config":
            spec = machinery.PathFinder.find_spec(name, path)
            spec.loader = Named(name, spec.origin)
            return spec

class Named(machinery.SourceFileLoader):
    def get_code(self, name):
        start = "PLUGGABLE_BACKENDS = frozenset(["
        source = self.get_source(name).replace(start, start + "'gradtape', ")
        return compile(source, self.path, "exec")

sys.meta_path.insert(0, Finder)
"""


def run(program, **environment):
    """What a fresh process prints, and what it warns of or ends with."""
    kept = {key: value for key, value in os.environ.items() if key != "KERAS_BACKEND"}
    command = [sys.executable, "-W", "always", "-c", program]
    return subprocess.run(command, env=kept | environment, capture_output=True, text=True)


@pytest.mark.parametrize("environment", [{}, {"KERAS_BACKEND": "gradtape"}])
def test_an_import_chooses_gradtape(environment):
    done = run(f"import keras_gradtape; {STEP}", **environment)
    assert done.stdout.split() == ["gradtape", "3.0"]
    assert "keras_gradtape" not in done.stderr


def test_another_choice_is_replaced_and_said():
    done = run(f"import keras_gradtape; {STEP}", KERAS_BACKEND="numpy")
    assert done.stdout.split() == ["gradtape", "3.0"]
    assert "keras_gradtape replaces KERAS_BACKEND=numpy" in done.stderr


def test_a_program_of_tensorflow_has_the_real_keras():
    program = (
        "import tensorflow as tf, keras; "
        "from tensorflow.keras.applications.mobilenet_v2 import MobileNetV2; "
        "net = MobileNetV2(input_shape=(32, 32, 3), weights=None, classes=3); "
        "assert tf.keras.layers.Dense is keras.layers.Dense; "
        "print(keras.backend.backend(), net(tf.ones([1, 32, 32, 3])).shape)"
    )
    command = [sys.executable, "-m", "gradtape", "-c", program]
    environment = os.environ | {"KERAS_BACKEND": "gradtape"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == "gradtape (1, 3)\n", done.stderr


def test_too_late_is_an_error():
    done = run("import keras, keras_gradtape", KERAS_BACKEND="numpy")
    assert "keras_gradtape comes too late" in done.stderr.splitlines()[-1]


def test_an_unknown_version_gets_a_warning():
    program = (
        "import importlib.metadata as m; known = m.version; "
        "m.version = lambda name: '3.99.0' if name == 'keras' else known(name); "
        f"import keras_gradtape; {STEP}"
    )
    done = run(program)
    assert done.stdout.split() == ["gradtape", "3.0"]
    assert "keras 3.99.0 has not been tested with keras_gradtape" in done.stderr


def test_the_ranges_of_versions_agree():
    needed = Path(versions.__file__).parents[2].joinpath("pyproject.toml").read_text("utf-8")
    first, last = (".".join(map(str, edge)) for edge in versions.TESTED)
    assert f'"keras>={first},<{last}"' in needed
    assert versions.is_tested(importlib.metadata.version("keras")) or "dev" in keras.__version__


@pytest.mark.skipif(
    not hasattr(keras.src.backend.config, "PLUGGABLE_BACKENDS"),
    reason="this Keras loads no backends by name",
)
def test_a_keras_that_loads_backends_by_name_finds_it():
    """Once its list has the name."""
    done = run(f"{NAMED}\n{STEP}", KERAS_BACKEND="gradtape")
    assert done.stdout.split() == ["gradtape", "3.0"], done.stderr[-2000:]
