"""`tf.linalg.experimental`: systems that are solved by products alone."""

from .._operators.iteration import conjugate_gradient as conjugate_gradient
