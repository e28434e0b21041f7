"""Losses that are nested as the outputs of a model are, or deeper."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
RNG = np.random.RandomState(0)
X, Y1, Y2, Y3 = (RNG.rand(8, size).astype("float32") for size in (3, 1, 1, 1))


def outputs_of(arrange):
    keras.utils.set_random_seed(1)
    x = keras.Input((3,))
    tops = [keras.layers.Dense(1, activation="sigmoid", name=f"y{n}")(x) for n in (1, 2, 3)]
    return keras.Model(x, arrange(*tops))


def reported(model, y, loss, loss_weights=None, **options):
    """What training reports first, without a step: the learning rate is 0."""
    model.compile(keras.optimizers.SGD(0.0), loss=loss, loss_weights=loss_weights)
    history = model.fit(X, y, batch_size=4, verbose=0, **options).history
    return {name: values[0] for name, values in history.items()}


def mse(model, flat_index, y):
    return float(np.mean((tf.nest.flatten(model.predict(X, verbose=0))[flat_index] - y) ** 2))


def mae(model, flat_index, y):
    return float(np.mean(np.abs(tf.nest.flatten(model.predict(X, verbose=0))[flat_index] - y)))


def close(found, expected):
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, 1e-5, err_msg=name)


def test_a_list_of_one_loss_is_that_loss():
    model = outputs_of(lambda a, b, c: {"one": a, "two": b})
    y = {"one": Y1, "two": Y2}
    found = reported(model, y, {"one": "mse", "two": ["mae"]})
    first, second = mse(model, 0, Y1), mae(model, 1, Y2)
    close(found, {"loss": first + second, "one_loss": first, "two_loss": second})


def test_several_losses_of_an_output_are_added_up():
    model = outputs_of(lambda a, b, c: {"one": a, "two": b})
    y = {"one": Y1, "two": Y2}
    found = reported(model, y, {"one": "mse", "two": ["mae", "mse"]})
    expected = mse(model, 0, Y1) + mae(model, 1, Y2) + mse(model, 1, Y2)
    np.testing.assert_allclose(found["loss"], expected, 1e-5)


def test_lists_in_a_list():
    model = outputs_of(lambda a, b, c: [a, b])
    found = reported(model, [Y1, Y2], [["mse"], ["mae"]])
    first, second = mse(model, 0, Y1), mae(model, 1, Y2)
    close(found, {"loss": first + second, "y1_loss": first, "y2_loss": second})


def test_a_dict_with_a_list_for_a_single_output():
    model = outputs_of(lambda a, b, c: {"one": a})
    close(reported(model, {"one": Y1}, {"one": ["mse"]}), {"loss": mse(model, 0, Y1)})


def deep(a, b, c):
    return {"pair": (a, b), "single": c}


def test_outputs_that_are_nested_twice():
    model = outputs_of(deep)
    y = {"pair": (Y1, Y2), "single": Y3}
    found = reported(model, y, {"pair": ["mse", "mae"], "single": "mse"})
    parts = mse(model, 0, Y1), mae(model, 1, Y2), mse(model, 2, Y3)
    names = "pair/y1_loss", "pair/y2_loss", "single_loss"
    close(found, {"loss": sum(parts), **dict(zip(names, parts, strict=True))})


def test_weights_of_losses_that_are_nested_twice():
    model = outputs_of(deep)
    y = {"pair": (Y1, Y2), "single": Y3}
    weights = {"pair": [2.0, 3.0], "single": 4.0}
    found = reported(model, y, {"pair": ["mse", "mae"], "single": "mse"}, weights)
    expected = 2 * mse(model, 0, Y1) + 3 * mae(model, 1, Y2) + 4 * mse(model, 2, Y3)
    np.testing.assert_allclose(found["loss"], expected, 1e-5)


def test_one_loss_for_all_outputs_that_are_nested_twice():
    model = outputs_of(deep)
    found = reported(model, {"pair": (Y1, Y2), "single": Y3}, "mse")
    parts = [mse(model, place, y) for place, y in enumerate((Y1, Y2, Y3))]
    np.testing.assert_allclose(found["loss"], sum(parts), 1e-5)
    assert len(found) == 4


def test_a_function_gets_the_structure_of_its_outputs():
    def difference(y_true, y_pred):
        assert set(y_true) == set(y_pred) == {"one", "two"}
        return keras.losses.mae(y_true["one"], y_pred["one"])

    model = outputs_of(lambda a, b, c: {"one": a, "two": b})
    y = {"one": Y1, "two": Y2}
    found = reported(model, y, [difference, {"two": "mse"}])
    first, second = mae(model, 0, Y1), mse(model, 1, Y2)
    close(found, {"loss": first + second, "one_two_loss": first, "two_loss": second})


def test_as_many_weights_as_losses():
    model = outputs_of(deep)
    loss = {"pair": ["mse", "mae"], "single": "mse"}
    with pytest.raises(ValueError, match="must match the number of losses"):
        reported(model, {"pair": (Y1, Y2), "single": Y3}, loss, [1.0, 2.0])
