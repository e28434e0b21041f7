"""As a stand-in for TensorFlow `tf.print` writes at every run of a function, and not for probes."""

import sys

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def tell(*values):
    tf.print(*values, output_stream=sys.stdout)


def test_at_every_run_of_a_function(capfd):
    @tf.function
    def double(x):
        tell("is", x)
        return x * 2.0

    for value in (1.0, 2.0, 3.0):
        double(tf.constant(value))
    assert capfd.readouterr().out == "is 1\nis 2\nis 3\n"


def test_in_branches_and_loops_of_functions(capfd):
    @tf.function
    def look(x):
        for i in tf.range(2):
            tell("turn", i)
        tf.cond(x > 1.0, lambda: tell("large"), lambda: tell("small"))

    look(tf.constant(1.0))
    look(tf.constant(2.0))
    turns = "turn 0\nturn 1\n"
    assert capfd.readouterr().out == f"{turns}small\n{turns}large\n"


def test_once_where_the_function_makes_variables(capfd):
    layer = tf.keras.layers.Dense(1)
    shown = []

    def told(x):
        print("python")
        shown.append(x.shape)
        return x

    @tf.function
    def run(x):
        tell("runs")
        return tf.py_function(told, [layer(x)], "float32")

    run(tf.ones((2, 1)))
    assert len(shown) == 1
    assert sorted(capfd.readouterr().out.split()) == ["python", "runs"]


def test_in_maps_of_datasets(capfd):
    numbers = tf.data.Dataset.range(2).map(lambda x: (tell("map", x), x)[1])
    for _ in range(2):
        list(numbers)
    assert capfd.readouterr().out == "map 0\nmap 1\n" * 2


def test_in_losses_and_layers_when_they_run(capfd):
    x = np.ones((4, 1), "float32")

    def loss(y, predicted):
        tell("loss")
        return tf.reduce_mean((y - predicted) ** 2)

    model = tf.keras.Sequential(
        [
            tf.keras.Input((1,)),
            tf.keras.layers.Lambda(lambda y: (tell("layer"), y)[1]),
            tf.keras.layers.Dense(1),
        ]
    )
    assert capfd.readouterr().out == ""
    model.compile("sgd", loss)
    model.fit(x, x, batch_size=2, epochs=2, verbose=0)
    assert capfd.readouterr().out == "layer\nloss\n" * 4
    model.predict(x, batch_size=2, verbose=0)
    model.train_on_batch(x, x)
    assert capfd.readouterr().out == "layer\n" * 3 + "loss\n"


def test_not_when_a_layer_is_called_on_symbolic_tensors(capfd):
    class Telling(tf.keras.layers.Layer):
        def call(self, x):
            tell("runs", tf.shape(x))
            return x

    inputs = tf.keras.Input((2,))
    model = tf.keras.Model(inputs, Telling()(inputs))
    assert capfd.readouterr().out == ""
    model(tf.ones((3, 2)))
    assert capfd.readouterr().out == "runs [3 2]\n"


def test_a_symbolic_tensor_is_written_by_its_repr(capfd):
    inputs = tf.keras.Input((2,), name="here")
    tell("x", inputs)
    assert capfd.readouterr().out == f"x {inputs!r}\n"
