"""`tensorflow.keras.applications`: models that others have trained, which gradtape does not have.

Programs import them beside what they use, or for one of several backbones: what is in here says
that it is left out when it is called.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..._left_out import instead_of
from .left_out import LeftOut

_MODELS = """
ConvNeXtBase ConvNeXtLarge ConvNeXtSmall ConvNeXtTiny ConvNeXtXLarge DenseNet121 DenseNet169
DenseNet201 EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4
EfficientNetB5 EfficientNetB6 EfficientNetB7 EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2
EfficientNetV2B3 EfficientNetV2L EfficientNetV2M EfficientNetV2S InceptionResNetV2
InceptionV3 MobileNet MobileNetV2
MobileNetV3Large MobileNetV3Small NASNetLarge NASNetMobile ResNet101 ResNet101V2 ResNet152
ResNet152V2 ResNet50 ResNet50V2 VGG16 VGG19 Xception
"""
__all__ = _MODELS.split()
__path__: list[str] = []  # it is a package, whose modules are this one


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "imagenet_utils":
        return import_module(f"{__package__}.imagenet_utils")
    reason = instead_of("keras.applications")
    return LeftOut(f"keras.applications.{name}", f"is left out; {reason}.")
