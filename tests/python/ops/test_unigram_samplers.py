"""Classes drawn by their weights: what TensorFlow 2.21 draws with a seed."""

import numpy as np
from library import tf

WEIGHTS = [5.0, 1.0, 3.0, 0.5, 2.0, 7.0]
fixed = tf.random.fixed_unigram_candidate_sampler
learned = tf.random.learned_unigram_candidate_sampler


def test_weights_choose_the_classes():
    tf.random.set_seed(1)
    drawn, true, sampled = fixed([[0]], 1, 12, False, 6, unigrams=WEIGHTS, seed=3)
    assert drawn.numpy().tolist() == [5, 0, 5, 5, 0, 0, 5, 0, 0, 5, 0, 5]
    np.testing.assert_allclose(true, [[3.24324322]], rtol=1e-6)
    np.testing.assert_allclose(sampled[:2], [4.5405407, 3.24324322], rtol=1e-6)


def test_each_once_and_with_distortion():
    tf.random.set_seed(1)
    drawn, true, _ = fixed(
        [[3]], 1, 4, True, 7, distortion=0.75, num_reserved_ids=1, unigrams=WEIGHTS, seed=8
    )
    assert drawn.numpy().tolist() == [5, 4, 3, 2]
    np.testing.assert_allclose(true, [[0.69059646]], rtol=1e-5)


def test_weights_from_a_file(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("a,0\nb,1\nc,0\n")
    drawn, *_ = fixed([[0]], 1, 6, False, 3, vocab_file=str(path), seed=3)
    assert drawn.numpy().tolist() == [1] * 6


def test_a_stream_goes_on_with_its_seed():
    tf.random.set_seed(5)
    draws = [fixed([[0]], 1, 12, False, 6, unigrams=WEIGHTS, seed=1)[0] for _ in range(2)]
    assert draws[0].numpy().tolist() != draws[1].numpy().tolist()


def test_what_is_seen_comes_more_often():
    tf.random.set_seed(1)
    drawn, true, _ = learned([[0], [1]], 1, 6, False, 6, seed=2)
    again = learned([[0], [1]], 1, 6, False, 6, seed=2)
    np.testing.assert_allclose(true, np.ones([2, 1]))
    np.testing.assert_allclose(again[1], np.full([2, 1], 1.5))
    assert drawn.shape == again[0].shape == [6]
