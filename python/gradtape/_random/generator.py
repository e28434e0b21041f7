"""`random.Generator`: random numbers whose state is a variable, which checkpoints save.

The numbers are TensorFlow's: a draw reads Philox's stream at the counter, and then moves the
counter by 256 for each number, whatever was read.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._module.module import Module
from .algorithms import WORDS, Algorithm, algorithm, create_rng_state, need_philox

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, IntsLike, ShapeLike, TensorLike

_STEP = 256
_WORD = 2**64
_WHOLE: Any = None  # no bounds: every value that the type has


class Generator(Module):
    """A source of random numbers with a state of its own.

    `copy_from` is another generator; or `state` and `alg` say where to begin. Errors: `ValueError`
    for both, or neither.

    >>> g = tf.random.Generator.from_seed(1234)
    >>> [round(x, 4) for x in g.normal([2]).numpy().tolist()]
    [0.9357, 1.0854]
    >>> g.state.numpy().tolist()
    [1746, 0, 0]
    """

    _is_part = False  # checkpoints save its state, but no module or layer has it as a weight

    def __init__(
        self, copy_from: Any = None, state: Any = None, alg: str | int | Algorithm | None = None
    ) -> None:
        super().__init__()
        if (copy_from is None) == (state is None):
            raise ValueError("give either copy_from, or state and alg")
        if copy_from is not None:
            state, alg = copy_from.state, copy_from.algorithm
        self._algorithm = algorithm(alg)
        words = np.asarray(_core.convert_to_tensor(state).numpy()).astype(np.int64)
        if words.shape != (size := WORDS[self._algorithm],):
            raise ValueError(f"Shapes {words.shape} and [{size}] are incompatible")
        if copy_from is None and isinstance(state, _core.Variable):
            self._state_var = state  # the variable itself: whoever has it goes on where we stopped
            return
        self._state_var = _core.Variable(words, trainable=False, name="StateVar")

    @classmethod
    def from_state(cls, state: Any, alg: str | int | Algorithm) -> Generator:
        """A generator that begins at a state: the counter's two words, and the key.

        >>> tf.random.Generator.from_state([1, 2, 3], alg="philox").key.numpy().item()
        3
        """
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed: IntsLike, alg: str | int | Algorithm | None = None) -> Generator:
        """A generator whose numbers follow from a seed.

        >>> tf.random.Generator.from_seed(7).state.numpy().tolist()
        [7, 0, 0]
        """
        return cls(state=create_rng_state(seed, algorithm(alg)), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: str | int | Algorithm | None = None) -> Generator:
        """A generator that begins anywhere.

        >>> tf.random.Generator.from_non_deterministic_state().state.shape
        TensorShape([3])
        """
        return cls.from_seed([secrets.randbits(63) for _ in range(3)], alg)

    @classmethod
    def from_key_counter(cls, key: IntLike, counter: Any, alg: str | int | Algorithm) -> Generator:
        """A generator that begins at a counter of two words, under a key.

        >>> g = tf.random.Generator.from_key_counter(key=3, counter=[1, 2], alg="philox")
        >>> g.state.numpy().tolist()
        [1, 2, 3]
        """
        return cls(state=_joined(counter, key), alg=alg)

    def reset(self, state: Any) -> None:
        """Goes on at this state."""
        self._state_var.assign(state)

    def reset_from_seed(self, seed: IntsLike) -> None:
        """Begins anew from a seed.

        >>> g = tf.random.Generator.from_seed(1)
        >>> g.reset_from_seed(2)
        >>> g.state.numpy().tolist()
        [2, 0, 0]
        """
        self._state_var.assign(create_rng_state(seed, self._algorithm))

    def reset_from_key_counter(self, key: IntLike, counter: Any) -> None:
        """Goes on at a counter of two words, under a key."""
        self._state_var.assign(_joined(counter, key))

    @property
    def state(self) -> _core.Variable:
        """The variable that holds the state."""
        return self._state_var

    @property
    def algorithm(self) -> int:
        """The number of the algorithm."""
        return self._algorithm.value

    @property
    def key(self) -> _core.Tensor:
        """The last word of the state."""
        return self._state_var[-1]

    def _set_aside(self, numbers: int, step: int = _STEP) -> _core.Tensor:
        """The state to draw from; the counter moves on for so many numbers."""
        need_philox(self._algorithm)
        state = self._state_var.value()
        low, high, key = (int(word) for word in state.numpy())
        counter = (low % _WORD) + (high % _WORD) * _WORD + numbers * step
        words = np.array([counter % _WORD, counter // _WORD % _WORD], np.uint64).view(np.int64)
        self._state_var.assign([*words.tolist(), key])
        return state

    def skip(self, delta: float) -> _core.Tensor:
        """Moves on as `delta` numbers would; returns the state before.

        >>> g = tf.random.Generator.from_seed(0)
        >>> _ = g.skip(2)
        >>> g.state.numpy().tolist()
        [512, 0, 0]
        """
        return self._set_aside(int(delta))

    def normal(
        self, shape: ShapeLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0,
        dtype: DTypeLike = _core.float32, name: str | None = None,
    ) -> _core.Tensor:  # fmt: skip
        """Numbers of a normal distribution; gradients flow to `mean` and `stddev`."""
        dims = _lengths(shape)
        return _core.stateless_normal(dims, self._set_aside(_size(dims)), mean, stddev, dtype)

    def truncated_normal(
        self, shape: ShapeLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0,
        dtype: DTypeLike = _core.float32, name: str | None = None,
    ) -> _core.Tensor:  # fmt: skip
        """As `normal`, within two deviations of the mean."""
        dims = _lengths(shape)
        state = self._set_aside(_size(dims))
        return _core.stateless_truncated_normal(dims, state, mean, stddev, dtype)

    def uniform(
        self, shape: ShapeLike, minval: Any = 0, maxval: TensorLike | None = None,
        dtype: DTypeLike = _core.float32, name: str | None = None,
    ) -> _core.Tensor:  # fmt: skip
        """Numbers from `minval` up to `maxval` (1 for floats), which is not among them.

        Integers with `minval=None` are drawn from the whole range of their type. Errors:
        `ValueError` for integers without `maxval`.
        """
        dims, kind = _lengths(shape), _core.as_dtype(dtype)
        if kind.is_integer and minval is None:
            if maxval is not None:
                raise ValueError(
                    "For integer dtype, minval and maxval must be both None or both given"
                )
            return self.uniform_full_int(dims, kind)
        if kind.is_integer and maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
        state = self._set_aside(_size(dims))
        return _core.stateless_uniform(dims, state, minval, maxval, kind)

    def uniform_full_int(
        self, shape: ShapeLike, dtype: DTypeLike = _core.uint64, name: str | None = None
    ) -> _core.Tensor:
        """Integers of all values that their type has: of 32 or 64 bits."""
        dims, kind = _lengths(shape), _core.as_dtype(dtype)
        drawn = {_core.uint64: _core.int64, _core.uint32: _core.int32}.get(kind, kind)
        state = self._set_aside(_size(dims))
        return _core.bitcast(_core.stateless_uniform(dims, state, _WHOLE, _WHOLE, drawn), kind)

    def binomial(
        self, shape: ShapeLike, counts: Any, probs: Any, dtype: DTypeLike = _core.int32,
        name: str | None = None,
    ) -> _core.Tensor:  # fmt: skip
        """How many of `counts` trials succeed, each with a chance of `probs`."""
        dims = _lengths(shape)
        state = self._set_aside(_binomial_numbers(dims, counts, probs), 1)
        return _core.stateless_binomial(dims, state, counts, probs, dtype)

    def make_seeds(self, count: int = 1) -> _core.Tensor:
        """Seeds for `count` stateless draws, as columns."""
        first = self.uniform_full_int([int(count)], _core.int64)
        return _core.stack([first, _core.zeros_like(first)])

    def split(self, count: int = 1) -> list[Generator]:
        """`count` generators that are independent of this one and of each other.

        >>> len(tf.random.Generator.from_seed(1).split(3))
        3
        """
        keys = self.uniform_full_int([int(count)], _core.int64).numpy().tolist()
        return [type(self)(state=[0, 0, key], alg=self._algorithm) for key in keys]


def _joined(counter: TensorLike, key: IntLike) -> _core.Tensor:
    words = [*np.asarray(counter).reshape(-1).tolist(), np.asarray(key).item()]
    return create_rng_state(words, "philox")


def _lengths(shape: ShapeLike) -> list[int]:
    found = shape.as_list() if isinstance(shape, _core.TensorShape) else np.asarray(shape).tolist()
    return [int(n) for n in found]


def _binomial_numbers(dims: list[int], counts: Any, probs: Any) -> int:
    """How far binomial draws move the counter on: by so many numbers for each pair of parameters,
    and for each of its samples."""
    shapes = [_core.convert_to_tensor(one).shape.as_list() for one in (counts, probs)]
    pairs = _size(list(np.broadcast_shapes(*shapes)))
    return pairs * 50 * (_size(dims) // max(pairs, 1) + 3) * _STEP


def _size(dims: list[int]) -> int:
    return int(np.prod(dims, dtype=np.int64))


_global: dict[str, Generator] = {}


def get_global_generator() -> Generator:
    """The generator of the whole process, which is made when it is first asked for.

    >>> tf.random.get_global_generator().algorithm
    1
    """
    if not _global:
        set_global_generator(Generator.from_non_deterministic_state())
    return _global["the"]


def set_global_generator(generator: Generator) -> None:
    """Makes `generator` the one that `get_global_generator` returns.

    >>> tf.random.set_global_generator(tf.random.Generator.from_seed(1))
    >>> tf.random.get_global_generator().state.numpy().tolist()
    [1, 0, 0]
    """
    _global["the"] = generator
