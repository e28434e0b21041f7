"""A layer of Keras 3 that does not say what it computes refuses to be called."""

import pytest
from library import tf

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


class Silent(tf.keras.layers.Layer):
    pass


@pytest.mark.parametrize("kind", [Silent, tf.keras.layers.Layer])
def test_it_has_no_call(kind):
    with pytest.raises(NotImplementedError, match="does not have a `call` method implemented"):
        kind()(tf.ones(2))


@pytest.mark.parametrize("name", ["Identity", "ActivityRegularization"])
def test_layers_that_change_nothing_have_one(name):
    assert getattr(tf.keras.layers, name)()(tf.ones(2)).numpy().tolist() == [1.0, 1.0]


class Passing(tf.keras.layers.Identity):
    pass


def test_so_have_those_derived_from_them():
    assert Passing()(tf.ones(2)).numpy().tolist() == [1.0, 1.0]
