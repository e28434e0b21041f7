//! What a step does to one row: the formulas of the three cells, ahead and back.
//!
//! With `z` the projected input of a step and `p` the product of the state before it with the recurrent weights, both in
//! blocks of units, `s` the logistic function, and `q` the last block of `p`:
//!
//! | Cell | State |
//! |---|---|
//! | [`Lstm`] | `i, f, o = s(z + p)`, `g = tanh(z + p)`; `c = f c' + i g`, `h = o tanh(c)` |
//! | [`Gru`] | `u, r = s(z + p)`, `n = tanh(z + r q)`; `h = u h' + (1 - u) n` |
//! | [`Simple`] | `h = tanh(z + p)` |
//!
//! Loops are written one output at a time, so that LLVM sees that nothing overlaps.

use std::array::from_fn;

use crate::kernels::math::isa::Target;
use crate::kernels::math::{Float, Lane};
use crate::kernels::softmax::Real;

/// One step of a cell.
pub trait Cell: Copy + Send + Sync + 'static {
    /// Blocks of units in a projected input, and in the product with the state.
    const BLOCKS: usize;
    /// Blocks of units that a step leaves for its way back.
    const KEPT: usize;
    /// Blocks of the second state: 0 or 1.
    const MEMORY: usize;
    /// Whether the gradient of the product is that of the projected input.
    const SUMS: bool;

    /// A step ahead.
    fn ahead<T: Real, A: Target>(row: Ahead<T>);
    /// A step back.
    fn back<T: Real, A: Target>(row: Back<T>);
}

/// A row on its way ahead: what is read, and where the rest is written.
#[derive(Debug)]
pub struct Ahead<'a, T> {
    /// The projected input.
    pub z: &'a [T],
    /// The product of the state with the recurrent weights.
    pub product: &'a [T],
    /// The states before the step.
    pub before: [&'a [T]; 2],
    /// The state after it.
    pub h: &'a mut [T],
    /// The second state after it.
    pub c: &'a mut [T],
    /// What the way back needs.
    pub kept: &'a mut [T],
}

/// A row on its way back.
#[derive(Debug)]
pub struct Back<'a, T> {
    /// What [`Ahead`] kept.
    pub kept: &'a [T],
    /// The states after the step.
    pub after: [&'a [T]; 2],
    /// The states before it.
    pub before: [&'a [T]; 2],
    /// The gradient of the state after it; then what goes to the state before it on other ways than the product.
    pub dh: &'a mut [T],
    /// The gradient of the second state after the step; then of the one before it.
    pub dc: &'a mut [T],
    /// The gradient of the projected input.
    pub dz: &'a mut [T],
    /// The gradient of the product, where it is another one.
    pub dproduct: &'a mut [T],
}

/// `out = f(x...)`.
#[inline(always)]
fn set<T: Real, A: Target, const N: usize>(out: &mut [T], x: [&[T]; N], f: impl Fn([Lane<T, A>; N]) -> Lane<T, A>) {
    let n = out.len();
    let x: [&[T]; N] = from_fn(|k| &x[k][..n]);
    for i in 0..n {
        out[i] = f(from_fn(|k| Lane::new(x[k][i]))).get();
    }
}

/// `out = f(out, x...)`.
#[inline(always)]
fn change<T: Real, A: Target, const N: usize>(
    out: &mut [T],
    x: [&[T]; N],
    f: impl Fn(Lane<T, A>, [Lane<T, A>; N]) -> Lane<T, A>,
) {
    let n = out.len();
    let x: [&[T]; N] = from_fn(|k| &x[k][..n]);
    for i in 0..n {
        out[i] = f(Lane::new(out[i]), from_fn(|k| Lane::new(x[k][i]))).get();
    }
}

#[inline(always)]
fn blocks<T, const N: usize>(x: &[T]) -> [&[T]; N] {
    let n = x.len() / N;
    from_fn(|k| &x[k * n..(k + 1) * n])
}

#[inline(always)]
fn blocks_mut<T, const N: usize>(x: &mut [T]) -> [&mut [T]; N] {
    let n = x.len() / N;
    let mut rest = x;
    from_fn(|_| {
        let (block, others) = std::mem::take(&mut rest).split_at_mut(n);
        rest = others;
        block
    })
}

#[inline(always)]
fn one<R: Float>() -> R {
    R::of(1.0)
}

/// The logistic function; below -88 (-709), where it is subnormal, it is 0. So it takes half the time of `sigmoid`.
#[inline(always)]
fn gate<R: Float>(x: R) -> R {
    one::<R>() / (one::<R>() + (-x).exp())
}

/// Long short-term memory. Blocks: input gate, forget gate, candidate, output gate; kept are the four.
#[derive(Clone, Copy, Debug)]
pub struct Lstm;

impl Cell for Lstm {
    const BLOCKS: usize = 4;
    const KEPT: usize = 4;
    const MEMORY: usize = 1;
    const SUMS: bool = true;

    #[inline(always)]
    fn ahead<T: Real, A: Target>(row: Ahead<T>) {
        set::<T, A, 2>(row.kept, [row.z, row.product], |[z, p]| z + p);
        let [i, f, g, o] = blocks_mut(row.kept);
        change::<T, A, 0>(i, [], |i, []| gate(i));
        change::<T, A, 0>(f, [], |f, []| gate(f));
        change::<T, A, 0>(g, [], |g, []| g.tanh());
        change::<T, A, 0>(o, [], |o, []| gate(o));
        set::<T, A, 4>(row.c, [i, f, g, row.before[1]], |[i, f, g, c]| f * c + i * g);
        set::<T, A, 2>(row.h, [o, row.c], |[o, c]| o * c.tanh());
    }

    #[inline(always)]
    fn back<T: Real, A: Target>(row: Back<T>) {
        let ([i, f, g, o], [di, df, dg, dout]) = (blocks(row.kept), blocks_mut(row.dz));
        let (dh, dc) = (row.dh, row.dc);
        set::<T, A, 1>(dout, [row.after[1]], |[c]| c.tanh());
        change::<T, A, 3>(dc, [dh, o, dout], |dc, [dh, o, t]| dc + dh * o * (one::<Lane<T, A>>() - t * t));
        change::<T, A, 2>(dout, [dh, o], |t, [dh, o]| dh * t * o * (one::<Lane<T, A>>() - o));
        set::<T, A, 3>(di, [dc, g, i], |[dc, g, i]| dc * g * i * (one::<Lane<T, A>>() - i));
        set::<T, A, 3>(df, [dc, row.before[1], f], |[dc, c, f]| dc * c * f * (one::<Lane<T, A>>() - f));
        set::<T, A, 3>(dg, [dc, i, g], |[dc, i, g]| dc * i * (one::<Lane<T, A>>() - g * g));
        change::<T, A, 1>(dc, [f], |dc, [f]| dc * f);
        dh.fill(T::ZERO);
    }
}

/// Gated recurrent unit, whose reset gate comes after the product. Blocks: update gate, reset gate, candidate; kept are
/// the three, and the last block of the product.
#[derive(Clone, Copy, Debug)]
pub struct Gru;

impl Cell for Gru {
    const BLOCKS: usize = 3;
    const KEPT: usize = 4;
    const MEMORY: usize = 0;
    const SUMS: bool = false;

    #[inline(always)]
    fn ahead<T: Real, A: Target>(row: Ahead<T>) {
        let ([zu, zr, zn], [pu, pr, pn]) = (blocks(row.z), blocks(row.product));
        let [u, r, n, q] = blocks_mut(row.kept);
        set::<T, A, 2>(u, [zu, pu], |[z, p]| gate(z + p));
        set::<T, A, 2>(r, [zr, pr], |[z, p]| gate(z + p));
        q.copy_from_slice(pn);
        set::<T, A, 3>(n, [zn, r, q], |[z, r, q]| (z + r * q).tanh());
        set::<T, A, 3>(row.h, [u, row.before[0], n], |[u, h, n]| u * h + (one::<Lane<T, A>>() - u) * n);
    }

    #[inline(always)]
    fn back<T: Real, A: Target>(row: Back<T>) {
        let ([u, r, n, q], dh) = (blocks(row.kept), row.dh);
        let [du, dr, dn] = blocks_mut(row.dz);
        let [pu, pr, pn] = blocks_mut(row.dproduct);
        set::<T, A, 3>(dn, [dh, u, n], |[dh, u, n]| dh * (one::<Lane<T, A>>() - u) * (one::<Lane<T, A>>() - n * n));
        set::<T, A, 3>(dr, [dn, q, r], |[dn, q, r]| dn * q * r * (one::<Lane<T, A>>() - r));
        set::<T, A, 4>(du, [dh, row.before[0], n, u], |[dh, h, n, u]| dh * (h - n) * u * (one::<Lane<T, A>>() - u));
        pu.copy_from_slice(du);
        pr.copy_from_slice(dr);
        set::<T, A, 2>(pn, [dn, r], |[dn, r]| dn * r);
        change::<T, A, 1>(dh, [u], |dh, [u]| dh * u);
    }
}

/// The hyperbolic tangent of a sum; nothing is kept but the state.
#[derive(Clone, Copy, Debug)]
pub struct Simple;

impl Cell for Simple {
    const BLOCKS: usize = 1;
    const KEPT: usize = 0;
    const MEMORY: usize = 0;
    const SUMS: bool = true;

    #[inline(always)]
    fn ahead<T: Real, A: Target>(row: Ahead<T>) {
        set::<T, A, 2>(row.h, [row.z, row.product], |[z, p]| (z + p).tanh());
    }

    #[inline(always)]
    fn back<T: Real, A: Target>(row: Back<T>) {
        set::<T, A, 2>(row.dz, [row.dh, row.after[0]], |[dh, h]| dh * (one::<Lane<T, A>>() - h * h));
        row.dh.fill(T::ZERO);
    }
}
