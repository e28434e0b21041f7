"""IMDB's film reviews and Reuters's news as lists of word numbers, by the frequency of the word.

0 is for padding, 1 starts a text, 2 stands for a word that is left out, and words begin behind
`index_from`. Orders and splits are Keras's own, which `seed` gives.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from .digits import Pairs
from .sources import stored

_PARTS = ("train", "test")
_TOPICS = (
    "cocoa grain veg-oil earn acq wheat copper housing money-supply coffee sugar trade reserves "
    "ship cotton carcass crude nat-gas cpi money-fx interest gnp meal-feed alum oilseed gold tin "
    "strategic-metal livestock retail ipi iron-steel rubber heat jobs lei bop zinc orange pet-chem "
    "dlr gas silver wpi hog lead"
)


def load_imdb(
    path: str = "imdb.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: 25,000 reviews each, and 1 for praise, else 0.

    Words rarer than `num_words` or more frequent than `skip_top` become `oov_char`, or are left
    out where that is None; reviews from `maxlen` words on are left out. `ValueError` if none is
    left.
    """
    num_words = _word_count(num_words, kwargs)
    random = np.random.RandomState(seed)
    # The hash of the file has been checked, so its pickled lists are Keras's own.
    with np.load(stored("imdb.npz", path), allow_pickle=True) as file:
        read = [_in_order(file[f"x_{part}"], file[f"y_{part}"], random) for part in _PARTS]
    pairs = [_cut(_marked(x, start_char, index_from), y, maxlen) for x, y in read]
    count = num_words or _largest(pairs[0][0] + pairs[1][0])
    train, test = ((_known(x, skip_top, count, oov_char), y) for x, y in pairs)
    return train, test


def load_reuters(
    path: str = "reuters.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    test_split: float = 0.2,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: 11,228 news in all, and their topics, 46 of them.

    Arguments as those of `imdb.load_data`; the last `test_split` of the news are for tests.
    """
    num_words = _word_count(num_words, kwargs)
    # The hash of the file has been checked, so its pickled lists are Keras's own.
    with np.load(stored("reuters.npz", path), allow_pickle=True) as file:
        x, y = _in_order(file["x"], file["y"], np.random.RandomState(seed))
    texts, y = _cut(_marked(x, start_char, index_from), y, maxlen)
    known = _known(texts, skip_top, num_words or _largest(texts), oov_char)
    cut = int(len(texts) * (1 - test_split))
    return (known[:cut], y[:cut]), (known[cut:], y[cut:])


def imdb_word_index(path: str = "imdb_word_index.json") -> dict[str, int]:
    """The number of each word, before `index_from` is added."""
    return _word_index("imdb_word_index.json", path)


def reuters_word_index(path: str = "reuters_word_index.json") -> dict[str, int]:
    """The number of each word, before `index_from` is added."""
    return _word_index("reuters_word_index.json", path)


def reuters_label_names() -> tuple[str, ...]:
    """The names of the 46 topics, in the order of their numbers."""
    return tuple(_TOPICS.split())


def _word_index(name: str, path: str) -> dict[str, int]:
    return dict(json.loads(Path(stored(name, path)).read_text(encoding="utf-8")))


def _word_count(num_words: int | None, others: dict[str, Any]) -> int | None:
    """`num_words`, under its old name too."""
    if "nb_words" in others:
        num_words = others.pop("nb_words")
    if others:
        raise TypeError(f"Unrecognized keyword arguments: {others}.")
    return num_words


def _in_order(
    x: np.ndarray, y: np.ndarray, random: np.random.RandomState
) -> tuple[np.ndarray, np.ndarray]:
    order = np.arange(len(x))
    random.shuffle(order)
    return x[order], y[order]


def _marked(x: np.ndarray, start_char: int | None, index_from: int) -> list[list[int]]:
    """The words moved behind the numbers that mean something else, a start before each text."""
    if start_char is not None:
        return [[start_char, *(word + index_from for word in text)] for text in x]
    return [[word + index_from for word in text] for text in x]


def _cut(
    x: list[list[int]], y: np.ndarray, maxlen: int | None
) -> tuple[list[list[int]], np.ndarray]:
    """Without the texts of `maxlen` words or more."""
    if not maxlen:
        return x, y
    short = [i for i, text in enumerate(x) if len(text) < maxlen]
    if not short:
        raise ValueError(
            f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. "
            "Increase maxlen."
        )
    return [x[i] for i in short], y[short]


def _largest(x: list[list[int]]) -> int:
    return max(max(text) for text in x)


def _known(x: list[list[int]], skip_top: int, num_words: int, oov_char: int | None) -> np.ndarray:
    """An array of lists, in which the other words are `oov_char`, or left out."""
    found = np.empty(len(x), dtype=object)
    for i, text in enumerate(x):
        if oov_char is None:
            found[i] = [word for word in text if skip_top <= word < num_words]
        else:
            found[i] = [word if skip_top <= word < num_words else oov_char for word in text]
    return found
