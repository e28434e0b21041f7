"""What `summary()` prints, and how things are called in it, under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.keras_2,
]
CHAIN = """\
Model: "sequential"
_________________________________________________________________
 Layer (type)                Output Shape              Param #   
=================================================================
 dense (Dense)               (None, 4)                 16        
                                                                 
 batch_normalization (Batch  (None, 4)                 16        
 Normalization)                                                  
                                                                 
 dense_1 (Dense)             (None, 300)               1500      
                                                                 
=================================================================
Total params: 1532 (5.98 KB)
Trainable params: 1524 (5.95 KB)
Non-trainable params: 8 (32.00 Byte)
_________________________________________________________________
"""  # noqa: W291, W293
NETWORK = """\
Model: "model"
__________________________________________________________________________________________________
 Layer (type)                Output Shape                 Param #   Connected to                  
==================================================================================================
 input_1 (InputLayer)        [(None, 4)]                  0         []                            
                                                                                                  
 b (InputLayer)              [(None, 4)]                  0         []                            
                                                                                                  
 shared (Dense)              (None, 3)                    15        ['input_1[0][0]',             
                                                                     'b[0][0]']                   
                                                                                                  
 concatenate (Concatenate)   (None, 6)                    0         ['shared[0][0]',              
                                                                     'shared[1][0]']              
                                                                                                  
==================================================================================================
Total params: 15 (60.00 Byte)
Trainable params: 15 (60.00 Byte)
Non-trainable params: 0 (0.00 Byte)
__________________________________________________________________________________________________
"""  # noqa: W291, W293
NESTED = """\
Model: "outer"
______________________________________________________________
 Layer (type)            Output Shape   Param #    Trainable  
==============================================================
"""  # noqa: W291


@pytest.fixture(autouse=True)
def asked():
    keras.backend.clear_session()


def told(model, **options):
    lines = []
    model.summary(print_fn=lines.append, **options)
    return "\n".join(lines) + "\n"


def rows(model, **options):
    """Names and shapes in the rows of a table."""
    found = [line.split("  ") for line in told(model, **options).splitlines()]
    return [
        (words[0].strip(), next(word.strip() for word in words[1:] if word.strip()))
        for words in found
        if "(" in words[0] and "params" not in words[0] and len(words) > 1
    ][1:]


def test_a_chain():
    dense = [layers.Dense(4, input_shape=(3,)), layers.BatchNormalization(), layers.Dense(300)]
    model = keras.Sequential(dense)
    assert told(model) == CHAIN
    model.compile("adam", "mse")  # what an optimizer keeps is not told of
    model.fit(np.ones((2, 3)), np.ones((2, 300)), verbose=0)
    assert told(model) == CHAIN


def test_the_table_is_printed(capsys):
    keras.Sequential([layers.Dense(4, input_shape=(3,))]).summary()
    assert capsys.readouterr().out.startswith('Model: "sequential"\n____')


def test_a_network():
    a, b = keras.Input((4,)), keras.Input((4,), name="b")
    shared = layers.Dense(3, name="shared")
    model = keras.Model([a, b], layers.concatenate([shared(a), shared(b)]))
    assert told(model) == NETWORK


def test_shapes_of_a_chain_are_those_of_the_first_call():
    model = keras.Sequential([layers.Dense(4), layers.Dense(2)])
    with pytest.raises(ValueError, match="This model has not yet been built"):
        model.summary()
    model(tf.zeros([5, 3]))
    assert rows(model) == [("dense (Dense)", "(5, 4)"), ("dense_1 (Dense)", "(5, 2)")]
    model = keras.Sequential([layers.Dense(4)])
    model.build((None, 3))
    assert rows(model) == [("dense_2 (Dense)", "(None, 4)")]


def test_a_subclass_knows_no_shapes():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.one, self.unused = layers.Dense(3), layers.Dense(7)

        def call(self, inputs):
            return self.one(inputs)

    model = Own()
    model(tf.zeros([2, 4]))
    assert rows(model) == [("dense (Dense)", "multiple"), ("dense_1 (Dense)", "multiple")]
    assert "0 (unused)" in told(model)


def test_several_outputs_stand_below_each_other():
    inputs = keras.Input((5, 2))
    model = keras.Model(inputs, layers.LSTM(3, return_state=True)(inputs))
    shapes = [line[29:44].rstrip() for line in told(model).splitlines()[6:9]]
    assert shapes == ["[(None, 3),", " (None, 3),", " (None, 3)]"]


def test_what_is_asked_for_besides():
    inner = keras.Sequential([layers.Dense(3), layers.Dense(2)], name="inner")
    model = keras.Sequential([keras.Input((4,)), inner, layers.Dense(1)], name="outer")
    inner.trainable = False
    lines = told(model, expand_nested=True).splitlines()
    assert lines[5] == "|" + "¯" * 63 + "|"
    assert lines[6] == "| dense (Dense)              (None, 3)                 15       |"
    assert lines[7] == "|" + " " * 63 + "|"
    assert lines[9] == "¯" * 65
    assert lines[10] == " dense_2 (Dense)             (None, 1)                 3         "
    text = told(model, positions=[25, 40, 51], line_length=51, show_trainable=True)
    assert text.startswith(NESTED)
    assert [line.split()[-1] for line in text.splitlines()[4:7:2]] == ["N", "Y"]
    assert len(rows(model, layer_range=["inner", "inner"])) == 1


def test_names():
    chains = [
        keras.Sequential([layers.Dense(2, input_shape=(3,))]),
        keras.Sequential([keras.Input((3,)), layers.Dense(2)]),
        keras.Sequential([layers.Dense(2)]),
    ]
    chains[2](tf.zeros([1, 3]))
    names = [["dense_input"], ["input_1"], ["dense_2_input"]]
    assert [model.input_names for model in chains] == names
    assert [[model.inputs[0].name] for model in chains] == names
    inputs = keras.Input((3,))
    first, second = (keras.Model(inputs, layers.Dense(2)(inputs)) for _ in range(2))
    assert [inputs.name, first.name, second.name] == ["input_2", "model", "model_1"]
    assert repr(inputs) == (
        "<KerasTensor: shape=(None, 3) dtype=float32 (created by layer 'input_2')>"
    )


def test_a_checkpoint_says_once_that_it_is_saved(tmp_path, capsys):
    model = keras.Sequential([layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse")
    path = str(tmp_path / "weights")
    saves = keras.callbacks.ModelCheckpoint(path, save_weights_only=True, verbose=1)
    model.fit(np.ones((2, 3)), np.ones((2, 1)), verbose=0, callbacks=[saves])
    assert capsys.readouterr().out == f"\nEpoch 1: saving model to {path}\n"


def test_normalization_of_all_takes_rows_of_different_lengths():
    layer = layers.Normalization(axis=None)
    layer.adapt(tf.data.Dataset.range(10).batch(4))
    np.testing.assert_allclose(layer(tf.range(10.0)), (np.arange(10) - 4.5) / 8.25**0.5, rtol=1e-5)


def test_a_chain_within_another_says_no_shape_that_it_has_met():
    inner = keras.Sequential([layers.Resizing(4, 4)])
    assert inner(tf.zeros([6, 6, 3])).shape == (4, 4, 3)
    model = keras.Sequential([inner, layers.Conv2D(2, 3)])
    assert not model.built
    assert model(tf.zeros([1, 6, 6, 3])).shape == (1, 2, 2, 2)
    said = keras.Sequential([layers.Dense(2, input_shape=(3,))])
    assert keras.Sequential([said, layers.Dense(1)]).built


def test_rows_of_tokens_are_floats():
    layer = layers.StringLookup(vocabulary=["a", "b"], output_mode="multi_hot")
    assert layer(tf.constant([["a", "c"]])).dtype == tf.float32


def test_a_pair_of_which_a_layer_gives_one():
    class First(layers.Layer):
        def __call__(self, x):
            return super().__call__(x)[0]

        def call(self, x):
            return x, x + 1.0

    lines = []
    keras.Sequential([keras.Input([3]), First(name="first")]).summary(print_fn=lines.append)
    text = "\n".join(lines)
    assert "first (First)               ((None, 3),               0" in text
    assert "(None, 3))" in text


def test_a_layer_whose_calls_have_several_shapes():
    entry, shared, same = keras.Input([3]), layers.Dropout(0.1), layers.ReLU()
    first = same(shared(layers.Dense(6)(entry)))
    lines = []
    last = same(layers.Dense(6)(shared(layers.Dense(4)(first))))
    keras.Model(entry, last).summary(print_fn=lambda text, **_: lines.append(text))
    kinds = {kind: line for line in lines for kind in ("Dropout", "ReLU") if f"({kind})" in line}
    assert "multiple" in kinds["Dropout"]
    assert "(None, 6)" in kinds["ReLU"]


def test_a_layer_with_a_part_called_add_is_no_chain():
    class Skipped(layers.Layer):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.inner = layers.Dense(3)
            self.add = layers.Add()

        def call(self, x):
            return self.add([self.inner(x), x])

    class Around(keras.Model):
        def __init__(self):
            super().__init__()
            self.block = Skipped(name="block")
            self.add = layers.Add()

        def call(self, x):
            return self.add([self.block(x), x])

    lines = []
    model = Around()
    assert model(tf.zeros([2, 3])).shape == (2, 3)
    model.summary(print_fn=lambda text, **_: lines.append(text))
    row = next(line for line in "\n".join(lines).splitlines() if "block (Skipped)" in line)
    assert "multiple" in row
