"""What an explanation has besides its sentence, and who asks for one."""

import warnings

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")


def test_a_path_is_told_with_its_operations():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = tf.exp(tf.sin(x * x))
    found = tape.explain(y, x)
    assert found.connected
    assert (found.length, [o.type for o in found.path]) == (3, ["Mul", "Sin", "Exp"])
    assert str(found) == "y depends on x through 3 operations: Mul -> Sin -> Exp."
    assert tape.gradient(y, x) is not None


def test_the_shortest_path_is_told():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = tf.sin(tf.cos(x)) + x
    assert tape.explain(y, x).length == 1


def test_structures_of_sources_are_explained_one_by_one():
    a, b = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = a * 2.0
    found = tape.explain(y, {"a": a, "b": [b]})
    assert found.each["a"].connected
    assert not found.each["b"][0].connected
    assert not found.connected
    assert len(found) == 2
    assert "b was not read" in str(found)


def test_several_targets_are_a_sum():
    a, b = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y, z = a * 2.0, b * 3.0
    assert tape.explain([y, z], b).connected


def test_the_nearest_cause_comes_first():
    x = tf.Variable(3.7)
    with tf.GradientTape(trace=True) as tape:
        h = tf.floor(x * 1.0)
        y = tf.stop_gradient(h * 2.0) * 3.0
    assert [c.kind for c in tape.explain(y, x).causes] == ["stop_gradient"]
    with tf.GradientTape(trace=True) as tape:
        y = tf.floor(x * 2.0) + tf.exp(tf.stop_gradient(x))
    kinds = [c.kind for c in tape.explain(y, x).causes]
    assert kinds == ["not differentiable", "stop_gradient"]


def test_what_the_target_does_depend_on_is_named():
    v, w, u = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        _ = u * 1.0
        y = v * w
    assert tape.explain(y, u).depends_on == ("v", "w")


def test_unconnected_gradients_error_raises_with_the_reason():
    x, w = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.stop_gradient(x) * w
    with pytest.raises(ValueError, match=r"1 of 2 sources .*\n.*tf\.stop_gradient"):
        tape.gradient(y, [x, w], unconnected_gradients="error")
    with tf.GradientTape() as tape:
        y = x * w
    assert float(tape.gradient(y, x, unconnected_gradients="error")) == 2.0
    with tf.GradientTape() as tape:
        y = tf.stop_gradient(x) * w
    with pytest.raises(ValueError, match="stop_gradient"):
        tape.jacobian(y, x, unconnected_gradients="error")
    rows, other = tf.Variable(tf.ones([3, 2])), tf.Variable(tf.ones([3, 2]))
    with tf.GradientTape(persistent=True) as tape:
        y = rows * rows
    with pytest.raises(ValueError, match=r"1 of 1 sources .*\n.* other was not read"):
        tape.batch_jacobian(y, other, unconnected_gradients="error")
    assert tape.batch_jacobian(y, rows, unconnected_gradients="error").shape == (3, 2, 2)
    with pytest.raises(ValueError, match="Unknown value for unconnected_gradients"):
        tf.GradientTape(persistent=True).gradient(y, x, unconnected_gradients="errors")


def test_apply_gradients_names_the_reason_in_its_warning():
    used, rounded = tf.Variable(3.0, name="used"), tf.Variable(2.0, name="rounded")
    optimizer = tf.keras.optimizers.SGD(0.1)
    with tf.GradientTape() as tape:
        loss = used * tf.floor(rounded)
    gradients = tape.gradient(loss, [used, rounded])
    with pytest.warns(UserWarning, match=r"passes through Floor, which has no gradient"):
        optimizer.apply_gradients(zip(gradients, [used, rounded], strict=True))


def test_fit_names_the_reason_in_its_warning():
    class Frozen(tf.keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight(shape=(1,), name="stuck", initializer="ones")

        def call(self, x):
            return x * tf.stop_gradient(self.w)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1), Frozen()])
    model.compile("sgd", "mse")
    with pytest.warns(UserWarning, match=r"stop_gradient"):
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0)


def test_no_reason_is_given_where_no_tape_is_left():
    v, w = tf.Variable(1.0, name="no_tape_1"), tf.Variable(1.0, name="no_tape_2")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tf.keras.optimizers.SGD().apply_gradients([(tf.constant(1.0), v), (None, w)])
    assert "argument?" in str(caught[0].message)
    assert "\n" not in str(caught[0].message)


def test_a_tape_without_trace_keeps_nothing_of_a_connected_gradient():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    assert "has forgotten what it recorded" in str(tape.explain(y, x))


def test_explaining_changes_nothing():
    x = tf.Variable([3.0, 4.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * x)
        tape.explain(y, x)
        z = y * 2.0
    tape.explain(z, x)
    assert tape.gradient(z, x).numpy().tolist() == [12.0, 16.0]


def test_observed_threads_compute_the_same_and_is_recording_is_true():
    from gradtape._core import is_recording

    x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    found = []
    for trace in (False, True):
        with tf.GradientTape(trace=trace) as tape:
            y = tf.reduce_sum(tf.nn.relu(x @ x) / tf.norm(x))
        found.append(tape.gradient(y, x).numpy().ravel().tolist())
    assert found[0] == pytest.approx(found[1])
    with tf.profiler.profile():
        assert not is_recording()
        with tf.GradientTape():
            assert is_recording()


def test_a_used_up_tape_that_traces_knows_what_gave_nothing():
    @tf.custom_gradient
    def double(x):
        return x * 2.0, lambda g: None

    x = tf.Variable(3.0)
    with tf.GradientTape(trace=True) as tape:
        y = double(x * 1.0)
    assert tape.gradient(y, x) is None
    assert "returned None for input 0" in str(tape.explain(y, x))


def test_symbolic_inputs_beside_the_loss_are_no_names_of_it():
    inputs = tf.keras.Input((2,))
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
    unread = tf.Variable(1.0, name="beside")  # reasons are asked for once for each name
    variables = [*model.trainable_variables, unread]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(tf.ones([1, 2])))
    gradients = tape.gradient(loss, variables)
    with pytest.warns(UserWarning, match="the variable unread was not read"):
        tf.keras.optimizers.SGD(0.1).apply_gradients(zip(gradients, variables, strict=True))
