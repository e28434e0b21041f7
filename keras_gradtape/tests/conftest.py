"""Keras on gradtape for every test below, which are skipped where Keras is not installed."""

import importlib.util

collect_ignore = ["shipped"]

if importlib.util.find_spec("keras") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    import keras_gradtape  # noqa: F401
