"""The weights of a model, for `save_weights` and `load_weights`: a file of them, or a checkpoint.

As in Keras 2 the path says which: with a suffix of files of Keras it is a file of weights by their
place, else the prefix of a checkpoint of the model, which its folder knows as the latest.
With h5py files are those of Keras (`hdf5_writing.py`); else they have the tensors that are named
`<place>/<name of the variable>`. The first bytes say which. Loading goes by place and checks
shapes, so that it works for any model of the same architecture. The file is written at once; where
the operating system refuses, that is an `OSError`, as in Keras. A damaged file is a
`DataLossError`.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._checkpoint.checkpoint import Checkpoint
from .._checkpoint.opening import checkpoint_file
from .._checkpoint.replacing import replacing
from .._checkpoint.state import folder_of, is_state_file, record_latest
from .._checkpoint.tensor_file import Reader, write
from .._runtime.manners import show_keras_2
from .._runtime.versions import is_keras_2_asked_for
from . import hdf5_weights, hdf5_writing
from .base_layer.own_state import finalize
from .missing_files import no_weights
from .optimizers.state import assign_where_fits
from .weight import scoped_name

if TYPE_CHECKING:
    from .._typing import PathLike


_SUFFIXES = (".h5", ".hdf5", ".keras")


def save(
    model: Any,
    filepath: PathLike | bytes,
    overwrite: bool,
    save_format: str | None = None,
    apart: Any = None,
) -> None:
    """See `Model.save_weights`; files of Keras 3 leave out the layers that stand `apart`."""
    if not model.built and not model.weights:
        raise ValueError(
            "You are saving a model that has not yet been built. Try building the model first by "
            "calling it on some data or by using `build()`."
        )
    path = os.fsdecode(filepath)
    if not path.endswith(".weights.h5"):
        show_keras_2()
    is_file = path.endswith(_SUFFIXES) if save_format is None else _is_of_file(save_format)
    written = path if is_file else checkpoint_file(path)
    if not overwrite and Path(written).exists():
        raise FileExistsError(f"{written} exists; pass overwrite=True to replace it")
    if is_file and hdf5_writing.is_possible():
        is_new = path.endswith((".weights.h5", ".keras"))
        known = set(map(id, apart or ()))
        newer = functools.partial(hdf5_writing.weights, apart=known)
        data = (newer if is_new else hdf5_writing.older_weights)(model)
        with replacing(path) as file:
            file.write(data)
    elif is_file:
        write(path, {**named_weights(model), **_named_variables(_optimizer_of(model))}, {})
    else:
        Path(folder_of(path)).mkdir(parents=True, exist_ok=True)
        Checkpoint(model).write(path)
        record_latest(path, [path])


def _is_of_file(save_format: str) -> bool:
    """Whether a word for a format is one of files, and not of checkpoints."""
    word = save_format.lower().strip()
    if word not in ("tensorflow", "tf", "hdf5", "h5", "keras"):
        raise ValueError(
            f"Unknown format. Received: `save_format`={save_format}. Was expecting one of "
            '{"tf", "h5"}.'
        )
    return word not in ("tensorflow", "tf")


def _optimizer_of(model: Any) -> Any:
    """The optimizer of a model that was compiled."""
    optimizer = getattr(model, "optimizer", None)
    return optimizer if isinstance(getattr(optimizer, "variables", None), list | tuple) else None


def named_weights(model: Any) -> dict[str, Any]:
    """The variables by the names that they have in a file."""
    return {f"{place:04d}/{scoped_name(v)}": v for place, v in enumerate(model.weights)}


_OPTIMIZER = "optimizer/"
OWN, ASSETS = "own/", "assets/"  # what layers save in their own way


def named_state(optimizer: Any) -> dict[str, Any]:
    """The variables of an optimizer that has made a step, by their names in a file."""
    return _named_variables(optimizer) if getattr(optimizer, "built", False) else {}


def _named_variables(optimizer: Any) -> dict[str, Any]:
    variables = () if optimizer is None else optimizer._own_variables()
    return {f"{_OPTIMIZER}{place:04d}": v for place, v in enumerate(variables)}


def assign_optimizer(model: Any, reader: Reader) -> None:
    """Give the model's optimizer the state in a file, if there is one and it fits."""
    if model.built and any(name.startswith(_OPTIMIZER) for name in reader.names()):
        model.optimizer.build(model.trainable_weights)
        _assign_state(model.optimizer, reader)


def _assign_state(optimizer: Any, reader: Reader) -> None:
    """Give an optimizer the state in a file, if it has as many variables of the same shapes."""
    names = [name for name in reader.names() if name.startswith(_OPTIMIZER)]
    variables = optimizer._own_variables()
    shapes = [variable.shape.as_list() for variable in variables]
    if shapes == [reader.shape(name) for name in names]:
        for variable, name in zip(variables, names, strict=True):
            variable.assign(_core.cast(reader.tensor(name), variable.dtype))


def load(
    model: Any,
    filepath: PathLike | bytes,
    skip_mismatch: bool,
    by_name: bool = False,
    apart: Any = None,
) -> Any:
    """See `Model.load_weights`; of files of Keras 3 the layers that stand `apart` read nothing."""
    path = os.fsdecode(filepath)
    if hdf5_weights.is_hdf5(path):
        hdf5_weights.load(model, path, skip_mismatch, by_name, set(map(id, apart or ())))
        if _optimizer_of(model) is not None:
            names, state = hdf5_weights.optimizer_state(path)
            if not names:  # as in Keras, which reads the weights alone of a whole model in an `.h5`
                assign_where_fits(model.optimizer, state)
        return None
    is_file = Path(path).is_file() and not is_state_file(path)
    if not is_file and Path(checkpoint_file(path)).exists():
        status = Checkpoint(model).read(path)
        finalize(model)
        if is_keras_2_asked_for() and _optimizer_of(model) is None:
            model._awaits_optimizer = path
        return status
    return _load_file(model, path, skip_mismatch)


def restore_optimizer(model: Any) -> None:
    """Give the optimizer of a model that is compiled what a checkpoint has for it that was loaded
    before, as Keras 2 does."""
    path = vars(model).pop("_awaits_optimizer", None)
    if path is not None and Path(checkpoint_file(path)).exists():
        Checkpoint(optimizer=model.optimizer).read(path)


def _load_file(model: Any, path: str, skip_mismatch: bool) -> None:
    try:
        reader = Reader(path)
    except errors.NotFoundError:
        raise no_weights(path) from None
    assign(model, reader, skip_mismatch)
    if _optimizer_of(model) is not None:
        _assign_state(model.optimizer, reader)


def assign(model: Any, reader: Reader, skip_mismatch: bool) -> None:
    """Assign what a reader has to the weights of a model, all or nothing."""
    variables = model.weights
    names = [name for name in reader.names() if not name.startswith((_OPTIMIZER, OWN, ASSETS))]
    if len(names) != len(variables) and not skip_mismatch:
        raise ValueError(
            f"The file has {len(names)} weights, but model {model.name!r} has {len(variables)}. "
            "Build the model before loading weights, and use the same architecture."
        )
    pairs = []
    for variable, name in zip(variables, names, strict=False):
        numbers = reader.dtype(name) != _core.string or variable.dtype == _core.string
        if numbers and variable.shape.as_list() == reader.shape(name):
            pairs.append((variable, _core.cast(reader.tensor(name), variable.dtype)))
        elif not skip_mismatch:
            raise ValueError(
                f"The weight {variable.name} of shape {variable.shape} does not fit {name} of "
                f"shape {tuple(reader.shape(name))} and dtype {reader.dtype(name).name} in the "
                "file."
            )
    for variable, value in pairs:
        variable.assign(value)
    finalize(model)
