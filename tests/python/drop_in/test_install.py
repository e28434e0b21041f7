"""`gradtape.install()`: imports of TensorFlow are answered by gradtape, with its own objects."""

import importlib
import importlib.metadata
import inspect
import os
import pickle
import subprocess
import sys
import types

import pytest
from library import ours

import gradtape

pytestmark = ours("gradtape in TensorFlow's place")


@pytest.fixture
def installed():
    gradtape.install()
    yield
    gradtape.uninstall()


@pytest.mark.usefixtures("installed")
class TestInstalled:
    def test_modules_hold_gradtapes_own_objects(self):
        import tensorflow as tf
        import tensorflow.keras.backend as K
        from tensorflow import keras
        from tensorflow.keras.layers import Dense

        assert tf.GradientTape is gradtape.GradientTape
        assert Dense is gradtape.keras.layers.Dense
        assert tf.keras is keras
        assert keras.backend is K
        assert tf.math.sin is gradtape.sin

    def test_versions_are_tensorflows(self):
        import tensorflow as tf
        import tensorflow.compat.v1 as tf1
        import tensorflow.compat.v2 as tf2

        assert tf.__version__ == tf1.__version__ == tf2.__version__ == "2.21.0"
        assert tf.version.VERSION == "2.21.0"
        assert importlib.metadata.version("tensorflow") == "2.21.0"
        assert gradtape.__version__ == importlib.metadata.version("gradtape")

    def test_versions_of_keras_are_those_asked_for(self, monkeypatch):
        import keras
        import tensorflow as tf
        import tf_keras

        assert tf.keras.__version__ == tf.keras.version() == keras.__version__
        assert keras.__version__.startswith("3.")
        assert tf_keras.__version__.startswith("2.")
        importlib.reload(tf.keras)
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
        assert tf.keras.__version__.startswith("2.")

    def test_modules_are_modules(self):
        import tensorflow.keras.layers as layers

        assert isinstance(layers, types.ModuleType)
        assert layers.__name__ == layers.__spec__.name == "tensorflow.keras.layers"
        assert inspect.getsource(layers) == inspect.getsource(gradtape.keras.layers)
        assert importlib.reload(layers) is layers
        assert layers.Dense is gradtape.keras.layers.Dense
        assert "Dense" in dir(layers)

    def test_a_star_brings_every_public_name(self):
        names = {}
        exec("from tensorflow.keras.layers import *", names)
        assert {"Dense", "Conv2D", "Layer"} <= names.keys()
        assert not [name for name in names if name.startswith("_") and name != "__builtins__"]

    def test_private_paths_lead_to_public_things(self):
        from tensorflow.python.eager import backprop
        from tensorflow.python.framework import dtypes, ops
        from tensorflow.python.keras.engine.base_layer import Layer
        from tensorflow.python.ops import array_ops, gen_math_ops, math_ops
        from tensorflow.python.util import nest

        assert backprop.GradientTape is gradtape.GradientTape
        assert ops.EagerTensor is gradtape.Tensor
        assert ops.NotDifferentiable is gradtape.no_gradient
        assert dtypes.float32 is gradtape.float32
        assert issubclass(Layer, gradtape.keras.layers.Layer)
        assert array_ops.ones_like_v2 is gradtape.ones_like
        assert math_ops.reduce_sum is gen_math_ops.reduce_sum is gradtape.reduce_sum
        assert nest.flatten is gradtape.nest.flatten

    def test_names_in_old_pickles_are_found(self):
        assert pickle.loads(b"ctensorflow.python.framework.tensor_shape\nTensorShape\n.") is (
            gradtape.TensorShape
        )

    def test_keras_is_answered_too(self):
        from keras import layers
        from keras.engine.training import Model

        assert layers.Dense is gradtape.keras.layers.Dense
        assert Model is gradtape.keras.Model

    def test_files_of_keras_that_bear_the_name_of_what_they_hold(self):
        from keras.layers.merge import add
        from keras.optimizers import adam_v2, gradient_descent_v2
        from keras.src.layers.pooling.max_pooling2d import MaxPooling2D
        from keras.src.legacy.preprocessing.sequence import pad_sequences
        from keras.src.losses.losses import LossFunctionWrapper
        from tensorflow.python.keras.layers.rnn.stacked_rnn_cells import StackedRNNCells
        from tf_keras.src.layers.merging.add import Add

        keras = gradtape.keras
        assert (add, Add) == (keras.layers.add, keras.layers.Add)
        assert (adam_v2.Adam, gradient_descent_v2.SGD) == (
            keras.optimizers.Adam,
            keras.optimizers.SGD,
        )
        assert MaxPooling2D is keras.layers.MaxPooling2D
        assert issubclass(StackedRNNCells, keras.layers.StackedRNNCells)
        assert pad_sequences is keras.utils.pad_sequences
        assert issubclass(LossFunctionWrapper, keras.losses.Loss)
        with pytest.raises(ImportError):
            import keras.src.layers.pooling.pie_pooling2d

    @pytest.mark.parametrize(
        ("line", "text"),
        [
            ("from tensorflow import xla", "leaves it out; operations run eagerly"),
            ("import tensorflow.contrib.slim", "TensorFlow 2 does not have it either"),
            ("import tensorflow.no_such_module", "No module named 'tensorflow.no_such_module'"),
            ("from tensorflow.keras.layers import Nothing", "cannot import name 'Nothing'"),
            ("from tensorflow.keras.layers import nothing", "cannot import name 'nothing'"),
            ("import tensorflow.keras.layers.Dense", "No module named"),
            ("from tensorflow.python.ops.math_ops import nothing", "cannot import name"),
            ("import tensorflow.python.ops.no_such_ops", "No module named"),
        ],
    )
    def test_what_is_missing_is_an_import_error(self, line, text):
        with pytest.raises(ImportError, match=text):
            exec(line)

    def test_a_missing_attribute_says_what_to_use_instead(self):
        import tensorflow as tf

        with pytest.raises(AttributeError, match="it is not part of gradtape; operations run"):
            tf.xla  # noqa: B018
        with pytest.raises(AttributeError, match="not part of gradtape; there are no clusters"):
            tf.config.experimental_connect_to_cluster  # noqa: B018
        with pytest.raises(AttributeError, match=r"gradtape answers for it with gradtape\.nn"):
            importlib.import_module("tensorflow.python.ops.nn_ops").nothing  # noqa: B018

    def test_private_files_of_gradtape_are_not_reached(self):
        import tensorflow as tf

        assert not hasattr(tf, "_core")
        with pytest.raises(ImportError):
            importlib.import_module("tensorflow._keras.layers")

    def test_it_may_be_called_again(self):
        before = list(sys.meta_path), list(sys.path)
        gradtape.install()
        assert (sys.meta_path, sys.path) == before


def test_uninstall_leaves_everything_as_it_was():
    before = list(sys.meta_path), list(sys.path), set(sys.modules)
    gradtape.install()
    tf = importlib.import_module("tensorflow")
    importlib.import_module("tensorflow.keras.layers")
    gradtape.uninstall()
    assert (sys.meta_path, sys.path) == before[:2]
    assert not [name for name in set(sys.modules) - before[2] if "gradtape" not in name]
    assert tf.add(1, 2).numpy() == 3  # what a program holds keeps working
    gradtape.uninstall()


def test_the_real_tensorflow_is_not_mixed_with(monkeypatch):
    real = types.ModuleType("tensorflow")
    real.__version__, real.__file__ = "2.21.0", "/somewhere/tensorflow/__init__.py"
    monkeypatch.setitem(sys.modules, "tensorflow", real)
    before = list(sys.meta_path), list(sys.path)
    with pytest.raises(RuntimeError, match=r"tensorflow 2\.21\.0 has been imported already"):
        gradtape.install()
    assert (sys.meta_path, sys.path) == before


REAL_KERAS = {
    "keras/__init__.py": "kind = 'real'",
    "keras/_tf_keras/__init__.py": "",
    "keras/_tf_keras/keras/__init__.py": "kind = 'real'",
    "keras/_tf_keras/keras/layers.py": "Dense = 'of the real one'",
    "keras/_tf_keras/keras/optimizers.py": "Adam = 'of the real one'",
    "keras_gradtape.py": "",
}
ASK = """
import sys, multiprocessing
def child():
    import keras
    print(getattr(keras, "kind", "ours"), flush=True)
if __name__ == "__main__":
    import tensorflow as tf
    from tensorflow.keras import layers
    child()
    print(layers.Dense if isinstance(layers.Dense, str) else "ours")
    print(tf.optimizers.Adam if isinstance(tf.optimizers.Adam, str) else "ours")
    start = multiprocessing.get_context("spawn").Process(target=child)
    start.start()
    start.join()
"""


@pytest.fixture
def keras_beside(tmp_path, monkeypatch):
    """A function that runs a program where Keras and its backend are installed; what it prints."""
    for name, text in REAL_KERAS.items():
        path = tmp_path / "installed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    program = tmp_path / "program.py"
    program.write_text(ASK)

    def run(**environment):
        kept = {name: value for name, value in os.environ.items() if name != "KERAS_BACKEND"}
        paths = [str(tmp_path / "installed"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        place = {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, "-m", "gradtape", str(program)]
        return subprocess.run(
            command, env=kept | place | environment, capture_output=True, text=True, timeout=60
        )

    return run


@pytest.mark.parametrize(
    ("backend", "answers"),
    [
        ({}, ["ours", "ours", "ours", "ours"]),
        ({"KERAS_BACKEND": "tensorflow"}, ["ours", "ours", "ours", "ours"]),
        ({"KERAS_BACKEND": "gradtape"}, ["real", "of the real one", "of the real one", "real"]),
        ({"KERAS_BACKEND": "jax"}, ["real", "ours", "ours", "real"]),
    ],
)
def test_an_installed_keras_is_in_nobodys_way(keras_beside, backend, answers):
    done = keras_beside(**backend)
    assert done.stdout.splitlines() == answers, done.stderr


def test_a_program_for_another_backend_gets_our_keras_where_there_is_no_other(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import os\nos.environ['KERAS_BACKEND'] = 'jax'\nimport keras\nfrom keras import layers\n"
        "print(float(keras.ops.sum(layers.Dense(2, kernel_initializer='ones')([[3.0]]))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "gradtape", str(program)], capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["6.0"], done.stderr
    assert done.stderr.count("KERAS_BACKEND is jax, but Keras is not installed") == 1


def test_the_real_keras_is_taken_once_its_backend_is_imported(tmp_path, monkeypatch):
    for name in ("keras", "keras_gradtape"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "keras.py").write_text("kind = 'real'\n")
    (tmp_path / "keras_gradtape.py").write_text(
        "import os\nos.environ['KERAS_BACKEND'] = 'gradtape'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("KERAS_BACKEND", "")
    gradtape.install()
    try:
        importlib.import_module("keras_gradtape")
        assert importlib.import_module("keras").kind == "real"
    finally:
        gradtape.uninstall()
        for name in ("keras", "keras_gradtape"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize("line", ["import keras", "import tensorflow.keras"])
def test_a_real_keras_that_is_asked_for_and_missing_is_an_error(tmp_path, line):
    done = subprocess.run(
        [sys.executable, "-m", "gradtape", "-c", line],
        cwd=tmp_path,
        env={**os.environ, "KERAS_BACKEND": "gradtape"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "pip install gradtape[keras]" in done.stderr.splitlines()[-1]
