"""What programs say about saved models without saving one."""

from library import tf

S = tf.saved_model


def test_options_are_told_as_they_were_set():
    options = S.SaveOptions(experimental_io_device="/job:localhost", function_aliases={"f": "g"})
    assert options.experimental_io_device == "/job:localhost"
    assert options.function_aliases == {"f": "g"}
    assert (options.save_debug_info, options.experimental_custom_gradients) == (False, True)
    assert S.LoadOptions(allow_partial_checkpoint=True).allow_partial_checkpoint


def test_names_of_files():
    assert S.SAVED_MODEL_FILENAME_PB == "saved_model.pb"
    assert (S.VARIABLES_DIRECTORY, S.VARIABLES_FILENAME) == ("variables", "variables")
    assert (S.ASSETS_DIRECTORY, S.SERVING) == ("assets", "serve")


def test_a_folder_holds_a_model_or_not(tmp_path):
    assert not S.contains_saved_model(str(tmp_path))
    (tmp_path / "saved_model.pb").write_bytes(b"")
    assert S.contains_saved_model(str(tmp_path))
