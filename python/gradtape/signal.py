"""Signals: Fourier and cosine transforms, windows, frames, spectra, the mel scale."""

from ._core import (
    fft as fft,
    fft2d as fft2d,
    fft3d as fft3d,
    fftshift as fftshift,
    ifft as ifft,
    ifft2d as ifft2d,
    ifft3d as ifft3d,
    ifftshift as ifftshift,
    irfft as irfft,
    irfft2d as irfft2d,
    rfft as rfft,
    rfft2d as rfft2d,
)
from ._signal.axes import (
    fftnd as fftnd,
    ifftnd as ifftnd,
    irfft3d as irfft3d,
    irfftnd as irfftnd,
    rfft3d as rfft3d,
    rfftnd as rfftnd,
)
from ._signal.cosines import dct as dct, idct as idct
from ._signal.framing import frame as frame, overlap_and_add as overlap_and_add
from ._signal.spectra import (
    inverse_mdct as inverse_mdct,
    inverse_stft as inverse_stft,
    inverse_stft_window_fn as inverse_stft_window_fn,
    linear_to_mel_weight_matrix as linear_to_mel_weight_matrix,
    mdct as mdct,
    mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms,
    stft as stft,
)
from ._signal.windows import (
    hamming_window as hamming_window,
    hann_window as hann_window,
    kaiser_bessel_derived_window as kaiser_bessel_derived_window,
    kaiser_window as kaiser_window,
    vorbis_window as vorbis_window,
)
