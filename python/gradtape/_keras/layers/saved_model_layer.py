"""`TFSMLayer`: a saved model as a layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base_layer.layer import Layer

if TYPE_CHECKING:
    from ..._typing import DTypeLike, PathLike


class TFSMLayer(Layer):
    """A function of a saved model, with the variables of the model as weights.

    `call_endpoint` is the name of the function, or of a signature; `call_training_endpoint` is
    what is called in training, if it is another. `ValueError` for a name that is neither, and the
    errors of `tf.saved_model.load`.

    >>> import tempfile
    >>> model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model.export(folder, verbose=False)
    ...     layer = tf.keras.layers.TFSMLayer(folder)
    >>> layer(tf.ones([4, 3])).shape, len(layer.weights)
    (TensorShape([4, 2]), 2)
    """

    def __init__(
        self,
        filepath: PathLike,
        call_endpoint: str = "serve",
        call_training_endpoint: str | None = None,
        trainable: bool = True,
        name: str | None = None,
        dtype: DTypeLike = None,
    ) -> None:
        from ..._saved_model.loading import load  # here: importing layers does not need it

        super().__init__(trainable=trainable, name=name, dtype=dtype)
        self.filepath = filepath
        self.call_endpoint = call_endpoint
        self.call_training_endpoint = call_training_endpoint
        self._loaded = load(filepath)
        self._take_weights()
        self.call_endpoint_fn = self._endpoint(call_endpoint, "call_endpoint")
        self.call_training_endpoint_fn = self.call_endpoint_fn
        if call_training_endpoint is not None:
            found = self._endpoint(call_training_endpoint, "call_training_endpoint")
            self.call_training_endpoint_fn = found
        self.built = True

    def _take_weights(self) -> None:
        for variable in getattr(self._loaded, "variables", ()):
            held = self._trainable_weights if variable.trainable else self._non_trainable_weights
            held.append(variable)

    def _endpoint(self, name: str, argument: str) -> Any:
        found = getattr(self._loaded, name, None) or self._loaded.signatures.get(name)
        if found is None:
            raise ValueError(
                f"The endpoint '{name}' is neither an attribute of the reloaded SavedModel, nor an "
                "entry in the `signatures` field of the reloaded SavedModel. Select another "
                f"endpoint via the `{argument}` argument. Available signatures for this "
                f"SavedModel: {list(self._loaded.signatures)}"
            )
        return found

    def call(self, inputs: Any, training: bool | None = False, **kwargs: Any) -> Any:
        """What the function gives for the inputs."""
        called = self.call_training_endpoint_fn if training else self.call_endpoint_fn
        return called(inputs, **kwargs)

    def get_config(self) -> dict[str, Any]:
        """Where the saved model is, and the names of its functions."""
        config = {key: value for key, value in super().get_config().items() if key != "trainable"}
        return {
            **config,
            "trainable": self.trainable,
            "filepath": self.filepath,
            "call_endpoint": self.call_endpoint,
            "call_training_endpoint": self.call_training_endpoint,
        }
