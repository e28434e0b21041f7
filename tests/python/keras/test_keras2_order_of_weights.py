"""Where a model's own variables stand among its weights under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


class Parts:
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(tf.ones([1, 3]))
        self.count = tf.Variable(tf.zeros([4]), trainable=False)
        self.body = keras.layers.Dense(2)
        self.norm = keras.layers.BatchNormalization()

    def call(self, x):
        return self.norm(self.body(x * self.scale))


class Model(Parts, keras.Model):
    pass


class Layer(Parts, keras.layers.Layer):
    pass


class Outer(keras.Model):
    def __init__(self, inner):
        super().__init__()
        self.own = tf.Variable(tf.zeros([5]))
        self.inner = inner

    def call(self, x):
        return self.inner(x)


def shapes(variables):
    return [tuple(v.shape) for v in variables]


def built(model):
    model(tf.ones([2, 3]))
    return model


def test_those_of_a_model_come_last():
    model = built(Model())
    assert shapes(model.trainable_variables) == [(3, 2), (2,), (2,), (2,), (1, 3)]
    assert shapes(model.non_trainable_variables) == [(2,), (2,), (4,)]
    assert shapes(model.weights) == [(3, 2), (2,), (2,), (2,), (2,), (2,), (1, 3), (4,)]
    assert [w.shape for w in model.get_weights()] == shapes(model.weights)


def test_those_of_a_layer_come_first():
    layer = built(Layer())
    assert shapes(layer.trainable_variables) == [(1, 3), (3, 2), (2,), (2,), (2,)]
    assert shapes(layer.non_trainable_variables) == [(4,), (2,), (2,)]


def test_a_layer_lists_what_is_trained_first():
    trained, others = [(1, 3), (3, 2), (2,), (2,), (2,)], [(4,), (2,), (2,)]
    layer = built(Layer())
    assert shapes(layer.weights) == trained + others
    assert [w.shape for w in layer.get_weights()] == trained + others
    inner = [(3, 2), (2,), (2,), (2,), (2,), (2,)]
    model = built(keras.Sequential([Layer(), keras.layers.BatchNormalization()]))
    assert shapes(model.weights) == trained + others + [(2,)] * 4
    layer.trainable = False
    assert shapes(layer.weights) == [(1, 3), (4,), *inner]


def test_models_in_models():
    model = built(Outer(Model()))
    assert shapes(model.trainable_variables) == [(3, 2), (2,), (2,), (2,), (1, 3), (5,)]


def test_weights_are_set_in_that_order():
    model, other = built(Model()), built(Model())
    model.scale.assign([[1.0, 2.0, 3.0]])
    other.set_weights(model.get_weights())
    assert other.scale.numpy().tolist() == [[1.0, 2.0, 3.0]]


class Named:
    """Holds variables and layers in dictionaries, `z` before `a`."""

    def __init__(self):
        super().__init__()
        self.own = {"z": tf.Variable(tf.ones([1])), "a": tf.Variable(tf.ones([2]))}
        self.parts = {
            "z": [keras.layers.Dense(5)],
            "a": {"y": keras.layers.Dense(3), "b": keras.layers.Dense(4)},
        }

    def call(self, x):
        small = self.parts["a"]["b"](x)[:, :1] + self.parts["a"]["y"](x)[:, :1]
        return self.parts["z"][0](x) * self.own["z"] + small * self.own["a"][0]


class NamedModel(Named, keras.Model):
    pass


class NamedLayer(Named, keras.layers.Layer):
    pass


def test_dictionaries_are_sorted_by_their_keys():
    inner = [(3, 4), (4,), (3, 3), (3,), (3, 5), (5,)]
    assert shapes(built(NamedLayer()).weights) == [(2,), (1,), *inner]
    model = built(NamedModel())
    assert shapes(model.weights) == [(1,), (2,), *inner]
    assert [layer.units for layer in model.layers] == [4, 3, 5]


class Container(keras.Model):
    def __init__(self, make):
        super().__init__()
        self.own = sized(1)
        self.first = keras.layers.Dense(9, use_bias=False)
        self.held = make()
        self.last = keras.layers.Dense(7, use_bias=False)

    def call(self, x):
        for layer in self.layers:
            layer(x)
        return x


def sized(count, trainable=True):
    return tf.Variable(tf.ones([count]), trainable=trainable)


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (lambda: [sized(2), sized(3)], [9, 2, 3, 7, 1]),
        (lambda: {"z": sized(2), "a": sized(3)}, [9, 2, 3, 7, 1]),
        (lambda: (sized(2), keras.layers.Dense(8, use_bias=False), sized(3)), [9, 8, 2, 3, 7, 1]),
        (lambda: [{"z": sized(2), "a": sized(3)}, sized(4), [sized(5)]], [9, 2, 3, 5, 4, 7, 1]),
        (lambda: {"z": sized(2), "a": [sized(3), sized(4, False)]}, [9, 3, 2, 4, 7, 1]),
    ],
)
def test_variables_in_containers_of_a_model_stand_in_their_place(make, sizes):
    model = Container(make)
    model(tf.ones([1, 1]))
    assert [int(tf.size(weight)) for weight in model.weights] == sizes
    assert [int(tf.size(w)) for w in model.trainable_weights if w.trainable] == [
        int(tf.size(w)) for w in model.weights if w.trainable
    ]


@pytest.mark.parametrize("stacked", [False, True])
def test_a_network_lists_the_weights_of_layer_after_layer(stacked):
    layers = [keras.layers.Dense(3), keras.layers.BatchNormalization(), keras.layers.Dense(2)]
    inputs = keras.Input((4,))
    if stacked:
        model = keras.Sequential([inputs, *layers])
    else:
        outputs = inputs
        for layer in layers:
            outputs = layer(outputs)
        model = keras.Model(inputs, outputs)
    sizes = [weight.shape[-1] for weight in model.get_weights()]
    assert sizes == [3, 3, 3, 3, 3, 3, 2, 2]
