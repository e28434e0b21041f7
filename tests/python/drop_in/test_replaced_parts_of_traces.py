"""A trace goes on with the models, variables and optimizers that it has found."""

import types

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras
X, Y = tf.constant([[1.0], [2.0]]), tf.constant([[2.0], [4.0]])
MODEL = OPTIMIZER = LOSS = None


def network(value):
    start = keras.initializers.Constant(value)
    made = keras.Sequential([keras.layers.Dense(1, use_bias=False, kernel_initializer=start)])
    made.build((None, 1))
    return made


def weight(model):
    return float(np.squeeze(model.get_weights()[0]))


def put(value, rate, loss):
    globals().update(MODEL=network(value), OPTIMIZER=keras.optimizers.SGD(rate), LOSS=loss)


def loss_of(x, y):
    return LOSS(y, MODEL(x))


def test_outer_names_of_functions_that_are_called():
    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_of(x, y)
        gradients = tape.gradient(loss, MODEL.trainable_variables)
        OPTIMIZER.apply_gradients(zip(gradients, MODEL.trainable_variables))
        return loss

    put(1.0, 0.1, keras.losses.MeanSquaredError())
    first, losses = MODEL, []
    for _ in range(3):
        losses.append(float(step(X, Y)))
        put(5.0, 0.5, keras.losses.MeanAbsoluteError())
    assert losses == [2.5, 0.625, 0.15625]
    assert (weight(first), weight(MODEL)) == (1.875, 5.0)
    assert float(loss_of(X, Y)) == 4.5


class Trainer:
    def __init__(self):
        self.w = tf.Variable(1.0)
        self.optimizer, self.loss = keras.optimizers.SGD(0.1), keras.losses.MeanSquaredError()

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(Y, x * self.w)
        self.optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
        return loss


def test_optimizer_loss_and_variable_of_an_object():
    trainer = Trainer()
    first = trainer.w
    losses = [float(trainer.step(X))]
    trainer.optimizer = keras.optimizers.SGD(0.0)
    losses.append(float(trainer.step(X)))
    trainer.w, trainer.loss = tf.Variable(10.0), keras.losses.MeanAbsoluteError()
    losses.append(float(trainer.step(X)))
    assert losses == [2.5, 0.625, 0.15625]
    assert (float(first), float(trainer.w)) == (1.875, 10.0)
    assert float(trainer.optimizer.learning_rate) == 0.0


def test_a_module_and_what_is_in_a_namespace():
    class Scaled(tf.Module):
        def __init__(self):
            super().__init__()
            self.w, self.inner = tf.Variable(2.0), network(3.0)

        @tf.function
        def __call__(self, x):
            return self.inner(x) * self.w

    module, parts = Scaled(), types.SimpleNamespace(model=network(2.0))
    function = tf.function(lambda x: parts.model(x))
    for _ in range(2):
        assert module(X).numpy().ravel().tolist() == [6.0, 12.0]
        assert function(X).numpy().ravel().tolist() == [2.0, 4.0]
        module.w, module.inner, parts.model = tf.Variable(7.0), network(1.0), network(9.0)
    assert module(X[:1]).numpy().ravel().tolist() == [7.0]
    assert float(module.w) == 7.0
    assert weight(parts.model) == 9.0


def test_optimizer_of_a_model():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)
            self.own_optimizer = keras.optimizers.SGD(0.1)

        def call(self, inputs):
            return self.dense(inputs)

        @tf.function
        def step(self, x, y):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x) - y) ** 2)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.own_optimizer.apply_gradients(zip(gradients, self.trainable_variables))
            return loss

    model = Own()
    losses = [float(model.step(X, Y))]
    model.own_optimizer = keras.optimizers.SGD(0.0)
    assert [*losses, float(model.step(X, Y)), float(model.step(X, Y))] == [2.5, 0.625, 0.15625]
    # `compile` begins anew.
    model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
    before = model.fit(X, Y, verbose=0).history["loss"]
    model.compile(optimizer=keras.optimizers.SGD(0.0), loss="mae")
    after = model.fit(X, Y, epochs=2, verbose=0).history["loss"]
    assert before[0] == pytest.approx(2.5 / 64)
    assert after == pytest.approx([0.09375, 0.09375])


class Distiller(keras.Model):
    """A student that learns from a teacher."""

    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.student(data[0]) - self.teacher(data[0])) ** 2)
        variables = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return {"gap": loss}


def test_a_network_of_a_model_between_two_fits():
    model = Distiller(network(0.0), network(1.0))

    def fit():
        return model.fit(X, Y, verbose=0).history["gap"][0]

    first = model.teacher
    model.compile(optimizer=keras.optimizers.SGD(0.1))
    losses = [fit()]
    model.teacher = network(3.0)
    losses.append(fit())
    model.compile(optimizer=keras.optimizers.SGD(0.1))
    assert [*losses, fit()] == pytest.approx([2.5, 0.625, 2.5 * 2.25**2])
    assert weight(first) == 1.0


@pytest.mark.keras_2
def test_a_layer_of_a_model_that_keras_2_lets_be_replaced():
    class Twice(keras.Model):
        def __init__(self):
            super().__init__()
            self.first, self.own_optimizer = network(1.0), keras.optimizers.SGD(0.1)

        def call(self, inputs):
            return self.first(inputs)

        @tf.function
        def step(self, x, y):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x) - y) ** 2)
            variables = self.trainable_variables
            self.own_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
            return loss

    model = Twice()
    before, losses = model.first, [float(model.step(X, Y))]
    model.first = network(3.0)
    assert model(X).numpy().ravel().tolist() == [3.0, 6.0]
    assert [*losses, float(model.step(X, Y))] == [2.5, 0.625]
    assert (weight(before), weight(model.first)) == (1.75, 3.0)
    assert len(model.trainable_variables) == 1


def test_instances_have_traces_of_their_own_and_swapped_parts_stay():
    class Holder:
        def __init__(self, value):
            self.model = network(value)

        @tf.function
        def run(self, x):
            return tf.reduce_sum(self.model(x))

    one, two = Holder(1.0), Holder(2.0)
    seen = [(float(one.run(X)), float(two.run(X)))]
    one.model, two.model = two.model, one.model
    seen.append((float(one.run(X)), float(two.run(X))))
    assert seen == [(3.0, 6.0), (3.0, 6.0)]
    assert (weight(one.model), weight(two.model)) == (2.0, 1.0)


def test_what_a_function_makes_itself_is_looked_up():
    class Lazy:
        def __init__(self):
            self.layer = None

        @tf.function
        def run(self, x):
            if self.layer is None:
                self.layer = keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)
            return self.layer(x)

    lazy = Lazy()
    for _ in range(3):
        assert lazy.run(X).numpy().ravel().tolist() == [1.0, 2.0]
    assert len(lazy.layer.get_weights()) == 1


def test_functions_of_python_find_the_new_ones():
    class Told:
        def __init__(self):
            self.model = network(1.0)

        def look(self, x):
            return np.float32(weight(self.model))

        @tf.function
        def run(self, x):
            return tf.reduce_sum(self.model(x)) + tf.numpy_function(self.look, [x], tf.float32)

    told = Told()
    seen = [float(told.run(X))]
    told.model = network(10.0)
    assert [*seen, float(told.run(X))] == [4.0, 13.0]
