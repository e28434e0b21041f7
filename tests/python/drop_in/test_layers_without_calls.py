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
