"""Random numbers from pass to pass: TensorFlow's, and looking at elements changes none of them."""

from library import tf

numbers = tf.data.Dataset.range


def drawn(_):
    return tf.random.uniform((), maxval=1000, dtype=tf.int32)


def values(dataset):
    return [int(x) for x in dataset]


def test_a_repeated_map_goes_on_and_another_iterator_begins_anew():
    tf.keras.utils.set_random_seed(0)
    dataset = numbers(3).map(drawn)
    expected = [422, 886, 372, 996, 728, 235, 760, 828, 678]
    assert values(dataset.repeat(3)) == expected
    assert values(dataset.repeat(2)) == expected[:6]
    assert values(dataset) == expected[:3]
    assert values(dataset.prefetch(1).repeat(2)) == expected[:6]
    assert [x.numpy().tolist() for x in dataset.batch(3).repeat(2)] == [expected[:3], expected[3:6]]


def test_a_repeated_filter_goes_on():
    tf.keras.utils.set_random_seed(0)
    kept = numbers(6).filter(lambda i: tf.random.uniform(()) < 0.5)
    once, four = values(kept), values(kept.repeat(4))
    assert four[: len(once)] == once
    assert four != once * 4


def test_looking_at_the_elements_begins_no_pass_of_a_shuffle():
    tf.keras.utils.set_random_seed(0)
    words = tf.data.Dataset.from_tensor_slices([str(i) for i in range(8)])
    dataset = words.shuffle(8).map(lambda word: tf.strings.to_number(word, tf.int32))
    assert dataset.element_spec.dtype == tf.int32
    batches = dataset.padded_batch(4, padded_shapes=[])
    assert [x.numpy().tolist() for x in batches] == [[3, 2, 7, 4], [1, 0, 6, 5]]


def test_looking_through_threads_counts_as_little():
    tf.keras.utils.set_random_seed(0)
    words = tf.data.Dataset.from_tensor_slices([str(i) for i in range(8)])
    dataset = words.shuffle(8).prefetch(2).map(lambda w: tf.strings.to_number(w, tf.int32))
    assert dataset.element_spec.dtype == tf.int32
    assert values(dataset) == [3, 2, 7, 4, 1, 0, 6, 5]
