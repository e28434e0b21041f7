"""How programs print the types of weights, and that these are found again."""

import pickle

from library import tf


def test_a_weight_is_a_variable_by_name():
    layer = tf.keras.layers.Dense(2)
    layer.build([None, 3])
    kind = type(layer.kernel)
    assert kind.__name__ == "Variable"
    assert pickle.loads(pickle.dumps(kind)) is kind
