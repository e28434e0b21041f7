"""Inputs and outputs of a model that a configuration makes again are in the structure they had."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3
X = np.ones((2, 3), "float32")


def made(structure):
    entry = keras.Input((3,))
    ends = tf.nest.map_structure(lambda units: keras.layers.Dense(units)(entry), structure)
    return keras.Model(entry, ends)


@pytest.mark.parametrize("structure", [(1, 2), [1, 2], {"x": 1, "y": [2]}, (1, [2, 3])])
def test_outputs_of_a_model_again(structure):
    model = made(structure)
    again = keras.Model.from_config(model.get_config())
    tf.nest.assert_same_structure(again(X), model(X))
    assert type(again(X)) is type(model(X))


def test_json_knows_lists_and_no_tuples():
    again = keras.models.model_from_json(made((1, 2)).to_json())
    assert isinstance(again(X), list)


def test_the_only_input_of_a_list_stays_in_it(tmp_path):
    entry = keras.Input((3,))
    model = keras.Model([entry], keras.layers.Dense(1)(entry))
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = keras.models.load_model(path)
    assert isinstance(again.input, list)
    np.testing.assert_allclose(again([X]), model([X]))
    np.testing.assert_allclose(again.predict(X, verbose=0), model.predict(X, verbose=0))
