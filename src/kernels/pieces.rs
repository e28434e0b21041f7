//! Work on pieces that are more than a part of one slice: several outputs that are written side by side.

use std::sync::{Mutex, PoisonError};

use super::parallel;
use super::parallel::Outcome;
use crate::error::Result;
use crate::memory::try_collect;

/// Calls `work` with the number of each piece and the piece: on several threads where the work is `large`, and then the
/// user may stop it.
///
/// Errors: as [`parallel::for_each`], and `ResourceExhausted` where memory for a list of the pieces is not to be had.
///
/// ```
/// use gradtape::kernels::pieces::for_each_piece;
///
/// let (mut halves, mut squares) = ([0; 3], [0; 3]);
/// for_each_piece(halves.iter_mut().zip(&mut squares), true, |i, (half, square)| {
///     *half = i / 2;
///     *square = i * i;
/// })?;
/// assert_eq!((halves, squares), ([0, 0, 1], [0, 1, 4]));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn for_each_piece<P: Send, R: Outcome>(
    pieces: impl Iterator<Item = P>,
    large: bool,
    work: impl Fn(usize, P) -> R + Sync,
) -> Result<()> {
    if !large {
        return pieces.enumerate().try_for_each(|(i, piece)| work(i, piece).outcome());
    }
    let pieces = try_collect(pieces.map(|piece| Mutex::new(Some(piece))))?;
    parallel::for_each(pieces.len(), |i| {
        let piece = pieces[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        piece.map_or(Ok(()), |piece| work(i, piece).outcome())
    })
}
