"""Names for layers, models, metrics and optimizers: `dense`, `dense_1`, `dense_2` ...

Invariant: within one process, no two objects get the same default name until `clear_session`
starts over. Keras 2 counts by graph: what a layer makes while it is put into a model, or what is
made in a function or in a step of a model, has numbers of its own. In Keras 3 what a run makes that
TensorFlow's trace has no more of Python does not count.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from .. import _core
from .._runtime import inside
from .._runtime.manners import are_of_keras_3
from .._runtime.once import is_again
from .._runtime.versions import is_keras_2_asked_for
from .settings import phase, policy

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<!^)(?=[A-Z][a-z])")
# Names that Keras 2 gives, and the number of the first.
_OF_KERAS_2 = {"functional": ("model", 0), "input_layer": ("input", 1)}
_lock = threading.Lock()
_used: defaultdict[str, int] = defaultdict(int)
# Of a thread: `used`, the names of a graph that is made to see shapes; `functions`, those of graphs
# of functions that run, by their numbers; `unseen`, those in runs after a trace.
_of_graph = threading.local()
_MOST_FUNCTIONS = 16  # that are remembered, which may run within each other


@contextmanager
def of_scratch_graph() -> Iterator[None]:
    """Within, names count anew with Keras 2, as in the graph where it looks for shapes."""
    if not is_keras_2_asked_for():
        yield
        return
    outer, _of_graph.used = getattr(_of_graph, "used", None), defaultdict(int)
    try:
        yield
    finally:
        _of_graph.used = outer


def unique_name(class_name: str) -> str:
    """The snake-case form of `class_name`, numbered from the second time on.

    Keras 2 says so of a class with an underscore in front: `private__own`.

    >>> from gradtape._keras import naming
    >>> naming.clear_session()
    >>> naming.unique_name("BatchNormalization"), naming.unique_name("BatchNormalization")
    ('batch_normalization', 'batch_normalization_1')
    """
    base, number = snake_case(class_name), 0
    if is_keras_2_asked_for():
        base = f"private{base}" if base.startswith("_") else base
        base, number = _OF_KERAS_2.get(base, (base, 0))
    used = _names_here()
    with _lock:
        number += used[base]
        used[base] += 1
    return f"{base}_{number}" if number else base


def pass_names_of_chain(layers: int) -> None:
    """Takes names, as Keras 3 does for the functional model that it makes of a chain."""
    if not is_keras_2_asked_for():
        unique_name("Functional")
        pass_names_of_tensors(layers)


def pass_names_of_tensors(count: int) -> None:
    """Takes names of symbolic tensors, as Keras 3 does for those that it makes for itself alone."""
    for _ in range(0 if is_keras_2_asked_for() else count):
        unique_name("KerasTensor")


@contextmanager
def names_of_tensors_put_back() -> Iterator[None]:
    """Within, symbolic tensors take names that are free again afterwards: Keras 3 makes none."""
    names = _names_here()
    base = snake_case("KerasTensor")
    before = names[base]
    try:
        yield
    finally:
        names[base] = before


def _names_here() -> defaultdict[str, int]:
    """How often names are used in the graph that would be built here."""
    used: defaultdict[str, int] | None = getattr(_of_graph, "used", None)
    if used is not None:
        return used
    if is_keras_2_asked_for():
        graph = inside.number()
        return _names_of_function(graph) if graph else _used
    if not is_again():
        return _used
    unseen: defaultdict[str, int] = vars(_of_graph).setdefault("unseen", defaultdict(int))
    return unseen


def _names_of_function(graph: int) -> defaultdict[str, int]:
    functions = vars(_of_graph).setdefault("functions", {})
    if graph not in functions and len(functions) >= _MOST_FUNCTIONS:
        del functions[min(functions)]
    used: defaultdict[str, int] = functions.setdefault(graph, defaultdict(int))
    return used


def snake_case(class_name: str) -> str:
    """A class name as Keras writes it in names of layers: digits and what follows stay together.

    >>> from gradtape._keras import naming
    >>> [naming.snake_case(name) for name in ("MaxPooling2D", "MyHTTPLayer", "_OwnLayer")]
    ['max_pooling2d', 'my_http_layer', '__own_layer']
    """
    return _WORDS.sub("_", class_name).lower()


def get_uid(prefix: str = "") -> int:
    """A number for a name: 1, 2 ... for each prefix; in Keras 3 names of layers count too."""
    key = f"{prefix} " if is_keras_2_asked_for() else prefix  # no name of a class ends with a space
    with _lock:
        _used[key] += 1
        return _used[key]


def reset_uids() -> None:
    """Forget the names that were given, as `clear_session` does."""
    _forget_names()


def clear_session(free_memory: bool = True) -> None:
    """Forget the names that were given; `tf.keras.backend.clear_session`.

    Random operations with a seed, and those of functions, begin again, as in TensorFlow; and in
    Keras 3 layers have no mixed policy any more.
    """
    if are_of_keras_3():
        policy.update({"set": None, "first": (None, None)})
    _forget_names()


def _forget_names() -> None:
    _core.restart_streams()
    phase[0] = None
    with _lock:
        _used.clear()
