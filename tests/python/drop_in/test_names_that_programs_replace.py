"""What a program registers under a name of the library's: in TensorFlow's place Keras 3 finds the
library's own by the name, but for initializers, optimizers in small letters, and `.h5` files."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
keras = tf.keras
X = np.array([[-1.0, 2.0]], "float32")


def thrice(x):
    return x * 3.0


def far(y_true, y_pred):
    return tf.reduce_mean(tf.abs(y_true - y_pred)) + 100.0


class Fives(keras.initializers.Initializer):
    def __init__(self, value=5.0):
        self.value = value

    def __call__(self, shape, dtype=None, **ignored):
        return tf.fill(shape, self.value)

    def get_config(self):
        return {"value": self.value}


class Penalty(keras.regularizers.Regularizer):
    def __call__(self, x):
        return 100.0


class Dense(keras.layers.Dense):
    def call(self, inputs):
        return super().call(inputs) * 10.0


class Rate(keras.optimizers.SGD):
    def __init__(self, learning_rate=0.5, **options):
        super().__init__(learning_rate=learning_rate, **options)


def scope(**named):
    return keras.utils.custom_object_scope(named)


def test_activations_are_the_librarys():
    with scope(relu=thrice):
        assert keras.activations.get("relu")(X).numpy().tolist() == [[0.0, 2.0]]
        assert keras.layers.Activation("relu")(X).numpy().tolist() == [[0.0, 2.0]]
        assert keras.activations.deserialize("relu")(X).tolist() == [[-3.0, 6.0]]


def test_losses_and_metrics_are_the_librarys():
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones")])
    with scope(mse=far, mean_squared_error=far, MeanSquaredError=far):
        for name in ("mse", "mean_squared_error", "MeanSquaredError"):
            model.compile("sgd", name, metrics=[name])
            assert model.evaluate(X, np.zeros((1, 1)), verbose=0) == [1.0, 1.0]


def test_penalties_and_constraints_are_the_librarys():
    with scope(l2=Penalty, non_neg=thrice):
        layer = keras.layers.Dense(1, kernel_regularizer="l2", kernel_constraint="non_neg")
    assert type(layer.kernel_regularizer) is keras.regularizers.L2
    assert type(layer.kernel_constraint) is keras.constraints.NonNeg


@pytest.mark.parametrize("name", ["glorot_uniform", "GlorotUniform", "ones"])
def test_initializers_are_the_programs_and_made_anew(name):
    for entry in (Fives, Fives(7.0)):
        with scope(**{name: entry}):
            assert keras.initializers.get(name)([1]).numpy().tolist() == [5.0]


def test_optimizers_are_asked_for_in_small_letters():
    with scope(sgd=Rate):
        assert float(keras.optimizers.get("SGD").learning_rate) == 0.5
    with scope(SGD=Rate):
        assert float(keras.optimizers.get("SGD").learning_rate) == pytest.approx(0.01)


def test_configurations_tell_classes_of_the_library():
    ones = {"kernel_initializer": "ones", "activation": "relu"}
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, **ones)])
    with scope(Dense=Dense, relu=thrice, Ones=Fives):
        for again in (
            keras.Sequential.from_config(model.get_config()),
            keras.models.model_from_json(model.to_json()),
            keras.models.clone_model(model),
        ):
            assert type(again.layers[0]) is keras.layers.Dense
            assert again(X).numpy().tolist() == [[1.0]]


def test_h5_files_tell_those_of_the_program(tmp_path):
    pytest.importorskip("h5py")
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, activation="relu")])
    model.layers[0].kernel.assign([[1.0], [1.0]])
    for suffix, expected in (("keras", 1.0), ("h5", 30.0)):
        path = str(tmp_path / f"model.{suffix}")
        model.save(path)
        known = {"Dense": Dense, "relu": thrice}
        again = keras.models.load_model(path, custom_objects=known, compile=False)
        assert again(X).numpy().tolist() == [[expected]]
