"""The order of the layers that a model has in lists and dictionaries which are filled later.

Keras 3 registers them one by one; Keras 2 has them where their list was set.
"""

import os

from library import tf

keras = tf.keras
LEGACY = "TF_USE_LEGACY_KERAS" in os.environ


def dense(name):
    return keras.layers.Dense(2, name=name)


def names(model):
    return [layer.name for layer in model.layers]


class Block(keras.layers.Layer):
    def __init__(self, name):
        super().__init__(name=name)
        self.steps = []
        self.out = dense(name + "_out")
        self.steps.append(dense(name + "_step"))

    def call(self, x):
        return self.out(self.steps[0](x))


class Filled(keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = []
        self.first = dense("first")
        for number in range(2):
            self.blocks.append(Block(f"block{number}"))
        self.last = dense("last")

    def call(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.last(x)


def test_layers_that_are_appended_come_when_they_are_appended():
    model = Filled()
    model(tf.zeros([1, 3]))
    order = ["first", "block0", "block1", "last"]
    assert names(model) == (["block0", "block1", "first", "last"] if LEGACY else order)
    if not LEGACY:
        kernels = [weight.path for weight in model.weights if "kernel" in weight.path]
        assert [path.split("/")[-2] for path in kernels] == [
            "first", "block0_out", "block0_step", "block1_out", "block1_step", "last",
        ]  # fmt: skip


def test_weights_are_set_in_that_order():
    model = Filled()
    model(tf.zeros([1, 3]))
    values = [weight.numpy() + 1.0 for weight in model.weights]
    model.set_weights(values)
    at = 0 if not LEGACY else [weight.shape[0] for weight in model.weights].index(3)
    assert (model.first.kernel.numpy() == values[at]).all()


def test_layers_in_a_list_from_the_start_come_with_it():
    class Given(keras.Model):
        def __init__(self, layers):
            super().__init__()
            self.parts = layers
            self.head = dense("head")

    later = dense("later")
    assert names(Given([dense("b"), later, dense("a")])) == ["b", "later", "a", "head"]


def test_nested_lists_and_dictionaries():
    class Nested(keras.Model):
        def __init__(self):
            super().__init__()
            self.by_name = {}
            self.grid = [[]]
            self.one = dense("one")
            self.by_name["k"] = dense("two")
            self.four = dense("three")
            self.grid[0].append(dense("four"))

    order = ["two", "four", "one", "three"] if LEGACY else ["one", "two", "three", "four"]
    assert names(Nested()) == order


def test_an_attribute_that_is_set_anew_for_each_layer_of_a_list():
    class Same(keras.Model):
        def __init__(self):
            super().__init__()
            self.head = dense("head")
            self.convs = []
            for number in range(3):
                self.conv = dense(f"conv{number}")
                self.convs.append(self.conv)
            self.tail = dense("tail")

    assert names(Same()) == ["head", "conv0", "conv1", "conv2", "tail"]


def test_the_layers_of_a_sequential_model_stay_in_its_order():
    a, b = dense("a"), dense("b")
    model = keras.Sequential([b, a])
    model.add(dense("c"))
    assert names(model) == ["b", "a", "c"]
