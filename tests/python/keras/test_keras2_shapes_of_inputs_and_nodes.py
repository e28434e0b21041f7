"""Keras 2: what the layer of an input and the calls of layers tell of themselves."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras


@pytest.fixture
def model():
    i = keras.Input((4,), name="entry")
    j = keras.Input((4,), batch_size=2)
    return keras.Model([i, j], keras.layers.Dense(3)(keras.layers.add([i, j])))


def test_the_shape_of_an_input_is_in_a_list(model):
    entry = model.layers[0]
    assert entry.output_shape == entry.input_shape == [(None, 4)]
    assert entry.input_shape[0][1] == 4
    assert entry.get_output_shape_at(0) == (None, 4)
    assert model.layers[-1].output_shape == (2, 3)


def test_options_of_an_input(model):
    assert [model.get_layer("entry").batch_size, model.layers[1].batch_size] == [None, 2]
    assert model.layers[0]._batch_input_shape == (None, 4)
    assert model.layers[0].is_placeholder
    assert model.layers[0].supports_masking
    assert not model.layers[0].ragged


def test_what_a_node_was_called_on(model):
    (node,) = model.layers[2].inbound_nodes
    assert [id(tensor) for tensor in node.keras_inputs] == [*map(id, model.inputs)]
    assert node.call_args[0][1] is model.inputs[1]
    assert node.call_kwargs == {}


def test_tables_with_more_columns_than_there_are(capsys):
    model = keras.Sequential([keras.layers.Dense(5, input_shape=(4,), name="first")])
    model.summary(line_length=80, positions=[0.3, 0.6, 0.8, 1.0])
    row = next(line for line in capsys.readouterr().out.splitlines() if "first" in line)
    assert row.rstrip() == " first (Dense)          (None, 5)               25"


def test_no_yaml(model):
    with pytest.raises(RuntimeError, match="to_json"):
        model.to_yaml()


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_the_format_of_files(tmp_path):
    h5py = pytest.importorskip("h5py")
    model = keras.Sequential([keras.layers.Dense(5, input_shape=(4,))])
    model.save(tmp_path / "named", save_format="h5")
    assert h5py.is_hdf5(tmp_path / "named")
    with pytest.raises(ValueError, match="zzz"):
        model.save(tmp_path / "other", save_format="zzz")


@pytest.mark.keras_2
@pytest.mark.parametrize("end", ["input", "output"])
def test_calls_of_several_shapes_have_no_shape_together(end):
    layer = tf.keras.layers.Dense(4)
    for length in (2, 2, None):
        layer(tf.keras.Input((length, 4)))
        if length == 2:
            assert getattr(layer, f"{end}_shape") == (None, 2, 4)
    with pytest.raises(AttributeError, match="multiple inbound nodes, with different"):
        getattr(layer, f"{end}_shape")
    assert getattr(layer, f"get_{end}_shape_at")(2) == (None, None, 4)
