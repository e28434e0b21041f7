"""`Epochs`: the batches of one epoch after the other, as loops of Keras take them.

With a number of steps an epoch goes on where the one before has stopped, and ends early where the
data end; the next begins them anew, or in Keras 2 training is over. Invariant: data whose number of
batches is known are begun once more when they are used up, so that what is shuffled comes in the
orders that TensorFlow shows.
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from ..._data.dataset import Dataset
from ..._data.position import skip_pass
from ..._data.rearranging import drops_the_rest
from ..._logging import get_logger
from ..._runtime.versions import is_keras_2_asked_for
from .batches import Numbered, Restarted, Weighted, Yielded
from .cardinality import EMPTY
from .replicated import Parts

_END = object()
_numbers = itertools.count(1)
_TOO_FEW = (
    "Your input ran out of data; interrupting training. Make sure that your dataset or generator "
    "can generate at least `steps_per_epoch * epochs` batches{}. You may need to use the {} "
    "function when building your dataset."
)


def params_of(batches: Any, steps: int | None) -> dict[str, Any]:
    """What callbacks are told of one pass over batches."""
    return {"epochs": 1, "steps": count_of(batches) if steps is None else steps}


def whole(steps: float | None) -> int | None:
    """A number of steps that a program may have divided: a rest is one more, as in Keras 2."""
    return None if steps is None else math.ceil(steps)


def count_of(batches: Any) -> int | None:
    """The number of batches, where it is known."""
    try:
        return len(batches)
    except TypeError:
        return None


def _inside(batches: Any) -> Any:
    """The dataset, or whatever else batches come from."""
    while isinstance(batches, (Parts, Weighted)):
        batches = batches._batches
    return batches


class Epochs:
    """Batches by epochs: a pass over all of them, or `steps` at a time.

    Under a strategy Keras looks at the data first, which counts as a pass: `is_shown`.
    """

    _ends_epoch_first = True  # of a `PyDataset`, before the first begins
    has_function = False  # whether the program's class has made one of the step for this loop

    def __init__(self, batches: Any, steps: int | None, is_shown: bool = False) -> None:
        self._batches, self._steps, self._origin = batches, steps, _inside(batches)
        self._is_shown = is_shown and isinstance(self._origin, Dataset)
        self.number = next(_numbers)
        self._known = self._count = count_of(batches)
        self._source: Iterator[Any] | None = None
        self._seen = 0
        self._is_new = False  # Keras has an iterator that nobody has used
        self.lost_step = False  # an epoch has ended because there were no more data
        self.is_over = False  # and no other epoch begins
        self.draws: dict[int, int] = {}  # of a step, by the identities of what drew them
        self._tells: Callable[[int], None] | None = None
        self._told_each = 1

    def tell(self, begins: Callable[[int], None], each: int) -> None:
        """Say that a batch begins, of `each` the first, before it is asked for.

        As in Keras one that is not there begins too, where nobody knew."""
        self._tells, self._told_each = begins, each

    def reset(self) -> None:
        """Begin the data anew with the next epoch, as where there has been one."""
        self.begin_anew()
        if self._ends_epoch_first:
            self._end_epoch()

    def begin_anew(self) -> None:
        """Begin the data anew with the next epoch."""
        self.close()
        if self._is_shown:
            skip_pass(self._origin._stream)
        self._count, self._source, self._seen = self._known, None, 0

    def has_whole_batches(self) -> bool:
        """Whether all batches are known to have as many examples."""
        return isinstance(self._origin, Dataset) and drops_the_rest(self._origin._stream)

    def leaves_sizes_open(self) -> bool:
        """Whether Keras 2 knows no size of what the data give."""
        return isinstance(self._origin, (Numbered, Yielded))

    def take_first(self) -> Any:
        """The batch that Keras has looked at, once; None for other data."""
        return self._origin.take_first() if isinstance(self._origin, Numbered) else None

    def close(self) -> None:
        """There are no more epochs."""
        if self._is_new and isinstance(self._origin, Dataset):
            skip_pass(self._origin._stream)
        self._is_new = False

    def go_on(self) -> bool:
        """The loop asks for the epoch behind the one that has ended: whether there is one."""
        return not self.is_over

    def read_on(self) -> None:
        """The loop does something else: workers of Keras 2 read batches of an epoch to come."""

    def _is_by_workers(self) -> bool:
        return isinstance(self._origin, Numbered) and self._origin.are_by_workers

    def _end_epoch(self) -> None:
        if isinstance(self._origin, Numbered):
            self._origin.on_epoch_end()

    def epoch(self) -> Iterator[Any]:
        """The batches of the next epoch."""
        self.lost_step = False
        if isinstance(self._origin, Numbered):
            self._origin.on_epoch_begin()
        if self._source is None or self._steps is None:
            self._source, self._seen, self._is_new = iter(self._batches), 0, False
        elif self._is_by_workers():
            self._origin.draw_an_order()
        steps, step = self.steps_of_epoch(), 0
        while step != steps and not self._is_used_up():
            if self._tells is not None and step % self._told_each == 0:
                self._tells(step)
            batch = self._next_batch()
            self._seen, step = self._seen + 1, step + 1
            if batch is _END:
                self._end_of_unknown()
                return
            yield batch
        if self._steps is not None and step < self._steps:
            self._run_out()
        if self._is_used_up():
            if isinstance(self._origin, Dataset):
                next(self._source, _END)  # the end, at which a repetition begins another pass
            self._source, self._is_new = None, True
            if self._steps is None:  # nor will anybody: it counts before data of validation do
                self.close()
        self._end_epoch()

    def _next_batch(self) -> Any:
        return next(self._source, _END)  # type: ignore[arg-type]

    def tell_of_none(self) -> None:
        """Training finds no batch at all: Keras 3 warns, and goes on."""
        if isinstance(self._origin, Numbered):
            raise ValueError("The PyDataset has length 0")
        if isinstance(self._origin, Yielded):
            raise ValueError(
                "When passing a Python generator to a Keras model, the generator must yield at "
                "least one batch. Received an empty generator."
            )
        if self._steps is None:  # else it has been said
            warnings.warn(_TOO_FEW.format("", "`.repeat()`"), stacklevel=4)

    def steps_of_epoch(self) -> int | None:
        """How many there are to be, None where only the data know."""
        return self._known if self._steps is None else self._steps

    def _is_used_up(self) -> bool:
        return self._count is not None and self._seen >= self._count

    def _end_of_unknown(self) -> None:
        """Data have ended whose length nobody knew."""
        self._source, self.lost_step = None, True
        self._end_epoch()
        if self._steps is not None:
            self._count = self._seen  # one more than there are, as Keras counts
            self._run_out()

    def _run_out(self) -> None:
        """An epoch had fewer steps than it should have."""
        warnings.warn(_TOO_FEW.format("", "`.repeat()`"), stacklevel=5)


class EpochsOfKeras2(Epochs):
    """A loop of Keras 2 makes an iterator, and each epoch over all of the data another.

    So does each epoch over data that are `Restarted`, and over a `PyDataset`, which hears that one
    has ended when the loop asks for the next: behind the validation and the callbacks, and not if
    they have stopped the training. Where data end early, so does training, and TensorFlow's logger
    says so.
    """

    _ends_epoch_first = False

    def __init__(self, batches: Any, steps: int | None, epochs: int = 1) -> None:
        known, self._epochs = count_of(batches), epochs
        goes_through = steps is None or steps == known
        is_restarted = isinstance(_inside(batches), Restarted)
        self._begins_anew = goes_through or is_restarted or isinstance(_inside(batches), Numbered)
        super().__init__(batches, steps, is_shown=goes_through or is_restarted)
        if not goes_through and known:
            self._known = self._count = None  # it asks until there is no more
        self._has_begun = True  # the epoch that was asked for
        self._found: int | None = None  # steps of the first epoch, where nobody knew their number

    def tell_of_none(self) -> None:
        """Training finds no batch at all, which is an error."""
        if self._known == 0:
            raise ValueError(EMPTY)
        raise ValueError(
            "Unexpected result of `train_function` (Empty logs). This could be due to issues in "
            "input pipeline that resulted in an empty dataset."
        )

    def close(self) -> None:
        """There are no more epochs, and no iterator that waits for one."""
        self._is_new = False

    def steps_of_epoch(self) -> int | None:
        steps = super().steps_of_epoch()
        return self._found if steps is None else steps

    def _end_of_unknown(self) -> None:
        """The data have ended: the first epoch so learns how many steps there are in the others."""
        self._source, self.lost_step = None, True
        if self.steps_of_epoch() is None:
            self._found = self._seen - 1
        else:
            self._run_out()

    def _run_out(self) -> None:
        asked_for = f" (in this case, {self._epochs * (self.steps_of_epoch() or 0)} batches)"
        get_logger().warning(_TOO_FEW.format(asked_for, "repeat()"))
        self.is_over = True

    def epoch(self) -> Iterator[Any]:
        """The batches of the next epoch: none where one before ran out, of validation too."""
        self._has_begun = not self.is_over
        if self.is_over:
            return iter(())
        if self._begins_anew:
            self._source = None
        return super().epoch()

    def go_on(self) -> bool:
        """The loop asks for the next epoch: the one before it is over, which its data hear."""
        if self._has_begun:
            super()._end_epoch()
        return super().go_on()

    def read_on(self) -> None:
        """Workers who have read all batches, of which one is ahead of the loop, begin again."""
        if self._is_by_workers() and -self._seen % len(self._origin) <= 1:
            self._origin.begin_another_pass()

    def _next_batch(self) -> Any:
        """The next one; for workers there is another pass behind each."""
        batch = super()._next_batch()
        if batch is _END and self._is_by_workers() and len(self._origin):
            self._origin.begin_another_pass()
            self._source = iter(self._batches)
            return super()._next_batch()
        return batch

    def _end_epoch(self) -> None:
        """The data have ended, which nobody is told yet."""


def lasting(batches: Any, x: Any, steps: int | None, epochs: int) -> Any:
    """The batches of arrays, which in Keras 2 come once for each epoch, however long that is."""
    if batches is x or not isinstance(batches, Dataset) or not is_keras_2_asked_for():
        return batches
    if isinstance(batches, Restarted):
        return batches
    return batches if steps in (None, count_of(batches)) else batches.repeat(epochs)


def epochs_over(batches: Any, steps: int | None, is_shown: bool = False, count: int = 1) -> Epochs:
    """The epochs of the Keras that the program asks for, of which there are to be so many."""
    if is_keras_2_asked_for():
        return EpochsOfKeras2(batches, steps, count)
    return Epochs(batches, steps, is_shown)
