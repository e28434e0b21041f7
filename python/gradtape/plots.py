"""Pictures of training and of functions of two numbers, drawn with Matplotlib (the extra `plots`).

Every function draws into the `axes` that it is given, or into new ones, and returns them.
"""

from ._plots.curves import loss_curves as loss_curves
from ._plots.histograms import histograms as histograms
from ._plots.plane import (
    contours as contours,
    descent_paths as descent_paths,
    gradient_field as gradient_field,
    vector_field as vector_field,
)
from ._plots.surface import loss_surface as loss_surface
