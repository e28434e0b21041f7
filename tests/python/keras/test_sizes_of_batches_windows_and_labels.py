"""Sizes that stateful layers and windows of series insist on, and what the projector reads."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_3


@pytest.mark.parametrize("kind", [layers.LSTM, layers.GRU, layers.SimpleRNN])
@pytest.mark.parametrize("examples", [1, 2])
def test_states_are_of_one_size_of_batches(kind, examples):
    layer = kind(2, stateful=True)
    layer(np.ones([4, 5, 3], "float32"))
    with pytest.raises(ValueError, match="batch size"):
        layer(np.ones([examples, 5, 3], "float32"))
    assert layer(np.ones([4, 5, 3], "float32")).shape == (4, 2)


def test_a_series_may_be_shorter_than_a_window():
    made = keras.utils.timeseries_dataset_from_array(np.arange(10), None, 20)
    assert list(made) == []


@pytest.mark.parametrize(
    "wrong",
    [{"end_index": 10}, {"start_index": 10}, {"sampling_rate": 10}, {"sequence_stride": 0}],
)
def test_windows_lie_in_the_series(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        keras.utils.timeseries_dataset_from_array(np.arange(10), None, 3, **wrong)


def model_of_words():
    model = keras.Sequential(
        [keras.Input([3]), layers.Embedding(5, 2, name="words"), layers.Flatten(), layers.Dense(1)]
    )
    model.compile("sgd", "mse")
    return model


def fit(model, **options):
    callback = keras.callbacks.TensorBoard(**options)
    model.fit(np.ones([2, 3]), np.ones([2, 1]), verbose=0, callbacks=[callback])


@pytest.mark.parametrize("labels", ["labels.tsv", {"words": "labels.tsv"}])
def test_the_projector_finds_embeddings_and_their_labels(tmp_path, labels):
    pytest.importorskip("h5py")
    fit(model_of_words(), log_dir=tmp_path, embeddings_freq=1, embeddings_metadata=labels)
    told = (tmp_path / "projector_config.pbtxt").read_text()
    table = "layer_with_weights-0/embeddings/.ATTRIBUTES/VARIABLE_VALUE"
    assert told == (f'embeddings {{\n  tensor_name: "{table}"\n  metadata_path: "labels.tsv"\n}}\n')
    assert list((tmp_path / "train").glob("keras_embedding.ckpt-0*"))


def test_labels_are_those_of_embeddings(tmp_path):
    with pytest.raises(ValueError, match="Unrecognized `Embedding` layer names"):
        fit(model_of_words(), log_dir=tmp_path, embeddings_freq=1, embeddings_metadata={"a": "b"})


def test_training_asks_for_no_averages():
    model = model_of_words()
    callbacks = [keras.callbacks.SwapEMAWeights()]
    model.fit(np.ones([2, 3]), np.ones([2, 1]), verbose=0, callbacks=callbacks)
    with pytest.raises(ValueError, match="use_ema=True"):
        model.evaluate(np.ones([2, 3]), np.ones([2, 1]), verbose=0, callbacks=callbacks)
