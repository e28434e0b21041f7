"""`python -m gradtape --check`: the names that programs use, and which of them are missing."""

import json

import pytest
from library import ours

pytestmark = ours("gradtape in TensorFlow's place")


@pytest.fixture
def check(tmp_path, capsys):
    """Writes files, reads them, and returns the exit status and the report."""

    def run(**files):
        from gradtape._drop_in.checking import command

        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path = path if path.suffix else path.with_suffix(".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        status = command.main(["--json", str(tmp_path)])
        printed = capsys.readouterr().out
        return status, json.loads(printed)

    return run


def missing(report):
    """The missing names, each with its line or place in a notebook."""
    found = [(entry["name"], entry["place"].rpartition("/")[2]) for entry in report["missing"]]
    return [(name, place.partition(":")[2] or place.partition(", ")[2]) for name, place in found]


SPELLINGS = """\
import tensorflow as tf
import tensorflow
import tensorflow.keras.backend as K
from tensorflow import keras
from tensorflow.keras import layers as L, no_module
from tensorflow.keras.layers import Dense, NoLayer
from tensorflow.python.framework import ops
import gradtape
tf.no_1; tensorflow.no_2; K.no_3; keras.no_4.deeper; L.no_5(); Dense(3).anything; ops.no_6
gradtape.no_7
tf.GradientTape.no_8
tf.constant(1.0).no_matter
tf.newaxis.no_matter
"""


def test_every_spelling_of_an_import_is_followed(check):
    status, report = check(train=SPELLINGS)
    assert status == 1
    assert missing(report) == [
        ("tf.keras.no_module", "5"),
        ("tf.keras.layers.NoLayer", "6"),
        ("tf.keras.backend.no_3", "9"),
        ("tf.keras.layers.no_5", "9"),
        ("tf.keras.no_4.deeper", "9"),
        ("tf.no_1", "9"),
        ("tf.no_2", "9"),
        ("tf.python.framework.ops.no_6", "9"),
        ("tf.no_7", "10"),
        ("tf.GradientTape.no_8", "11"),
    ]


VARIABLES = """\
import tensorflow as tf
tfk, tfkl = tf.keras, tf.keras.layers
def build(tf2, units: tfk.no_annotation = tfk.no_default):
    tf2.no_matter
    initializers = tf.initializers
    initializers.no_1
    late.no_2
    [initializers.no_3 for _ in range(2)]
    return lambda tfk: tfk.no_matter
class Net(tf.keras.no_base):
    ops = tf.math
    def call(self, x):
        return ops.no_matter
late = tf.nn
for tfkl in (1, 2):
    tfkl.no_matter
x: int = tf.no_4
getattr(tf, "no_5")
getattr(tf, "no_matter", None)
"""


def test_variables_and_scopes_are_followed(check):
    _, report = check(train=VARIABLES)
    assert missing(report) == [
        ("tf.keras.no_annotation", "3"),
        ("tf.keras.no_default", "3"),
        ("tf.initializers.no_1", "6"),
        ("tf.nn.no_2", "7"),
        ("tf.initializers.no_3", "8"),
        ("tf.keras.no_base", "10"),
        ("tf.no_4", "17"),
        ("tf.no_5", "18"),
    ]


def test_what_a_program_tries_is_not_missing(check):
    program = """\
try:
    import tensorflow.no_module as nothing
    from tensorflow.no_module import thing
except (ImportError, OSError):
    nothing = None
try:
    import tensorflow as tf
except ImportError:
    tf = None
try:
    tf.no_1
except ValueError:
    tf.no_2
"""
    status, report = check(train=program)
    assert status == 1
    assert missing(report) == [("tf.no_1", "11"), ("tf.no_2", "13")]


def test_names_travel_between_files(check):
    status, report = check(
        pkg____init__="",
        pkg__common="from .backend import *\nimport tensorflow.keras.layers as L\n",
        pkg__backend="import tensorflow as tf\nfrom .common import L\n",
        pkg__net="from .common import tf, L as layers\ntf.no_1\nlayers.no_2\n",
        run="from pkg.common import tf\ntf.no_3\nfrom os import path\npath.no_matter\n",
    )
    assert status == 1
    assert missing(report) == [("tf.no_1", "2"), ("tf.keras.layers.no_2", "3"), ("tf.no_3", "2")]


def test_a_program_of_which_everything_is_there(check):
    program = (
        "from tensorflow.keras.layers import *\nimport tensorflow as tf\nDense(tf.constant(3))\n"
    )
    status, report = check(train=program)
    assert (status, report["share"], report["missing"]) == (0, 1.0, [])
    assert report["names"] == {"tf": True, "tf.constant": True}


def test_notebooks_are_read_by_cell(check):
    cells = [
        {"cell_type": "markdown", "source": ["import tensorflow as no\n"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "!pip install \\\n", "  x\n"]},
        {"cell_type": "code", "source": "import tensorflow as tf\nif 1:\n    !ls\n    tf.no_1\n"},
        {"cell_type": "code", "source": "%%bash\ntf.no_matter\n"},
        {"cell_type": "code", "source": "%%time\ntf.no_2\ntf.constant?\n"},
    ]
    status, report = check(note_dot_ipynb=json.dumps({"cells": cells, "nbformat": 4}))
    assert status == 1
    assert missing(report) == [("tf.no_1", "cell 2, line 4"), ("tf.no_2", "cell 4, line 2")]


def test_what_cannot_be_read_is_said(check, capsys):
    status, report = check(old="print 'python 2'\n", new="import tensorflow as tf\ntf.no_1\n")
    assert status == 2
    assert "old.py:1: not Python 3" in report["unreadable"][0]
    assert missing(report) == [("tf.no_1", "2")]


@pytest.mark.parametrize("arguments", [[], ["--yaml", "x"], ["no_such_folder/x.py"]])
def test_a_wrong_call_is_told(arguments, capsys):
    from gradtape._drop_in.checking import command

    assert command.main(arguments) == 2
    assert capsys.readouterr().err.startswith("python -m gradtape --check: ")


def test_the_text_says_what_to_use_instead(tmp_path, capsys):
    from gradtape._drop_in.command import main

    program = tmp_path / "train.py"
    program.write_text("import tensorflow as tf\ntf.xla.experimental.compile\ntf.add\n")
    assert main(["--check", str(program)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{program}:2: tf.xla.experimental.compile: operations run eagerly",
        "1 file: 3 names of TensorFlow, 1 of them missing; 66.7% are there",
    ]


def test_trained_models_are_missing_although_they_may_be_imported(check):
    program = """\
from tensorflow.keras.applications import VGG16
import tensorflow as tf
tf.keras.applications.vgg19.preprocess_input
"""
    status, report = check(train=program)
    assert status == 1
    assert missing(report) == [
        ("tf.keras.applications.VGG16", "1"),
        ("tf.keras.applications.vgg19.preprocess_input", "3"),
    ]
