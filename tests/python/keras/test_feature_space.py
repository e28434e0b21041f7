"""`keras.utils.FeatureSpace`: the columns of a table as a vector."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
FeatureSpace = keras.utils.FeatureSpace
TABLE = {
    "size": np.array([1.0, 3.0, 5.0, 7.0], "float32"),
    "kind": np.array(["a", "b", "a", "a"]),
    "group": np.array([1, 2, 2, 1]),
}


def test_columns_become_a_vector():
    kinds = {"size": "float_normalized", "kind": "string_categorical"}
    space = FeatureSpace(kinds, output_mode="concat")
    space.adapt(tf.data.Dataset.from_tensor_slices(TABLE))
    found = space({"size": [4.0, 7.0], "kind": ["a", "z"]})
    # Of "kind" there are the unknown, a and b; the spread of the sizes is the root of 5.
    expected = [[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 3.0 / 5.0**0.5]]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    single = space({"size": 4.0, "kind": "b"})
    np.testing.assert_allclose(single, [0.0, 0.0, 1.0, 0.0], atol=1e-6)


def test_every_kind_of_feature():
    space = FeatureSpace(
        {
            "a": FeatureSpace.float_rescaled(scale=2.0, offset=1.0),
            "b": FeatureSpace.float_discretized(num_bins=3),
            "c": FeatureSpace.integer_hashed(num_bins=4, output_mode="int"),
            "d": FeatureSpace.string_hashed(num_bins=5),
            "e": FeatureSpace.integer_categorical(num_oov_indices=0),
            "f": "float",
        },
        crosses=[FeatureSpace.cross(("c", "e"), crossing_dim=6), ("d", "e")],
        crossing_dim=7,
        output_mode="dict",
    )
    columns = {"a": [1.0], "b": [0.5], "c": [3], "d": ["x"], "e": [8], "f": [2.5]}
    space.adapt({name: values * 2 for name, values in columns.items()})
    assert tuple(space.get_encoded_features()["e"].shape) == (None, 1)
    found = {name: np.array(value) for name, value in space(columns).items()}
    assert found["a"].tolist() == [[3.0]]
    assert found["c"].shape == (1, 1)
    assert found["e"].tolist() == [[1.0]]
    assert found["f"].tolist() == [[2.5]]
    widths = {"b": 3, "d": 5, "c_X_e": 6, "d_X_e": 7}
    assert {name: found[name].shape[1] for name in widths} == widths
    assert all(found[name].sum() == 1.0 for name in widths)
    assert sorted(space.crossers) == ["c_X_e", "d_X_e"]


@pytest.mark.ours("Keras wants to adapt bins that it was given")
def test_bins_that_are_given():
    bins = FeatureSpace.float_discretized(num_bins=3, bin_boundaries=[0.0, 1.0])
    space = FeatureSpace({"a": bins})
    assert np.array(space({"a": [0.5, 2.0]})).tolist() == [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


@pytest.mark.filterwarnings("ignore::UserWarning")  # Keras compares the names of inputs
def test_a_model_behind_features():
    space = FeatureSpace({"size": "float_normalized", "group": "integer_categorical"})
    data = {name: TABLE[name] for name in ("size", "group")}
    dataset = tf.data.Dataset.from_tensor_slices((data, np.ones([4, 1]))).batch(2)
    space.adapt(dataset.map(lambda x, _: x))
    inputs, encoded = space.get_inputs(), space.get_encoded_features()
    assert sorted(inputs) == ["group", "size"]
    assert tuple(encoded.shape) == (None, 4)
    outputs = keras.layers.Dense(1, kernel_initializer="ones")(encoded)
    trained = keras.Model(encoded, outputs)
    trained.compile(keras.optimizers.SGD(0.0), "mse")
    trained.fit(dataset.map(lambda x, y: (space(x), y)), verbose=0, shuffle=False)
    whole = keras.Model(inputs, outputs)
    columns = {name: tf.constant(data[name][:, None]) for name in sorted(data)}
    expected = np.sum(space(data), axis=1, keepdims=True)
    np.testing.assert_allclose(whole.predict(columns, verbose=0), expected, rtol=1e-5)


def test_a_layer_of_ones_own():
    words = keras.layers.TextVectorization(output_mode="count")
    own = FeatureSpace.feature(dtype="string", preprocessor=words, output_mode="float")
    space = FeatureSpace({"text": own}, output_mode="dict")
    space.adapt({"text": ["a b", "a"]})
    assert np.array(space({"text": ["b b z"]})["text"]).tolist() == [[1.0, 0.0, 2.0]]


def test_the_arguments_make_an_equal_space():
    kinds = {"size": "float", "kind": FeatureSpace.string_hashed(num_bins=3)}
    space = FeatureSpace(kinds, crosses=[("size", "kind")], crossing_dim=4)
    again = FeatureSpace.from_config(space.get_config())
    assert again.crosses[0].name == "size_X_kind"
    assert again.preprocessors["kind"].num_bins == 3
    assert again.output_mode == "concat"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FeatureSpace({}), "cannot be None or empty"),
        (lambda: FeatureSpace({"a": "colour"}), "Invalid feature type: colour"),
        (lambda: FeatureSpace({"a": "float"}, crosses=[("a", "b")]), "unknown features"),
        (lambda: FeatureSpace({"a": "float"}, output_mode="list"), "`output_mode`"),
        (lambda: FeatureSpace.float_discretized(3, output_mode="bits"), "`output_mode`"),
        (lambda: FeatureSpace({"a": "float_normalized"})({"a": [1.0]}), "call `.adapt"),
        (lambda: FeatureSpace({"a": "float"})([1.0]), "called with a dict"),
        (lambda: FeatureSpace({"a": "float"}).adapt([1.0]), "tf.data.Dataset or a dict"),
    ],
)
def test_wrong_features(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("output_mode", ["concat", "dict"])
def test_a_file_has_what_was_learned(tmp_path, output_mode):
    features = {
        "size": "float_normalized",
        "kind": "string_categorical",
        "group": FeatureSpace.integer_categorical(num_oov_indices=0),
        "rest": FeatureSpace.float_discretized(3),
        "code": "string_hashed",
    }
    if output_mode == "dict":
        words = keras.layers.TextVectorization(output_mode="tf_idf")
        features["text"] = FeatureSpace.feature("string", words, "float")
    space = FeatureSpace(features, crosses=[("kind", "group")], output_mode=output_mode)
    table = {**TABLE, "rest": TABLE["size"], "code": TABLE["kind"], "text": TABLE["kind"]}
    table = {name: table[name] for name in features}
    space.adapt(tf.data.Dataset.from_tensor_slices(table))
    wanted = tf.nest.flatten(space(table))
    space.save(tmp_path / "space.keras")
    again = keras.models.load_model(tmp_path / "space.keras")
    for left, right in zip(wanted, tf.nest.flatten(again(table)), strict=True):
        np.testing.assert_array_equal(left, right)
    assert set(again.get_inputs()) == set(features)


@pytest.mark.ours("Keras takes it for one that has learned")
def test_what_has_learned_nothing_yet_learns_after_it_was_loaded(tmp_path):
    FeatureSpace({"size": "float_normalized"}).save(tmp_path / "space.keras")
    again = keras.models.load_model(tmp_path / "space.keras")
    again.adapt(tf.data.Dataset.from_tensor_slices({"size": TABLE["size"]}))
    np.testing.assert_allclose(again({"size": [4.0]}), [[0.0]], atol=1e-6)


def test_it_tells_whether_it_has_learned():
    space = FeatureSpace({"size": "float_normalized", "kind": "integer_hashed"})
    assert not space._is_adapted
    space.adapt(tf.data.Dataset.from_tensor_slices({"size": [1.0, 3.0], "kind": [1, 2]}))
    assert space._is_adapted
    plain = FeatureSpace({"size": "float"})
    assert not plain._is_adapted
    plain.get_encoded_features()
    assert plain._is_adapted
