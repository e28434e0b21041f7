"""The order in which a layer's symbolic inputs are known that a call has by name."""

import pytest
from library import tf

keras = tf.keras


class Three(keras.layers.Layer):
    def call(self, x, *, zeta, alpha):
        return x + zeta + alpha


def _parents(**names):
    x = keras.Input((3,), name="x")
    named = {name: keras.Input((3,), name=f"of_{name}") for name in names}
    outputs = Three(name="three")(x, **named)
    model = keras.Model([x, *named.values()], outputs)
    node = model.get_layer("three")._inbound_nodes[0]
    return [layer.name for layer in _layers(node)]


def _layers(node):
    parents = node.parent_nodes
    return [getattr(parent, "layer", None) or parent.operation for parent in parents]


@pytest.mark.keras_2
def test_it_is_that_of_the_call():
    assert _parents(zeta=0, alpha=1) == ["x", "of_zeta", "of_alpha"]
    assert _parents(alpha=0, zeta=1) == ["x", "of_alpha", "of_zeta"]


@pytest.mark.keras_3
def test_it_is_that_of_the_names():
    assert _parents(zeta=0, alpha=1) == ["x", "of_alpha", "of_zeta"]
    assert _parents(alpha=0, zeta=1) == ["x", "of_alpha", "of_zeta"]
