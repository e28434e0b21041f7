"""Clones whose layers a program calls itself, and that begin at tensors of its own."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
ROWS = np.ones((2, 3), "float32")


def chain():
    """A model that calls one layer twice."""
    begin = keras.Input((3,), name="begin")
    shared = layers.Dense(4, name="shared")
    inner = shared(shared(layers.Dense(4, name="first")(begin) * 2.0))
    return keras.Model(begin, layers.Dense(2, name="last")(inner), name="chain")


def nested():
    begin = keras.Input((3,))
    inner = keras.Sequential([layers.Dense(3, name="within")], name="row")(chain()(begin))
    return keras.Model(begin, layers.Dense(1, name="end")(inner))


def again(layer):
    return layer.__class__.from_config(layer.get_config())


def again_called(layer, *args, **kwargs):
    return layer(*args, **kwargs)


def test_layers_come_behind_those_that_stay():
    def call(layer, *args, **kwargs):
        found = layer(*args, **kwargs)
        return layers.Dropout(0.5)(found) if isinstance(layer, layers.Dense) else found

    model = chain()
    clone = keras.models.clone_model(model, clone_function=lambda layer: layer, call_function=call)
    assert clone.name == "chain"
    assert clone.get_layer("shared") is model.get_layer("shared")
    assert sum(isinstance(layer, layers.Dropout) for layer in clone.layers) == 4
    np.testing.assert_allclose(clone(ROWS), model(ROWS))


def test_clones_have_weights_of_their_own_in_the_order_of_calls():
    def draws(**options):
        keras.utils.set_random_seed(3)
        return keras.models.clone_model(model, **options)(ROWS)

    model = chain()
    expected = draws()
    assert not np.allclose(expected, model(ROWS))
    np.testing.assert_allclose(draws(call_function=again_called), expected)
    np.testing.assert_allclose(draws(clone_function=again), expected)


def test_models_within_are_cloned_as_a_whole_or_by_their_layers():
    made = []

    def make(layer):
        made.append(layer.name)
        return again(layer)

    keras.models.clone_model(nested(), clone_function=make)
    assert made == ["chain", "row", "end"]
    made.clear()
    keras.models.clone_model(nested(), clone_function=make, recursive=True)
    own = [name for name in made if not name.startswith("multiply")]
    assert own == ["first", "shared", "last", "within", "end"]


def test_a_clone_begins_at_tensors_of_the_programs_own():
    mine = keras.Input((3,), name="mine")
    clone = keras.models.clone_model(chain(), input_tensors=mine)
    assert clone.input is mine
    assert [layer.name for layer in clone.layers if "mult" not in layer.name] == [
        "mine", "first", "shared", "last",
    ]  # fmt: skip
    row = keras.Sequential([keras.Input((3,)), layers.Dense(2)])
    row.compile("adam", "mse")
    clone = keras.models.clone_model(row, input_tensors=[mine])
    assert clone.output_shape == (None, 2)
    assert isinstance(clone.optimizer, keras.optimizers.Adam)
    with pytest.raises(ValueError, match="must have the same structure as model"):
        keras.models.clone_model(chain(), input_tensors=[mine])
    with pytest.raises(ValueError, match="All entries in `input_tensors` must be KerasTensors"):
        keras.models.clone_model(chain(), input_tensors=tf.ones((2, 3)))
    with pytest.raises(ValueError, match="must contain a single tensor"):
        keras.models.clone_model(row, input_tensors=[mine, mine])


class Own(keras.Model):
    def call(self, inputs):
        return inputs


def test_what_has_no_calls_to_repeat_says_so():
    with pytest.raises(ValueError, match="is not supported with Sequential models"):
        keras.models.clone_model(
            keras.Sequential([layers.Dense(2)]), call_function=lambda layer, x: layer(x)
        )
    with pytest.raises(ValueError, match="is only supported for Functional models"):
        keras.models.clone_model(Own(), call_function=lambda layer, x: layer(x))
    with pytest.raises(ValueError, match="Unexpected keyword argument"):
        keras.models.clone_model(chain(), nothing=1)
