"""`tensorflow.keras.applications`: models that others have trained, which gradtape does not have.

Programs import them beside what they use, or for one of several backbones: what is in here says
that it is left out when it is called. The modules of kinds of models have their `preprocess_input`.
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
_KINDS = """
convnext densenet efficientnet efficientnet_v2 imagenet_utils inception_resnet_v2 inception_v3
mobilenet mobilenet_v2 mobilenet_v3 nasnet resnet resnet50 resnet_v2 vgg16 vgg19 xception
"""
__all__ = _MODELS.split()
__path__: list[str] = []  # it is a package, whose modules are this one


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _KINDS.split():
        return import_module(
            f"tensorflow.keras.applications.{name}"
        )  # `keras` may not be there yet
    reason = instead_of("keras.applications")
    return LeftOut(f"keras.applications.{name}", f"is left out; {reason}.")
