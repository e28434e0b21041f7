"""Lists of slots and parts of steps, under the names by which programs find them."""

import pytest
from library import tf

optimizers = tf.keras.optimizers


def _stepped(optimizer):
    first, second = tf.Variable([1.0, 2.0]), tf.Variable([[3.0]])
    optimizer.build([first, second])
    pairs = [(tf.constant([1.0, -1.0]), first), (tf.constant([[2.0]]), second)]
    optimizer.apply_gradients(pairs)
    return optimizer, [first, second]


def _rounded(variables):
    return [[round(float(x), 6) for x in tf.reshape(one, [-1])] for one in variables]


@pytest.mark.parametrize(
    ("optimizer", "name", "values"),
    [
        (optimizers.Adam(), "_momentums", [[0.1, -0.1], [0.2]]),
        (optimizers.Adam(), "_velocities", [[0.001, 0.001], [0.004]]),
        (optimizers.AdamW(), "_velocities", [[0.001, 0.001], [0.004]]),
        (optimizers.Adam(amsgrad=True), "_velocity_hats", [[0.001, 0.001], [0.004]]),
        (optimizers.Nadam(), "_momentums", [[0.1, -0.1], [0.2]]),
        (optimizers.Adamax(), "_m", [[0.1, -0.1], [0.2]]),
        (optimizers.Adamax(), "_u", [[1.0, 1.0], [2.0]]),
        (optimizers.SGD(0.5, momentum=0.9), "momentums", [[-0.5, 0.5], [-1.0]]),
        (optimizers.RMSprop(), "_velocities", [[0.1, 0.1], [0.4]]),
        (optimizers.RMSprop(), "_momentums", []),
        (optimizers.RMSprop(centered=True), "_average_gradients", [[0.1, -0.1], [0.2]]),
        (optimizers.Adagrad(), "_accumulators", [[1.1, 1.1], [4.1]]),
        (optimizers.Adadelta(), "_accumulated_grads", [[0.05, 0.05], [0.2]]),
        (optimizers.Ftrl(), "_accumulators", [[1.1, 1.1], [4.1]]),
    ],
)
def test_lists_of_slots(optimizer, name, values):
    optimizer, _ = _stepped(optimizer)
    assert _rounded(getattr(optimizer, name)) == values


@pytest.mark.keras_3
def test_the_place_of_a_variable_leads_to_its_slot():
    optimizer, (_, second) = _stepped(optimizers.Adam())
    optimizer._momentums[optimizer._get_variable_index(second)].assign([[7.0]])
    assert _rounded(optimizer._momentums) == [[0.1, -0.1], [7.0]]


@pytest.mark.keras_2
def test_the_key_of_a_variable_leads_to_its_slot():
    optimizer, (_, second) = _stepped(optimizers.Adam())
    place = optimizer._index_dict[optimizer._var_key(second)]
    optimizer._momentums[place].assign([[7.0]])
    assert _rounded(optimizer._momentums) == [[0.1, -0.1], [7.0]]


def test_there_are_none_before_the_first_step():
    assert not getattr(optimizers.Adam(), "_momentums", None)
    assert not hasattr(optimizers.Adagrad(), "_momentums")


@pytest.mark.keras_3
def test_variables_and_rates():
    optimizer, (first, second) = _stepped(optimizers.Adam(0.5, weight_decay=0.1))
    assert len(optimizer._variables) == len(optimizer.variables)
    assert [v is w for v, w in zip(optimizer._trainable_variables, (first, second))] == [True, True]
    assert set(optimizer._trainable_variables_indices.values()) == {0, 1}
    assert float(optimizer._get_current_learning_rate()) == 0.5
    optimizer.exclude_from_weight_decay([first])
    assert [optimizer._use_weight_decay(one) for one in (first, second)] == [False, True]
    before = float(second[0, 0])
    optimizer._apply_weight_decay([first, second])
    assert float(second[0, 0]) == pytest.approx(before * 0.95)


@pytest.mark.keras_3
def test_the_rate_of_a_schedule():
    schedule = optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    optimizer, _ = _stepped(optimizers.SGD(schedule))
    assert float(optimizer._get_current_learning_rate()) == 0.25


@pytest.mark.keras_3
def test_gradients_that_are_there():
    first, second = tf.Variable([1.0]), tf.Variable([2.0])
    with pytest.warns(UserWarning, match="Gradients do not exist"):
        grads, variables = optimizers.SGD()._filter_empty_gradients([None, 1.0], [first, second])
    assert grads == [1.0]
    assert variables[0] is second
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        optimizers.SGD()._filter_empty_gradients([None], [first])


@pytest.mark.keras_2
def test_variables_are_shown_where_none_has_a_gradient():
    variables = [tf.Variable([1.0], name="first"), tf.Variable([2.0], name="second")]
    with pytest.raises(ValueError, match="for any variable") as told:
        optimizers.SGD().apply_gradients(zip([None, None], variables))
    text = str(told.value)
    assert "variable: (['first:0', 'second:0'],). Provided `grads_and_vars` is ((None, " in text
    assert repr(variables[1]) in text
