"""`FeatureSpace`: a layer for each column of a table, and for columns together, learnt from data.

Invariant: encoded features come in the order of their names, crosses behind them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._data.dataset import Dataset
from ..._structure.composites import as_value
from ..base_layer.layer import Layer
from ..layers.entry import Input
from ..layers.merging import Concatenate
from ..layers.preprocessing.categories import CategoryEncoding, Discretization
from ..layers.preprocessing.hashing import HashedCrossing
from ..layers.preprocessing.lookup import IntegerLookup, StringLookup
from .features import Cross, Feature, FeatureKinds, Part
from .saving import save_model

if TYPE_CHECKING:
    from ..._typing import PathLike

_COLUMN = (1,)  # the shape of what an example has in a column
# What a preprocessor is made with where it has nothing to learn.
_LEARNT = ("mean", "vocabulary", "bin_boundaries")


class FeatureSpace(FeatureKinds, Layer):
    """Columns of a table as one vector of numbers, or as a dict of them.

    `features` maps names of columns to kinds such as `"float_normalized"` or
    `FeatureSpace.float_normalized()`; `crosses` are groups of names that are hashed together.
    `adapt` learns what there is to learn from a dataset or a dict of columns.

    >>> import gradtape as tf
    >>> space = tf.keras.utils.FeatureSpace(
    ...     {"size": "float_normalized", "kind": "string_categorical"}, output_mode="concat"
    ... )
    >>> table = {"size": [1.0, 3.0], "kind": ["a", "b"]}
    >>> space.adapt(tf.data.Dataset.from_tensor_slices(table))
    >>> space({"size": [3.0], "kind": ["a"]}).numpy().round(3).tolist()
    [[0.0, 0.0, 1.0, 1.0]]
    """

    def __init__(
        self,
        features: Mapping[str, Any],
        output_mode: str = "concat",
        crosses: Sequence[Any] | None = None,
        crossing_dim: int = 32,
        hashing_dim: int = 32,
        num_discretization_bins: int = 32,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name)
        if not features:
            raise ValueError("The `features` argument cannot be None or empty.")
        if output_mode not in ("dict", "concat"):
            raise ValueError(
                "Invalid value for argument `output_mode`. Expected one of {'dict', 'concat'}. "
                f"Received: output_mode={output_mode}"
            )
        self.output_mode, self.crossing_dim = output_mode, crossing_dim
        self.hashing_dim, self.num_discretization_bins = hashing_dim, num_discretization_bins
        self.features = {name: self._feature(name, given) for name, given in features.items()}
        self.crosses = [self._cross(given) for given in crosses or ()]
        self.preprocessors = {name: part.preprocessor for name, part in self.features.items()}
        self.crossers = {
            cross.name: HashedCrossing(cross.crossing_dim, name=cross.name)
            for cross in self.crosses
        }
        self.one_hot_encoders: dict[str, Any] = {}
        self._to_learn = [name for name, one in self.preprocessors.items() if _learns(one)]
        self._encoded: Any = None
        self.inputs = {
            name: Input(_COLUMN, name=name, dtype=part.dtype)
            for name, part in self.features.items()
        }

    def _feature(self, name: str, given: Any) -> Feature:
        if isinstance(given, Mapping):
            given = Feature.from_config(dict(given.get("config", given)))
        if isinstance(given, Feature):
            return given
        sizes = {
            "float_discretized": (self.num_discretization_bins,),
            "integer_hashed": (self.hashing_dim,),
            "string_hashed": (self.hashing_dim,),
        }
        if given in ("cross", "feature") or given not in vars(FeatureKinds):
            raise ValueError(f"Invalid feature type: {given}")
        found: Feature = getattr(FeatureKinds, given)(*sizes.get(given, ()), name=name)
        return found

    def _cross(self, given: Any) -> Cross:
        if isinstance(given, Mapping):
            given = Cross.from_config(dict(given.get("config", given)))
        cross = given if isinstance(given, Cross) else Cross(given, self.crossing_dim)
        if not set(cross.feature_names) <= set(self.features):
            raise ValueError(
                "All features referenced in the `crosses` argument should be present in the "
                f"`features` dict. Received unknown features: {cross.feature_names}"
            )
        return cross

    # --- Learning -------------------------------------------------------------------------------

    def adapt(self, dataset: Any) -> None:
        """Learn what layers have to know, from a dataset of dicts, batched or not, or from a dict.

        `ValueError` for anything else.
        """
        if isinstance(dataset, Mapping):
            dataset = Dataset.from_tensor_slices(dict(dataset))
        if not isinstance(dataset, Dataset):
            raise ValueError(
                "`adapt()` can only be called on a tf.data.Dataset or a dict of arrays/lists. "
                f"Received instead: {dataset} (of type {type(dataset)})"
            )
        for name in self._to_learn:
            self.preprocessors[name].adapt(_column(dataset, name))
        self._to_learn = []
        self.get_encoded_features()

    @property
    def _is_adapted(self) -> bool:
        """Whether all is learned; where there is nothing to learn, whether it was asked for."""
        learned = any(map(_learns, self.preprocessors.values()))
        return not self._to_learn and (learned or self._encoded is not None)

    def get_inputs(self) -> dict[str, Any]:
        """A symbolic input for each feature, by name."""
        self.get_encoded_features()
        return self.inputs

    def get_encoded_features(self) -> Any:
        """What comes of the symbolic inputs; `ValueError` before `adapt`."""
        if self._to_learn:
            raise ValueError(
                "You need to call `.adapt(dataset)` on the FeatureSpace before you can start "
                "using it."
            )
        if self._encoded is None:
            self._encoded = self._encode(self.inputs)
            self.built = True
        return self._encoded

    # --- Encoding -------------------------------------------------------------------------------

    def __call__(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        """The vector or the dict for a dict of columns, or of single values.

        `ValueError` for anything but a dict.
        """
        self.get_encoded_features()
        if not isinstance(data, Mapping):
            raise ValueError(
                "A FeatureSpace can only be called with a dict. "
                f"Received: data={data} (of type {type(data)})"
            )
        columns = {name: as_value(value) for name, value in data.items()}
        single = any(len(column.shape) == 0 for column in columns.values())
        outputs = self._encode({name: _upright(column) for name, column in columns.items()})
        if not single:
            return outputs
        if self.output_mode == "concat":
            return _core.squeeze(outputs, [0])
        return {name: _core.squeeze(output, [0]) for name, output in outputs.items()}

    def _encode(self, columns: Mapping[str, Any]) -> Any:
        numbers = {name: self.preprocessors[name](columns[name]) for name in self.features}
        crossed = {
            cross.name: self.crossers[cross.name]([numbers[name] for name in cross.feature_names])
            for cross in self.crosses
        }
        parts = {part.name: part for part in self.crosses}
        encoded = {
            **{
                name: self._one(name, numbers[name], self.features[name])
                for name in sorted(numbers)
            },
            **{name: self._one(name, crossed[name], parts[name]) for name in sorted(crossed)},
        }
        if self.output_mode == "dict":
            return encoded
        for name, value in encoded.items():
            if not _core.as_dtype(value.dtype).is_floating:
                raise ValueError(
                    f"Cannot concatenate features because feature '{name}' has not been encoded "
                    f"(it has dtype {_core.as_dtype(value.dtype).name}). Consider using "
                    "`output_mode='dict'`."
                )
        if len(encoded) == 1:
            return next(iter(encoded.values()))
        return Concatenate(axis=-1)(list(encoded.values()))

    def _one(self, name: str, value: Any, part: Part) -> Any:
        """One feature as its mode says."""
        if part.output_mode != "one_hot":
            return value
        if name not in self.one_hot_encoders:
            if not _core.as_dtype(value.dtype).is_integer:
                raise ValueError(
                    f"Feature '{name}' has `output_mode='one_hot'`. Thus its preprocessor should "
                    f"return an integer dtype. Instead it returns a {value.dtype} dtype."
                )
            layer = self.preprocessors.get(name) or self.crossers.get(name)
            count = _cardinality(name, layer)
            self.one_hot_encoders[name] = CategoryEncoding(count, output_mode="multi_hot")
        return self.one_hot_encoders[name](value)

    def get_config(self) -> dict[str, Any]:
        """The features and the options."""
        return {
            "features": {name: part.get_config() for name, part in self.features.items()},
            "output_mode": self.output_mode,
            "crosses": [cross.get_config() for cross in self.crosses],
            "crossing_dim": self.crossing_dim,
            "hashing_dim": self.hashing_dim,
            "num_discretization_bins": self.num_discretization_bins,
            "name": self.name,
        }

    # --- Files ----------------------------------------------------------------------------------

    def save(self, filepath: PathLike) -> None:
        """Write what it has learned to a file, from which `keras.models.load_model` makes it again.

        >>> import gradtape as tf, os, tempfile
        >>> space = tf.keras.utils.FeatureSpace({"kind": "string_categorical"})
        >>> space.adapt({"kind": ["a", "b", "b"]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     space.save(os.path.join(folder, "space.keras"))
        ...     again = tf.keras.models.load_model(os.path.join(folder, "space.keras"))
        >>> again({"kind": ["a"]}).numpy().tolist()
        [[0.0, 0.0, 1.0]]
        """
        save_model(self, filepath)

    def get_compile_config(self) -> None:
        """None: it is not trained."""

    def get_build_config(self) -> dict[str, Any]:
        """What each of the layers that keep what they learned in variables is built with."""
        kept = [name for name, one in self.preprocessors.items() if _learns(one)]
        built = {"input_shape": (None, *_COLUMN)}
        return {name: built for name in kept if name not in self._to_learn}

    def build_from_config(self, config: dict[str, Any]) -> None:
        """Have the layers learned, whose states a file brings."""
        for name, built in config.items():
            self.preprocessors[name].build_from_config(built)
        self._to_learn = [name for name in self._to_learn if name not in config]

    def _saved_form(self) -> dict[str, Any]:
        return {"kind": "layer", **super()._saved_form(), "input": None}


def _learns(layer: Any) -> bool:
    """Whether a layer has something to learn that it was not made with."""
    if not hasattr(layer, "adapt"):
        return False
    config = layer.get_config()
    return all(config.get(name) is None for name in _LEARNT)


def _column(dataset: Any, name: str) -> Any:
    """One column of a dataset, in batches of rows."""
    column = dataset.map(lambda row: row[name])
    rank = len(next(iter(column)).shape)
    column = column.batch(32) if rank == 0 else column
    return column.map(lambda values: _core.expand_dims(values, -1)) if rank < 2 else column


def _upright(column: Any) -> Any:
    """A column of rows: single values are one row."""
    if len(column.shape) == 0:
        return _core.reshape(column, [1, 1])
    return _core.expand_dims(column, -1) if len(column.shape) == 1 else column


def _cardinality(name: str, layer: Any) -> int:
    """How many numbers a layer gives."""
    if isinstance(layer, (IntegerLookup, StringLookup)):
        return layer.vocabulary_size()
    for size in ("num_tokens", "num_bins"):
        if isinstance(getattr(layer, size, None), int):
            return int(getattr(layer, size))
    if isinstance(layer, Discretization):
        return len(layer.bin_boundaries) + 1
    raise ValueError(
        f"Feature '{name}' has `output_mode='one_hot'`. However it isn't a standard feature and "
        "the dimensionality of its output space is not known, thus it cannot be one-hot encoded. "
        "Try using `output_mode='int'`."
    )
