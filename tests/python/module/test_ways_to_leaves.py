"""`Module._flatten` with its options; the variables of a concrete function."""

from library import tf


class Part(tf.Module):
    def __init__(self, name):
        super().__init__()
        self.w = tf.Variable(1.0, name=name)


class Whole(tf.Module):
    def __init__(self):
        super().__init__()
        self.b = tf.Variable(0.0, name="b")
        self.parts = [Part("one"), {"last": Part("two")}]
        self.again = self.b
        self.itself = self


def is_variable(leaf):
    return isinstance(leaf, tf.Variable)


def test_every_way_to_a_leaf_is_told():
    found = Whole()._flatten(predicate=is_variable, with_path=True)
    assert [(way, leaf.name) for way, leaf in found] == [
        (("again",), "b:0"),
        (("b",), "b:0"),
        (("itself", "again"), "b:0"),
        (("itself", "b"), "b:0"),
        (("parts", 0, "w"), "one:0"),
        (("parts", 1, "last", "w"), "two:0"),
    ]


def test_attributes_have_another_order():
    found = Whole()._flatten(
        predicate=is_variable, attribute_traversal_key=lambda name: -ord(name[0])
    )
    assert [leaf.name for leaf in found] == ["b:0", "one:0", "two:0"]
    own = Whole()._flatten(False, is_variable)
    assert [leaf.name for leaf in own] == ["b:0"]


def test_a_module_is_no_submodule_of_itself():
    assert [type(leaf) for leaf in Whole().submodules] == [Part, Part]
    found = Whole()._flatten(predicate=lambda leaf: isinstance(leaf, tf.Module))
    assert [type(leaf) for leaf in found] == [Part, Part]


def test_a_concrete_function_tells_its_variables():
    scale = tf.Variable(2.0, name="scale")
    steps = tf.Variable(0.0, trainable=False, name="steps")
    concrete = tf.function(lambda x: scale * x + steps).get_concrete_function(
        tf.TensorSpec([], tf.float32)
    )
    assert [one.name for one in concrete.variables] == ["scale:0", "steps:0"]
    assert [one.name for one in concrete.trainable_variables] == ["scale:0"]
    assert len(concrete.captured_inputs) == 2
    with tf.GradientTape() as tape:
        y = concrete(tf.constant(3.0))
    assert float(tape.gradient(y, concrete.trainable_variables)[0]) == 3.0
