"""`import tf_keras` in a program is Keras 2, though `tensorflow.keras` stays Keras 3."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

PACKAGE = Path(tf.__file__).parents[1]
MADE = """
{imports}
keras.utils.set_random_seed(1)
layer = keras.layers.Dense(2)
layer.build((None, 3))
print(layer.weights[0].name, keras.__version__[0])
"""


def printed(program, folder, paths=()):
    """What a program prints that is run on its own."""
    start = [sys.executable] if AGAINST_TENSORFLOW else [sys.executable, "-m", "gradtape"]
    file = folder / "program.py"
    file.write_text(program)
    known = [*map(str, paths), *([] if AGAINST_TENSORFLOW else [str(PACKAGE)])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(known)}
    environment.pop("TF_USE_LEGACY_KERAS", None)
    done = subprocess.run(
        [*start, file], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("import tf_keras as keras", ["kernel:0", "2"]),
        ("import tensorflow as tf\nimport tf_keras as keras", ["kernel:0", "2"]),
        ("import tensorflow as tf\nkeras = tf.keras", ["kernel", "3"]),
        ("import keras\nimport tf_keras", ["kernel", "3"]),
        ("from tensorflow import keras\nimport tensorflow.keras, tf_keras", ["kernel", "3"]),
    ],
)
def test_which_keras_it_is(tmp_path, imports, expected):
    assert printed(MADE.format(imports=imports), tmp_path) == expected


def test_libraries_import_it_beside_a_programs_keras_3(tmp_path):
    library = tmp_path / "site-packages"
    library.mkdir()
    (library / "distributions_of_ours.py").write_text("import tf_keras\n")
    imports = "import tensorflow as tf, distributions_of_ours\nkeras = tf.keras"
    assert printed(MADE.format(imports=imports), tmp_path, [library]) == ["kernel", "3"]


def test_tensorflows_own_name_keeps_its_version(tmp_path):
    program = "import tensorflow as tf, tf_keras\nprint(tf.keras.__version__[0])"
    assert printed(program, tmp_path) == ["3"]
