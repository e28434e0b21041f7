//! Work on pieces that are more than a part of one slice: several outputs that are written side by side.

use std::sync::{Mutex, PoisonError};

use super::parallel;
use crate::error::Result;

/// Calls `work` with the number of each piece and the piece: on several threads where the work is `large`, and then the
/// user may stop it.
///
/// Errors: as [`parallel::for_each`].
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
pub fn for_each_piece<P: Send>(
    pieces: impl Iterator<Item = P>,
    large: bool,
    work: impl Fn(usize, P) + Sync,
) -> Result<()> {
    if !large {
        pieces.enumerate().for_each(|(i, piece)| work(i, piece));
        return Ok(());
    }
    let pieces: Vec<Mutex<Option<P>>> = pieces.map(|piece| Mutex::new(Some(piece))).collect();
    parallel::for_each(pieces.len(), |i| {
        let piece = pieces[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        piece.into_iter().for_each(|piece| work(i, piece));
    })
}
