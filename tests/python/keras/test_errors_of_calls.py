"""Errors out of layers, which Keras tells with the layer and what it was called with."""

import re

import numpy as np
import pytest
from library import tf

keras = tf.keras
ROWS = np.ones((2, 3), "float32")


def error_of(call):
    """The error of a call."""
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


class Refuses(keras.layers.Layer):
    """Raises what it was made with."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    def call(self, x, training=None):
        raise self.error


class Kept(keras.layers.Layer):
    """Returns what it gets."""

    def call(self, x):
        return x


class Model(keras.Model):
    """Calls a layer."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def call(self, x, training=False):
        return self.layer(x)


TOLD = """Exception encountered when calling Refuses.call().

\x1b[1mno\x1b[0m

Arguments received by Refuses.call():
  • x=tf.Tensor(shape=(2, 3), dtype=float32)
  • training={}"""


def test_an_error_says_where_it_comes_from():
    error = error_of(lambda: Refuses(ValueError("no"))(ROWS))
    assert type(error) is ValueError
    assert str(error) == TOLD.format(None)
    assert error.__suppress_context__


def test_the_innermost_layer_is_told():
    assert str(error_of(lambda: Model(Refuses(ValueError("no")))(ROWS))) == TOLD.format(False)


class OfTwo(Exception):
    """An error that is not made of one text."""

    def __init__(self, one, two):
        super().__init__(one + two)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (KeyError("no"), KeyError),
        (AssertionError(), AssertionError),
        (OfTwo("n", "o"), RuntimeError),
        (tf.errors.OutOfRangeError(None, None, "no"), tf.errors.OutOfRangeError),
    ],
)
def test_the_class_stays_where_it_is_made_of_a_text(error, kind):
    found = error_of(lambda: Refuses(error)(ROWS))
    assert type(found) is kind
    assert "Exception encountered when calling Refuses.call()" in str(found)


def test_what_is_checked_before_a_call_is_told_as_it_is():
    class Builds(keras.layers.Layer):
        def build(self, input_shape):
            raise ValueError("in build")

        def call(self, x):
            return x

    assert str(error_of(lambda: Builds()(ROWS))) == "in build"
    assert str(error_of(lambda: keras.layers.Concatenate()([ROWS, ROWS[:1]]))).startswith("A `Con")
    text = "Exception encountered when calling Model.call().\n\n\x1b[1min build"
    assert str(error_of(lambda: Model(Builds())(ROWS))).startswith(text)


def test_symbols_say_that_nothing_could_be_inferred():
    text = str(error_of(lambda: Refuses(ValueError("no"))(keras.Input((3,)))))
    assert text.startswith("Exception encountered when calling Refuses.call().\n\n\x1b[1mCould not")
    assert "(of type Refuses). Either the `Refuses.call()` method is incorrect" in text
    assert "Error encountered:\n\nno\x1b[0m\n\nArguments received by Refuses.call():" in text
    assert text.endswith("  • kwargs=<class 'inspect._empty'>")


def test_inputs_that_do_not_fit_are_told_by_number_and_name():
    dense = keras.layers.Dense(2, name="two")
    dense(ROWS)
    text = "Input 0 with name 'None' of layer 'two' is incompatible with the layer: expected axis"
    assert str(error_of(lambda: dense(ROWS[:, :2]))).startswith(text)
    inputs = [keras.Input((3,), name="a"), keras.Input((3,), name="b")]
    model = keras.Model(inputs, keras.layers.Add()(inputs), name="sum")
    text = (
        "Input 1 with name 'b' of layer 'sum' is incompatible with the layer: "
        "expected shape=(None, 3), found shape=(2, 2)"
    )
    assert str(error_of(lambda: model([ROWS, ROWS[:, :2]]))) == text
    text = "is incompatible with the layer: expected ndim=3, found ndim=2. Full shape received: (2"
    assert text in str(error_of(lambda: keras.layers.LSTM(2)(ROWS)))


def test_specs_have_names_and_may_leave_out_a_last_axis():
    spec = keras.layers.InputSpec(shape=(None, 3, 1), allow_last_axis_squeeze=True, name="x")
    layer = Kept(name="any")
    layer.input_spec = spec
    assert layer(ROWS).shape == (2, 3)
    assert layer(ROWS[..., None]).shape == (2, 3, 1)
    with pytest.raises(ValueError, match=re.escape("Input 0 with name 'x' of layer 'any'")):
        layer(ROWS[:, :2])


def test_nothing_is_added_where_tracebacks_are_not_filtered():
    keras.config.disable_traceback_filtering()
    try:
        assert str(error_of(lambda: Refuses(ValueError("no"))(ROWS))) == "no"
    finally:
        keras.config.enable_traceback_filtering()
