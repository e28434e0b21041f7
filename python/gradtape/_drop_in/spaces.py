"""Which object of gradtape a dotted name of TensorFlow stands for.

A space is what TensorFlow has as a module: a list of gradtape's namespaces that are searched in
order. A public module is one namespace; a private one, such as `tensorflow.python.ops.math_ops`,
has those where TensorFlow publishes what it defines. Invariant: names are found by attribute in
gradtape's public namespaces, never among the files that implement them.
"""

from __future__ import annotations

import functools
import importlib
import sys
from types import ModuleType
from typing import Any, NamedTuple

from .._namespace import explain
from . import private_paths
from .private.left_out import LeftOut
from .version import VERSION, keras_version

_PRIVATE = f"{__package__}.private"
ROOTS = {"tensorflow": "", "keras": "keras", "tf_keras": "keras"}
# What is told about TensorFlow rather than about gradtape.
_TENSORFLOWS_OWN = {
    ("gradtape", "__version__"): VERSION,
    ("gradtape", "__git_version__"): f"v{VERSION}",
    ("gradtape", "__compiler_version__"): "rustc",
    ("gradtape.compat.v1", "__version__"): VERSION,
    ("gradtape.compat.v2", "__version__"): VERSION,
    ("gradtape.compat.v1", "VERSION"): VERSION,
    ("gradtape.compat.v1", "GIT_VERSION"): f"v{VERSION}",
    ("gradtape.version", "VERSION"): VERSION,
    ("gradtape.version", "GIT_VERSION"): f"v{VERSION}",
    # Libraries for TPUs too name classes of it when they are imported, and elsewhere use none.
    **{
        (f"gradtape{version}", "tpu"): LeftOut("tf.tpu", "is for TPUs; gradtape runs on the CPU")
        for version in ("", ".compat.v1", ".compat.v2")
    },
}


class Space(NamedTuple):
    """A module of TensorFlow: its dotted name and gradtape's namespaces that answer for it."""

    name: str
    namespaces: tuple[ModuleType, ...]
    is_private: bool


def find_space(name: str, by_name: bool = True) -> Space | None:
    """The space for the dotted name of a module of TensorFlow, None if gradtape has none.

    `by_name` is as for `private_paths.published_in`.
    """
    root, _, path = name.partition(".")
    if root not in ROOTS:
        return None
    whole = ".".join(filter(None, (ROOTS[root], path)))
    public = private_paths.shortened(whole)
    namespace = _namespace(public)
    if namespace is not None:
        further = [_namespace(space) for space in private_paths.beside(whole)]
        return Space(name, (namespace, *filter(None, further)), is_private=False)
    published = private_paths.published_in(public, by_name)
    if published is None:
        return None
    found = [space for space in map(_namespace, published) if space is not None]
    if published and not found:
        return None
    return Space(name, tuple(found), is_private=True)


def find_attribute(space: Space, name: str) -> Any:
    """What gradtape has for an attribute of a space; `AttributeError`, with a reason, if nothing.

    A module of gradtape stands for the space of the same name, which the caller looks up itself.
    """
    spellings = private_paths.spellings(name) if space.is_private else [name]
    for namespace in space.namespaces:
        if (namespace.__name__, name) in _TENSORFLOWS_OWN:
            return _TENSORFLOWS_OWN[namespace.__name__, name]
        if namespace.__name__ == "gradtape.keras" and name in ("__version__", "version"):
            told = functools.partial(keras_version, space.name)
            return told() if name == "__version__" else told
        for spelling in spellings:
            if _is_shown(namespace, spelling) and hasattr(namespace, spelling):
                return _of_its_keras(space, getattr(namespace, spelling), spelling)
    if space.is_private and name in sys.stdlib_module_names:
        return importlib.import_module(name)  # a file of TensorFlow has imported it
    raise _missing(space, name)


_IN_VERSION_1 = ("compat.v1.keras.layers", "rnn.gru_v1", "rnn.lstm_v1")
_DRAWS_GLOBALLY = ("tensorflow.python.keras.", "tensorflow.python.ops.init_ops_v2")


def _of_its_keras(space: Space, found: Any, name: str) -> Any:
    if space.name.endswith(_IN_VERSION_1):
        from .private.recurrent_of_version_1 import as_older  # it loads layers

        return as_older(found, name)
    if space.name.startswith(_DRAWS_GLOBALLY):
        from .private.keras_within import drawing_globally  # it loads layers

        return drawing_globally(found)
    if space.name == "tf_keras.mixed_precision":
        from .private.policy_of_tf_keras import of_tf_keras  # it loads Keras

        return of_tf_keras(found, name)
    if space.name not in ("tf_keras.initializers", "tf_keras.layers"):
        return found
    from .private.keras_2_classes import as_of_keras_2  # it loads those of Keras 3

    return as_of_keras_2(found)


def _is_shown(namespace: ModuleType, name: str) -> bool:
    return not name.startswith("_") or namespace.__name__.startswith(_PRIVATE)


def file_of(space: Space) -> ModuleType | None:
    """The file of `private` that is this module of TensorFlow, so that what a program sets in it
    is seen; None where namespaces are searched."""
    namespaces = space.namespaces
    is_one = len(namespaces) == 1 and namespaces[0].__name__.startswith(f"{_PRIVATE}.")
    return namespaces[0] if is_one else None


def names_in(space: Space) -> list[str]:
    """The public names that a space answers for; a private one lists its first namespace."""
    found = {name for space in space.namespaces[:1] for name in dir(space)}
    return sorted(name for name in found if not name.startswith("_"))


@functools.cache
def _namespace(path: str) -> ModuleType | None:
    """The public namespace of gradtape at a dotted path; the package itself where it is empty."""
    if path.startswith("private."):
        return importlib.import_module(f"{_PRIVATE}.{path.removeprefix('private.')}")
    found: Any = importlib.import_module("gradtape")
    for part in filter(None, path.split(".")):
        found = None if part.startswith("_") else getattr(found, part, None)
        if not is_namespace(found):
            return None
    return found


def is_namespace(value: object) -> bool:
    """Whether the value is a module of gradtape, not one that a file happens to have imported."""
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] == "gradtape"


def _missing(space: Space, name: str) -> AttributeError:
    """The namespace's own words for a public name; a private one tells where it has looked."""
    if not space.is_private:
        try:
            getattr(space.namespaces[0], name)
        except AttributeError as error:
            own = explain(name, space.namespaces[0].__name__)
            return max(error, own, key=lambda told: len(str(told)))
    places = ", ".join(namespace.__name__ for namespace in space.namespaces) or "nothing"
    text = f"module {space.name!r} has no attribute {name!r}: gradtape answers for it with {places}"
    return AttributeError(text, name=name)


def refuse(name: str) -> None:
    """Raises `ImportError` for a module that gradtape leaves out, with what to use instead."""
    from .._left_out import instead_of

    path = ".".join(filter(None, (ROOTS[name.partition(".")[0]], name.partition(".")[2])))
    reason = instead_of(private_paths.shortened(path))
    if reason is not None:
        # Without the module's name Python would only say that it "cannot import name".
        raise ModuleNotFoundError(f"No module named {name!r}: gradtape leaves it out; {reason}")
