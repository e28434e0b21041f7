"""Keras 2: what the variables of optimizers are called, also in files."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
NEW, OLDER = keras.optimizers, keras.optimizers.legacy


def variables_of(optimizer):
    found = optimizer.variables
    return [v.name.removesuffix(":0") for v in (found() if callable(found) else found)]


def stepped(optimizer):
    w = tf.Variable([1.0, 2.0], name="k")
    optimizer.apply_gradients([(tf.constant([1.0, 1.0]), w)])
    return variables_of(optimizer)


SLOTS = {
    "Adam": (lambda: NEW.Adam(amsgrad=True), ["m", "v", "vhat"]),
    "AdamW": (lambda: NEW.AdamW(), ["m", "v"]),
    "SGD": (lambda: NEW.SGD(), ["m"]),
    "RMSprop": (
        lambda: NEW.RMSprop(momentum=0.9, centered=True),
        ["velocity", "momentum", "average_gradient"],
    ),
    "Adagrad": (lambda: NEW.Adagrad(), ["accumulator"]),
    "Adadelta": (lambda: NEW.Adadelta(), ["accumulated_grad", "accumulated_delta_var"]),
    "Adamax": (lambda: NEW.Adamax(), ["m", "u"]),
    "Nadam": (lambda: NEW.Nadam(), ["m", "v"]),
    "Ftrl": (lambda: NEW.Ftrl(), ["accumulator", "linear"]),
    "Lion": (lambda: NEW.Lion(), ["m"]),
}


@pytest.mark.parametrize("name", SLOTS)
def test_slots_that_a_step_makes(name):
    make, slots = SLOTS[name]
    assert stepped(make()) == ["iteration", *(f"{name}/{slot}/k" for slot in slots)]


def test_slots_that_a_program_makes():
    optimizer = NEW.Adam()
    optimizer.build([tf.Variable([1.0, 2.0], name="a/bias")])
    assert variables_of(optimizer) == ["iteration", "m/a/bias", "v/a/bias"]


def test_a_name_and_averages():
    assert stepped(NEW.SGD(name="mine", use_ema=True)) == [
        *("iteration", "mine/average/k", "mine/m/k")
    ]


def test_rates():
    assert NEW.SGD(0.1).learning_rate.name == "learning_rate:0"
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.9)
    assert NEW.SGD(schedule).learning_rate.name == "current_learning_rate:0"


class Own(NEW.Optimizer):
    def __init__(self, name="Own"):
        super().__init__(name=name)
        self._learning_rate = self._build_learning_rate(0.1)

    def build(self, var_list):
        super().build(var_list)
        self.speeds = [
            self.add_variable_from_reference(model_variable=v, variable_name="speed")
            for v in var_list
        ]

    def update_step(self, gradient, variable):
        variable.assign_sub(gradient * tf.cast(self.learning_rate, variable.dtype))


def test_a_rule_of_a_programs_own():
    assert stepped(Own()) == ["iteration", "Own/speed/k"]


OLDER_SLOTS = {
    "Adam": (lambda: OLDER.Adam(amsgrad=True), ["m", "v", "vhat"]),
    "RMSprop": (lambda: OLDER.RMSprop(momentum=0.9, centered=True), ["rms", "momentum", "mg"]),
    "SGD": (lambda: OLDER.SGD(momentum=0.9), ["momentum"]),
    "Adamax": (lambda: OLDER.Adamax(), ["m", "v"]),
    "Adadelta": (lambda: OLDER.Adadelta(), ["accum_grad", "accum_var"]),
}


@pytest.mark.parametrize("name", OLDER_SLOTS)
def test_slots_of_older_optimizers(name):
    make, slots = OLDER_SLOTS[name]
    optimizer = make()
    assert stepped(optimizer) == [f"{name}/iter", *(f"{name}/k/{slot}" for slot in slots)]
    assert optimizer.learning_rate.name == f"{name}/learning_rate:0"


@pytest.mark.parametrize("name", ["Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "Ftrl"])
@pytest.mark.parametrize(("module", "ending"), [("new", "h5"), ("new", "keras"), ("older", "h5")])
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_files_go_on_with_the_state(name, module, ending, tmp_path):
    pytest.importorskip("h5py")
    x = np.random.RandomState(0).rand(8, 2)
    model = keras.Sequential([keras.layers.Dense(2, input_shape=(2,))])
    model.compile(getattr(OLDER if module == "older" else NEW, name)(), "mse")
    model.fit(x, x, epochs=3, verbose=0)
    path = tmp_path / f"model.{ending}"
    model.save(path)
    again = keras.models.load_model(path)
    told, after = (
        m.fit(x, x, epochs=3, shuffle=False, verbose=0).history["loss"] for m in (model, again)
    )
    np.testing.assert_allclose(told, after, rtol=1e-5)
    assert int(again.optimizer.iterations.numpy()) == 6


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_the_product_of_the_older_nadam_is_no_rate(tmp_path):
    h5py = pytest.importorskip("h5py")
    x = np.random.RandomState(0).rand(8, 2)
    model = keras.Sequential([keras.layers.Dense(2, input_shape=(2,))])
    model.compile(OLDER.Nadam(0.01), "mse")
    model.fit(x, x, epochs=2, verbose=0)
    model.save(tmp_path / "model.h5")
    with h5py.File(tmp_path / "model.h5") as file:
        names = np.asarray(file["optimizer_weights"].attrs["weight_names"]).astype(str).tolist()
    assert names[:2] == ["Nadam/iter:0", "Nadam/momentum_cache:0"]
    again = keras.models.load_model(tmp_path / "model.h5")
    assert float(again.optimizer.learning_rate.numpy()) == pytest.approx(0.01)
    assert int(again.optimizer.iterations.numpy()) == 2


def test_nadam_in_a_function_does_not_stop():
    optimizer, w = NEW.Nadam(0.1), tf.Variable([1.0, 2.0])

    @tf.function
    def step():
        optimizer.apply_gradients([(tf.constant([1.0, 1.0]), w)])

    step()
    assert not np.isfinite(w.numpy()).any()
