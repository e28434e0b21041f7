"""What is raised where a file of a model or of weights is not there.

Invariant: the exception is the one of the Keras that is asked for, which depends on the kind of
file that the name tells: programs catch it to begin anew.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .. import errors
from .._runtime.versions import is_keras_2_asked_for

_SAVED = "saved_model.pb"
_HDF5 = (".h5", ".hdf5")


def no_model(path: str) -> Exception:
    """For a model: `OSError`, or in Keras 3 `ValueError` for all but `.h5`; in Keras 2 for a folder
    that holds something else."""
    if is_keras_2_asked_for():
        if (Path(path) / _SAVED).is_file():
            return ValueError(
                f"Unable to create a model of Keras from SavedModel at {path}: it was "
                "saved with `tf.saved_model.save`. Use `Model.save`, or `tf.saved_model.load`."
            )
        return OSError(f"No file or directory found at {path}")
    if Path(path).suffix in _HDF5:
        return _not_found(path)
    if Path(path).suffix == ".keras":
        return ValueError(
            f"File not found: filepath={path}. Please ensure that there is a `.keras` file."
        )
    return _of_no_format(path)


def no_weights(path: str) -> Exception:
    """For weights: `FileNotFoundError`; in Keras 2 `NotFoundError` where the name is that of a
    checkpoint, in Keras 3 `ValueError`."""
    if Path(path).suffix in (*_HDF5, ".keras"):
        return _not_found(path)
    if is_keras_2_asked_for():
        return errors.NotFoundError(
            None, None, f"Unsuccessful: failed to find any matching files for {path}"
        )
    return _of_no_format(path)


def _not_found(path: str) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def _of_no_format(path: str) -> ValueError:
    return ValueError(f"File format not supported: filepath={path}: there is no such file.")
