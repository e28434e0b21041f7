"""Sequential and Model: layers in order, weights, and the training loop of compile and fit."""

import re
import tempfile

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

layers = tf.keras.layers
X = tf.constant([[1.0, 2.0, 3.0]])


def test_sequential():
    model = tf.keras.Sequential([layers.Dense(4, activation="relu"), layers.Dense(1)])
    assert model(X).shape == [1, 1]
    assert len(model.layers) == 2
    assert [v.shape for v in model.trainable_variables] == [[3, 4], [4], [4, 1], [1]]
    assert model.count_params() == 21


def test_layers_are_added():
    model = tf.keras.Sequential()
    model.add(layers.Flatten())
    model.add(layers.Dense(2, kernel_initializer="ones"))
    assert_close(model(tf.ones([1, 2, 3])), [[6.0, 6.0]])
    assert model.layers[1].units == 2


def test_sequential_is_checked():
    with pytest.raises((ValueError, TypeError), match=r"can be added to a Sequential|added layer"):
        tf.keras.Sequential([layers.Dense(2), "a"])


def test_the_gradient_of_a_model():
    model = tf.keras.Sequential(
        [layers.Dense(2, kernel_initializer="ones"), layers.Dense(1, kernel_initializer="ones")]
    )
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(X))
    g = tape.gradient(loss, model.trainable_variables)
    assert_close(g[0], [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert_close(g[2], [[6.0], [6.0]])
    assert_close(g[3], [1.0])


def make_line():
    class Line(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(1, kernel_initializer="zeros")

        def call(self, x):
            return self.dense(x)

    return Line()


# Keras 3 warns of a model whose `build` is not its own; that is not what is being tested.
@pytest.mark.filterwarnings("ignore:.build.. was called on layer:UserWarning")
def test_a_model_of_ones_own():
    model = make_line()
    assert model(X).shape == [1, 1]
    assert len(model.trainable_variables) == 2
    assert [layer is model.dense for layer in model.layers] == [True]
    assert model.name.startswith("line")


@pytest.mark.filterwarnings("ignore:.build.. was called on layer:UserWarning")
def test_compile_and_fit():
    x = np.random.default_rng(7).normal(size=[200, 1]).astype(np.float32)
    y = 3 * x + 2
    model = make_line()
    model.compile(
        run_eagerly=False,
        optimizer=tf.keras.optimizers.SGD(learning_rate=0.1),
        loss=tf.keras.losses.MeanSquaredError(),
    )
    history = model.fit(x, y, epochs=10, batch_size=50, verbose=0)
    assert list(history.history) == ["loss"]
    assert history.history["loss"][-1] < 0.1 * history.history["loss"][0]
    kernel, bias = model.dense.get_weights()
    assert abs(kernel.item() - 3) < 0.2
    assert abs(bias.item() - 2) < 0.2
    assert model.evaluate(x, y, verbose=0) < 0.2
    assert model.predict(x, verbose=0).shape == (200, 1)


def test_fit_with_metrics_and_validation():
    rng = np.random.default_rng(8)
    x = rng.normal(size=[300, 2]).astype(np.float32)
    y = (x[:, 0] > x[:, 1]).astype(np.int64)
    model = tf.keras.Sequential([layers.Dense(2)])
    model.compile(
        optimizer=tf.keras.optimizers.Adam(0.1),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    history = model.fit(x, y, epochs=15, batch_size=64, validation_data=(x, y), verbose=0).history
    assert set(history) == {"loss", "accuracy", "val_loss", "val_accuracy"}
    assert history["val_accuracy"][-1] > 0.95


@pytest.mark.filterwarnings("ignore:.build.. was called on layer:UserWarning")
def test_weights_are_saved_and_loaded(tmp_path):
    model, other = make_line(), make_line()
    model(X[:, :1]), other(X[:, :1])
    model.dense.set_weights([np.array([[3.0]]), np.array([2.0])])
    path = str(tmp_path / "line.weights.h5")
    model.save_weights(path)
    other.load_weights(path)
    assert_close(other(tf.constant([[2.0]])), [[8.0]])


def test_before_it_is_built_a_model_has_no_weights(tmp_path):
    class Critic(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.net = tf.keras.Sequential([layers.Dense(4), layers.BatchNormalization()])

        def call(self, x):
            return self.net(x)

    model, target = Critic(), Critic()
    target.set_weights(model.get_weights())
    assert (model.weights, model.net.trainable_variables, model.net.get_weights()) == ([], [], [])
    for unbuilt in (model, model.net):
        with pytest.raises(ValueError, match="has not yet been built"):
            unbuilt.save_weights(str(tmp_path / "none.weights.h5"))
    model(X)
    assert len(model.weights) == 6


def test_a_model_of_inputs_and_outputs():
    inputs = tf.keras.Input(shape=(3,))
    hidden = layers.Dense(4, activation="relu")(inputs)
    model = tf.keras.Model(inputs, layers.Dense(2)(hidden))
    assert model(X).shape == [1, 2]
    assert len(model.trainable_variables) == 4


@ours("keras follows Keras 2: models are modules and hold any variable set on them")
def test_models_are_modules():
    class Scaled(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.factor = tf.Variable(2.0)
            self.dense = layers.Dense(1, kernel_initializer="ones")

        def call(self, x):
            return self.dense(x) * self.factor

    model = Scaled()
    assert_close(model(X), [[12.0]])
    assert isinstance(model, tf.Module)
    assert len(model.trainable_variables) == 3
    assert len(model.submodules) == 1


def test_a_training_loop_by_hand():
    rng = np.random.default_rng(9)
    x = rng.normal(size=[100, 2]).astype(np.float32)
    y = (x @ [[1.0], [-2.0]] + 0.5).astype(np.float32)
    model = tf.keras.Sequential([layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    for _ in range(100):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
    assert float(loss) < 1e-4


class Doubling(tf.keras.Model):
    """A model of inputs and outputs with a step of its own."""

    steps = 0

    def train_step(self, data):
        self.steps += 1
        return super().train_step(data)


@pytest.mark.parametrize("by_keyword", [False, True])
def test_a_subclass_may_have_inputs_and_outputs(by_keyword):
    inputs = tf.keras.Input(shape=(3,))
    outputs = layers.Dense(1, kernel_initializer="ones")(inputs)
    model = Doubling(inputs=inputs, outputs=outputs) if by_keyword else Doubling(inputs, outputs)
    assert isinstance(model, Doubling)
    assert_close(model(X), [[6.0]])
    assert len(model.layers) == 2
    model.compile("sgd", "mse")
    model.fit(X, tf.constant([[0.0]]), epochs=3, verbose=0)
    assert model.steps == 3
    assert float(model(X)[0, 0]) != 6.0


def test_a_subclass_without_inputs_defines_what_it_computes():
    with pytest.raises(NotImplementedError, match="provide `inputs` and `outputs` arguments"):
        Doubling()(X)


@ours("asks for private things")
def test_the_shape_of_an_output_makes_no_input():
    tf.keras.backend.clear_session()
    first = _number_of_input()
    assert layers.Dense(2).compute_output_shape([None, 3]) == (None, 2)
    assert _number_of_input() == first + 1


def _number_of_input():
    name = tf.keras.Input((1,))._keras_history.layer.name
    return int(re.search(r"\d*$", name)[0] or 0)


@ours("looks inside gradtape")
def test_every_layer_is_found_when_a_model_is_loaded():
    from gradtape._keras.layers.catalog import LAYERS

    public = {name: kind for name, kind in vars(layers).items() if isinstance(kind, type)}
    known = {**LAYERS, "InputSpec": layers.InputSpec}
    assert {name: kind for name, kind in public.items() if known.get(name) is not kind} == {}


def test_weights_are_listed_in_keras_order():
    """From the inputs on; of equally far layers the one that the outputs lead to first."""

    def dense(name, units=2):
        return tf.keras.layers.Dense(units, name=name)

    def names(model):
        return [layer.name for layer in model.layers]

    a, b = tf.keras.Input((3,), name="a"), tf.keras.Input((2,), name="b")
    t, s = dense("t2")(dense("t1")(a)), dense("s2")(dense("s1")(a))
    assert names(tf.keras.Model(a, [s, t])) == ["a", "s1", "t1", "s2", "t2"]
    assert names(tf.keras.Model(a, [t, s])) == ["a", "t1", "s1", "t2", "s2"]
    x, y = dense("x")(a), dense("y")(b)
    both = tf.keras.layers.Add(name="add")([y, x])
    assert names(tf.keras.Model([a, b], both)) == ["b", "a", "y", "x", "add"]
    deep = dense("d3")(dense("d2")(dense("d1")(b)))
    joined = tf.keras.layers.Concatenate(name="c")([x, deep])
    assert names(tf.keras.Model([a, b], joined)) == ["b", "d1", "a", "d2", "x", "d3", "c"]
    shared = dense("shared", 3)
    again = shared(dense("between", 3)(shared(a)))
    assert names(tf.keras.Model(a, again)) == ["a", "shared", "between"]


@pytest.mark.parametrize("config", [range(2**40), "kind", None])
def test_a_configuration_is_a_dict(config):
    i = tf.keras.Input([3])
    model = tf.keras.Model(i, tf.keras.layers.Dense(2)(i))
    with pytest.raises((TypeError, ValueError)):
        model.from_config(config)


def test_the_summary_of_a_model_that_is_not_built():
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Embedding(10, 4, name="e"),
            tf.keras.layers.GlobalAveragePooling1D(name="p"),
            tf.keras.layers.Dense(1, name="d"),
        ]
    )
    lines = []
    model.summary(print_fn=lambda line, **options: lines.append(line))
    text = "\n".join(lines)
    assert text.count("(unbuilt)") == 2
    assert "0 (0.00" in text


@pytest.mark.ours("Keras 3 leaves it out")
def test_input_length_is_a_shape():
    model = tf.keras.Sequential([tf.keras.layers.Embedding(10, 4, input_length=3)])
    assert model.built
    assert model.output_shape == (None, 3, 4)


@pytest.mark.parametrize(
    ("entry", "shapes"),
    [
        ({"shape": (None,)}, ["(None, None, 4)", "(None, None, 3)", "(None, None, 2)"]),
        ({"batch_shape": (8, None)}, ["(8, None, 4)", "(8, None, 3)", "(8, None, 2)"]),
    ],
)
@pytest.mark.parametrize("chained", [False, True])
def test_a_summary_leaves_open_what_is_open(entry, shapes, chained):
    start = tf.keras.Input(**entry)
    parts = [
        tf.keras.layers.Embedding(9, 4),
        tf.keras.layers.LSTM(3, return_sequences=True),
        tf.keras.layers.Dense(2),
    ]
    model = tf.keras.Sequential([start, *parts]) if not chained else None
    if model is None:
        end = start
        for part in parts:
            end = part(end)
        model = tf.keras.Model(start, end)
    lines = []
    model.summary(print_fn=lambda line, **_: lines.append(line))
    assert all(shape in "\n".join(lines) for shape in shapes)
    assert str(tuple(model.output_shape)) == shapes[-1]


def test_a_model_is_saved_to_a_temporary_file_that_is_open():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        tf.keras.models.save_model(model, file.name, overwrite=True)
        content = file.read()
    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        file.write(content)
        file.flush()
        again = tf.keras.models.load_model(file.name)
    x = np.ones([1, 3], "float32")
    np.testing.assert_allclose(again(x), model(x), rtol=1e-6)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Keras wonders at lists
def test_a_sequential_model_takes_its_input_in_a_list_or_dict():
    model = tf.keras.Sequential([tf.keras.Input((3,), name="a"), tf.keras.layers.Dense(2)])
    x = np.ones((2, 3), "float32")
    alone = model(x).numpy()
    for given in ([tf.constant(x)], (x,), {"a": x}):
        np.testing.assert_array_equal(model(given).numpy(), alone)
    for data in ([x], {"a": x}):
        np.testing.assert_allclose(model.predict(data, verbose=0), alone, rtol=1e-6)
    with pytest.raises(ValueError, match=r"inputs|Missing data"):
        model({"b": x})
    model.compile("sgd", "mse")
    assert model.fit({"a": x}, alone, verbose=0).history["loss"][0] < 1e-9
