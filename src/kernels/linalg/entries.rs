//! Matrices made entry by entry, row-major.

use crate::error::Result;
use crate::memory::try_with_capacity;

/// The `m x n` matrix of these entries.
pub(super) fn filled<T>(m: usize, n: usize, entry: impl Fn(usize, usize) -> T) -> Result<Vec<T>> {
    let mut all = try_with_capacity(m * n)?;
    (0..m).for_each(|i| all.extend((0..n).map(|j| entry(i, j))));
    Ok(all)
}

/// Writes these entries to a matrix of `n` columns.
pub(super) fn fill<T>(out: &mut [T], n: usize, entry: impl Fn(usize, usize) -> T) {
    for (i, row) in out.chunks_mut(n.max(1)).enumerate() {
        row.iter_mut().enumerate().for_each(|(j, x)| *x = entry(i, j));
    }
}
