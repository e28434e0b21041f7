"""Models whose inputs and outputs are lists of one in a list, and what stacks of layers tell, under
`TF_USE_LEGACY_KERAS=1`."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.ones((4, 3), np.float32)


def ends():
    start = keras.Input((3,))
    return start, keras.layers.Dense(2)(start)


def test_a_list_in_a_list_stays_one():
    start, end = ends()
    model = keras.Model([[start]], end)
    assert (model.input_shape, model.output_shape) == ([(None, 3)], (None, 2))
    assert model.predict(X, verbose=0).shape == (4, 2)
    assert keras.Model([start], [end]).input_shape == (None, 3)
    assert keras.Model([keras.Model(start, end).inputs], end).input_shape == [(None, 3)]


@pytest.mark.parametrize("kind", [lambda one: [[one]], lambda one: (one,)])
def test_outputs_come_as_they_were_given(kind):
    start, end = ends()
    model = keras.Model(kind(start), kind(end))
    of_one = type(kind(0))
    assert model.output_shape == of_one([(None, 2)])
    for found in (model(X), model.predict(X, verbose=0), model.predict_on_batch(X)):
        assert type(found) is of_one
        assert found[0].shape == (4, 2)
    model.compile("sgd", "mse")
    assert len(model.fit(X, X[:, :2], verbose=0).history["loss"]) == 1


def behind(model):
    return [
        [type(node.outbound_layer).__name__ for node in layer._outbound_nodes]
        for layer in model.layers
    ]


def test_a_stack_tells_its_nodes():
    names = ["Dense", "BatchNormalization", "ReLU"]
    made = [getattr(keras.layers, name) for name in names]
    model = keras.Sequential([keras.Input((3,)), made[0](2), made[1](), made[2]()])
    expected = [["BatchNormalization"], ["ReLU"], []]
    assert behind(model) == expected
    assert [len(layer._inbound_nodes) for layer in model.layers] == [1, 1, 1]
    assert behind(keras.models.clone_model(model)) == expected
    model.pop()
    assert behind(model) == [["BatchNormalization"], []]
    model.add(keras.layers.Dense(1))
    assert behind(model) == [["BatchNormalization"], ["Dense"], []]
    late = keras.Sequential([made[0](2), made[0](1)])
    assert behind(late) == [[], []]
    late.build((None, 3))
    assert behind(late) == [["Dense"], []]


def test_the_table_has_the_shapes_of_models_in_a_model():
    start, end = ends()

    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.first = keras.Model(start, [end, end])
            self.then = keras.Sequential([keras.layers.Dense(5), keras.layers.Dense(1)])
            self.last = keras.Sequential([keras.Input((1,)), keras.layers.Dense(7)])

        def call(self, x):
            return self.last(self.then(self.first(x)[0]))

    model, lines = Own(), []
    model(X)
    model.summary(print_fn=lambda line, **_: lines.append(line))
    text = "".join("".join(lines).split())
    assert "[(None,2)," in text
    assert "(4,1)" in text
    assert "(None,7)" in text
    assert "multiple" not in text


def test_softmax_wants_two_axes():
    for softmax in (keras.activations.softmax, keras.backend.softmax):
        with pytest.raises(ValueError, match="1D"):
            softmax(tf.constant([1.0, 2.0]))
    with pytest.raises(ValueError, match="1D"):
        keras.activations.softmax(keras.backend.placeholder(ndim=1))
