"""Files of objects that are cut short, or longer than they say."""

import pytest

import gradtape as tf


@pytest.mark.parametrize("change", [lambda b: b[:5], lambda b: b[:-1], lambda b: b + b"x"])
def test_a_damaged_file_is_told_of(tmp_path, change):
    tf.saved_model.save(tf.Module(), tmp_path)
    path = tmp_path / "saved_model.pb"
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(tf.errors.DataLossError, match="is damaged"):
        tf.saved_model.load(tmp_path)
