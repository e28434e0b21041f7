"""`SeedGenerator`: the seeds of a layer's draws, one after the other; they are Keras's.

Invariant: draw number `n` of a generator has the seed `[seed, n]`, whatever is drawn elsewhere.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from .. import _core
from .._runtime import manners
from .._runtime.drawn_seeds import run_before, run_once
from .._runtime.kept_values import kept_in, put_back
from .._runtime.once import of_the_library, only_at_first, was_made_before
from .._runtime.replicas import own_seed, runs_mirrored
from .._runtime.versions import is_keras_2_asked_for
from . import forgotten
from .naming import unique_name
from .paths import path_of
from .weight import Weight, weight_of

_HALF = 2**31 - 2  # what Keras takes the words of a seed modulo of
COMMON: dict[str, Any] = {}  # the generator of draws without a seed
_held = {"count": 0}
_noting: dict[str, Any] = {"stood": None}  # where generators stood, while it is noted
_still = {"count": 0, "of traces": 0}  # runs around each other whose draws do not count
_unbuilt = {"count": 0}  # first calls of layers without a `build` that the process is in
_initial = {"count": 0}  # how many initial values are being made, one in another
_running = {"count": 0}  # first calls of layers that the process is in
_building: dict[str, int | None] = {"within": None}  # in how many of them an eager build began
_keras_2: dict[str, Any] = {"initial": random, "layers": 0}


class _MadeHere(threading.local):
    are_global = False
    are_of_a_copy = False


_made_here = _MadeHere()


@contextmanager
def drawing_globally() -> Iterator[None]:
    """Within, initializers that are made without a seed are to draw from the global generator, and
    layers take nothing from `random`.

    >>> import gradtape as tf
    >>> from gradtape._keras.seed_generator import drawing_globally
    >>> with drawing_globally():
    ...     uniform = tf.keras.initializers.RandomUniform()
    >>> bool(tf.reduce_any(uniform([2]) == uniform([2])))
    False
    """
    before, _made_here.are_global = _made_here.are_global, True
    try:
        yield
    finally:
        _made_here.are_global = before


@contextmanager
def copying_a_model() -> Iterator[None]:
    """Within, weights are copied of which Keras would make others first, and draw their values."""
    before, _made_here.are_of_a_copy = _made_here.are_of_a_copy, True
    try:
        yield
    finally:
        _made_here.are_of_a_copy = before


def is_copying_a_model() -> bool:
    """Whether this is within `copying_a_model`."""
    return _made_here.are_of_a_copy


def is_drawing_globally() -> bool:
    """Whether this is within `drawing_globally`."""
    return _made_here.are_global


def default_seed() -> int:
    """The seed of a layer's draws, from Python's `random`, which `utils.set_random_seed` sets.

    In Keras 2 layers draw by the global seed, and take nothing from `random`.
    """
    if not is_keras_2_asked_for() and not is_drawing_globally():
        with of_the_library():
            return random.randint(1, 10**9)
    _keras_2["layers"] += 1
    words = _core.RandomStreams().first_seeds().numpy().tolist()
    return (sum(words) + _keras_2["layers"]) % 10**9 + 1


def initial_seed() -> int:
    """The seed of an initializer's draws, from `random`; Keras 2 has one beside it."""
    with of_the_library():
        return int(_source_of_initial().randint(1, 10**9))


def _source_of_initial() -> Any:
    """Where the seeds are from: in Keras 2 a thread's own, which the thread of a replica lacks."""
    return _keras_2["initial"] if is_keras_2_asked_for() and not runs_mirrored() else random


def begin_seeds(seed: int) -> None:
    """What `keras.utils.set_random_seed` does for generators of nobody's."""
    COMMON.clear()
    _keras_2["initial"] = random.Random(seed)


@contextmanager
def held() -> Iterator[None]:
    """Within, draws do not count, as where Keras only looks for shapes."""
    _held["count"] += 1
    _core.enter_streams(_core.RandomStreams())
    try:
        with still():
            yield
    finally:
        _core.leave_function()
        _held["count"] -= 1


@contextmanager
def undrawn() -> Iterator[None]:
    """Within, no draw of Keras 2's counts, those of initial weights among them."""
    source = _source_of_initial()
    kept, state = dict(_keras_2), source.getstate()
    try:
        with held():
            yield
    finally:
        source.setstate(state)
        _keras_2.update(kept)


@contextmanager
def still() -> Iterator[None]:
    """Within, generators of seeds stay where they stand."""
    _still["count"] += 1
    try:
        yield
    finally:
        _still["count"] -= 1


@contextmanager
def of_initial_values() -> Iterator[None]:
    """Weights draw as what makes variables of a function, or as eager code does where a layer runs
    to find shapes or weights, or for want of a `build`: then Keras makes them behind the run.

    A chain of layers that is put together ahead of its run makes them where it runs.
    """
    eagerly = is_held() or _unbuilt["count"]
    with forgotten.draws_that_count() if is_ahead() and not eagerly else nullcontext():
        entered = _entered_eager() if eagerly else _core.enter_initial()
        still, _still["count"] = _still["count"], 0  # generators that initializers ask go on
        _initial["count"] += 1
        try:
            yield
        finally:
            _initial["count"] -= 1
            _still["count"] = still
            if entered:
                _core.leave_function()


def times_of_initial_values() -> int:
    """How often Keras makes the initial value that is made here, 0 if none is."""
    # Keras 3 does so twice for a layer without a `build`; the order is that of one such weight.
    twice = _unbuilt["count"] > 0 and not is_keras_2_asked_for()
    return 1 + twice if _initial["count"] else 0


def _entered_eager() -> bool:
    _core.enter_eager()
    return True


@contextmanager
def first_call(layer: Any, is_run_ahead: bool = False) -> Iterator[None]:
    """The first call of a layer, which may lack a `build` of its own, and `is_run_ahead` for that.

    What a `Sequential` holds is built as if each layer were called by itself.
    """
    lacks = layer._lacks_build
    _unbuilt["count"] += lacks
    is_run_before = lacks and not is_run_ahead and layer._is_run_before()
    looked_for = run_before() if is_run_before else nullcontext()
    with nullcontext() if getattr(layer, "_only_calls_layers", False) else within_call():
        try:
            with looked_for:
                yield
        finally:
            _unbuilt["count"] -= lacks


@contextmanager
def within_call() -> Iterator[None]:
    """Within, a layer runs: what is built there is a part of it."""
    _running["count"] += 1
    try:
        yield
    finally:
        _running["count"] -= 1


@contextmanager
def of_build(layer: Any) -> Iterator[None]:
    """A layer called to find shapes is built before it runs, and draws as eager code does; so is
    every layer in Keras 2. No second trace builds it again."""
    eagerly = is_keras_2_asked_for() or (is_held() and not _running["count"])
    entered = eagerly and _entered_eager()
    before, _building["within"] = _building["within"], _running["count"] if entered else None
    try:
        with only_at_first(), run_once(), _as_it_is_traced(layer):
            yield
    finally:
        _building["within"] = before
        if entered:
            _core.leave_function()


@contextmanager
def _as_it_is_traced(layer: Any) -> Iterator[None]:
    """What Keras 3 forgets of a build that it only traces is forgotten here too."""
    for_symbols = _unbuilt["count"] > 0
    is_traced = manners.are_of_keras_3() and (for_symbols or _core.is_in_function())
    if not is_traced or not forgotten.can_be_traced(layer):
        yield
        return
    with forgotten.draws() if for_symbols else nullcontext(), forgotten.assignments():
        yield


def is_building_eagerly() -> bool:
    """Whether this is a build that draws as eager code does, and no call of a layer in it."""
    return _building["within"] == _running["count"]


@contextmanager
def kept(layer: Any) -> Iterator[None]:
    """Where a layer only runs to find shapes, assignments to its variables are undone."""
    before: list[tuple[Any, Any]] = []
    if is_held() and getattr(layer, "built", False):
        with suppress(ValueError):  # a model in the layer has none yet, and is looked after then
            before = [(one, kept_in(one)) for one in layer.weights]
    try:
        yield
    finally:
        put_back(before)


@contextmanager
def still_for_a_trace() -> Iterator[None]:
    """The same where a function is traced, and no layer runs ahead of its first call."""
    _still["of traces"] += 1
    try:
        with still():
            yield
    finally:
        _still["of traces"] -= 1


@contextmanager
def noted_draws() -> Iterator[Callable[[], None]]:
    """Within, it is noted where generators of seeds stand; gives what puts them back there."""
    stood: dict[int, tuple[SeedGenerator, list[int]]] = {}
    before, _noting["stood"] = _noting["stood"], stood

    def put_back_all() -> None:
        for generator, words in stood.values():
            generator._put(words)

    try:
        with still_for_a_trace():
            yield put_back_all
    finally:
        _noting["stood"] = before


def is_ahead() -> bool:
    """Whether a layer runs ahead of its first call, with draws of Python's own."""
    return _still["count"] > _held["count"] + _still["of traces"]


def is_held() -> bool:
    """Whether a layer only runs to find shapes."""
    return _held["count"] > 0


class SeedGenerator:
    """A state from which each draw takes another seed; without a `seed` one is drawn.

    The state is a variable once it has been asked for, and may be assigned. `ValueError` for a seed
    that is not an integer, and for other arguments.

    >>> generator = tf.keras.random.SeedGenerator(7)
    >>> generator.next().numpy().tolist(), generator.next().numpy().tolist()
    ([7, 0], [7, 1])
    >>> generator.state.assign([3, 9]).numpy().tolist(), generator.next().numpy().tolist()
    ([3, 9], [3, 9])
    """

    _state: Any = None  # until somebody asks for it
    _path = "seed_generator"

    def __init__(self, seed: int | None = None, name: str | None = None, **kwargs: Any) -> None:
        kwargs.pop("backend", None)
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments: {kwargs}")
        self._initial = seed
        self.name = unique_name("SeedGenerator") if name is None else name
        self._path = path_of(self.name)
        if seed is None:
            seed = default_seed()
        if not isinstance(seed, int):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        self._own = [seed, 0]

    def __deepcopy__(self, memo: dict[int, Any]) -> SeedGenerator:
        """A copy that goes on as this one does; Keras makes it anew, which uses up a seed."""
        made = type(self)(self._initial, self.name)
        made._own = list(self._words)
        return made

    @property
    def _words(self) -> list[int]:
        if self._state is None:
            return self._own
        found: list[int] = self._state.numpy().tolist()
        return found

    def _go_to(self, words: list[int]) -> None:
        if _still["count"]:
            stood = _noting["stood"]
            if stood is None or _still["count"] > 1:
                return
            stood.setdefault(id(self), (self, self._words))
        self._put(words)

    def _put(self, words: list[int]) -> None:
        if self._state is None:
            self._own = words
        else:
            self._state.assign(words)

    @property
    def state(self) -> Any:
        """The seed of the next draw, a variable that is not trained."""
        if self._state is None:
            with _core.stop_recording_all():
                value = _core.constant(self._own, dtype=_core.int64)
                self._state = weight_of(Weight, value, "seed_generator_state", trainable=False)
            self._state.__dict__["_path"] = f"{self._path}/seed_generator_state"
            was_made_before()
        return self._state

    @property
    def count(self) -> int:
        """How many draws there were."""
        return self._words[1]

    def next(self, ordered: bool = True) -> _core.Tensor:
        """The seed of a draw, two integers; the next draw has another.

        Without `ordered` it is one of a million that seem random.
        """
        words = self._words
        later = [words[0], words[1] + 1]
        self._go_to(later if ordered else [(word + 1) * 5387 % 933199 for word in words])
        return _core.constant(words, dtype=_core.int64)

    def draw(self) -> list[int]:
        """The seed of a draw for a stateless function; replicas have seeds of their own."""
        if self._state is None and not _still["count"]:
            seed, number = self._own
            self._own[1] = number + 1
        else:
            seed, number = self._words
            self._go_to([seed, number + 1])
        return [(own_seed(seed) or 0) % _HALF, number % _HALF]

    def skip(self, count: int) -> None:
        """As if so many draws had been made."""
        seed, number = self._words
        self._go_to([seed, number + count])

    def get_config(self) -> dict[str, Any]:
        """The arguments, to make another one."""
        return {"seed": self._initial, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> SeedGenerator:
        """A generator with these arguments."""
        return cls(**config)
