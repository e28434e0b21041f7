"""Keras 3: the paths of the weights of chains that were read from files."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


def paths(model):
    return [weight.path for weight in model.weights]


def chain():
    dense = keras.layers.Dense(2, name="dense", use_bias=False)
    return keras.Sequential(
        [keras.Input((3,)), dense, keras.layers.UnitNormalization()], name="chain"
    )


def read(model, tmp_path):
    model.save(str(tmp_path / "model.keras"))
    return keras.models.load_model(str(tmp_path / "model.keras"))


def test_they_do_not_lead_through_the_chain(tmp_path):
    model = chain()
    assert paths(model) == ["chain/dense/kernel"]
    again = read(model, tmp_path)
    assert paths(again) == ["dense/kernel"]
    x = np.ones((2, 3), "float32")
    np.testing.assert_array_equal(again(x), model(x))
    assert again.path == "chain"


def test_nor_do_names_of_an_optimizer_s_moments(tmp_path):
    model = chain()
    model.compile(keras.optimizers.SGD(0.1, momentum=0.5, name="sgd"), "mse")
    model.fit(np.ones((2, 3), "float32"), np.ones((2, 2), "float32"), verbose=0)
    again = read(model, tmp_path)
    assert again.optimizer.variables[-1].path == "sgd/dense_kernel_momentum"


def test_chains_of_configurations_and_clones(tmp_path):
    model = chain()
    assert paths(keras.Sequential.from_config(model.get_config())) == ["dense/kernel"]
    assert paths(keras.models.model_from_json(model.to_json())) == ["dense/kernel"]
    assert paths(keras.models.clone_model(model)) == ["chain/dense/kernel"]


def test_a_chain_within_a_network(tmp_path):
    inputs = keras.Input((3,))
    network = keras.Model(inputs, chain()(keras.layers.Dense(3, name="first")(inputs)))
    known = ["first/kernel", "first/bias"]
    assert paths(network) == [*known, "chain/dense/kernel"]
    assert paths(read(network, tmp_path)) == [*known, "dense/kernel"]


def test_a_chain_that_was_not_built_has_its_name_in_them(tmp_path):
    late = keras.Sequential([keras.layers.Dense(1, name="late", use_bias=False)], name="late_chain")
    again = keras.Sequential.from_config(late.get_config())
    again(np.ones((2, 3), "float32"))
    assert paths(again) == ["late_chain/late/kernel"]
