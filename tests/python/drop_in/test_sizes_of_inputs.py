"""In TensorFlow's place a functional model refuses inputs of other sizes, as in Keras 3."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]
Y, U = np.ones((4, 2), "float32"), np.ones((4, 3), "float32")


def _model(shape, name="one"):
    inputs = tf.keras.Input(shape, name="x")
    return tf.keras.Model(inputs, tf.keras.layers.Activation("relu")(inputs), name=name)


def _of_two(named):
    y, u = tf.keras.Input((2,), name="y_in"), tf.keras.Input((3,), name="u_in")
    outputs = tf.keras.layers.Dense(5)(tf.keras.layers.Concatenate()([y, u]))
    inputs = {"y_in": y, "u_in": u} if named else [y, u]
    model = tf.keras.Model(inputs, outputs, name="step")
    model.compile("sgd", "mse")
    return model


def test_the_error_says_what_was_expected():
    says = (
        r"Input 0 with name 'x' of layer 'one' .* expected shape=\(None, 4\), found shape=\(2, 5\)"
    )
    with pytest.raises(ValueError, match=says):
        _model((4,))(np.ones((2, 5), "float32"))


@pytest.mark.parametrize("shape", [(1, 5, 5, 4), (1, 6, 5, 4), (1, 5, 5), (2, 4, 5, 3)])
def test_pictures_of_other_sizes(shape):
    with pytest.raises(ValueError, match="shape"):
        _model((5, 5, 3))(np.ones(shape, "float32"))


def test_open_sizes_may_be_any():
    model = _model((None, None, 3))
    for size in (2, 5):
        assert model(np.ones((1, size, 7, 3), "float32")).shape == (1, size, 7, 3)
    with pytest.raises(ValueError, match="shape"):
        model(np.ones((1, 5, 5, 4), "float32"))


def test_a_last_axis_of_one_may_be_there_or_not():
    assert _model((4,))(np.ones((2, 4, 1), "float32")).shape == (2, 4)
    assert _model((1,))(np.ones((3,), "float32")).shape == (3, 1)
    assert _model((4,))(np.ones((2, 1), "float32")).shape == (2, 1)


def test_other_ranks():
    for shape in ((4,), (2, 3, 4)):
        with pytest.raises(ValueError, match="shape"):
            _model((4,))(np.ones(shape, "float32"))


@pytest.mark.parametrize("named", [False, True])
def test_inputs_that_are_exchanged(named):
    model = _of_two(named)
    right, wrong = ({"y_in": Y, "u_in": U}, {"y_in": U, "u_in": Y}) if named else ([Y, U], [U, Y])
    assert model(right).shape == (4, 5)
    loops = [
        model,
        lambda x: model.predict(x, verbose=0),
        lambda x: model.evaluate(x, np.ones((4, 5)), verbose=0),
        lambda x: model.fit(x, np.ones((4, 5)), verbose=0),
    ]
    for run in loops:
        with pytest.raises(ValueError, match=r"layer 'step' is incompatible with the layer"):
            run(wrong)
    for run in loops:
        run(right)


def test_named_arrays_for_inputs_in_a_list():
    with pytest.raises(ValueError, match="shape"):
        _of_two(named=False).predict({"u_in": Y, "y_in": U}, verbose=0)
    model = _of_two(named=False)
    assert model.predict({"u_in": U, "y_in": Y}, verbose=0).shape == (4, 5)


def test_sizes_that_change_are_open():
    model = _model((5, 5, 3))
    assert model.predict(np.ones((1, 5, 5, 3), "float32"), verbose=0).shape == (1, 5, 5, 3)
    assert model.predict(np.ones((1, 6, 7, 3), "float32"), verbose=0).shape == (1, 6, 7, 3)


def test_a_step_of_ones_own_may_hand_on_something_else():
    class Halved(tf.keras.Model):
        def predict_step(self, data):
            return self(data[:, ::2])

        def test_step(self, data):
            return {"sum": tf.reduce_sum(self(data[0][:, ::2]))}

    inputs = tf.keras.Input((4,))
    model = Halved(inputs, tf.keras.layers.Activation("relu")(inputs))
    assert model.predict(np.ones((2, 8), "float32"), verbose=0).shape == (2, 4)


def test_what_a_program_for_keras_2_gets():
    if AGAINST_TENSORFLOW:
        pytest.skip("what Keras 3 refuses asks for Keras 2 here")
    model = _model((4,))
    tf.keras.optimizers.Adam(lr=0.1)
    assert model(np.ones((2, 5), "float32")).shape == (2, 5)
