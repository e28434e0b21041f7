"""`keras.models.experimental`: Keras 2's models with a manner of training of their own."""

from ..._keras.models.sharpness import SharpnessAwareMinimization as SharpnessAwareMinimization
