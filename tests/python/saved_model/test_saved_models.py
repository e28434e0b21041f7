"""Objects in saved models, and what is loaded: functions, variables, signatures."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

SPEC = [tf.TensorSpec([None], tf.float32)]
X = [1.0, 2.0]


class Scale(tf.Module):
    def __init__(self, factor=3.0):
        super().__init__()
        self.factor = tf.Variable(factor, name="factor")
        self.parts = [tf.Variable(1.0), {"a": tf.Variable(2.0)}]
        self.unit = 1.0

    @tf.function(input_signature=SPEC)
    def __call__(self, x):
        return self.factor * self.unit * x

    @tf.function
    def training(self, x, training=False):
        return {"y": self(x) * 2 if training else self(x)}


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "saved")


def loaded(model, folder, **options):
    tf.saved_model.save(model, folder, **options)
    return tf.saved_model.load(folder)


class TestObjects:
    def test_functions_and_variables_come_back(self, folder):
        model = Scale()
        model.training(tf.constant(X)), model.training(tf.constant(X), training=True)
        again = loaded(model, folder)
        np.testing.assert_array_equal(again(X), [3.0, 6.0])
        np.testing.assert_array_equal(again.training(tf.constant(X), training=True)["y"], [6, 12])
        assert float(again.parts[0]) == 1.0
        assert float(again.parts[1]["a"]) == 2.0
        assert again.factor.name == "factor:0"
        assert not isinstance(again, tf.Module)

    def test_variables_are_its_own(self, folder):
        model = Scale()
        again = loaded(model, folder)
        again.factor.assign(5.0)
        np.testing.assert_array_equal(again(X), [5.0, 10.0])
        np.testing.assert_array_equal(model(tf.constant(X)), [3.0, 6.0])

    def test_it_is_differentiated(self, folder):
        again = loaded(Scale(), folder)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(again(X))
        assert float(tape.gradient(loss, again.factor)) == 3.0

    def test_a_checkpoint_with_a_lambda(self, folder):
        held = tf.train.Checkpoint(v=tf.Variable(2.0))
        held.f = tf.function(lambda x: x * held.v, input_signature=[tf.TensorSpec([], tf.float32)])
        again = loaded(held, folder)
        again.v.assign(4.0)
        assert float(again.f(3.0)) == 12.0
        assert float(held.v) == 2.0

    def test_it_is_saved_again(self, folder, tmp_path):
        again = loaded(loaded(Scale(), folder), str(tmp_path / "again"))
        np.testing.assert_array_equal(again(X), [3.0, 6.0])

    def test_variables_are_in_a_checkpoint_too(self, folder):
        tf.saved_model.save(Scale(), folder)
        names = dict(tf.train.list_variables(str(Path(folder, "variables", "variables"))))
        assert names["factor/.ATTRIBUTES/VARIABLE_VALUE"] == []
        assert "parts/1/a/.ATTRIBUTES/VARIABLE_VALUE" in names

    def test_what_cannot_be_written_is_lost(self, folder):
        model = Scale()
        model.lock, model.lines = threading.Lock(), (line for line in "ab")
        again = loaded(model, folder)
        np.testing.assert_array_equal(again(X), [3.0, 6.0])

    def test_a_layer_and_a_variable(self, folder, tmp_path):
        layer = tf.keras.layers.Dense(2)
        layer(tf.ones([1, 3]))
        loaded(layer, folder)
        assert Path(folder, "saved_model.pb").exists()


class TestSignatures:
    def test_the_only_function_of_known_arguments_is_served(self, folder):
        again = loaded(Scale(), folder)
        assert list(again.signatures) == ["serving_default"]
        serve = again.signatures["serving_default"]
        np.testing.assert_array_equal(serve(x=tf.constant(X))["output_0"], [3.0, 6.0])
        np.testing.assert_array_equal(serve(tf.constant(X))["output_0"], [3.0, 6.0])
        args, kwargs = serve.structured_input_signature
        assert args == ()
        assert kwargs == {"x": tf.TensorSpec([None], tf.float32, name="x")}
        assert serve.structured_outputs["output_0"].shape.as_list() == [None]

    def test_given_ones(self, folder):
        model = Scale()
        concrete = model.training.get_concrete_function(tf.TensorSpec([2], tf.float32))
        again = loaded(model, folder, signatures={"serving_default": model.__call__, "t": concrete})
        assert sorted(again.signatures) == ["serving_default", "t"]
        np.testing.assert_array_equal(again.signatures["t"](x=tf.constant(X))["y"], [3.0, 6.0])

    def test_one_alone_is_the_default(self, folder):
        model = Scale()
        again = loaded(model, folder, signatures=model.__call__)
        assert list(again.signatures) == ["serving_default"]

    def test_several_inputs_and_outputs(self, folder):
        model = tf.Module()
        specs = [tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32, name="by")]
        model.f = tf.function(lambda a, b: (a * b, a + b), input_signature=specs)
        found = loaded(model, folder).signatures["serving_default"](
            a=tf.constant(X), by=tf.constant(2.0)
        )
        np.testing.assert_array_equal(found["output_0"], [2.0, 4.0])
        np.testing.assert_array_equal(found["output_1"], [3.0, 4.0])

    def test_a_list_of_one_argument(self, folder):
        model = tf.Module()
        model.f = tf.function(
            lambda parts: parts[0] + parts[1], input_signature=[[SPEC[0], SPEC[0]]]
        )
        serve = loaded(model, folder).signatures["serving_default"]
        assert sorted(serve.structured_input_signature[1]) == ["parts", "parts_1"]
        found = serve(parts=tf.constant(X), parts_1=tf.constant(X))["output_0"]
        np.testing.assert_array_equal(found, [2.0, 4.0])

    def test_none_without_known_arguments(self, folder):
        model = tf.Module()
        model.f = tf.function(lambda x: x)
        assert not loaded(model, folder).signatures

    def test_no_function(self, folder):
        for wrong in ("x", lambda x: x, Scale().training):
            with pytest.raises(ValueError, match="Expected a TensorFlow function for which"):
                tf.saved_model.save(Scale(), folder, signatures=wrong)

    def test_an_unknown_key(self, folder):
        with pytest.raises(KeyError):
            loaded(Scale(), folder).signatures["nope"]


class TestRefusals:
    def test_no_folder(self, tmp_path):
        with pytest.raises(OSError, match="SavedModel file does not exist at: "):
            tf.saved_model.load(str(tmp_path / "none"))

    @pytest.mark.parametrize("wrong", [3, "text", None, [1]])
    def test_what_holds_no_variables(self, folder, wrong):
        with pytest.raises(ValueError, match="Expected an object of type `Trackable`"):
            tf.saved_model.save(wrong, folder)
        assert not Path(folder).exists()

    def test_tags(self, folder):
        tf.saved_model.save(Scale(), folder)
        assert tf.saved_model.contains_saved_model(folder)
        tf.saved_model.load(folder, tags=["serve"])
        with pytest.raises(ValueError, match=r"incompatible argument to `tags`: \['gpu'\]"):
            tf.saved_model.load(folder, tags=["gpu"])

    @pytest.mark.skipif(AGAINST_TENSORFLOW, reason="TensorFlow reads its own")
    def test_one_of_tensorflows(self, tmp_path):
        (tmp_path / "saved_model.pb").write_bytes(b"\x08\x01\x12\x03abc")
        with pytest.raises(ValueError, match="holds graphs, written by TensorFlow"):
            tf.saved_model.load(str(tmp_path))


PROGRAM = """
import sys, gradtape as tf
class Shift(tf.Module):
    def __init__(self):
        self.by = tf.Variable(2.0)
    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def __call__(self, x):
        return x + self.by + OFFSET
OFFSET = 1.0
tf.saved_model.save(Shift(), sys.argv[1])
"""


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="runs gradtape")
class TestOtherPrograms:
    def test_a_class_of_another_program(self, folder):
        subprocess.run([sys.executable, "-c", PROGRAM, folder], check=True)
        assert float(tf.saved_model.load(folder)(1.0)) == 4.0

    def test_without_cloudpickle(self, folder, monkeypatch):
        from gradtape._saved_model import objects

        objects._pickler.cache_clear()
        monkeypatch.setitem(sys.modules, "cloudpickle", None)
        try:
            np.testing.assert_array_equal(loaded(Scale(), folder)(X), [3.0, 6.0])
            model = tf.Module()
            model.f = tf.function(lambda x: x, input_signature=SPEC)
            with pytest.raises(ImportError, match=r"pip install 'gradtape\[saved-models\]'"):
                tf.saved_model.save(model, folder)
        finally:
            objects._pickler.cache_clear()

    def test_a_large_one(self, folder):
        model = tf.train.Checkpoint(v=tf.Variable(tf.range(100_000)))
        np.testing.assert_array_equal(loaded(model, folder).v, np.arange(100_000))
