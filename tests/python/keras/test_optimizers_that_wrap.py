"""Optimizers in the manner of Keras 2.10 around others, and rules that add to the library's."""

import numpy as np
import pytest
from library import tf

optimizers = tf.keras.optimizers
pytestmark = pytest.mark.ours("Keras 3 has another base class")
SLOPES = [[1.0, -2.0], [0.5, 0.5], [-1.0, 0.25]]


def after_steps(optimizer, start=(1.0, 2.0), slopes=SLOPES):
    w = tf.Variable(start)
    for slope in slopes:
        optimizer.apply_gradients([(tf.constant(slope), w)])
    return w


class Slow(optimizers.Optimizer):
    """Steps of another optimizer; a second copy follows every `period`-th step."""

    def __init__(self, inner, period=2, share=0.5, name="Slow", **kwargs):
        super().__init__(name, **kwargs)
        self._inner = optimizers.get(inner)
        self._set_hyper("period", period)
        self._set_hyper("share", share)

    def _create_slots(self, var_list):
        self._inner._create_slots(var_list=var_list)
        for var in var_list:
            self.add_slot(var, "slow", initializer=var)

    def _create_hypers(self):
        super()._create_hypers()
        self._inner._create_hypers()

    def _prepare(self, var_list):
        return self._inner._prepare(var_list=var_list)

    def apply_gradients(self, grads_and_vars, name=None):
        self._inner._iterations = self.iterations
        return super().apply_gradients(grads_and_vars, name)

    def _resource_apply_dense(self, grad, var):
        done = self._inner._resource_apply_dense(grad, var)
        slow = self.get_slot(var, "slow")
        with tf.control_dependencies([done]):
            step = tf.cast(self.iterations + 1, tf.int64)
            is_due = tf.equal(step % self._get_hyper("period", tf.int64), 0)
            new = slow + self._get_hyper("share", var.dtype) * (var - slow)
            slow.assign(tf.where(is_due, new, slow))
            var.assign(tf.where(is_due, new, var), use_locking=self._use_locking)

    def get_config(self):
        names = ("period", "share")
        own = {name: self._serialize_hyperparameter(name) for name in names}
        return {**super().get_config(), "inner": optimizers.serialize(self._inner), **own}

    @property
    def learning_rate(self):
        return self._inner._get_hyper("learning_rate")

    @learning_rate.setter
    def learning_rate(self, value):
        self._inner._set_hyper("learning_rate", value)


def test_an_optimizer_makes_the_steps_of_another():
    optimizer, plain = Slow(optimizers.Adam(0.1)), optimizers.Adam(0.1)
    w, v, slow = after_steps(optimizer, slopes=[]), tf.Variable([1.0, 2.0]), np.array([1.0, 2.0])
    for count, slope in enumerate(SLOPES, 1):
        optimizer.apply_gradients([(tf.constant(slope), w)])
        plain.apply_gradients([(tf.constant(slope), v)])
        if count % 2 == 0:
            slow = slow + 0.5 * (v.numpy() - slow)
            v.assign(slow)
    np.testing.assert_allclose(w.numpy(), v.numpy(), rtol=1e-6)
    assert int(optimizer.iterations) == 3


def test_its_rate_and_configuration_are_those_of_the_inner_one():
    optimizer = Slow("sgd", period=3)
    optimizer.learning_rate = 0.25
    config = optimizer.get_config()
    assert config["name"] == "Slow"
    assert config["period"] == 3
    assert set(config) == {"name", "inner", "period", "share"}
    again = Slow.from_config(config)
    assert float(again.learning_rate) == 0.25
    np.testing.assert_allclose(after_steps(again, slopes=SLOPES[:1]).numpy(), [0.75, 2.5])


class Decayed(optimizers.Adam):
    """Keras 2's place of the name, a decay of one's own, and the numbers of the step."""

    def __init__(self, decay_rate, rate=0.1, name="Decayed", **kwargs):
        super().__init__(rate, 0.9, 0.999, 1e-7, False, name, **kwargs)
        self._set_hyper("weight_decay", decay_rate)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        assert "weight_decay" in self._hyper
        apply_state[(var_device, var_dtype)]["wd_t"] = self._get_hyper("weight_decay", var_dtype)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = apply_state[(var.device, var.dtype.base_dtype)]
        with tf.control_dependencies([var.assign_sub(numbers["wd_t"] * var)]):
            return super()._resource_apply_dense(grad, var, apply_state=apply_state)

    def get_config(self):
        decay = self._serialize_hyperparameter("weight_decay")
        return {**super().get_config(), "weight_decay": decay}


def test_a_decay_of_ones_own_is_not_that_of_the_rule():
    optimizer, plain = Decayed(0.5), optimizers.Adam(0.1)
    assert optimizer.name == "Decayed"
    w, v = after_steps(optimizer, slopes=[]), tf.Variable([1.0, 2.0])
    for slope in SLOPES:
        optimizer.apply_gradients([(tf.constant(slope), w)])
        v.assign(v * 0.5)
        plain.apply_gradients([(tf.constant(slope), v)])
    np.testing.assert_allclose(w.numpy(), v.numpy(), rtol=1e-6)
    config = optimizer.get_config()
    assert config["weight_decay"] == 0.5
    assert config["beta_1"] == 0.9
    assert "use_ema" not in config


def test_the_rate_of_the_step_is_what_the_class_says():
    class Half(optimizers.SGD):
        def _decayed_lr(self, var_dtype):
            return 0.5 * super()._decayed_lr(var_dtype)

        def _prepare_local(self, var_device, var_dtype, apply_state):
            super()._prepare_local(var_device, var_dtype, apply_state)

    np.testing.assert_allclose(after_steps(Half(1.0), slopes=SLOPES[:1]).numpy(), [0.5, 3.0])


def test_slots_of_the_rule_have_the_older_names():
    seen = {}

    class Looking(optimizers.SGD):
        def _resource_apply_dense(self, grad, var, apply_state=None):
            super()._resource_apply_dense(grad, var, apply_state=apply_state)
            seen["momentum"] = self.get_slot(var, "momentum").numpy()

    after_steps(Looking(1.0, momentum=0.5), slopes=SLOPES[:1])
    assert seen["momentum"].tolist() == [-1.0, 2.0]


def test_a_schedule_of_the_older_manner_counts_in_floats():
    class Linear(optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            return 1.0 - 0.25 * step

        def get_config(self):
            return {}

    w = after_steps(optimizers.SGD(Linear()), start=(0.0,), slopes=[[1.0], [1.0]])
    np.testing.assert_allclose(w.numpy(), [-1.75])


def test_gradients_of_ones_own_are_those_that_fit_uses():
    class Clipped(optimizers.SGD):
        def _compute_gradients(self, loss, var_list, grad_loss=None, tape=None):
            assert loss.shape == (4,)
            rows = tape.jacobian(loss, var_list)
            return [(tf.reduce_mean(tf.sign(r), 0), v) for r, v in zip(rows, var_list)]

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False)])
    model.build([None, 1])
    model.set_weights([np.zeros([1, 1])])
    loss = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.NONE)
    model.compile(Clipped(0.5), loss)
    model.fit(np.ones([4, 1]), np.ones([4, 1]), epochs=1, verbose=0)
    np.testing.assert_allclose(model.get_weights()[0], [[0.5]])


def test_what_an_optimizer_tracks_is_saved(tmp_path):
    class Tracking(optimizers.SGD):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.average = tf.Variable([0.0])
            self._track_trackable(self.average, "average")

    optimizer = Tracking(0.5)
    optimizer.average.assign([3.0])
    path = tf.train.Checkpoint(optimizer=optimizer).save(str(tmp_path / "c"))
    again = Tracking(0.5)
    tf.train.Checkpoint(optimizer=again).restore(path)
    assert again.average.numpy().tolist() == [3.0]


def test_a_class_may_list_its_variables_itself(tmp_path):
    class Both(optimizers.Optimizer):
        def __init__(self, first, second, name="Both"):
            super().__init__(name)
            self._parts = [first, second]
            for place, part in enumerate(self._parts):
                self._track_trackable(part, name=f"part{place}")

        def apply_gradients(self, grads_and_vars, name=None, experimental_aggregate_gradients=True):
            for part, pair in zip(self._parts, grads_and_vars):
                part.apply_gradients([pair], name=name)

        @property
        def iterations(self):
            return self._parts[0].iterations

        @property
        def weights(self):
            return [weight for part in self._parts for weight in part.weights]

        def variables(self):
            return self.weights + self._weights

    def made():
        return Both(optimizers.Adam(0.1), optimizers.SGD(0.1, momentum=0.9))

    w, v, optimizer = tf.Variable([1.0, 2.0]), tf.Variable([3.0]), made()
    pairs = [(tf.constant([1.0, -1.0]), w), (tf.constant([1.0]), v)]
    optimizer.apply_gradients(pairs)
    assert len(optimizer.variables()) == 3 + 2 + 1
    path = tf.train.Checkpoint(optimizer=optimizer).save(str(tmp_path / "c"))
    again = made()
    tf.train.Checkpoint(optimizer=again).restore(path)
    again.apply_gradients(pairs)
    assert int(again.iterations) == 2
    np.testing.assert_allclose(v.numpy(), [3.0 - 0.1 - 0.19], rtol=1e-6)
