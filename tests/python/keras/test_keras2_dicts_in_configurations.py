"""Configurations of Keras 2 of models in which layers are called on dicts: keys are kept."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


class Spread(tf.keras.layers.Layer):
    """A sum of the entries of a dict, each with a factor of its key."""

    def call(self, inputs, factor=1.0):
        plain, pair = inputs["plain"], inputs["pair"]
        return factor * plain + 10.0 * pair[0] + 100.0 * pair[1]


def model_of():
    ends = [tf.keras.Input((2,)) for _ in range(3)]
    given = {"plain": ends[2], "pair": [ends[0], ends[1]]}
    return tf.keras.Model(ends, Spread(name="spread")(given, factor=2.0))


DATA = [np.full((1, 2), value, np.float32) for value in (1.0, 2.0, 3.0)]


def test_the_configuration_has_the_keys():
    model = model_of()
    names = [layer.name for layer in model.layers[:3]]
    (entry,) = [one for one in model.get_config()["layers"] if one["name"] == "spread"]
    (node,) = entry["inbound_nodes"]
    assert set(node) == {"plain", "pair"}
    assert node["plain"][:3] == [names[2], 0, 0]
    assert node["plain"][3]["factor"] == 2.0
    assert [place[:3] for place in node["pair"]] == [[names[0], 0, 0], [names[1], 0, 0]]


@pytest.mark.filterwarnings("ignore:You are saving")
@pytest.mark.parametrize("way", ["model.h5", "model.keras", "json", "config"])
def test_such_a_model_comes_back(way, tmp_path):
    model, own = model_of(), {"Spread": Spread}
    if way == "json":
        again = tf.keras.models.model_from_json(model.to_json(), own)
    elif way == "config":
        again = tf.keras.Model.from_config(model.get_config(), own)
    else:
        model.save(tmp_path / way)
        again = tf.keras.models.load_model(tmp_path / way, own)
    np.testing.assert_allclose(again(DATA), [[216.0, 216.0]])
