"""Functions of two numbers, as they are drawn on a blackboard: lines of equal value, arrows of a
field or of a gradient, and the ways down that optimizers take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .canvas import axes_for
from .numbers import array, whole

if TYPE_CHECKING:
    from .._typing import TensorLike

Function = Callable[[Any, Any], Any]
Interval = tuple[float, float]


def grid(x: Interval, y: Interval, points: int) -> tuple[np.ndarray, np.ndarray]:
    """`points` times `points` places of the rectangle, `float32`."""
    for name, (low, high) in (("x", x), ("y", y)):
        if not low < high:
            raise ValueError(
                f"{name} must go from a smaller number to a larger one, got {(low, high)}"
            )
    along = [
        np.linspace(*interval, whole(points, "points", 2), dtype=np.float32) for interval in (x, y)
    ]
    across, up = np.meshgrid(*along)
    return across, up


def filled(value: TensorLike, like: np.ndarray, what: str) -> np.ndarray:
    """What a function returned for all places, a constant repeated."""
    found = array(value)
    if found.shape not in ((), like.shape):
        raise ValueError(
            f"{what} must work element by element: shape {like.shape} became {found.shape}"
        )
    return np.broadcast_to(found, like.shape)


def contours(
    function: Function,
    *,
    x: Interval = (-1.0, 1.0),
    y: Interval = (-1.0, 1.0),
    points: int = 100,
    levels: Any = 20,
    axes: Any = None,
) -> Any:
    """Draws lines on which `function(x, y)` has one value, and returns the axes.

    `function` gets two tensors of shape `[points, points]` and works element by element. `levels`
    is the number of lines, or a list of the values. Errors: `ValueError` for a function that
    returns another shape, and for an empty interval; `ImportError` without Matplotlib.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> axes = tf.plots.contours(lambda x, y: x**2 + 3.0 * y**2, points=20)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('x', 'y')
    """
    across, up = grid(x, y, points)
    heights = filled(function(_core.constant(across), _core.constant(up)), across, "function")
    axes = axes_for(axes, "contours")
    axes.contour(
        across, up, np.ma.masked_invalid(heights), levels=levels, cmap="viridis", linewidths=0.8
    )
    return labelled(axes)


def labelled(axes: Any) -> Any:
    """The axes with the names of the two numbers."""
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    return axes


def gradient_at(function: Function, across: np.ndarray, up: np.ndarray) -> list[Any]:
    """The derivatives by x and by y at every place; zeros where it does not depend on them."""
    x, y = _core.constant(across), _core.constant(up)
    with _core.GradientTape() as tape:
        tape.watch([x, y])
        value = function(x, y)
    return tape.gradient(value, [x, y], unconnected_gradients="zero")


def vector_field(
    field: Callable[[Any, Any], tuple[Any, Any]],
    *,
    x: Interval = (-1.0, 1.0),
    y: Interval = (-1.0, 1.0),
    points: int = 20,
    stream: bool = False,
    axes: Any = None,
) -> Any:
    """Draws the arrows `(u, v) = field(x, y)`, and returns the axes.

    `field` gets two tensors of shape `[points, points]` and works element by element. `stream`
    draws lines along the arrows instead, as of a stream. Errors: `ValueError` for another
    shape, or where `field` does not return two; `ImportError` without Matplotlib.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> axes = tf.plots.vector_field(lambda x, y: (-y, x), points=5)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('x', 'y')
    """
    across, up = grid(x, y, points)
    arrows = tuple(field(_core.constant(across), _core.constant(up)))
    if len(arrows) != 2:
        raise ValueError(f"field must return two values, across and up, got {len(arrows)}")
    u, v = (filled(arrow, across, "field") for arrow in arrows)
    axes = axes_for(axes, "vector_field")
    if stream:
        axes.streamplot(across, up, u, v, density=points / 20, linewidth=0.8)
    else:
        axes.quiver(across, up, u, v, angles="xy")
    return labelled(axes)


def gradient_field(function: Function, **options: Any) -> Any:
    """Draws the gradient of `function(x, y)` as arrows, and returns the axes.

    They point to where the function grows fastest, and are longer where it does so more. The
    options and errors are those of `vector_field`.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> axes = tf.plots.gradient_field(lambda x, y: x * y, points=5)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('x', 'y')
    """
    return vector_field(lambda x, y: tuple(gradient_at(function, x.numpy(), y.numpy())), **options)


def descent_path(
    function: Function, start: Sequence[float], optimizer: Any, steps: int
) -> np.ndarray:
    """The places that `optimizer` visits on its way down from `start`: `[steps + 1, 2]`."""
    place = [_core.Variable(np.float32(number)) for number in start]
    path = [[array(number) for number in place]]
    for _ in range(steps):
        with _core.GradientTape() as tape:
            value = function(*place)
        gradients = tape.gradient(value, place, unconnected_gradients="zero")
        optimizer.apply_gradients(zip(gradients, place))
        path.append([array(number) for number in place])
    return np.array(path)


def descent_paths(
    function: Function,
    start: Sequence[float],
    optimizers: Mapping[str, Any],
    *,
    steps: int = 50,
    x: Interval = (-1.0, 1.0),
    y: Interval = (-1.0, 1.0),
    axes: Any = None,
    **options: Any,
) -> Any:
    """Draws how optimizers go down `function(x, y)` from `start`, and returns the axes.

    `optimizers` has them by the names that the picture shows; each makes `steps` steps from the
    same place, and should be new. Under the paths are lines of equal value, with the further
    options of `contours`. The picture shows the rectangle of `x` and `y`, even if a path leaves it.
    Errors: `ValueError` for a `start` that is not two numbers and for `steps` below 1;
    `ImportError` without Matplotlib.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> optimizers = {"SGD": tf.keras.optimizers.SGD(0.05)}
    >>> axes = tf.plots.descent_paths(lambda x, y: x**2 + y**2, (0.9, 0.5), optimizers, steps=3)
    >>> [line.get_label() for line in axes.get_lines()]
    ['SGD']
    """
    if len(start) != 2:
        raise ValueError(f"start must be two numbers, got {len(start)}")
    steps = whole(steps, "steps", 1)
    paths = {name: descent_path(function, start, o, steps) for name, o in optimizers.items()}
    axes = contours(function, x=x, y=y, axes=axes, **options)
    for name, path in paths.items():
        axes.plot(*path.T, ".-", label=name, linewidth=1.0)
    axes.set_xlim(*x)
    axes.set_ylim(*y)
    axes.legend()
    return axes
