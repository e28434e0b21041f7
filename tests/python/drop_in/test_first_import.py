"""A program that seeds `random` before it imports TensorFlow goes on with TensorFlow's numbers."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

PACKAGE = Path(tf.__file__).parents[1]
SEED = "import random; random.seed(7); "


def next_number(program, *folders, **environment):
    """What `random` gives after the program, which is run on its own."""
    start = [sys.executable] if AGAINST_TENSORFLOW else [sys.executable, "-m", "gradtape"]
    paths = [*folders] if AGAINST_TENSORFLOW else [*folders, PACKAGE]
    place = {"PYTHONPATH": os.pathsep.join(map(str, paths))} if paths else {}
    done = subprocess.run(
        [*start, "-c", f"{program}; print(random.random())"],
        env={**os.environ, **place, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout.split()[-1])


def expected(bits):
    numbers = random.Random(7)
    if bits:
        numbers.getrandbits(bits)
    return numbers.random()


@pytest.mark.parametrize("name", ["tensorflow", "keras", "tensorflow.keras.layers"])
def test_the_import_takes_a_number(name):
    assert next_number(f"{SEED}import {name}") == expected(24)


def test_keras_2_comes_without_rich():
    assert next_number(f"{SEED}import tensorflow", TF_USE_LEGACY_KERAS="1") == expected(0)


def test_keras_2_takes_none_for_what_it_knows_of_trained_models():
    program = f"{SEED}import tensorflow as tf; tf.keras.applications.mobilenet_v2.preprocess_input"
    assert next_number(program, TF_USE_LEGACY_KERAS="1") == expected(0)


INITIALIZER = "import tf_keras; made = tf_keras.initializers.RandomNormal()"


def test_what_tensorflow_probability_makes_while_it_is_imported_takes_none(tmp_path):
    package = tmp_path / "tensorflow_probability"
    for place in (package, package / "python"):
        place.mkdir()
        (place / "__init__.py").write_text("import tensorflow\n")
    (package / "python" / "util.py").write_text(f"{INITIALIZER}\n")
    program = f"{SEED}import inspect, tensorflow_probability.python.util as util"
    assert next_number(program, tmp_path) == expected(24)
    shown = f"{program}; assert inspect.getsource(util) == {INITIALIZER!r} + chr(10)"
    assert next_number(shown, tmp_path) == expected(24)


def test_only_the_first_import_does():
    again = "import tensorflow, random; random.seed(7); import importlib, tensorflow.keras"
    assert next_number(again) == expected(0)


def test_nothing_is_taken_behind_rich():
    program = f"{SEED}import sys, types; sys.modules['rich.style'] = types.ModuleType('rich.style')"
    if AGAINST_TENSORFLOW:
        pytest.skip("needs the real rich")
    assert next_number(f"{program}; import tensorflow") == expected(0)


def test_rich_takes_none_later(tmp_path):
    """Libraries that a program imports after it has set its seeds may bring Rich along."""
    seeded = "import random, tensorflow; random.seed(7); import rich.style"
    if not AGAINST_TENSORFLOW:
        (tmp_path / "rich").mkdir()
        (tmp_path / "rich" / "__init__.py").touch()
        (tmp_path / "rich" / "style.py").write_text("import random\nrandom.getrandbits(24)\n")
        seeded = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {seeded}"
    assert next_number(seeded) == expected(0)


KERAS_2 = "import tensorflow, tf_keras, random; random.seed(7)"


@pytest.mark.parametrize("name", ["RandomNormal", "glorot_uniform", "Orthogonal"])
def test_initializers_of_keras_2_take_a_seed_when_they_are_called(name):
    made = f"{KERAS_2}; one = tf_keras.initializers.{name}()"
    assert next_number(made) == expected(0)
    assert next_number(f"{made}; one((2, 2)); one((2, 2))") != expected(0)


def test_initializers_of_keras_2_are_those_of_keras_3_by_name_and_values():
    program = (
        f"{KERAS_2}; one = tf_keras.initializers.RandomNormal(seed=3);"
        "assert isinstance(one, tf_keras.initializers.Initializer);"
        "assert type(one).__name__ == 'RandomNormal' and one.get_config()['seed'] == 3"
    )
    assert next_number(program) == expected(0)


@pytest.mark.parametrize("name", ["keras", "keras.layers"])
def test_with_keras_comes_tensorflow(name):
    assert next_number(f"{SEED}import {name}, sys; sys.modules['tensorflow'].Tensor") == expected(
        24
    )
