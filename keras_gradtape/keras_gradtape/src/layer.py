"""What a layer has besides Keras's own: nothing."""


class GradtapeLayer:
    """The base that Keras's `Layer` asks a backend for."""


BackendLayer = GradtapeLayer  # for Keras 3.16
