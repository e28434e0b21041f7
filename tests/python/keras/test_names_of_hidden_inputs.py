"""Chains that are built without an input have one of their own, whose name is taken."""

import pytest
from library import tf

keras = tf.keras


def number_of_next_input():
    name = keras.Model(inputs := keras.Input([2]), inputs).layers[0].name
    return int(name.partition("input_layer")[2].lstrip("_") or 0)


def chain(first, **arguments):
    return keras.Sequential([*first, keras.layers.Dense(1, **arguments)])


BUILT = {
    "called": lambda: chain([])(tf.ones([1, 2])),
    "built": lambda: chain([]).build((None, 2)),
    "told": lambda: chain([], input_shape=(2,)),
    "given": lambda: chain([keras.Input([2])]),
    "nested": lambda: keras.Sequential([chain([keras.Input([2])])])(tf.ones([1, 2])),
}


@pytest.mark.filterwarnings("ignore::UserWarning")  # of `input_shape`
@pytest.mark.parametrize("built", ["called", "built", "told", "given"])
def test_a_chain_takes_one_name(built):
    before = number_of_next_input()
    BUILT[built]()
    assert number_of_next_input() - before == 2


def test_a_chain_in_a_chain_takes_another():
    before = number_of_next_input()
    BUILT["nested"]()
    assert number_of_next_input() - before == 3
