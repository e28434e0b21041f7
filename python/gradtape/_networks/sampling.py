"""Classes drawn at random to stand for all others, and the losses that use them.

The distributions are TensorFlow's; what is drawn with a seed is, too. With `unique` a class is
drawn once at most, and its expected count is that of the number of tries this took.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._runtime.inside import is_traced
from .._structure.occurrences import occurrences
from ..errors import InvalidArgumentError
from .picking import Picker

if TYPE_CHECKING:
    from .._typing import Array, AxisLike, IntsLike, TensorLike


class LogUniformCandidateSampler(NamedTuple):
    """What a sampler returns."""

    sampled_candidates: Any
    true_expected_count: Any
    sampled_expected_count: Any


def _invalid(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


# How many tries are drawn at a time, for each class that is wanted.
_AT_A_TIME = 2
_LOG_UNIFORM, _UNIFORM = 0, 1  # the numbers of samplers with a stream of their own

Tries = Callable[[int, int], Any]  # labels that are tried: so many behind a number of others


def _skip_seed(seed: AxisLike) -> None:
    """TensorFlow gives a seed to operations of this family that draw nothing, too."""
    if seed is None and not is_traced():
        _core._operation_seeds()


def _sampled(
    true_classes: TensorLike,
    num_true: int,
    count: int,
    unique: bool,
    probabilities: Array,
    tries: Tries,
) -> LogUniformCandidateSampler:
    """Draws by a table of probabilities."""
    given = np.asarray(_core.convert_to_tensor(true_classes).numpy())
    if given.ndim != 2 or given.shape[1] != num_true:
        raise _invalid(f"true_classes must have {num_true} columns, got shape {list(given.shape)}")
    possible = int((probabilities > 0).sum())
    if unique and count > possible:
        raise _invalid(f"Sampler's range is too small: {count} of {possible} classes")
    chosen, tried = _drawn(tries, count, unique)

    def expected(classes: Array) -> Array:
        p = probabilities[classes]
        # As TensorFlow, also where all are different because they happened to be.
        return -np.expm1(tried * np.log1p(-p)) if tried != count else p * count

    counts = [_core.constant(expected(c), _core.float32) for c in (given, chosen)]
    return LogUniformCandidateSampler(_core.constant(chosen), *counts)


def _drawn(tries: Tries, count: int, unique: bool) -> tuple[Any, int]:
    chosen: list[int] = []
    seen: set[int] = set()
    tried = 0
    while len(chosen) < count:
        for label in tries(tried, _AT_A_TIME * count).tolist():
            tried += 1
            if not (unique and label in seen):
                seen.add(label)
                chosen.append(label)
            if len(chosen) == count:
                break
    return np.array(chosen, np.int64), tried


def _on_stream(sampler: int, options: tuple[Any, ...], seed: AxisLike, draw: Any) -> Tries:
    """What `draw(count, state)` makes of the stream of a sampler's call, from its start on.

    A sampler with other options (the number to draw first) has another stream.
    """
    state = _core._candidate_stream(sampler, options[0], hash(options) & 0xFFFFFFFF, seed)

    def tries(done: int, count: int) -> Array:
        labels: Array = draw(done + count, state)[done:]
        return labels

    return tries


def _log_uniform(count: int, state: Any, range_max: int) -> Array:
    points = _core.stateless_uniform([count], state, dtype=_core.float64).numpy()
    labels: Array = np.exp(points * np.log1p(range_max)).astype(np.int64) - 1
    return labels % range_max


def _uniform(count: int, state: Any, range_max: int) -> Array:
    unbounded: Any = None
    whole = _core.stateless_uniform([count], state, unbounded, None, _core.int64)
    words = whole.numpy().astype(np.uint64)
    if range_max & (range_max - 1):  # else all words do
        least = (2**64 - 1) % range_max + 1
        words = words[words >= np.uint64(least)]
    labels: Array = (words % np.uint64(range_max)).astype(np.int64)
    return labels


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: IntsLike | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes by `P(c) = log(1 + 1 / (c + 1)) / log(range_max + 1)`: frequent ones come first.

    >>> drawn = tf.random.log_uniform_candidate_sampler([[0]], 1, 3, True, 10)
    >>> drawn.sampled_candidates.shape.as_list(), drawn.true_expected_count.shape.as_list()
    ([3], [1, 1])
    """
    at = np.arange(_range(range_max))
    table = np.log1p(1.0 / (at + 1.0)) / np.log1p(range_max)
    options = num_sampled, num_true, unique, range_max
    tries = _on_stream(_LOG_UNIFORM, options, seed, partial(_log_uniform, range_max=range_max))
    return _sampled(true_classes, num_true, num_sampled, unique, table, tries)


def uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: IntsLike | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes below `range_max`, each as likely as the others.

    >>> tf.random.uniform_candidate_sampler([[0]], 1, 2, True, 2).sampled_candidates.shape.as_list()
    [2]
    """
    table = np.full(_range(range_max), 1.0 / range_max)
    options = num_sampled, num_true, unique, range_max
    tries = _on_stream(_UNIFORM, options, seed, partial(_uniform, range_max=range_max))
    return _sampled(true_classes, num_true, num_sampled, unique, table, tries)


def learned_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: IntsLike | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes by how often they were in `true_classes` of earlier calls (each counts once more).

    Calls with one seed and equal sizes learn together; without one there is nothing to learn.

    >>> drawn = tf.random.learned_unigram_candidate_sampler([[0], [0]], 1, 2, False, 3)
    >>> drawn.sampled_candidates.shape.as_list()
    [2]
    """
    options = num_sampled, num_true, unique, _range(range_max), "learned"
    seen = occurrences(np.asarray(_core.convert_to_tensor(true_classes)).reshape(-1), range_max)
    often = np.ones(range_max, np.int64) if seed is None else _learned(options, str(seed))
    tries = _on_stream(_UNIFORM, options, seed, partial(_by_counts, often=often.copy()))
    drawn = _sampled(true_classes, num_true, num_sampled, unique, often / often.sum(), tries)
    often += seen
    return drawn


@cache
def _learned(options: tuple[Any, ...], seed: str) -> Array:
    """The counts of all calls with these options."""
    return np.ones(options[3], np.int64)


def _by_counts(count: int, state: Any, often: Array) -> Array:
    unbounded: Any = None
    words = _core.stateless_uniform([count], state, unbounded, None, _core.int32).numpy()
    places = words.view(np.uint32) % np.uint32(often.sum())
    return np.searchsorted(np.cumsum(often), places, side="right")


def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Any = (),
    seed: IntsLike | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes by their weights `unigrams`, to the power `distortion`.

    They may stand behind commas in the lines of a `vocab_file`. `num_reserved_ids` numbers at the
    start are never drawn. `ValueError` for shards.

    >>> drawn = tf.random.fixed_unigram_candidate_sampler(
    ...     [[0]], 1, 2, False, 3, unigrams=[0.0, 1.0, 0.0])
    >>> drawn.sampled_candidates.numpy().tolist()
    [1, 1]
    """
    if num_shards != 1 or shard != 0:
        raise ValueError("fixed_unigram_candidate_sampler draws from all classes alone")
    if vocab_file:
        lines = Path(vocab_file).read_text(encoding="utf-8").split()
        unigrams = [float(line.rpartition(",")[2]) for line in lines]
    weights = np.array([0.0] * num_reserved_ids + list(unigrams), np.float32)
    if len(weights) != _range(range_max):
        raise _invalid(f"range_max is {range_max}, and there are {len(weights)} weights")
    weights[num_reserved_ids:] **= np.float32(distortion)
    table = weights.astype(np.float64) / weights.sum(dtype=np.float64)
    options = num_sampled, num_true, unique, range_max, num_reserved_ids, tuple(weights.tolist())
    tries = _on_stream(_UNIFORM, options, seed, Picker(weights))
    return _sampled(true_classes, num_true, num_sampled, unique, table, tries)


def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: IntsLike | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """All classes below `num_sampled`, for tests.

    >>> tf.random.all_candidate_sampler([[0]], 1, 3, True).sampled_candidates.numpy().tolist()
    [0, 1, 2]
    """
    _skip_seed(seed)
    given = _core.convert_to_tensor(true_classes)
    ones = [_core.ones(shape) for shape in (given.shape, [num_sampled])]
    return LogUniformCandidateSampler(_core.range(num_sampled, dtype=_core.int64), *ones)


def _range(range_max: int) -> int:
    if range_max < 1:
        raise _invalid(f"range_max must be at least 1, got {range_max}")
    return int(range_max)


class ComputeAccidentalHits(NamedTuple):
    """Rows, places in the sample, and what is added to their logits."""

    indices: _core.Tensor
    ids: _core.Tensor
    weights: _core.Tensor


def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: IntsLike | None = None,
    name: str | None = None,
) -> ComputeAccidentalHits:
    """Where a drawn class is one of an example's own: rows, places in the sample, and `-FLT_MAX`.

    >>> rows, places, _ = tf.nn.compute_accidental_hits([[3], [5]], [5, 7, 3], 1)
    >>> rows.numpy().tolist(), places.numpy().tolist()
    ([0, 1], [2, 0])
    """
    _skip_seed(seed)
    given = np.asarray(_core.convert_to_tensor(true_classes).numpy())
    drawn = np.asarray(_core.convert_to_tensor(sampled_candidates).numpy())
    rows, _, places = np.nonzero(given[:, :, None] == drawn)
    weights = np.full(len(rows), -np.finfo(np.float32).max, np.float32)
    return ComputeAccidentalHits(
        _core.constant(rows.astype(np.int32)),
        _core.constant(places.astype(np.int64)),
        _core.constant(weights),
    )


def _sampled_logits(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: Any,
    counts: tuple[int, int, int],
    sampled_values: Any,
    remove_accidental_hits: bool,
    seed: IntsLike | None,
) -> tuple[_core.Tensor, _core.Tensor]:
    """Logits of the true and of drawn classes, and what they should be: `[batch, true + drawn]`."""
    num_sampled, num_classes, num_true = counts
    table = _core.concat(weights, 0) if isinstance(weights, (list, tuple)) else weights
    table, bias = _core.convert_to_tensor(table), _core.convert_to_tensor(biases)
    x = _core.convert_to_tensor(inputs)
    true = _core.reshape(_core.cast(_core.convert_to_tensor(labels), _core.int64), [-1, num_true])
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(
            true, num_true, num_sampled, True, num_classes, seed
        )
    drawn, of_true, of_drawn = (
        _core.stop_gradient(_core.convert_to_tensor(part)) for part in sampled_values
    )
    drawn = _core.cast(drawn, _core.int64)
    own = _core.reduce_sum(_core.expand_dims(x, 1) * _core.gather(table, true), -1)
    own = own + _core.gather(bias, true) - _core.log(of_true)
    others = _core.matmul(x, _core.gather(table, drawn), transpose_b=True)
    others = others + _core.gather(bias, drawn) - _core.log(of_drawn)
    if remove_accidental_hits:
        _skip_seed(None)  # `seed` is the sampler's alone
        hits = (true.numpy()[:, :, None] == drawn.numpy()).any(1)
        others = others + _core.constant(np.where(hits, -np.finfo(np.float32).max, 0.0), x.dtype)
    wanted = [
        _core.fill(own.shape, _core.constant(1.0 / num_true, x.dtype)),
        _core.zeros_like(others),
    ]
    return _core.concat([own, others], 1), _core.concat(wanted, 1)


def nce_loss(
    weights: TensorLike,
    biases: Any,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> _core.Tensor:
    """Noise-contrastive estimation (Gutmann and Hyvärinen, 2010): a loss for each example.

    `weights` are `[num_classes, dim]` (or a list of parts), `labels` `[batch, num_true]`, `inputs`
    `[batch, dim]`; `sampled_values` is what a sampler returned (`log_uniform_candidate_sampler`).

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> tf.nn.nce_loss(w, b, [[1]], tf.zeros([1, 2]), 2, 4).shape.as_list()
    [1]
    """
    counts = (num_sampled, num_classes, num_true)
    logits, wanted = _sampled_logits(
        weights, biases, labels, inputs, counts, sampled_values, remove_accidental_hits, None
    )
    each = _core.sigmoid_cross_entropy_with_logits(labels=wanted, logits=logits)
    return _core.reduce_sum(each, 1)


def sampled_softmax_loss(
    weights: TensorLike,
    biases: Any,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    seed: IntsLike | None = None,
    name: str = "sampled_softmax_loss",
) -> _core.Tensor:
    """The cross entropy over the true classes and some that are drawn: a loss for each example.

    >>> w, b = tf.zeros([4, 2]), tf.zeros([4])
    >>> tf.nn.sampled_softmax_loss(w, b, [[1]], tf.zeros([1, 2]), 2, 4).shape.as_list()
    [1]
    """
    counts = (num_sampled, num_classes, num_true)
    logits, wanted = _sampled_logits(
        weights, biases, labels, inputs, counts, sampled_values, remove_accidental_hits, seed
    )
    return _core.softmax_cross_entropy_with_logits(
        labels=_core.stop_gradient(wanted), logits=logits
    )


Sampler = Callable[..., LogUniformCandidateSampler]
