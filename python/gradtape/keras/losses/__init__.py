"""`keras.losses`: how far predictions are from targets, as functions and as objects."""

from .classes import BinaryCrossentropy as BinaryCrossentropy
from .classes import CategoricalCrossentropy as CategoricalCrossentropy
from .classes import CategoricalHinge as CategoricalHinge
from .classes import CosineSimilarity as CosineSimilarity
from .classes import Hinge as Hinge
from .classes import Huber as Huber
from .classes import KLDivergence as KLDivergence
from .classes import LogCosh as LogCosh
from .classes import MeanAbsoluteError as MeanAbsoluteError
from .classes import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from .classes import MeanSquaredError as MeanSquaredError
from .classes import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from .classes import Poisson as Poisson
from .classes import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from .classes import SquaredHinge as SquaredHinge
from .classes import get as get
from .crossentropy import binary_crossentropy as binary_crossentropy
from .crossentropy import categorical_crossentropy as categorical_crossentropy
from .crossentropy import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from .functions import categorical_hinge as categorical_hinge
from .functions import cosine_similarity as cosine_similarity
from .functions import hinge as hinge
from .functions import huber as huber
from .functions import kl_divergence as kl_divergence
from .functions import log_cosh as log_cosh
from .functions import mean_absolute_error as mean_absolute_error
from .functions import mean_absolute_percentage_error as mean_absolute_percentage_error
from .functions import mean_squared_error as mean_squared_error
from .functions import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from .functions import poisson as poisson
from .functions import squared_hinge as squared_hinge
from .loss import Loss as Loss
from .reduction import Reduction as Reduction

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
