"""Pictures of models through Graphviz: `model_to_dot` writes its language, `plot_model` runs it."""

from __future__ import annotations

import html
import itertools
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._structure import nest
from ..layers.entry import InputLayer
from ..layers.operation import kind_of
from ..messages import say
from ..symbolic import is_symbolic
from .model import Functional
from .sequential import Sequential

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import PathLike


class Dot:
    """A graph in Graphviz's language, with the methods of pydot's that notebooks call."""

    def __init__(self, lines: list[str], rankdir: str, dpi: int) -> None:
        self._lines = [f"rankdir={rankdir}", f"dpi={dpi}", "node [shape=record]", *lines]

    def to_string(self) -> str:
        """The graph as text."""
        return "digraph G {\n" + "".join(f"  {line};\n" for line in self._lines) + "}\n"

    def create(self, prog: str | Sequence[str] | None = None, format: str = "ps") -> bytes:
        """The picture in a format of Graphviz's, drawn by its program `prog`.

        `FileNotFoundError` without that program.
        """
        program, *options = [prog or "dot"] if isinstance(prog, str | None) else prog
        found = shutil.which(program)
        if found is None:
            raise FileNotFoundError(f'"{program}" not found in path.')
        command = [found, *options, f"-T{format}"]
        return subprocess.run(
            command, input=self.to_string().encode(), stdout=subprocess.PIPE, check=True
        ).stdout

    def create_png(self, prog: str | Sequence[str] | None = None) -> bytes:
        """The picture as PNG."""
        return self.create(prog, "png")

    def create_svg(self, prog: str | Sequence[str] | None = None) -> bytes:
        """The picture as SVG."""
        return self.create(prog, "svg")

    def write(
        self, path: PathLike, prog: str | Sequence[str] | None = None, format: str = "raw"
    ) -> bool:
        """Write the text ("raw"), which needs no Graphviz, or the picture in one of its formats."""
        raw = format in ("raw", "dot")
        Path(path).write_bytes(self.to_string().encode() if raw else self.create(prog, format))
        return True

    def write_png(self, path: PathLike, prog: str | Sequence[str] | None = None) -> bool:
        """Write the picture as PNG."""
        return self.write(path, prog, "png")

    def write_svg(self, path: PathLike, prog: str | Sequence[str] | None = None) -> bool:
        """Write the picture as SVG."""
        return self.write(path, prog, "svg")


def model_to_dot(
    model: Any,
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 200,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
    **ignored: Any,
) -> Dot:
    """The layers of a built model as a graph, an object with `to_string` and `write`.

    `ValueError` for a model that is not built.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3, name="d")])
    >>> "d (Dense)" in tf.keras.utils.model_to_dot(model).to_string()
    True
    """
    if not model.built:
        raise ValueError(
            "This model has not yet been built. Build the model first by calling `build()` or by "
            "calling the model on a batch of data."
        )
    options = {
        "name": show_layer_names,
        "shape": show_shapes,
        "dtype": show_dtype,
        "activation": show_layer_activations,
        "trainable": show_trainable,
    }
    layers = model._layers_and_operations()
    lines = [f'{id(layer)} [label="{_label(layer, options)}"]' for layer in layers]
    lines += [f"{id(one)} -> {id(other)}" for one, other in _arrows(model, layers)]
    return Dot(lines, rankdir, dpi)


def _label(layer: Any, options: dict[str, bool]) -> str:
    kind = kind_of(layer)
    parts = [f"{layer.name} ({kind})" if options["name"] else kind]
    function = getattr(layer, "activation", None)
    if options["activation"] and function is not None:
        parts.append(f"activation: {getattr(function, '__name__', function)}")
    if options["shape"] and layer._symbolic_calls:
        parts.append(f"output: {_shapes([node.outputs for node in layer._symbolic_calls])}")
    if options["dtype"]:
        parts.append(f"dtype: {layer.dtype}")
    if options["trainable"]:
        parts.append("trainable" if layer.trainable else "not trainable")
    escaped = (html.escape(part).replace("{", "(").replace("}", ")") for part in parts)
    return "{" + "|".join(part.replace("|", "/").replace('"', "'") for part in escaped) + "}"


def _shapes(tensors: Any) -> str:
    """Each shape once: a layer may have several outputs, and be called several times."""
    shapes = [str(tuple(leaf.shape.as_list())) for leaf in nest.flatten(tensors)]
    return ", ".join(dict.fromkeys(shapes))


def _arrows(model: Any, layers: list[Any]) -> list[tuple[Any, Any]]:
    """Which layer's outputs another takes."""
    if isinstance(model, Functional) or not isinstance(model, Sequential):
        known = {id(layer) for layer in layers}
        nodes = model._known_network("output").nodes if isinstance(model, Functional) else ()
        pairs = [
            (leaf.node.layer, node.layer)
            for node in nodes
            for leaf in nest.flatten((node.args, node.kwargs))
            if is_symbolic(leaf)
        ]
        return [(a, b) for a, b in pairs if id(a) in known and id(b) in known]
    shown = [layer for layer in layers if not isinstance(layer, InputLayer)]
    return list(itertools.pairwise(shown))


def plot_model(
    model: Any,
    to_file: Any = "model.png",
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = False,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 200,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
    **ignored: Any,
) -> Any:
    """Draw the layers of a built model into a file, in the format of its suffix.

    Notebooks show what is returned, the picture where there is IPython.

    `ImportError` where Graphviz is not installed, but a notebook is told and goes on; a suffix
    ".dot" needs none.
    """
    dot = model_to_dot(
        model,
        show_shapes,
        show_dtype,
        show_layer_names,
        rankdir,
        expand_nested,
        dpi,
        show_layer_activations,
        show_trainable,
    )
    suffix = Path(to_file).suffix.lstrip(".") or "png"
    if suffix != "dot" and shutil.which("dot") is None:
        return _without_graphviz()
    dot.write(to_file, format=suffix)
    return None if suffix in ("dot", "pdf") else _shown(str(to_file))


def _without_graphviz() -> None:
    message = (
        "You must install graphviz (see instructions at "
        "https://graphviz.gitlab.io/download/) for `plot_model` to work."
    )
    if "IPython.core.magics.namespace" not in sys.modules:
        raise ImportError(message)
    say(message)


def _shown(path: str) -> Any:
    """What a notebook shows as a picture, where there is IPython."""
    try:
        from IPython import display
    except ImportError:
        return None
    return display.Image(filename=path)
