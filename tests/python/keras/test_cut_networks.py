"""Networks that begin at what layers made have inputs of their own, and no layer before them."""

import numpy as np
import pytest
from library import tf

KERAS = tf.keras


@pytest.fixture
def chain():
    """Three layers, and what each of them makes."""
    inputs = KERAS.Input((4,))
    first = KERAS.layers.Dense(3, name="first")(inputs)
    second = KERAS.layers.Dense(4, name="second", activation="relu")(first)
    third = KERAS.layers.Dense(5, name="third")(second)
    return inputs, first, second, third


def test_layers_before_the_cut_are_not_in_the_network(chain):
    _, _, second, third = chain
    model = KERAS.Model(second, third)
    assert [type(layer).__name__ for layer in model.layers] == ["InputLayer", "Dense"]
    assert model.layers[1].name == "third"
    assert model.count_params() == 25
    assert tuple(model.input_shape) == (None, 4)


def test_layers_are_shared_with_the_whole(chain):
    inputs, _first, second, third = chain
    whole, front = KERAS.Model(inputs, third), KERAS.Model(inputs, second)
    tail = KERAS.Model(second, third)
    values = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4)
    np.testing.assert_allclose(tail(front(values)), whole(values), rtol=1e-6)
    assert whole.get_layer("third") is tail.layers[-1]
    assert whole.get_layer("third").output.shape == (None, 5)


def test_training_a_part_leaves_the_others(chain):
    inputs, _, second, third = chain
    front, model = KERAS.Model(inputs, second), KERAS.Model(second, third)
    before, own = front.get_weights(), model.get_weights()
    model.compile(KERAS.optimizers.SGD(weight_decay=0.5), "mse")
    model.fit(np.ones((4, 4)), np.zeros((4, 5)), verbose=0)
    assert all((a == b).all() for a, b in zip(before, front.get_weights(), strict=True))
    assert not (own[0] == model.get_weights()[0]).all()


def test_several_cuts(chain):
    _, first, second, third = chain
    model = KERAS.Model([first, second], [third, first * 2])
    a, b = np.ones((2, 3), "float32"), np.ones((2, 4), "float32")
    of_second, of_first = model([a, b])
    assert of_second.shape == (2, 5)
    np.testing.assert_array_equal(of_first, a * 2)
    kinds = [type(layer).__name__ for layer in model.layers]
    assert kinds[:3] == ["InputLayer", "InputLayer", "Dense"]


def test_a_cut_at_the_input_of_a_layer_of_another_model(chain):
    inputs, _, _, third = chain
    whole = KERAS.Model(inputs, third)
    tail = KERAS.Model(whole.get_layer("second").input, whole.output)
    assert [layer.name for layer in tail.layers[1:]] == ["second", "third"]


def test_networks_that_are_cut_are_written_and_made_again(chain):
    _, _, second, third = chain
    model = KERAS.Model(second, third)
    again = KERAS.models.model_from_json(model.to_json())
    again.set_weights(model.get_weights())
    values = np.ones((2, 4), "float32")
    np.testing.assert_array_equal(again(values), model(values))
    assert KERAS.models.clone_model(model).count_params() == 25


@pytest.mark.keras_3
def test_inputs_are_named_after_what_was_cut(chain):
    _, _, second, third = chain
    model = KERAS.Model(second, third)
    assert model.layers[0].name == f"{second.name}CLONE"
