"""In which order `evaluate` and steps give the numbers of several outputs, as in Keras 3."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.arange(24, dtype="float32").reshape(8, 3) / 24
Y = {"z": X[:, :1], "c": X[:, 1:2]}
Z_FIRST, C_FIRST = {"z": "mse", "c": "mae"}, {"c": "mae", "z": "mse"}


def layers(named=True):
    return [
        keras.layers.Dense(1, kernel_initializer=kernel, name=name if named else None)
        for name, kernel in (("z", "ones"), ("c", "zeros"))
    ]


class Own(keras.Model):
    def __init__(self):
        super().__init__()
        self.z, self.c = layers(named=False)

    def call(self, inputs):
        return {"z": self.z(inputs), "c": self.c(inputs)}


def network_of_a_dict():
    entry = keras.Input([3])
    return keras.Model(entry, {"z": layers()[0](entry), "c": layers()[1](entry)})


def network_of_a_list():
    entry = keras.Input([3])
    return keras.Model(entry, [layer(entry) for layer in layers()])


def reported(make, loss, metrics):
    """The names of what `evaluate` and a step list, found by their values."""
    model = make()
    model.compile(keras.optimizers.SGD(0.0), loss, metrics=metrics)
    named = model.evaluate(X, Y, verbose=0, return_dict=True)
    names = {round(value, 5): name for name, value in named.items()}
    listed = model.evaluate(X, Y, verbose=0)
    np.testing.assert_allclose(model.train_on_batch(X, Y), listed, rtol=1e-6)
    assert len(names) == len(listed)
    return [names[round(value, 5)] for value in listed]


@pytest.mark.parametrize("make", [Own, network_of_a_dict])
def test_losses_of_a_dict_stand_as_they_were_given(make):
    assert reported(make, "mse", None) == ["loss", "z_loss", "c_loss"]
    assert reported(make, Z_FIRST, None) == ["loss", "z_loss", "c_loss"]
    assert reported(make, C_FIRST, None) == ["loss", "c_loss", "z_loss"]


def test_losses_of_a_list_stand_as_the_outputs():
    assert reported(network_of_a_list, C_FIRST, None) == ["loss", "z_loss", "c_loss"]


@pytest.mark.parametrize("make", [Own, network_of_a_dict, network_of_a_list])
def test_metrics_stand_by_their_names(make):
    metrics = {"z": ["mape", "mae"], "c": ["mse", "cosine_similarity"]}
    wanted = ["c_cosine_similarity", "c_mse", "z_mae", "z_mape"]
    assert reported(make, Z_FIRST, metrics) == ["loss", "z_loss", "c_loss", *wanted]


def test_metrics_of_one_output_stand_as_they_were_given():
    model = keras.Sequential([keras.Input([3]), layers()[0]])
    model.compile("sgd", "huber", metrics=["mse", "mae"])
    named = model.evaluate(X, Y["z"], verbose=0, return_dict=True)
    wanted = [named[name] for name in ("loss", "mse", "mae")]
    assert model.evaluate(X, Y["z"], verbose=0) == wanted
