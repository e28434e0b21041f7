"""Words to numbers: `Tokenizer`, and the functions that it is made of.

Invariant: numbers of words begin at 1, the most frequent word first; 0 is left for padding.
"""

from __future__ import annotations

import collections
import hashlib
import json
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..._typing import Array

FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'
_MODES = ("binary", "count", "freq", "tfidf")


def text_to_word_sequence(
    input_text: str, filters: str = FILTERS, lower: bool = True, split: str = " "
) -> list[str]:
    """The words of a text: characters of `filters` count as `split`.

    >>> import gradtape as tf
    >>> tf.keras.preprocessing.text.text_to_word_sequence("The cat, the hat!")
    ['the', 'cat', 'the', 'hat']
    """
    text = input_text.lower() if lower else input_text
    text = text.translate({ord(character): split for character in filters})
    return [word for word in text.split(split) if word]


def one_hot(
    input_text: str,
    n: int,
    filters: str = FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], Any] | None = None,
) -> list[int]:
    """A number from 1 to `n - 1` for each word, by Python's `hash`."""
    return hashing_trick(input_text, n, hash, filters, lower, split, analyzer)


def hashing_trick(
    text: str,
    n: int,
    hash_function: Any = None,
    filters: str = FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], Any] | None = None,
) -> list[int]:
    """A number from 1 to `n - 1` for each word, by Python's `hash`, by "md5", or by a function.

    >>> import gradtape as tf
    >>> tf.keras.preprocessing.text.hashing_trick("the cat sat", 10, "md5")
    [6, 3, 1]
    """
    function = _md5 if hash_function == "md5" else hash_function or hash
    words = text_to_word_sequence(text, filters, lower, split) if not analyzer else analyzer(text)
    return [function(word) % (n - 1) + 1 for word in words]


def _md5(word: str) -> int:
    return int(hashlib.md5(word.encode(), usedforsecurity=False).hexdigest(), 16)


class Tokenizer:
    """Numbers the words of texts by how often they occur.

    Of `num_words`, the `num_words - 1` most frequent words are kept. `oov_token` stands for words
    that are not known. With `char_level` characters are words. `analyzer` splits texts its own way.

    >>> import gradtape as tf
    >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(oov_token="?")
    >>> tokenizer.fit_on_texts(["the cat sat", "the hat"])
    >>> tokenizer.texts_to_sequences(["the dog sat"])
    [[2, 1, 4]]
    """

    def __init__(
        self,
        num_words: int | None = None,
        filters: str = FILTERS,
        lower: bool = True,
        split: str = " ",
        char_level: bool = False,
        oov_token: str | None = None,
        analyzer: Callable[[str], Any] | None = None,
        document_count: int = 0,
    ) -> None:
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.analyzer = char_level, oov_token, analyzer
        self.document_count = document_count
        self.word_counts: OrderedDict[str, int] = OrderedDict()
        self.word_docs: collections.Counter[str] = collections.Counter()
        self.index_docs: collections.Counter[int] = collections.Counter()
        self.word_index: dict[str, int] = {}
        self.index_word: dict[int, str] = {}

    # --- Learning words -------------------------------------------------------------------------

    def fit_on_texts(self, texts: Iterable[Any]) -> None:
        """Count the words of texts, or of lists of words, and number them anew."""
        for text in texts:
            words = self._words(text)
            self.document_count += 1
            for word in words:
                self.word_counts[word] = self.word_counts.get(word, 0) + 1
            self.word_docs.update(set(words))
        ranked = sorted(self.word_counts.items(), key=lambda item: item[1], reverse=True)
        first = [] if self.oov_token is None else [self.oov_token]
        vocabulary = first + [word for word, _ in ranked]
        self.word_index = {word: number for number, word in enumerate(vocabulary, 1)}
        self.index_word = {number: word for word, number in self.word_index.items()}
        self.index_docs.update({self.word_index[w]: n for w, n in self.word_docs.items()})

    def fit_on_sequences(self, sequences: Iterable[Sequence[int]]) -> None:
        """Count in how many sequences each number occurs, for `sequences_to_matrix`."""
        for sequence in sequences:
            self.document_count += 1
            self.index_docs.update(set(sequence))

    def _words(self, text: Any) -> list[str]:
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [part.lower() for part in text] if isinstance(text, list) else text.lower()
        if self.analyzer is not None:
            return self.analyzer(text)
        return text_to_word_sequence(text, self.filters, self.lower, self.split)

    # --- Texts, numbers and matrices ------------------------------------------------------------

    def texts_to_sequences(self, texts: Iterable[Any]) -> list[list[int]]:
        """The numbers of the words; those that are not known are left out, or the `oov_token`."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts: Iterable[Any]) -> Iterator[list[int]]:
        """The same, one text at a time."""
        unknown = None if self.oov_token is None else self.word_index.get(self.oov_token)
        for text in texts:
            numbers = [self.word_index.get(word) for word in self._words(text)]
            known = [n if self._is_kept(n) else unknown for n in numbers]
            yield [number for number in known if number is not None]

    def _is_kept(self, number: int | None) -> bool:
        return number is not None and (not self.num_words or number < self.num_words)

    def sequences_to_texts(self, sequences: Iterable[Sequence[int]]) -> list[str]:
        """The words of the numbers, with a space between."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences: Iterable[Sequence[int]]) -> Iterator[str]:
        """The same, one sequence at a time."""
        for sequence in sequences:
            words = [self.index_word.get(n) if self._is_kept(n) else None for n in sequence]
            found = (self.oov_token if word is None else word for word in words)
            yield " ".join(word for word in found if word is not None)

    def texts_to_matrix(self, texts: Iterable[Any], mode: str = "binary") -> Array:
        """`sequences_to_matrix` of the texts' numbers."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode)

    def sequences_to_matrix(
        self, sequences: Sequence[Sequence[int]], mode: str = "binary"
    ) -> Array:
        """A row for each sequence and a column for each number, as an array.

        `mode` is "binary", "count", "freq" (the share) or "tfidf".
        """
        if not self.num_words and not self.word_index:
            raise ValueError(
                "Specify a dimension (`num_words` argument), or fit on some text data first."
            )
        if mode not in _MODES:
            raise ValueError(f"Unknown vectorization mode: {mode}")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        width = self.num_words or len(self.word_index) + 1
        matrix = np.zeros((len(sequences), width))
        for row, sequence in zip(matrix, sequences, strict=True):
            for number, count in collections.Counter(n for n in sequence if n < width).items():
                row[number] = self._entry(number, count, len(sequence), mode)
        return matrix

    def _entry(self, number: int, count: int, length: int, mode: str) -> float:
        if mode == "tfidf":
            rarity = math.log(1 + self.document_count / (1 + self.index_docs[number]))
            return (1 + math.log(count)) * rarity
        return {"binary": 1.0, "count": float(count), "freq": count / length}[mode]

    # --- Configuration --------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The arguments, and what was learned as JSON."""
        own = ("num_words", "filters", "lower", "split", "char_level", "oov_token")
        learned = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
        return {
            **{name: getattr(self, name) for name in own},
            "document_count": self.document_count,
            **{name: json.dumps(getattr(self, name)) for name in learned},
        }

    def to_json(self, **kwargs: Any) -> str:
        """All of it as JSON, for `tokenizer_from_json`."""
        content = {"class_name": type(self).__name__, "config": self.get_config()}
        return json.dumps(content, **kwargs)


def tokenizer_from_json(json_string: str) -> Tokenizer:
    """The tokenizer of `Tokenizer.to_json`.

    >>> import gradtape as tf
    >>> text = tf.keras.preprocessing.text
    >>> tokenizer = text.Tokenizer()
    >>> tokenizer.fit_on_texts(["a b b"])
    >>> text.tokenizer_from_json(tokenizer.to_json()).word_index
    {'b': 1, 'a': 2}
    """
    config = json.loads(json_string)["config"]
    counts, docs = json.loads(config.pop("word_counts")), json.loads(config.pop("word_docs"))
    index_docs = json.loads(config.pop("index_docs"))
    index_word, word_index = (json.loads(config.pop(n)) for n in ("index_word", "word_index"))
    tokenizer = Tokenizer(**config)
    tokenizer.word_counts, tokenizer.word_docs = OrderedDict(counts), collections.Counter(docs)
    tokenizer.index_docs = collections.Counter(
        {int(number): count for number, count in index_docs.items()}
    )
    tokenizer.index_word = {int(number): word for number, word in index_word.items()}
    tokenizer.word_index = word_index
    return tokenizer
