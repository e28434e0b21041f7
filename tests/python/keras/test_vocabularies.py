"""What lookups tell of their vocabulary, and how they print it."""

import numpy as np
from library import tf

layers = tf.keras.layers


def test_tokens_of_the_vocabulary_are_scalars_of_numpy():
    words = layers.StringLookup(vocabulary=["a", "b"], mask_token="m")
    assert repr(words.get_vocabulary()) == repr(["m", "[UNK]", np.str_("a"), np.str_("b")])
    learned = layers.StringLookup()
    learned.adapt(np.array(["x y", "z", "z"]))
    assert repr(learned.get_vocabulary()) == repr(["[UNK]", np.str_("z"), np.str_("x y")])
    back = layers.StringLookup(vocabulary=np.array(["a"]), invert=True, num_oov_indices=2)
    assert repr(back.get_vocabulary()) == repr(["[UNK]", "[UNK]", np.str_("a")])
    numbers = layers.IntegerLookup(vocabulary=[3, 4])
    assert repr(numbers.get_vocabulary()) == repr([-1, np.int64(3), np.int64(4)])


def test_words_of_texts_are_scalars_of_numpy():
    texts = layers.TextVectorization()
    assert texts.get_vocabulary() == ["", "[UNK]"]
    texts.adapt(["a b", "b"])
    assert repr(texts.get_vocabulary()) == repr(["", "[UNK]", np.str_("b"), np.str_("a")])
    alone = texts.get_vocabulary(include_special_tokens=False)
    assert repr(alone) == repr([np.str_("b"), np.str_("a")])


def test_the_vocabulary_that_a_lookup_was_given():
    assert layers.StringLookup(vocabulary=["a", "b"]).input_vocabulary == ["a", "b"]
    learned = layers.StringLookup()
    learned.adapt(np.array(["x"]))
    assert learned.input_vocabulary is None
