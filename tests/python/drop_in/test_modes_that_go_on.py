"""In TensorFlow's place layers share the mode of the outermost call, as in Keras 3: what one of
them is given holds for those behind it."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
ONES = np.ones((2, 3), "float32")


class Tells(layers.Layer):
    def call(self, x, training=None):
        print(training)
        return x


class TrainsByItself(layers.Layer):
    def call(self, x, training=True):
        return x


class Chain(tf.keras.Model):
    """Calls layers in turn, some of them with a mode."""

    def __init__(self, *steps):
        super().__init__()
        self.steps = [step if isinstance(step, tuple) else (step,) for step in steps]
        self.inner = [step[0] for step in self.steps]

    def call(self, x, training=None):
        for layer, *mode in self.steps:
            x = layer(x, training=mode[0]) if mode else layer(x)
        return x


def told(capsys, model, **mode):
    model(ONES)
    capsys.readouterr()
    model(ONES, **mode)
    return capsys.readouterr().out.split()


@pytest.mark.parametrize("given", [True, False, None])
@pytest.mark.parametrize("mode", [True, False])
def test_a_mode_that_a_layer_was_given_goes_on(capsys, given, mode):
    model = Chain(Tells(), (Tells(), given), Tells())
    assert told(capsys, model, training=mode) == [str(mode), str(given), str(given)]


def test_a_frozen_layer_lets_those_behind_it_rest():
    norm = layers.BatchNormalization()
    model = Chain((layers.BatchNormalization(), False), norm)
    model.compile("sgd", "mse")
    model.fit(3 * ONES, ONES, verbose=0)
    np.testing.assert_array_equal(norm.moving_mean, [0, 0, 0])


@pytest.mark.parametrize(
    ("first", "mode"),
    [
        (TrainsByItself(), "True"), (layers.Dropout(0.5), "False"), (layers.Dense(2), "None"),
        (layers.GaussianNoise(1.0), "False"), (layers.BatchNormalization(), "None"),
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_the_first_default_holds_for_all(capsys, first, mode):
    assert told(capsys, Chain(first, Tells(), TrainsByItself())) == [mode]


@pytest.mark.parametrize(
    "first", [layers.Resizing(3, 3), layers.CenterCrop(2, 2), layers.RandomFlip(seed=1)]
)
def test_layers_for_pictures_train(capsys, first):
    model, pictures = Chain(first, Tells()), np.ones((2, 4, 4, 3), "float32")
    model(pictures)
    assert capsys.readouterr().out.split()[-1] == "True"
    model(pictures, training=False)
    assert capsys.readouterr().out.split()[-1] == "False"


def test_recurrent_layers_rest(capsys):
    model = Chain(layers.LSTM(2), Tells())
    model(np.ones((1, 2, 3), "float32"))
    assert capsys.readouterr().out.split()[-1] == "False"


def test_networks_and_chains_keep_to_their_mode(capsys):
    inputs, inner = tf.keras.Input((3,)), Chain((Tells(), True))
    network = tf.keras.Model(inputs, Tells()(inner(inputs)))
    assert told(capsys, network, training=False) == ["True", "False"]
    chain = tf.keras.Sequential([tf.keras.Input((3,)), Chain((Tells(), True)), Tells()])
    assert told(capsys, chain, training=False) == ["True", "False"]
    assert told(capsys, chain) == ["True", "True"]


def test_a_mode_within_a_network_goes_on_where_it_has_none(capsys):
    inputs = tf.keras.Input((3,))
    network = tf.keras.Model(inputs, Tells()(Tells()(inputs, training=True)))
    assert told(capsys, network) == ["True", "True"]
    assert told(capsys, Chain(network, Tells())) == ["True"] * 3
    assert told(capsys, network, training=False) == ["False", "False"]


def test_calls_are_for_themselves(capsys):
    model = Chain((Tells(), True), Tells())
    model(ONES)
    capsys.readouterr()
    Tells()(ONES)
    assert capsys.readouterr().out.split() == ["None"]


def test_a_model_that_takes_no_mode_is_told_none_when_it_predicts(capsys):
    class Plain(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first, self.second = TrainsByItself(), Tells()

        def call(self, x):
            return self.second(self.first(x))

    model = Plain()
    model.compile("sgd", "mse")
    model.predict(ONES, verbose=0)
    model.evaluate(ONES, ONES, verbose=0)
    found = capsys.readouterr().out.split()
    assert found[-1] == "True"
    assert "False" not in found
