"""Models in saved models: `save`, `export`, archives of functions, layers of saved models."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
X = tf.constant([[1.0, 2.0, 3.0]])


def chain():
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input((3,), name="given"),
            layers.Dense(2, name="d"),
            layers.Dropout(0.5, name="dropout"),
        ]
    )


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "saved")


def exported(model, folder):
    model.export(folder)
    return tf.saved_model.load(folder)


class TestSaved:
    @pytest.mark.keras_3
    def test_the_names_of_keras_3(self, folder):
        model = chain()
        tf.saved_model.save(model, folder)
        serve = tf.saved_model.load(folder).signatures["serving_default"]
        assert list(serve.structured_input_signature[1]) == ["inputs"]
        np.testing.assert_allclose(serve(X)["output_0"], model(X))

    @pytest.mark.keras_2
    def test_the_names_of_keras_2(self, folder):
        model = chain()
        tf.saved_model.save(model, folder)
        again = tf.saved_model.load(folder)
        serve = again.signatures["serving_default"]
        assert list(serve.structured_input_signature[1]) == ["given"]
        np.testing.assert_allclose(serve(X)["dropout"], model(X))
        np.testing.assert_allclose(again(X), model(X))
        assert len(again.trainable_variables) == 2

    @pytest.mark.keras_2
    def test_a_folder_of_save_is_one(self, folder):
        model = chain()
        model.save(folder)
        assert tf.saved_model.contains_saved_model(folder)
        again = tf.saved_model.load(folder)
        np.testing.assert_allclose(again(X), model(X))
        assert list(again.signatures) == ["serving_default"]

    def test_a_model_of_ones_own(self, folder):
        class Own(keras.Model):
            def __init__(self):
                super().__init__()
                self.inner = keras.layers.Dense(2)

            def call(self, x, training=False):
                return self.inner(x)

        model = Own()
        model(X)
        tf.saved_model.save(model, folder)
        serve = tf.saved_model.load(folder).signatures["serving_default"]
        (found,) = serve(X).values()
        np.testing.assert_allclose(found, model(X))


class TestExport:
    def test_serve(self, folder, capsys):
        model = chain()
        again = exported(model, folder)
        np.testing.assert_allclose(again.serve(X), model(X))
        assert sorted(again.signatures) == ["serve", "serving_default"]
        assert len(again.trainable_variables) == 2
        told = capsys.readouterr().out
        assert told.startswith(f"Saved artifact at '{folder}'. The following endpoints are")
        assert "* Endpoint 'serve'\n  args_0 (POSITIONAL_ONLY): TensorSpec(shape=(None, 3)" in told
        assert "Output Type:\n  TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)" in told

    def test_several_inputs(self, folder):
        one, two = keras.Input((3,), name="one"), keras.Input((3,), name="two")
        model = keras.Model([one, two], {"sum": keras.layers.add([one, two])})
        again = exported(model, folder)
        np.testing.assert_allclose(again.serve([X, X])["sum"], 2 * X)
        serve = again.signatures["serving_default"]
        assert sorted(serve.structured_input_signature[1]) == ["one", "two"]
        (found,) = serve(one=X, two=X).values()
        np.testing.assert_allclose(found, 2 * X)

    def test_what_is_not_built(self, folder):
        with pytest.raises(ValueError, match="has not yet been built"):
            keras.Sequential([keras.layers.Dense(2)]).export(folder)

    @pytest.mark.keras_3
    def test_another_format(self, folder):
        with pytest.raises(ValueError, match=r"Unrecognized format=nope\. Supported formats are"):
            chain().export(folder, format="nope")


class TestArchive:
    def test_functions(self, folder):
        model = chain()
        archive = keras.export.ExportArchive()
        archive.track(model)
        spec = [tf.TensorSpec((None, 3), tf.float32)]
        archive.add_endpoint("serve", model.call, spec)
        archive.add_endpoint("twice", tf.function(lambda x: 2 * model(x), input_signature=spec))
        archive.add_variable_collection("held", model.trainable_variables)
        archive.write_out(folder)
        again = tf.saved_model.load(folder)
        np.testing.assert_allclose(again.twice(X), 2 * again.serve(X))
        assert list(again.signatures) == ["serve", "twice", "serving_default"]
        assert len(again.held) == 2

    def test_refusals(self, folder):
        archive = keras.export.ExportArchive()
        with pytest.raises(ValueError, match="No endpoints have been set yet"):
            archive.write_out(folder)
        with pytest.raises(ValueError, match="you must provide an `input_signature`"):
            archive.add_endpoint("f", lambda x: x)


@pytest.mark.keras_3
class TestLayer:
    def test_it_is_called(self, folder):
        model = chain()
        model.export(folder)
        layer = keras.layers.TFSMLayer(folder, name="saved")
        np.testing.assert_allclose(layer(X), model(X))
        assert len(layer.trainable_weights) == 2
        assert layer.get_config()["call_endpoint"] == "serve"
        around = keras.Sequential([keras.Input((3,)), layer])
        np.testing.assert_allclose(around.predict(X, verbose=0), model(X), rtol=1e-6)

    def test_a_signature(self, folder):
        model = chain()
        model.export(folder)
        layer = keras.layers.TFSMLayer(folder, call_endpoint="serving_default")
        np.testing.assert_allclose(layer(X)["output_0"], model(X))

    def test_an_unknown_name(self, folder):
        chain().export(folder)
        with pytest.raises(ValueError, match="The endpoint 'none' is neither an attribute"):
            keras.layers.TFSMLayer(folder, call_endpoint="none")


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="TensorFlow copies by configuration")
def test_a_deep_network_is_pickled():
    import copy
    import pickle

    inputs = outputs = keras.Input((3,))
    for _ in range(300):
        outputs = keras.layers.add([outputs, keras.layers.Rescaling(0.1)(outputs)])
    model = keras.Model(inputs, outputs)
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        np.testing.assert_allclose(again(X), model(X))
        layer = again.layers[5]
        assert len(layer.inbound_nodes) == len(layer.outbound_nodes) == 1
        assert keras.Model(again.input, layer.output)(X).shape == (1, 3)
