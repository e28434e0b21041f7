"""What programs for Keras 2 have in layers and files of their own, beside `test_manners.py`."""

from pathlib import Path

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
keras2 = pytest.mark.ours("Keras 3 has another manner")
X = np.ones([4, 2], "float32")


# --- Layers ---------------------------------------------------------------------------------------


@keras2
def test_sizes_that_are_floats_are_cut_off():
    assert layers.Dense(np.prod([]))(X).shape == [4, 1]
    assert layers.Dense(5 / 2)(X).shape == [4, 2]
    images = np.ones([1, 5, 5, 1], "float32")
    for kind in (layers.Conv2D, layers.SeparableConv2D):
        assert kind(9 / 2, 3)(images).shape == [1, 3, 3, 4]
    assert layers.Conv2DTranspose(np.float32(2.0), 2)(images).shape == [1, 6, 6, 2]


@pytest.mark.parametrize("units", [0.5, -2.0, float("nan"), float("inf"), "2"])
def test_sizes_that_are_no_sizes(units):
    with pytest.raises((ValueError, TypeError)):
        layers.Dense(units)


@keras2
def test_whether_a_layer_is_dynamic_by_place():
    class Block(layers.Layer):
        def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, **kwargs):
            super().__init__(trainable, name, dtype, dynamic, **kwargs)

    block = Block(False, "b", "float64")
    assert (block.trainable, block.name, block.dtype) == (False, "b", "float64")


@keras2
def test_a_model_hands_nothing_on_by_position():
    class Texts(keras.Model):
        def __init__(self, *given):
            super().__init__(*given or [self])
            self.dense = layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    for model in (Texts(), Texts("a name"), Texts(False)):
        model(X)
        assert model.trainable is True
        assert model.name.startswith("texts")
        assert len(model.trainable_weights) == 2


@keras2
def test_a_dict_may_hold_more_than_a_model_of_a_dict_takes():
    inputs = {"a": keras.Input([1]), "c": keras.Input([2])}
    model = keras.Model(inputs, layers.concatenate([inputs["a"], inputs["c"]]))
    given = {"a": X[:, :1], "b": 5 * X[:, :1], "c": 7 * X}
    for found in (model(given), model.predict(given, verbose=0)):
        assert np.array(found)[0].tolist() == [1.0, 7.0, 7.0]
    with pytest.raises(ValueError, match="expects 2 input"):
        model({"a": X[:, :1], "b": X})


@keras2
def test_batches_by_number_that_set_how_many_they_are():
    class Batches(keras.utils.Sequence):
        def __init__(self, count):
            super().__init__()
            self.num_batches = count

        def __len__(self):
            return self.num_batches

        def __getitem__(self, index):
            return X * index

    assert (len(Batches(3)), Batches(3).num_batches) == (3, 3)
    assert keras.Sequential([layers.Flatten()]).predict(Batches(3), verbose=0).shape == (12, 2)


@keras2
def test_private_names_of_layers():
    layer = layers.Dense(2, dtype="float64")
    assert (layer._compute_dtype, layer._compute_dtype_object) == ("float64", tf.float64)
    assert layer._dtype_policy.compute_dtype == "float64"
    model = keras.Sequential([keras.Input([2]), layer])
    assert (model._is_graph_network, model._is_compiled) == (True, False)
    model.compile("sgd", "mse")
    assert model._is_compiled is model._compile_was_called is True
    assert not keras.Sequential([layers.Dense(2)])._is_graph_network


@keras2
def test_variables_are_appended_to_the_lists_of_a_layer():
    class Borrowing(layers.Layer):
        def __init__(self, inner):
            super().__init__()
            self.apply_inner = lambda x: inner(x)
            inner.build([None, 2])
            self._trainable_weights.extend(inner.trainable_weights)
            self._non_trainable_weights.append(tf.Variable(1.0, trainable=False))

        def call(self, inputs):
            return self.apply_inner(inputs)

    inner = layers.Dense(3)
    layer = Borrowing(inner)
    assert layer(X).shape == [4, 3]
    assert [id(v) for v in layer.trainable_weights] == [id(inner.kernel), id(inner.bias)]
    assert len(layer.non_trainable_weights) == 1


def test_weights_are_in_the_order_in_which_they_were_added():
    class Mixed(layers.Layer):
        def build(self, input_shape):
            for place, trainable in enumerate((False, True, False, True)):
                self.add_weight(name=f"w{place}", shape=[place + 1], trainable=trainable)

        def call(self, inputs):
            return inputs

    layer = Mixed()
    layer(X)
    assert [v.shape[0] for v in layer.weights] == [2, 4, 1, 3]


@keras2
def test_a_cell_of_the_abstract_kind():
    class Memory(layers.AbstractRNNCell):
        state_size = (tf.TensorShape([2, 3]), 4)
        output_size = 3

        def call(self, inputs, states):
            memory, count = states
            memory = memory + inputs[:, tf.newaxis]
            return memory[:, 0] + count[:, :1], [memory, count + 1.0]

    assert [state.shape for state in Memory().get_initial_state(batch_size=5)] == [
        [5, 2, 3],
        [5, 4],
    ]
    outputs, memory, count = layers.RNN(Memory(), return_state=True)(np.ones([2, 4, 3], "float32"))
    assert outputs.numpy().tolist() == [[7.0] * 3] * 2
    assert memory.shape == [2, 2, 3]
    assert count.numpy().max() == 4.0
    for name in ("state_size", "output_size"):
        with pytest.raises(NotImplementedError):
            getattr(layers.AbstractRNNCell(), name)


# --- Checkpoints of weights -----------------------------------------------------------------------


def trained():
    model = keras.Sequential([keras.Input([2]), layers.Dense(3), layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(X, X[:, :1], verbose=0)
    return model


@keras2
def test_weights_without_a_suffix_are_a_checkpoint(tmp_path):
    model, prefix = trained(), str(tmp_path / "deep" / "cp-0001.ckpt")
    model.save_weights(prefix)
    assert Path(prefix + ".index").exists()
    assert tf.train.latest_checkpoint(tmp_path / "deep") == prefix
    before = model.get_weights()
    model.fit(X, X[:, :1], verbose=0)
    status = model.load_weights(tf.train.latest_checkpoint(tmp_path / "deep"))
    status.assert_existing_objects_matched()
    for one, other in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(FileExistsError):
        model.save_weights(prefix, overwrite=False)


@keras2
def test_weights_wait_for_a_model_that_is_built_later(tmp_path):
    trained().save_weights(tmp_path / "w")
    model = keras.Sequential([layers.Dense(3), layers.Dense(1)])
    model.load_weights(tmp_path / "w").expect_partial()
    again = trained()
    again.load_weights(tmp_path / "w")
    np.testing.assert_array_equal(model(X), again(X))


@keras2
def test_the_format_of_weights_is_said(tmp_path):
    model = trained()
    model.save_weights(tmp_path / "w", save_format="h5")
    assert [file.name for file in tmp_path.iterdir()] == ["w"]
    model.load_weights(tmp_path / "w")
    model.save_weights(tmp_path / "c.h5", save_format="tf")
    assert tf.train.latest_checkpoint(tmp_path) == str(tmp_path / "c.h5")


@keras2
def test_a_callback_leaves_checkpoints_that_are_found(tmp_path):
    saving = keras.callbacks.ModelCheckpoint(tmp_path / "cp-{epoch}.ckpt", save_weights_only=True)
    trained().fit(X, X[:, :1], verbose=0, epochs=2, callbacks=[saving])
    assert tf.train.latest_checkpoint(tmp_path) == str(tmp_path / "cp-2.ckpt")


@keras2
def test_optimizers_are_in_the_experimental_module_too():
    assert keras.optimizers.experimental.AdamW is keras.optimizers.AdamW
    assert keras.optimizers.experimental.RMSprop().learning_rate == 0.001


# --- Where layers of Keras 3 keep their weights ---------------------------------------------------


@pytest.mark.parametrize(
    ("make", "shape", "name"),
    [
        (lambda: layers.Dense(2), (1, 3), "kernel"),
        (lambda: layers.EinsumDense("ab,bc->ac", 2), (1, 3), "kernel"),
        (lambda: layers.Conv1D(2, 1), (1, 4, 3), "kernel"),
        (lambda: layers.Embedding(3, 2), (1, 3), "embeddings"),
    ],
)
def test_a_weight_is_replaced_by_its_private_name(make, shape, name):
    layer, inputs = make(), np.ones(shape, "float32")
    layer(inputs)
    weight = getattr(layer, f"_{name}")
    setattr(layer, f"_{name}", tf.zeros(weight.shape) + 2.0)
    assert getattr(layer, name).numpy().ravel().tolist() == [2.0] * weight.numpy().size
    assert layer(inputs).numpy().max() == (2.0 if name == "embeddings" else 6.0)


def test_a_layer_that_is_said_to_be_built_takes_tensors_for_weights():
    layer, bias = layers.Dense(2), tf.constant([0.5, 0.25])
    layer.built = True
    kernel = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(kernel)
        layer._kernel, layer.bias = kernel, bias
        outputs = layer(tf.constant([[3.0]]))
    assert outputs.numpy().tolist() == [[3.5, 6.25]]
    assert tape.gradient(outputs, kernel).numpy().tolist() == [[3.0, 3.0]]


def test_a_model_of_a_class_that_keeps_attributes_itself_has_its_optimizer():
    class Settings:
        rate = 0.1

        def __setattr__(self, name, value):
            self.__dict__[name] = value

    class Own(keras.Sequential, Settings):
        def __init__(self):
            super().__init__([layers.Dense(1)])
            self.optimizer = keras.optimizers.SGD(self.rate)

    assert float(Own().optimizer.learning_rate) == np.float32(0.1)
