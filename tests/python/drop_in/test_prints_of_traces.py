"""As a stand-in for TensorFlow, what a trace prints has no values, and None for open sizes."""

import contextlib
import io

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place")]
X = np.linspace(-1.0, 1.0, 60).reshape(20, 3).astype("float32")
Y = X[:, :1]


class Shown(keras.layers.Layer):
    def build(self, shape):
        print("build", shape)
        self.w = self.add_weight(shape=(shape[-1], 4), name="w")

    def call(self, x):
        print("call", x.shape, f"{tuple(x.shape)} of 3", x.shape[0])
        y = tf.matmul(x, self.w)
        print("flat", tf.reshape(y, [-1]).shape, self.w.shape)
        return y


def shown(capsys):
    return capsys.readouterr().out.splitlines()


OPEN = ["call (None, 3) (None, 3) of 3 None", "flat (None,) (3, 4)"]


def test_a_layer_that_is_called_on_symbols(capsys):
    Shown()(keras.Input((3,)))
    assert shown(capsys) == ["build (None, 3)", *OPEN]


def test_a_layer_that_refuses_zeros(capsys):
    class Normed(Shown):
        def call(self, x):
            y = super().call(x)
            largest = tf.reduce_max(x)
            tf.debugging.assert_greater(largest, 0.0)
            print("behind", y.shape)
            return y / largest

    Normed()(keras.Input((3,)))
    assert shown(capsys) == ["build (None, 3)", *OPEN, "behind (None, 4)"]


def test_steps_of_batches_of_any_size(capsys):
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.shown, self.out = Shown(), keras.layers.Dense(1)

        def call(self, x):
            return self.out(self.shown(x))

        def train_step(self, data):
            print("step", data[0].shape, data[1].shape)
            return super().train_step(data)

    model = Own()
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=8, epochs=2, verbose=0)
    found = shown(capsys)
    assert found[:2] == ["step (None, 3) (None, 1)", "build (None, 3)"]
    assert set(found[2:]) == {"step (None, 3) (None, 1)", *OPEN}
    model.evaluate(X, Y, batch_size=8, verbose=0)
    assert shown(capsys) == OPEN
    other = Own()
    other.compile("sgd", "mse")
    other.fit(X, Y, batch_size=10, verbose=0)
    found = shown(capsys)
    assert found[:2] == ["step (10, 3) (10, 1)", "build (10, 3)"]
    assert "call (10, 3) (10, 3) of 3 10" in found
    assert "flat (40,) (3, 4)" in found


@pytest.mark.keras_3
def test_batches_that_are_predicted_have_their_size(capsys):
    model = keras.Sequential([keras.Input((3,)), Shown()])
    shown(capsys)
    model.predict(X, batch_size=8, verbose=0)
    assert shown(capsys) == ["call (8, 3) (8, 3) of 3 8", "flat (32,) (3, 4)", *OPEN]


def trained(prints, optimizer="adam"):
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.parts = [keras.layers.Dense(4), keras.layers.BatchNormalization()]
            self.drop, self.out = keras.layers.Dropout(0.5), keras.layers.Dense(1)
            self.calls = 0

        def call(self, x, training=None):
            self.calls += 1
            for part in self.parts:
                x = part(x, training=training)
            x = self.drop(x + np.random.normal() + tf.random.normal([4]), training=training)
            self.add_loss(0.1 * tf.reduce_mean(x))
            if prints:
                print(x.shape)
            return self.out(x)

    keras.utils.set_random_seed(3)
    model = Own()
    model.compile(optimizer, "mse", metrics=["mae"])
    history = model.fit(X, Y, batch_size=8, epochs=2, verbose=0, validation_data=(X, Y)).history
    weights = [np.asarray(one).tolist() for one in model.get_weights()]
    return history, weights, float(np.random.normal()), model.calls


def test_numbers_are_what_they_are_without_prints(capsys):
    assert trained(prints=True) == trained(prints=False)
    assert set(shown(capsys)) == {"(None, 4)"}


@pytest.mark.keras_2
def test_an_optimizer_that_counts_by_itself_counts_no_more():
    assert trained(prints=True, optimizer="nadam") == trained(prints=False, optimizer="nadam")


COUNTS = {"steps": tf.Variable(0.0), "sum": [tf.Variable(0.0)]}


def counted(prints):
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.out = keras.layers.Dense(1, kernel_initializer="ones")
            self.optimizers = [keras.optimizers.Adam(0.1)]
            self.of_losses = {"loss": keras.metrics.Mean(name="own")}
            self.generator = tf.random.Generator.from_seed(1)

        def call(self, x):
            return self.out(x)

        def train_step(self, data):
            x, y = data
            if prints:
                print(x.shape)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x + self.generator.normal([3])) - y) ** 2)
            weights = self.out.trainable_variables
            self.optimizers[0].apply_gradients(zip(tape.gradient(loss, weights), weights))
            COUNTS["steps"].assign_add(1.0)
            COUNTS["sum"][0].assign_add(loss)
            self.of_losses["loss"].update_state(loss)
            return {"loss": self.of_losses["loss"].result()}

    for one in (COUNTS["steps"], COUNTS["sum"][0]):
        one.assign(0.0)
    model = Own()
    model(X)
    model.compile()
    losses = model.fit(X, Y, batch_size=8, epochs=2, verbose=0).history["loss"]
    held = [float(COUNTS["steps"]), float(COUNTS["sum"][0]), int(model.optimizers[0].iterations)]
    return losses, held, model.get_weights()[0].tolist()


def test_what_a_program_holds_anywhere_is_changed_once(capsys):
    assert counted(prints=True) == counted(prints=False)
    assert set(shown(capsys)) == {"(None, 3)"}


def test_lines_come_out_where_a_step_fails(capsys):
    class Failing(keras.layers.Layer):
        def call(self, x):
            print("before", x.shape)
            raise KeyError("x")

    model = keras.Sequential([Failing()])
    model.compile("sgd", "mse")
    with pytest.raises(KeyError):
        model.fit(X, Y, batch_size=8, verbose=0)
    assert shown(capsys)[0].startswith("before")


def test_what_goes_elsewhere_is_there_at_once(capsys):
    found = []

    class Writing(keras.layers.Layer):
        def call(self, x):
            with io.StringIO() as file, contextlib.redirect_stdout(io.StringIO()) as out:
                print("file", x.shape[1], file=file)
                print("out", x.shape[1])
                found.append((file.getvalue(), out.getvalue()))
            return x

    model = keras.Sequential([Writing(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=8, verbose=0)
    assert ("file 3\n", "out 3\n") in found


def test_lines_are_what_they_were_when_they_were_printed(capsys):
    v, seen = tf.Variable(0, name="v"), np.zeros(1)

    class Counting(keras.Model):
        def __init__(self):
            super().__init__()
            self.out = keras.layers.Dense(1)

        def train_step(self, data):
            print("seen", seen, end=";\n", sep=" = ")
            seen[0] = 5
            v.assign_add(1)
            return super().train_step(data)

        def call(self, x):
            return self.out(x)

    model = Counting()
    model(X)
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=8, epochs=1, verbose=0)
    assert shown(capsys)[0] == "seen = [0.];"
    assert int(v) == 3


def test_arguments_have_the_names_of_parameters(capsys):
    @tf.function
    def f(x, pair=None, *rest, k=None, **more):
        print(x, pair, rest, k, more)
        return x

    t, i = tf.constant([1.0, 2.0]), tf.constant(3)
    f(t)
    assert shown(capsys) == ['Tensor("x:0", shape=(2,), dtype=float32) None () None {}']
    f(t, [i, 5], tf.constant("a"), k=np.array([1]), z=tf.constant(True))
    assert shown(capsys) == [
        'Tensor("x:0", shape=(2,), dtype=float32) '
        "[<tf.Tensor 'pair:0' shape=() dtype=int32>, 5] "
        "(<tf.Tensor 'rest_0:0' shape=() dtype=string>,) "
        'Tensor("k:0", shape=(1,), dtype=int64) '
        "{'z': <tf.Tensor 'z:0' shape=() dtype=bool>}"
    ]
    f(tf.constant([3.0, 4.0]))
    assert shown(capsys) == []


def test_arguments_of_methods_and_of_functions_in_functions(capsys):
    class Own(tf.Module):
        @tf.function
        def __call__(self, given):
            print(given)
            return inner(given)

    @tf.function
    def inner(w):
        print(w)
        return w

    Own()(tf.constant(1.0))
    names = [line.split('"')[1] for line in shown(capsys)]
    assert names == ["given:0", "w:0"]


def test_arguments_of_a_signature(capsys):
    spec = [tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec(None, tf.int32, name="named")]

    @tf.function(input_signature=spec)
    def f(a, b):
        print(a, b)
        return a

    f(tf.ones([3, 2]), 4)
    assert shown(capsys) == [
        'Tensor("a:0", shape=(None, 2), dtype=float32) Tensor("named:0", dtype=int32)'
    ]


@pytest.mark.keras_3
def test_batches_of_steps_are_data(capsys):
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.out = keras.layers.Dense(1)

        def train_step(self, data):
            print(data)
            return super().train_step(data)

        def call(self, x):
            return self.out(x)

    model = Own()
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=8, verbose=0)
    assert shown(capsys)[0] == (
        "(<tf.Tensor 'data:0' shape=(None, 3) dtype=float32>, "
        "<tf.Tensor 'data_1:0' shape=(None, 1) dtype=float32>)"
    )


@pytest.mark.keras_3
def test_what_is_asked_of_a_chain_later_prints_nothing(capsys):
    model = keras.Sequential([keras.Input((3,)), Shown(), keras.layers.Dense(1)])
    shown(capsys)
    model.get_config()
    assert model.inputs[0].shape == (None, 3)
    assert shown(capsys) == []
