"""In TensorFlow's place layers pass over variables that Keras did not make, as in Keras 3."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


class Module(tf.Module):
    def __init__(self):
        super().__init__()
        self.inner = tf.Variable(1.0)


def _scale():
    return tf.Variable(1.0, name="scale")


def _module():
    return Module()


def _list():
    return [tf.Variable(1.0), tf.Variable(2.0)]


def _dict():
    return {"a": tf.Variable(1.0)}


def _made(make):
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
            self.held = make()

        def call(self, x):
            held = self.held
            while not isinstance(held, tf.Variable):
                held = held.inner if isinstance(held, tf.Module) else tf.nest.flatten(held)[0]
            return self.dense(x) * held

    return Net()


@pytest.mark.parametrize("make", [_scale, _module, _list, _dict])
def test_they_are_no_weights(make):
    net = _made(make)
    net(tf.ones([1, 2]))
    if not AGAINST_TENSORFLOW:
        with pytest.warns(UserWarning, match="Keras 3 knows those of `add_weight` alone"):
            assert len(net.weights) == 1
    assert [w.shape for w in net.trainable_variables] == [(2, 1)]
    assert len(net.weights) == len(net.variables) == len(net.get_weights()) == 1


@pytest.mark.filterwarnings("ignore:Net")
def test_fit_does_not_train_them():
    net = _made(_scale)
    net.compile(tf.keras.optimizers.SGD(0.1), "mse")
    x, y = np.ones([2, 2], "float32"), np.zeros([2, 1], "float32")
    losses = net.fit(x, y, epochs=2, verbose=0).history["loss"]
    assert losses == [pytest.approx(4.0), pytest.approx(1.44)]
    assert float(net.held) == 1.0


@pytest.mark.filterwarnings("ignore:Net")
def test_a_tape_knows_them():
    net = _made(_scale)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(tf.ones([1, 2])))
    assert float(tape.gradient(loss, net.held)) == 2.0


def test_variables_of_keras_are_weights():
    class Own(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.one = tf.keras.Variable(1.0)
            self.two = [tf.keras.Variable(2.0), self.add_weight(shape=(3,))]

    assert len(Own().trainable_variables) == 3


class Linear(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([2, 1]))
        self.b = tf.Variable(tf.zeros([1]), trainable=False)

    def call(self, x):
        return x @ self.w + self.b


@pytest.mark.filterwarnings("ignore:Linear", "ignore:The model")
def test_fit_trains_nothing_where_there_is_nothing_else():
    model = tf.keras.Sequential([Linear()])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    x, y = np.ones([2, 2], "float32"), np.zeros([2, 1], "float32")
    assert model.fit(x, y, epochs=2, verbose=0).history["loss"] == [4.0, 4.0]


@pytest.mark.filterwarnings("ignore:Linear")
@ours("Keras 3 has no weights then, and its optimizer refuses them")
def test_a_loop_of_its_own_has_them_where_there_is_nothing_else():
    layer, model = Linear(), tf.keras.Sequential([Linear(), tf.keras.layers.ReLU()])
    assert [w is v for w, v in zip(layer.weights, [layer.w, layer.b])] == [True, True]
    assert len(layer.trainable_weights) == len(layer.non_trainable_weights) == 1
    model(tf.ones([1, 2]))
    assert len(model.trainable_variables) == 1
    assert len(model.get_weights()) == 2
    model.trainable = False
    assert model.trainable_variables == []


class _Scaled(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(tf.ones([7]), trainable=False, name="scale")

    def call(self, inputs):
        return inputs * self.scale


@pytest.mark.filterwarnings("ignore:_Scaled")
def test_a_summary_does_not_count_those_of_a_layer():
    inputs = tf.keras.Input((7,))
    outputs = tf.keras.layers.Dense(2)(_Scaled()(inputs))
    lines = []
    tf.keras.Model(inputs, outputs).summary(print_fn=lambda text, **_: lines.append(text))
    rows = [line.split() for line in "\n".join(lines).splitlines() if "(_Scaled)" in line]
    assert [row[-2] for row in rows] == ["0"]
    assert "Total params: 16 " in lines[0]
