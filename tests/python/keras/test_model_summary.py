"""`Model.summary`: the table of Keras 3, line by line."""

import os

import pytest
from library import ours, tf

layers = tf.keras.layers


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setitem(os.environ, "COLUMNS", "80")
    tf.keras.backend.clear_session()


def text_of(model, **options):
    texts = []
    model.summary(print_fn=lambda text, **_: texts.append(text), **options)
    return "".join(texts)


CHAIN = """\
Model: "m"
┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┓
┃ Layer (type)                    ┃ Output Shape           ┃       Param # ┃
┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━┩
│ a (Dense)                       │ (None, 400)            │       314,000 │
├─────────────────────────────────┼────────────────────────┼───────────────┤
│ a_long_name_of_a_normalization… │ (None, 400)            │         1,600 │
│ (BatchNormalization)            │                        │               │
└─────────────────────────────────┴────────────────────────┴───────────────┘
 Total params: 315,600 (1.20 MB)
 Trainable params: 314,800 (1.20 MB)
 Non-trainable params: 800 (3.12 KB)
"""


def test_a_chain():
    named = layers.BatchNormalization(name="a_long_name_of_a_normalization_layer")
    parts = [tf.keras.Input((784,)), layers.Dense(400, name="a"), named]
    assert text_of(tf.keras.Sequential(parts, name="m")) == CHAIN


BRANCHES = """\
Model: "m"
┏━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━━━━━┳━━━━━━┓
┃ Layer (type)    ┃ Output Shape  ┃  Param # ┃ Connected to ┃ Tra… ┃
┡━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━━━━━╇━━━━━━┩
│ in (InputLayer) │ (None, 3)     │        0 │ -            │  -   │
├─────────────────┼───────────────┼──────────┼──────────────┼──────┤
│ a (Dense)       │ (None, 2)     │        8 │ in[0][0]     │  N   │
├─────────────────┼───────────────┼──────────┼──────────────┼──────┤
│ b (Dense)       │ (None, 2)     │        8 │ in[0][0]     │  Y   │
├─────────────────┼───────────────┼──────────┼──────────────┼──────┤
│ c (Concatenate) │ (None, 4)     │        0 │ a[0][0],     │  -   │
│                 │               │          │ b[0][0]      │      │
└─────────────────┴───────────────┴──────────┴──────────────┴──────┘
 Total params: 16 (64.00 B)
 Trainable params: 8 (32.00 B)
 Non-trainable params: 8 (32.00 B)
"""


def test_branches_and_what_is_trained():
    start = tf.keras.Input((3,), name="in")
    frozen = layers.Dense(2, name="a", trainable=False)
    both = layers.Concatenate(name="c")([frozen(start), layers.Dense(2, name="b")(start)])
    model = tf.keras.Model(start, both, name="m")
    assert text_of(model, line_length=68, show_trainable=True) == BRANCHES


def test_models_within_and_a_range_of_names():
    inner = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(4, name="d")], name="inner")
    outer = tf.keras.Sequential([tf.keras.Input((3,)), inner, layers.Dense(2, name="e")])
    assert "└ d" not in text_of(outer)
    assert "│    └ d (Dense)                  │ (None, 4)" in text_of(outer, expand_nested=True)
    assert "inner" not in text_of(outer, layer_range=("e", "e"))
    with pytest.raises(ValueError, match="do not match the layer names"):
        text_of(outer, layer_range=("e", "other"))
    with pytest.raises(ValueError, match="Insufficient console width"):
        text_of(outer, line_length=10)


def test_weights_of_the_optimizer_count_once_they_are_there():
    model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2)])
    model.compile("adam", "mse")
    assert "Optimizer" not in text_of(model)
    model.fit(tf.zeros([4, 3]), tf.zeros([4, 2]), verbose=0)
    assert text_of(model).endswith(
        " Total params: 26 (108.00 B)\n Trainable params: 8 (32.00 B)\n"
        " Non-trainable params: 0 (0.00 B)\n Optimizer params: 18 (76.00 B)\n"
    )


def test_what_layers_and_models_look_like():
    layer = layers.Dense(3, name="d")
    assert repr(layer) == "<Dense name=d, built=False>"
    model = tf.keras.Sequential([tf.keras.Input((2,)), layer], name="m")
    assert (
        f"{model.layers} {model}" == "[<Dense name=d, built=True>] <Sequential name=m, built=True>"
    )


@ours("Rich finds out by itself what the output takes")
def test_an_output_without_such_lines(monkeypatch, capsys):
    from gradtape._keras.models import summary

    monkeypatch.setattr(summary, "_has_lines", lambda stream: False)
    tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2)]).summary()
    assert capsys.readouterr().out.isascii()


def test_vectors_and_several_outputs():
    class Sums(layers.Layer):
        def call(self, x):
            return tf.reduce_sum(x, axis=-1), x

    class Named(layers.Layer):
        def call(self, x):
            return {"sums": tf.reduce_sum(x, axis=-1), "all": x}

    inputs = tf.keras.Input([4], name="entry")
    sums, rest = Sums(name="sums")(inputs)
    named = Named(name="named")(inputs)
    model = tf.keras.Model(inputs, [sums, rest, named["sums"], layers.Flatten(name="f")(rest)])
    text = text_of(model, line_length=120)
    assert text.count("[(None), (None, 4)]") == 1
    assert text.count("[(None, 4), (None)]") == 1
    assert "(None,)" not in text


def test_weights_count_of_a_model_that_was_never_called():
    class Parts(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first = layers.Dense(3)

    model = Parts()
    model.first(tf.ones([2, 4]))
    assert not model.built
    assert text_of(model).endswith(
        " Total params: 15 (60.00 B)\n Trainable params: 15 (60.00 B)\n"
        " Non-trainable params: 0 (0.00 B)\n"
    )


@pytest.mark.keras_3
def test_more_positions_than_columns_are_no_error():
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
    lines = []
    positions = [0.25, 0.5, 0.75, 1.0]
    model.summary(positions=positions, print_fn=lambda text, line_break=None: lines.append(text))
    assert "dense" in "".join(lines)


@pytest.mark.keras_3
def test_a_table_ends_where_the_terminal_does():
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
    rows = text_of(model, line_length=120).splitlines()[1:6]
    assert {len(row) for row in rows} == {80}


@pytest.mark.keras_2
def test_a_network_within_another_has_its_own_shape_whatever_it_is_called_with():
    i = tf.keras.Input((None, 3))
    inner = tf.keras.Model(i, tf.keras.layers.Dense(4)(i), name="inner")
    chain = tf.keras.Sequential([tf.keras.layers.Dense(2)], name="chain")
    one, other = tf.keras.Input((1, 3)), tf.keras.Input((None, 3))
    outputs = [chain(inner(one)), inner(other)]
    lines = []
    tf.keras.Model([one, other], outputs).summary(print_fn=lambda line, **_: lines.append(line))
    rows = {line.split()[0]: line for text in lines for line in text.split("\n") if line.split()}
    assert "(None, None, 4)" in rows["inner"]
    assert "(None, 1, 2)" in rows["chain"]


def stepped(model, optimizer):
    x = tf.ones([2, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights, strict=True))
    return text_of(model)


def test_an_optimizer_counts_where_the_model_was_compiled_with_it():
    class Holder(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.optimizer = tf.keras.optimizers.Adam()
            self.part = layers.Dense(2)

        def call(self, x):
            return self.part(x)

    held, given = Holder(), Holder()
    assert "Optimizer params" not in stepped(held, held.optimizer)
    given.compile("adam")
    assert "Optimizer params: 18 (" in stepped(given, given.optimizer)
