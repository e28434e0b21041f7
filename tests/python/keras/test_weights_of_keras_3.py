"""Variables of layers, metrics and optimizers as Keras 3 shows them: paths, and what can be set."""

import copy
import pickle

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers


class Block(layers.Layer):
    def __init__(self, **options):
        super().__init__(**options)
        self.first, self.second = layers.Dense(1, name="first"), layers.Dense(1, name="second")

    def build(self, input_shape):
        self.first.build(input_shape)
        self.gain = self.add_weight(shape=(1,), name="gain")
        super().build(input_shape)

    def call(self, inputs):
        return self.second(self.first(inputs)) * self.gain


def dense(**options):
    layer = layers.Dense(2, name="line", **options)
    layer.build((None, 1))
    return layer


def paths(owner):
    return [weight.path for weight in owner.weights]


def test_a_weight_is_shown_by_path_and_value():
    shown = "<Variable path=line/bias, shape=(2,), dtype=float32, value=[0. 0.]>"
    bias = dense().bias
    assert repr(bias) == str(bias) == f"{bias}" == shown


def test_state_of_metrics_and_optimizers_is_shown_so_too():
    metric, optimizer = tf.keras.metrics.Mean(name="m"), tf.keras.optimizers.SGD(name="o")
    assert [one.path for one in metric.variables] == ["m/total", "m/count"]
    assert repr(optimizer.iterations) == (
        "<Variable path=o/iteration, shape=(), dtype=int64, value=0>"
    )


def test_paths_lead_through_what_a_layer_is_built_in():
    called, built = Block(name="called"), Block(name="built")
    called(tf.ones([1, 2]))
    built.build((None, 2))
    inner = ["first/kernel", "first/bias"]
    assert paths(built) == ["built/gain", *(f"built/{name}" for name in inner)]
    second = ["second/kernel", "second/bias"]
    assert paths(called) == ["called/gain", *(f"called/{name}" for name in inner + second)]


def test_paths_of_models():
    inner = tf.keras.Sequential([layers.Dense(1, name="d")], name="inner")
    outer = tf.keras.Sequential([tf.keras.Input([2]), inner], name="outer")
    inputs = tf.keras.Input([2])
    model = tf.keras.Model(inputs, layers.Dense(1, name="alone")(inputs), name="network")
    assert paths(outer) == ["outer/inner/d/kernel", "outer/inner/d/bias"]
    assert paths(model) == ["alone/kernel", "alone/bias"]


@pytest.mark.parametrize(
    ("layer", "place"),
    [
        (lambda: layers.LSTM(1, name="r"), "r/lstm_cell"),
        (lambda: layers.GRU(1, name="r"), "r/gru_cell"),
        (lambda: layers.SimpleRNN(1, name="r"), "r/simple_rnn_cell"),
        (lambda: layers.RNN(layers.GRUCell(1, name="c"), name="r"), "r/c"),
        (lambda: layers.Bidirectional(layers.LSTM(1, name="r"), name="b"), "b/forward_r/lstm_cell"),
    ],
)
def test_paths_of_recurrent_layers_lead_through_their_cells(layer, place):
    layer = layer()
    layer(tf.ones([1, 2, 3]))
    assert paths(layer)[0] == f"{place}/kernel"


def test_slots_are_called_after_paths():
    layer, optimizer = dense(), tf.keras.optimizers.SGD(momentum=0.5, name="o")
    optimizer.build(layer.trainable_variables)
    assert optimizer.variables[-1].path == "o/line_bias_momentum"


def test_a_weight_without_a_name_is_numbered():
    first, second = tf.keras.Variable(1.0), tf.keras.Variable(1.0)
    assert first.path.partition("_")[0] == second.path.partition("_")[0] == "variable"
    assert first.path != second.path


def test_one_weight_is_frozen():
    layer = dense()
    layer.kernel.trainable = False
    assert [len(layer.trainable_weights), len(layer.non_trainable_weights)] == [1, 1]
    assert [weight is layer.kernel for weight in layer.weights] == [True, False]


def test_a_frozen_layer_freezes_its_weights():
    layer = dense()
    layer.trainable = False
    assert not layer.kernel.trainable
    layer.trainable = True
    assert layer.kernel.trainable


def test_a_constraint_and_a_penalty_come_later():
    layer = dense()
    layer.kernel.constraint = tf.keras.constraints.NonNeg()
    layer.kernel.regularizer = tf.keras.regularizers.L2(0.5)
    tf.keras.optimizers.SGD(100.0).apply(
        [tf.ones([1, 2]), tf.ones([2])], [layer.kernel, layer.bias]
    )
    assert layer.kernel.numpy().tolist() == [[0.0, 0.0]]
    layer.kernel.assign([[1.0, 2.0]])
    assert [float(loss) for loss in layer.losses] == [2.5]
    layer.kernel.regularizer = None
    assert layer.losses == []


@pytest.mark.parametrize("name", ["constraint", "regularizer"])
def test_what_cannot_be_called_is_no_constraint_and_no_penalty(name):
    with pytest.raises(ValueError, match=f"Invalid value for attribute `{name}`. Expected a call"):
        setattr(dense().kernel, name, 3)


def test_assignments_return_the_new_value():
    bias = dense().bias
    assert bias.assign([1, 2]).numpy().tolist() == [1.0, 2.0]
    assert bias.assign_add([1.0, 1.0]).numpy().tolist() == [2.0, 3.0]
    assert bias.assign_sub([2.0, 2.0]).numpy().tolist() == [0.0, 1.0]
    with pytest.raises(ValueError, match=r"the target value in `variable.assign\(value\)` must"):
        bias.assign([1.0, 2.0, 3.0])


def test_what_an_assignment_returns_has_gradients():
    weight, x = tf.keras.Variable(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = weight.assign_add(x) ** 2
    assert float(tape.gradient(y, x)) == 10.0


def test_axes_signs_and_rounding():
    weight = tf.keras.Variable([1.6, 2.24])
    assert weight.ndim == 1
    assert np.array(+weight).tolist() == weight.numpy().tolist()
    assert np.array(round(weight)).tolist() == [2.0, 2.0]
    np.testing.assert_allclose(np.array(round(weight, 1)), [1.6, 2.2], rtol=1e-6)


@ours("Keras 3 copies neither")
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_are_weights_with_the_same_path(copied):
    layer = dense(trainable=False)
    layer.kernel.trainable = False
    twin = copied(layer.kernel)
    assert (twin.path, twin.trainable) == ("line/kernel", False)
    assert twin.numpy().tolist() == layer.kernel.numpy().tolist()


@ours("Keras 3 has no subclasses of it that are read otherwise")
def test_a_weight_that_says_otherwise_is_asked():
    class Doubled(type(dense().kernel)):
        def __tf_tensor__(self, dtype=None, name=None):
            return self.read_value() * 2.0

    assert (tf.constant([1.0]) + Doubled([3.0])).numpy().tolist() == [7.0]
    assert (tf.constant([1.0]) + tf.keras.Variable([3.0])).numpy().tolist() == [4.0]
