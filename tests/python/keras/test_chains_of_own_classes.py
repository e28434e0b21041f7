"""Chains of a program's own class: they are made again from what they tell, and from files."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
X = np.ones((2, 3), "float32")


class Stepping(keras.Sequential):
    def train_step(self, data):
        return super().train_step(data)


class Handing(keras.Sequential):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


@pytest.fixture(params=[Stepping, Handing])
def kind(request):
    return request.param


def made(kind):
    model = kind([keras.Input((3,)), layers.Dense(4), layers.Dense(1)], name="chain")
    model.compile("sgd", "mse")
    return model


def test_they_are_made_from_what_they_tell(kind):
    again = kind.from_config(made(kind).get_config())
    assert type(again) is kind
    assert (again.name, again.output_shape) == ("chain", (None, 1))


def test_they_are_made_from_text(kind):
    text = made(kind).to_json()
    assert type(keras.models.model_from_json(text, {kind.__name__: kind})) is kind


@pytest.mark.parametrize("ending", ["keras", "h5"])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file:UserWarning")
def test_they_are_read_from_files(kind, ending, tmp_path):
    model = made(kind)
    model.fit(X, X[:, :1], verbose=0)
    path = str(tmp_path / f"model.{ending}")
    model.save(path)
    again = keras.models.load_model(path, {kind.__name__: kind}, compile=False)
    assert type(again) is kind
    np.testing.assert_allclose(again.predict(X, verbose=0), model.predict(X, verbose=0))


def test_one_that_takes_no_name():
    class Fixed(keras.Sequential):
        def __init__(self):
            super().__init__([keras.Input((3,)), layers.Dense(1)])

    with pytest.raises(TypeError, match="unexpected keyword argument 'name'"):
        Fixed.from_config(Fixed().get_config())


@pytest.mark.keras_3
def test_a_second_input():
    model = keras.Sequential([keras.Input((3,)), layers.Dense(1)], name="chain")
    with pytest.raises(ValueError, match="already been configured to use input shape"):
        model.add(keras.Input((4,)))
