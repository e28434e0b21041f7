"""Words and numbers to places in a vocabulary, and back: StringLookup and IntegerLookup.

Invariant: in the mode "int" the mask token, if there is one, is 0, tokens that are not known come
next, then the vocabulary; in other modes there is no place for the mask token.
"""

from __future__ import annotations

import collections
import math
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._sparse.tensor import SparseTensor
from ...._strings.hashes import fingerprint64, siphash
from ...._structure.composites import Composite
from ....errors import InvalidArgumentError
from ...arguments import Flag, OptionalInteger, argument
from ...base_layer import word_tables
from ...base_layer.options import LayerOptions
from ...seed_generator import is_held
from .adapting import Adapting
from .categories import OutputMode, encoded
from .lookup_arguments import OLDER, Method, Salt, Token, Vocabulary, Weights
from .sparse_categories import SparseFlag, as_asked, looked_up, rows_of
from .unadapted import encoded_tokens, require_vocabulary

if TYPE_CHECKING:
    from ...._ragged.tensor import RaggedTensor
    from ...._typing import Array, TensorLike


class LookupOptions(LayerOptions, kw_only=True):
    """What all lookups take besides their tokens."""

    idf_weights: Weights = argument(default=None)
    invert: Flag = argument(default=False)
    output_mode: OutputMode = argument(default="int")
    pad_to_max_tokens: Flag = argument(default=False)
    sparse: SparseFlag = argument(default=False)
    oov_method: Method = argument(default="floormod")
    salt: Salt = argument(default=None)


class Lookup(Adapting, word_tables.WordTable):
    """What lookups share: a table of tokens that is given or learned by `adapt`."""

    _takes_integers = True
    _gives_shape_back = True

    _modes = ("int", "one_hot", "multi_hot", "count", "tf_idf")
    # The size that a vocabulary had when Keras wrote a model's file, which holds the vocabulary.
    _without_effect = (*Adapting._without_effect, "vocabulary_size")
    _told_besides = ("vocabulary_size",)
    max_tokens: Any
    num_oov_indices: Any
    mask_token: Any
    oov_token: Any
    vocabulary: Any
    idf_weights: Any
    invert: Any
    output_mode: Any
    pad_to_max_tokens: Any
    salt: Any

    _scalar_type: Callable[[Any], Any]  # of tokens that are asked for
    _given: list[Any] | None
    _weights_of_tokens: list[float] | None
    _first_weights: list[float] | None
    _is_made_again = False  # of a configuration, which tells what was given like what was learned

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer that a configuration tells of."""
        made = super().from_config(config)
        made._is_made_again = True
        return made

    @staticmethod
    def _as_token(value: Any) -> Any:
        raise NotImplementedError

    def _initialize(self) -> None:
        self._given = self.vocabulary
        word_tables.begin()
        if self.max_tokens is not None and self.max_tokens <= 1:
            raise ValueError(
                "If set, `max_tokens` must be greater than 1. Received: "
                f"max_tokens={self.max_tokens}"
            )
        if self.invert and self.output_mode != "int":
            raise ValueError(
                '`output_mode` must be `"int"` when `invert` is true. Received: '
                f"output_mode={self.output_mode}"
            )
        if self.num_oov_indices < 0:
            raise ValueError(
                "`num_oov_indices` must be greater than or equal to 0. Received: "
                f"num_oov_indices={self.num_oov_indices}"
            )
        self._tokens: list[Any] = []
        self._weights_of_tokens = self._first_weights = None
        if self.vocabulary is not None:
            self.set_vocabulary(self.vocabulary, self.idf_weights)

    # --- The vocabulary -------------------------------------------------------------------------

    def _special(self) -> list[Any]:
        """The tokens before those of the vocabulary."""
        has_mask = self.mask_token is not None and self.output_mode == "int"
        return [self.mask_token] * has_mask + [self.oov_token] * self.num_oov_indices

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        """Take these tokens; `ValueError` for tokens twice, too many, and for missing weights."""
        given = Vocabulary("vocabulary").convert(self, vocabulary)
        special, first = self._special(), None
        if given[: len(special)] == special and special:
            if idf_weights is not None and len(idf_weights) == len(given):
                first, idf_weights = idf_weights[: len(special)], idf_weights[len(special) :]
            given = given[len(special) :]
        masks = self.mask_token is not None and self.mask_token in given and not self.invert
        if len(set(given)) < len(given) or masks:
            repeated = sorted(
                (str(t) for t, n in collections.Counter(given).items() if n > 1), key=str
            )
            raise ValueError(
                "The passed vocabulary has at least one repeated or reserved term. Please ensure "
                f"that your vocabulary is unique. Repeated terms: {repeated}"
            )
        if self.max_tokens is not None and len(special) + len(given) > self.max_tokens:
            raise ValueError(
                "Attempted to set a vocabulary larger than the maximum vocab size. Received vocab "
                f"size is {len(special) + len(given)}; `max_tokens` is {self.max_tokens}."
            )
        if (self.output_mode == "tf_idf") != (idf_weights is not None):
            raise ValueError(
                "`idf_weights` must be set if `output_mode` is 'tf_idf', and only then. Received: "
                f"output_mode={self.output_mode}"
            )
        weights = None if idf_weights is None else list(np.asarray(idf_weights).ravel())
        self._use(given, weights, first)

    def _use(
        self,
        tokens: Sequence[Any],
        weights: Sequence[float] | None,
        first_weights: Sequence[float] | None = None,
    ) -> None:
        """Take tokens, their weights, and those of the tokens before them, which else are means."""
        self._tokens = list(tokens)
        first = len(self._special())
        self._place_of = {token: first + place for place, token in enumerate(self._tokens)}
        self._weights_of_tokens = None if weights is None else [float(w) for w in weights]
        self._first_weights = None if first_weights is None else [float(w) for w in first_weights]
        self.vocabulary, self.idf_weights = self._tokens, self._weights_of_tokens
        if self._first_weights is not None:  # a configuration tells them with their tokens
            self.vocabulary = self._special() + self._tokens
            self.idf_weights = self._weights_of_places()

    @property
    def has_vocabulary(self) -> bool:
        """Whether tokens were given or learned."""
        return self.vocabulary is not None

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[Any]:
        """The tokens by their places; those of the vocabulary are scalars of NumPy, as in Keras."""
        tokens = [self._scalar_type(token) for token in self._tokens]
        return self._special_told() + tokens if include_special_tokens else tokens

    def _special_told(self) -> list[Any]:
        """Keras 2 has numbers among them as NumPy's scalars too."""
        special = self._special()
        if is_keras_2_asked_for() and not isinstance(self.oov_token, str):
            return [self._scalar_type(token) for token in special]
        return special

    @property
    def input_vocabulary(self) -> list[Any] | None:
        """The tokens that the layer was made with; None if it has learned them."""
        return self._given

    def vocabulary_size(self) -> int:
        """How many places there are."""
        return len(self._special()) + len(self._tokens)

    vocab_size = vocabulary_size  # its older name

    def save_own_variables(self, store: MutableMapping[str, Any]) -> None:
        """The weights of all places, as Keras has them; a configuration has those of the tokens."""
        if self._weights_of_tokens is not None:
            store["idf_weights"] = np.array(self._weights_of_places(), "float32")

    def load_own_variables(self, store: MutableMapping[str, Any]) -> None:
        """Nothing: weights come with the tokens."""

    def _has_learned(self) -> bool:
        return self._given is None or self._is_made_again

    def _table(self) -> list[Any]:
        weighed = self.output_mode == "tf_idf"
        weights = (
            [np.array(self._weights_of_places() if self._tokens else [0.0], "float32")]
            if weighed
            else []
        )
        if not self._has_learned():
            return weights
        tokens = [t.encode() if isinstance(t, str) else t for t in self._tokens]
        table = np.array(tokens, object if isinstance(self.oov_token, str) else "int64")
        return [*weights, table, np.int64(0)] if weighed else [table]

    def _take_table(self, arrays: Sequence[Any]) -> None:
        weights = arrays[0] if self.output_mode == "tf_idf" else None
        tokens = arrays[-2 if len(arrays) > 2 else -1] if self._has_learned() else self._tokens
        given = [self._as_token(token) for token in np.asarray(tokens).ravel().tolist()]
        first = len(self._special())
        if weights is None:
            self._use(given, None)
        else:
            self._use(given, weights[first:], weights[:first])
        self.built = True

    def _weights_of_places(self) -> list[float]:
        weights = list(self._weights_of_tokens or ())
        if self._first_weights is not None:
            return self._first_weights + weights
        return [float(np.mean(weights))] * self.num_oov_indices + weights

    # --- Learning -------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._given = None
        self._counts: collections.Counter[Any] = collections.Counter()
        self._documents: collections.Counter[Any] = collections.Counter()
        self._document_count = 0

    def _take(self, batch: _core.Tensor) -> None:
        for row in rows_of(batch, self._as_array):
            self._take_row([self._as_token(token) for token in row])

    def _take_row(self, tokens: Iterable[Any]) -> None:
        tokens = [token for token in tokens if token != self.mask_token]
        self._counts.update(tokens)
        self._documents.update(set(tokens))
        self._document_count += 1

    def _finish(self) -> None:
        for token in (self.oov_token, self.mask_token):
            self._counts.pop(token, None)
        ranked = sorted(self._counts, key=lambda token: (self._counts[token], token), reverse=True)
        room = None if self.max_tokens is None else self.max_tokens - len(self._special())
        tokens, weights = ranked[:room], None
        if self.output_mode == "tf_idf":
            total = self._document_count
            weights = [math.log(1 + total / (1 + self._documents[token])) for token in tokens]
        self._use(tokens, weights)
        self._begin()
        self.built = True

    # --- Calls ----------------------------------------------------------------------------------

    def _as_array(self, inputs: TensorLike) -> Array:
        return _core.convert_to_tensor(inputs).numpy()

    def call(self, inputs: TensorLike | RaggedTensor) -> Any:
        require_vocabulary(self, type(self).__name__)
        if isinstance(inputs, Composite):
            if isinstance(inputs, SparseTensor) and not self.invert:
                return as_asked(self, looked_up(self, inputs))
            return inputs._with_parts([self.call(part) for part in inputs._parts()])
        values = self._as_array(inputs)
        if self.invert:
            return self._tokens_at(values)
        return as_asked(self, encoded_tokens(self, values))

    def _numbers(self, values: Array) -> _core.Tensor:
        flat = [self._place(self._as_token(token)) for token in np.ravel(values).tolist()]
        return _core.constant(np.array(flat, "int64").reshape(np.shape(values)))

    def _place(self, token: Any) -> int:
        has_mask = self.mask_token is not None
        if has_mask and token == self.mask_token:
            return 0 if self.output_mode == "int" else -1
        found = self._place_of.get(token)
        return found if found is not None else self._place_of_unknown(token)

    def _place_of_unknown(self, token: Any) -> int:
        if not self.num_oov_indices:
            if is_held():
                return 0
            message = (
                "When `num_oov_indices=0` all inputs should be in vocabulary, found OOV value "
                f"{token!r}, consider setting `num_oov_indices=1`."
            )
            raise InvalidArgumentError(None, None, message)
        first = len(self._special()) - self.num_oov_indices
        return first + (self._hash(token) % self.num_oov_indices if self.num_oov_indices > 1 else 0)

    def _hash(self, token: Any) -> int:
        """A number for a token, the same in every process."""
        text = str(token).encode()
        return fingerprint64(text) if self.salt is None else siphash(text, *self.salt)

    def _encoded(self, numbers: _core.Tensor) -> Any:
        if self.output_mode == "int":
            return numbers
        padded = self.pad_to_max_tokens and self.max_tokens
        depth = self.max_tokens if padded else self.vocabulary_size()
        if self.output_mode != "tf_idf":
            dtype = self._dtype if is_keras_2_asked_for() else _core.int64
            return encoded(numbers, self.output_mode, depth, dtype)
        counts = encoded(numbers, "count", depth, self._dtype)
        weights = self._weights_of_places()
        row = np.pad(np.array(weights), (0, depth - len(weights)))
        return counts * _core.cast(row, self._dtype)

    def _tokens_at(self, values: Array) -> _core.Tensor:
        known = dict(enumerate(self._special() + self._tokens))
        flat = [known.get(int(number), self.oov_token) for number in np.ravel(values)]
        tokens = np.array(flat, dtype=object).reshape(np.shape(values))
        return _core.convert_to_tensor(
            tokens if isinstance(self.oov_token, str) else tokens.astype("int64")
        )


_SHARED = ("idf_weights", "invert", "output_mode", "pad_to_max_tokens", "sparse")
_TOKENS = ("max_tokens", "num_oov_indices", "mask_token", "oov_token", "vocabulary")
_STRING = (*_TOKENS, *_SHARED)
_SHARED_2 = ("invert", "output_mode", "sparse", "pad_to_max_tokens")
_STRING_2 = (*_TOKENS, "idf_weights", "encoding", *_SHARED_2)
_INTEGER_2 = (*_TOKENS, "vocabulary_dtype", "idf_weights", *_SHARED_2)


class StringLookup(Lookup, LookupOptions, first=_STRING, first_in_keras_2=_STRING_2):
    """Words to their places in a vocabulary, which is given or learned by `adapt`.

    Words that are not in it have one of `num_oov_indices` places; `mask_token`, if given, has the
    place 0. `invert` goes from places to words. `output_mode` is "int", "one_hot", "multi_hot",
    "count" or "tf_idf". `adapt` puts the most frequent words first.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.StringLookup(vocabulary=["a", "b"])
    >>> layer(tf.constant([["b", "z"]])).numpy().tolist(), " ".join(layer.get_vocabulary())
    ([[2, 0]], '[UNK] a b')
    """

    max_tokens: OptionalInteger = argument(default=None)
    num_oov_indices: OptionalInteger = argument(default=1)
    mask_token: Token = argument(default=None)
    oov_token: Token = argument(default="[UNK]")
    vocabulary: Vocabulary = argument(default=None)
    encoding: Token = argument(default="utf-8")
    _scalar_type = np.str_

    @staticmethod
    def _as_token(value: Any) -> str:
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


class IntegerLookup(
    Lookup, LookupOptions, first=_STRING, first_in_keras_2=_INTEGER_2, aliases_in_keras_2=OLDER
):
    """Whole numbers to their places in a vocabulary; everything else as in `StringLookup`.

    Which of several places a number that is not known has is its remainder, or with the
    `oov_method` "farmhash" that of a hash.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.IntegerLookup(vocabulary=[12, 36])
    >>> layer(tf.constant([36, 7])).numpy().tolist(), layer.vocabulary_size()
    ([2, 0], 3)
    """

    max_tokens: OptionalInteger = argument(default=None)
    num_oov_indices: OptionalInteger = argument(default=1)
    mask_token: Token = argument(default=None)
    oov_token: Token = argument(default=-1)
    vocabulary: Vocabulary = argument(default=None)
    vocabulary_dtype: Token = argument(default="int64")
    _scalar_type = np.int64

    def _initialize(self) -> None:
        if self.salt is not None and self.oov_method != "farmhash":
            raise ValueError(
                "`salt` can only be used when `oov_method='farmhash'`. Received: "
                f"oov_method={self.oov_method}"
            )
        super()._initialize()

    @staticmethod
    def _as_token(value: Any) -> int:
        return int(value)

    def _hash(self, token: Any) -> int:
        return int(token) if self.oov_method == "floormod" else super()._hash(token)
