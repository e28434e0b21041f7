"""`TextVectorization`: texts to numbers of words, or to vectors that count them."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from typing import Any

import numpy as np

from .... import _core
from ...._ragged.tensor import RaggedTensor
from ...arguments import Argument, Flag, OptionalInteger, argument
from ...base_layer.options import LayerOptions
from .adapting import Adapting
from .categories import OutputMode
from .lookup import Lookup, StringLookup
from .lookup_arguments import Token, Vocabulary, Weights
from .sparse_categories import SparseFlag, as_asked
from .unadapted import encoded_tokens, require_vocabulary

_PUNCTUATION = re.compile(r"[!\"#$%&()*+,\-./:;<=>?@\[\\\]^_`{|}~']")
_STANDARDIZE = (None, "lower_and_strip_punctuation", "lower", "strip_punctuation")
_SPLIT = (None, "whitespace", "character")


class Standardize(Argument[Any, Any]):
    """How texts are made alike: a word of Keras's, a function of tensors, or None."""

    def convert(self, owner: Any, value: Any) -> str | None:
        return _checked(self.name, value, _STANDARDIZE)


class Split(Argument[Any, Any]):
    """Where texts are cut: "whitespace", "character", a function of tensors, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return _checked(self.name, value, _SPLIT)


def _checked(name: str, value: Any, known: tuple[Any, ...]) -> str | None:
    if value not in known and not callable(value):
        raise ValueError(
            f"The `{name}` argument received an invalid value. Allowed values are `None`, or one "
            f"of {known[1:]}, or a callable. Received: {name}={value}"
        )
    return value


class Ngrams(Argument[Any, Any]):
    """Lengths of groups of words: all up to a number, those of a tuple, or None for words."""

    def convert(self, owner: Any, value: Any) -> Any:
        if value is None or isinstance(value, int):
            return value
        if isinstance(value, (list, tuple)) and all(isinstance(one, int) for one in value):
            return tuple(value)
        raise ValueError(
            f"`ngrams` must be None, an integer, or a tuple of integers. Received: ngrams={value}"
        )


_ORDER = ("max_tokens", "standardize", "split", "ngrams", "output_mode", "output_sequence_length")


class TextVectorization(Adapting, LayerOptions, first=(*_ORDER, "pad_to_max_tokens")):
    """Texts to numbers: made alike, cut into words, and each looked up in a vocabulary.

    The vocabulary is given, or `adapt` learns it. With the `output_mode` "int" a text is a row of
    numbers, 0 for nothing and 1 for words that are not known, `output_sequence_length` long or as
    long as the longest of a batch; "multi_hot", "count" and "tf_idf" have a column for each word,
    and "one_hot" has a row for each word of the text too. `standardize` and `split` may be
    functions of string tensors; `split` then returns, for a batch, a tensor or a list with the
    words of each text.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.TextVectorization(output_sequence_length=4)
    >>> layer.adapt(["The cat sat.", "The hat"])
    >>> list(map(str, layer.get_vocabulary()[:3])), layer(["the dog sat"]).numpy().tolist()
    (['', '[UNK]', 'the'], [[2, 1, 3, 0]])
    """

    _modes = ("int", "multi_hot", "count", "tf_idf", "one_hot")
    _entry_dtype = _core.string
    _without_effect = Lookup._without_effect
    max_tokens: OptionalInteger = argument(default=None)
    standardize: Standardize = argument(default="lower_and_strip_punctuation")
    split: Split = argument(default="whitespace")
    ngrams: Ngrams = argument(default=None)
    output_mode: OutputMode = argument(default="int")
    output_sequence_length: OptionalInteger = argument(default=None)
    pad_to_max_tokens: Flag = argument(default=False)
    vocabulary: Vocabulary = argument(default=None)
    idf_weights: Weights = argument(default=None)
    sparse: SparseFlag = argument(default=False)
    ragged: Flag = argument(default=False)
    encoding: Token = argument(default="utf-8")

    @staticmethod
    def _as_token(value: Any) -> str:
        return StringLookup._as_token(value)

    def _initialize(self) -> None:
        if self.output_mode != "int" and self.output_sequence_length is not None:
            raise ValueError(
                "`output_sequence_length` must not be set if `output_mode` is not 'int'. Received: "
                f"output_sequence_length={self.output_sequence_length}."
            )
        self._lookup_layer = StringLookup(
            self.max_tokens,
            mask_token="",
            vocabulary=self.vocabulary,
            idf_weights=self.idf_weights,
            output_mode=self.output_mode,
            pad_to_max_tokens=self.pad_to_max_tokens,
            dtype=self.dtype,
        )

    # --- The vocabulary -------------------------------------------------------------------------

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        """Take these words."""
        self._lookup_layer.set_vocabulary(vocabulary, idf_weights)

    @property
    def has_vocabulary(self) -> bool:
        """Whether words were given or learned."""
        return self._lookup_layer.has_vocabulary

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[str]:
        """The words by their numbers."""
        return self._lookup_layer.get_vocabulary(include_special_tokens)

    def vocabulary_size(self) -> int:
        """How many numbers there are."""
        return self._lookup_layer.vocabulary_size()

    def save_own_variables(self, store: MutableMapping[str, Any]) -> None:
        """What the table of words saves."""
        self._lookup_layer.save_own_variables(store)

    def load_own_variables(self, store: MutableMapping[str, Any]) -> None:
        """Nothing: weights come with the words."""

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer that a configuration tells of."""
        made = super().from_config(config)
        made._lookup_layer._is_made_again = True
        return made

    def _begin(self) -> None:
        self._lookup_layer._begin()

    def _take(self, batch: _core.Tensor) -> None:
        for words in self._words(batch):
            self._lookup_layer._take_row(words)

    def _finish(self) -> None:
        self._lookup_layer._finish()
        self.built = True

    def get_config(self) -> dict[str, Any]:
        learned = self._lookup_layer.vocabulary
        return {
            **super().get_config(),
            "vocabulary": learned,
            "idf_weights": self._lookup_layer.idf_weights if learned is not None else None,
        }

    # --- Calls ----------------------------------------------------------------------------------

    def _words(self, inputs: _core.Tensor) -> Iterator[list[str]]:
        """The words of each text of a batch."""
        texts = _core.convert_to_tensor(inputs)
        if texts.shape.rank > 1:
            if texts.shape[-1] != 1 and self.split is not None:
                raise ValueError(
                    "When using `TextVectorization` to tokenize strings, the input rank must be 1 "
                    f"or the last shape dimension must be 1. Received: inputs.shape={texts.shape}"
                )
            texts = _core.squeeze(texts, -1) if self.split is not None else texts
        if callable(self.standardize):
            texts = self.standardize(texts)
        elif callable(self.split):  # which is given what the layer has made of the texts
            plain = [self._plain(self._as_token(text)) for text in texts.numpy().ravel().tolist()]
            texts = _core.reshape(_core.constant(plain, _core.string), texts.shape)
        cut: Any = self.split(texts) if callable(self.split) else texts
        rows = cut.numpy() if hasattr(cut, "numpy") else cut
        for row in np.atleast_1d(rows) if not isinstance(rows, list) else rows:
            yield self._grouped([word for word in self._cut(row) if word or self.split is None])

    def _cut(self, row: Any) -> list[str]:
        if callable(self.split) or not isinstance(row, bytes | str):
            return [self._as_token(word) for word in np.asarray(row).ravel().tolist()]
        text = self._plain(self._as_token(row))
        if self.split is None:
            return [text]
        return text.split() if self.split == "whitespace" else list(text)

    def _plain(self, text: str) -> str:
        """A text as `standardize` says."""
        if self.standardize in ("lower", "lower_and_strip_punctuation"):
            text = text.lower()
        if self.standardize in ("strip_punctuation", "lower_and_strip_punctuation"):
            text = _PUNCTUATION.sub("", text)
        return text

    def _grouped(self, words: list[str]) -> list[str]:
        if self.ngrams is None:
            return words
        sizes = range(1, self.ngrams + 1) if isinstance(self.ngrams, int) else self.ngrams
        return [
            " ".join(words[i : i + size]) for size in sizes for i in range(len(words) - size + 1)
        ]

    def _ragged(self, rows: list[list[str]]) -> RaggedTensor:
        rows = [row[: self.output_sequence_length] for row in rows]
        table = np.array([[word for row in rows for word in row]], dtype=object)
        numbers = encoded_tokens(self._lookup_layer, table)
        return RaggedTensor.from_row_lengths(numbers[0], [len(row) for row in rows])

    def call(self, inputs: _core.Tensor) -> Any:
        require_vocabulary(self._lookup_layer, "TextVectorization")
        rank = _core.convert_to_tensor(inputs).shape.rank
        rows = list(self._words(inputs))
        if self.split is None and rank < 2:  # then a vector is one example
            rows = [[word for row in rows for word in row]]
        if self.ragged and self.output_mode == "int":
            return self._ragged(rows)
        length = max(map(len, rows), default=0)
        if self.output_sequence_length is not None:
            length = self.output_sequence_length
        table = np.full((len(rows), length), "", dtype=object)
        for place, row in enumerate(rows):
            table[place, : len(row[:length])] = row[:length]
        result = encoded_tokens(self._lookup_layer, table)
        if self.output_mode == "one_hot":
            result = _core.reshape(result, [*table.shape, result.shape[-1]])
        if self.split is None and rank == 0 and self.output_mode == "int":
            return result[0, 0]
        is_one = len(rows) == 1 and (rank == 0 or self._joins(rank))
        return as_asked(self, result[0] if is_one else result)

    def _joins(self, rank: int) -> bool:
        """Whether the texts of a vector are one example: those that are not split."""
        return self.split is None and rank == 1
