//! Plane rotations, kept until there are many and then applied panel by panel.
//!
//! The iterations for eigenvalues and singular values make about `n^2` rotations, each of two rows of a matrix of
//! vectors. One by one they would stream the matrix through the cache each sweep; here a panel of columns that fits
//! the cache takes thousands of rotations before the next panel is looked at, and panels are independent.

use std::marker::PhantomData;

use super::Scalar;
use super::entries::filled;
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;
use crate::memory::{try_push, try_vec, try_with_capacity};

/// Rotations that are kept before they are applied.
const PENDING: usize = 1 << 15;
/// Bytes of a panel: well inside a level 2 cache.
const PANEL: usize = 1 << 18;

/// `row, row + 1 = c row + s (row + 1), c (row + 1) - s row`.
#[derive(Clone, Copy)]
struct Rotation {
    row: usize,
    other: usize,
    cosine: f64,
    sine: f64,
}

/// A matrix of vectors (its rows) with the rotations that it has still to take.
pub(super) struct Rotated<T> {
    rows: Vec<T>,
    width: usize,
    pending: Vec<Rotation>,
    threads: usize,
}

impl<T: Scalar> Rotated<T> {
    /// The unit vectors of dimension `n`; with `wanted` false, an empty matrix on which nothing costs anything.
    pub(super) fn identity(n: usize, wanted: bool, threads: usize) -> Result<Self> {
        let mut rows = try_vec(if wanted { n * n } else { 0 }, T::ZERO)?;
        rows.iter_mut().step_by(n + 1).for_each(|x| *x = T::ONE);
        Ok(Self { rows, width: n, pending: Vec::new(), threads })
    }

    /// Rotates two rows: `(x, y)` becomes `(c x + s y, c y - s x)`.
    pub(super) fn rotate(&mut self, row: usize, other: usize, cosine: f64, sine: f64) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        try_push(&mut self.pending, Rotation { row, other, cosine, sine })?;
        if self.pending.len() == PENDING { self.catch_up() } else { Ok(()) }
    }

    /// The rows in this order, row `i` times `signs[i]`.
    pub(super) fn into_rows(mut self, order: &[usize], signs: &[f64]) -> Result<Vec<T>> {
        self.catch_up()?;
        let count = if self.rows.is_empty() { 0 } else { order.len() };
        filled(count, self.width, |i, j| self.rows[order[i] * self.width + j].scale(signs[order[i]]))
    }

    fn catch_up(&mut self) -> Result<()> {
        let count = self.rows.len() / self.width.max(1);
        let wide = (PANEL / size_of::<T>() / count.max(1)).clamp(8, self.width.max(8));
        let starts = (0..self.width).step_by(wide);
        let mut panels = try_vec(starts.len(), Vec::new())?;
        let large = self.threads > 1 && Grain::PRODUCTS.shares(2 * self.pending.len() * self.width);
        for_each_task(starts.clone().zip(&mut panels), large, |_, (start, panel)| {
            *panel = self.rotated_panel(start, wide.min(self.width - start))?;
            Ok(())
        })?;
        for (start, panel) in starts.zip(panels) {
            let wide = wide.min(self.width - start);
            for (row, new) in self.rows.chunks_mut(self.width).zip(panel.chunks(wide)) {
                row[start..start + wide].copy_from_slice(new);
            }
        }
        self.pending.clear();
        Ok(())
    }

    /// A copy of columns `start..start + wide` that has taken all rotations.
    fn rotated_panel(&self, start: usize, wide: usize) -> Result<Vec<T>> {
        let mut panel = try_with_capacity(self.rows.len() / self.width * wide)?;
        self.rows.chunks(self.width).for_each(|row| panel.extend_from_slice(&row[start..start + wide]));
        dispatch(&Turn { rotations: &self.pending, wide, kind: PhantomData }, &mut panel[..]);
        Ok(panel)
    }
}

/// The loop that rotates rows of length `wide`.
struct Turn<'a, T> {
    rotations: &'a [Rotation],
    wide: usize,
    kind: PhantomData<T>,
}

impl<T: Scalar> Kernel for Turn<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, panel: &mut [T]) {
        for &Rotation { row, other, cosine, sine } in self.rotations {
            let (low, high) = panel.split_at_mut(row.max(other) * self.wide);
            let (low, high) = (&mut low[row.min(other) * self.wide..][..self.wide], &mut high[..self.wide]);
            let sine = if row < other { sine } else { -sine };
            for (x, y) in low.iter_mut().zip(high) {
                let (a, b) = (*x, *y);
                *x = a.scale(cosine) + b.scale(sine);
                *y = b.scale(cosine) - a.scale(sine);
            }
        }
    }
}

/// The rotation that turns `(f, g)` into `(r, 0)`: `(c, s, r)` with `c f + s g = r` and `c g - s f = 0`.
pub(super) fn plane(f: f64, g: f64) -> (f64, f64, f64) {
    if g == 0.0 {
        return (1.0, 0.0, f);
    }
    let r = f.hypot(g);
    (f / r, g / r, r)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn rotations_act_in_order_on_every_panel() {
        let n = 300;
        let mut rotated = Rotated::<f64>::identity(n, true, 2).unwrap();
        let mut plain = identity::<f64>(n);
        for step in 0..PENDING + 1000 {
            let (i, j) = (step * 7 % n, (step * 7 + 1 + step % 5) % n);
            let (c, s, _) = plane((step as f64).sin(), (step as f64).cos());
            rotated.rotate(i, j, c, s).unwrap();
            for k in 0..n {
                let (x, y) = (plain[i * n + k], plain[j * n + k]);
                (plain[i * n + k], plain[j * n + k]) = (c * x + s * y, c * y - s * x);
            }
        }
        let order: Vec<usize> = (0..n).rev().collect();
        let signs: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let rows = rotated.into_rows(&order, &signs).unwrap();
        let want: Vec<f64> = order
            .iter()
            .flat_map(|&i| plain[i * n..][..n].iter().map(move |x| x * (1.0 - 2.0 * (i % 2) as f64)))
            .collect();
        assert_close(&rows, &want, 1e-12, "rows");
    }

    #[test]
    fn a_plane_rotation_clears_its_second_coordinate() {
        for (f, g) in [(3.0, 4.0), (0.0, -2.0), (-1e-300, 1e-300), (1e300, 1e300), (5.0, 0.0), (0.0, 0.0)] {
            let (c, s, r) = plane(f, g);
            assert!((c * f + s * g - r).abs() <= 1e-15 * r.abs());
            assert!((c * g - s * f).abs() <= 1e-15 * r.abs());
            assert!((c * c + s * s - 1.0).abs() < 1e-15);
        }
    }
}
