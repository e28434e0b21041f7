"""gradtape as a backend of Keras 3: import this before `keras`.

>>> import keras_gradtape  # doctest: +SKIP
>>> import keras  # doctest: +SKIP
>>> keras.backend.backend()  # doctest: +SKIP
'gradtape'

A Keras that finds backends by name needs no more than `KERAS_BACKEND=gradtape`. Nothing of Keras is
in this package, and nothing of an installed Keras is changed on disk.
"""

from ._loading import select

__all__: list[str] = []
__version__ = "0.1.0"

select()
