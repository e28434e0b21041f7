"""Many independent jobs: what goes to other processes and comes back, whatever takes it there."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf
from sweep_jobs import fitted, gradient, model

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")
RATES = [0.01, 0.1]


def data():
    x = tf.reshape(tf.range(24.0), [8, 3]) / 24.0
    return x, tf.reduce_sum(x, 1, keepdims=True)


def check(answers):
    """The answers of jobs (`gradient` once, `fitted` for each rate) are those of this process."""
    first, *others = answers
    assert first["gradient"].numpy().tolist() == [9.0, 12.0]
    for rate, (loss, made) in zip(RATES, others, strict=True):
        expected, same = fitted(rate, model(), *data())
        assert loss == pytest.approx(expected, rel=1e-6)
        np.testing.assert_allclose(made.predict(data()[0]), same.predict(data()[0]), rtol=1e-5)


def jobs():
    numbers = tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).batch(2)
    yield gradient, (tf.Variable([1.0, 1.0]), numbers)
    for rate in RATES:
        yield fitted, (rate, model(), *data())


def test_futures():
    # Threads that others have started do not go along with a fork: processes begin anew.
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        check([future.result() for future in [pool.submit(f, *args) for f, args in jobs()]])


def test_joblib():
    joblib = pytest.importorskip("joblib")
    calls = [joblib.delayed(function)(*arguments) for function, arguments in jobs()]
    check(joblib.Parallel(n_jobs=2)(calls))


def test_dask():
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        check(client.gather([client.submit(f, *args, pure=False) for f, args in jobs()]))


@pytest.mark.parametrize("again", [lambda m: pickle.loads(pickle.dumps(m)), copy.deepcopy])
def test_a_model_is_pickled_and_copied_whole(again):
    made = model()
    x, y = data()
    made.fit(x, y, epochs=2, verbose=0)
    other = again(made)
    np.testing.assert_array_equal(other.predict(x), made.predict(x))
    one, two = (m.fit(x, y, epochs=2, verbose=0, shuffle=False) for m in (made, other))
    assert one.history == two.history
    assert other.layers[0].weights[0] is not made.layers[0].weights[0]
    assert other.layers[0]._sequential_home() is other
    assert [len(pickle.loads(pickle.dumps(layer)).weights) for layer in made.layers] == [2, 2]
