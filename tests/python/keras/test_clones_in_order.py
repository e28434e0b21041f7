"""In which order a clone's layers are made and built: their weights are drawn in that order.

Against TensorFlow the tests of Keras 2 pass with `TF_USE_LEGACY_KERAS` set, the others without.
"""

import pytest
from library import tf

keras = tf.keras

log: list[str] = []


class Logged(keras.layers.Dense):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        log.append(f"make {self.name}")

    def build(self, shape):
        log.append(f"build {self.name}")
        super().build(shape)


def branches(long_first):
    """`short` takes what `first` of the long branch takes; `last` takes what `first` makes."""
    one, two = keras.Input((3,)), keras.Input((2,))
    both = [Logged(4, name="a")(one), Logged(4, name="b")(two)]
    joined = keras.layers.concatenate(both, name="joined")
    short = Logged(2, name="short")(joined)
    long = Logged(3, name="last")(Logged(1, name="first")(joined))
    model = keras.Model([one, two], [long, short] if long_first else [short, long])
    log.clear()
    return model


def done(what):
    return [line.split()[1] for line in log if line.startswith(what)]


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("long_first", "order"),
    [(False, ["a", "b", "first", "last", "short"]), (True, ["a", "b", "first", "short", "last"])],
)
def test_layers_are_made_as_they_are_called(long_first, order):
    model = branches(long_first)
    for clone in (None, lambda layer: type(layer).from_config(layer.get_config())):
        log.clear()
        keras.models.clone_model(model, clone_function=clone)
        assert done("make") == done("build") == order


@pytest.mark.keras_3
def test_a_model_within_is_made_of_its_configuration():
    inner = branches(False)
    one, two = keras.Input((3,)), keras.Input((2,))
    outer = keras.Model([one, two], inner([one, two]))
    log.clear()
    with keras.utils.custom_object_scope({"Logged": Logged}):
        keras.models.clone_model(outer)
    assert done("make") == ["a", "b", "first", "short", "last"]


@pytest.mark.keras_2
@pytest.mark.parametrize("long_first", [False, True])
def test_layers_of_keras_2_are_all_made_first(long_first):
    model = branches(long_first)
    order = ["a", "b", "first", *(["last", "short"] if long_first else ["short", "last"])]
    for clone in (None, lambda layer: type(layer).from_config(layer.get_config())):
        log.clear()
        keras.models.clone_model(model, clone_function=clone)
        assert done("make") == done("build") == order
        assert log[:5] == [f"make {name}" for name in order]


@pytest.mark.keras_3
def test_shared_layers_are_made_once():
    one, shared = keras.Input((3,)), Logged(3, name="shared")
    model = keras.Model(one, shared(Logged(3, name="between")(shared(one))))
    log.clear()
    clone = keras.models.clone_model(model)
    assert done("make") == ["shared", "between"]
    assert len(clone.weights) == 4
