//! Reductions over any set of axes, at memory speed.
//!
//! Axes are walked in the order of memory and merged; then one of two loops runs: over contiguous lines, or down columns
//! (row added to row), plane by plane. Numbers are added in the order in which TensorFlow 2.21 adds them with AVX, found with
//! sums whose results say which numbers were added first; it depends on the shape alone, never on the instruction set or the
//! number of threads.

mod columns;
mod lines;

pub use columns::{fold_columns, fold_in_turn, fold_rows};
pub use lines::{fold_lines, fold_many_lines};

use std::borrow::Cow;

use smallvec::SmallVec;

use super::math::isa::Target;
use super::parallel;
use crate::array::Array;
use crate::dtype::Element;
use crate::error::Result;
use crate::kernels::parallel::Grain;
use crate::shape::{AxisSet, Few, Shape};

/// How elements of type `S` combine. All methods are `#[inline(always)]`, and `join` is associative but for rounding.
pub trait Fold<S>: Sync {
    /// What partial results are.
    type Acc: Element;
    /// The result for no elements.
    const EMPTY: Self::Acc;
    /// The result for one element, which goes into output number `at`.
    fn lift<A: Target>(&self, at: usize, x: S) -> Self::Acc;
    /// Combines two partial results.
    fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    /// [`Fold::lift`] for one output: what belongs to it is looked up once. `#[inline(always)]`.
    #[inline(always)]
    fn of_output<A: Target>(&self, at: usize) -> impl Fn(S) -> Self::Acc {
        move |x| self.lift::<A>(at, x)
    }
    /// Joins an element to each result of a row of outputs, the first of which is number `at`. `#[inline(always)]`.
    #[inline(always)]
    fn join_row<A: Target>(&self, at: usize, row: &[S], results: &mut [Self::Acc])
    where
        S: Copy,
    {
        for (j, (result, &x)) in results.iter_mut().zip(row).enumerate() {
            *result = Self::join(*result, self.lift::<A>(at + j, x));
        }
    }
    /// The result of the lanes of a packet: those of one half joined with those of the other, until one is left.
    /// `#[inline(always)]`.
    #[inline(always)]
    fn across<const P: usize>(mut lanes: [Self::Acc; P]) -> Self::Acc {
        let mut half = P / 2;
        while half > 0 {
            (0..half).for_each(|i| lanes[i] = Self::join(lanes[i], lanes[i + half]));
            half /= 2;
        }
        lanes[0]
    }
    /// The result for a run of elements of one output, where there is a faster way than joining them in lanes: with a
    /// `join` that is exact in any order, that is [`in_any_order`]. `#[inline(always)]`.
    #[inline(always)]
    fn run<A: Target>(&self, _at: usize, _x: &[S]) -> Option<Self::Acc> {
        None
    }
}

/// For [`Fold::run`]: one plain loop, which the compiler vectorises as it likes where the order does not matter.
#[inline(always)]
pub fn in_any_order<S: Copy, F: Fold<S>, A: Target>(fold: &F, at: usize, x: &[S]) -> Option<F::Acc> {
    Some(x.iter().fold(F::EMPTY, |sum, &v| F::join(sum, fold.lift::<A>(at, v))))
}

/// Reduces `axes` of `x`, whose elements are of type `S`; the output has the remaining axes.
pub fn reduce<S: Element, F: Fold<S>>(x: &Array, axes: AxisSet, fold: F) -> Result<Array> {
    let x = Arranged::new(x, axes)?;
    Ok(x.finish(x.fold::<S, F>(&fold)?))
}

/// An array and the axes to reduce, brought into an order that loops can walk.
///
/// What [`Arranged::fold`] gives has its outputs in that order, so that one reduction can use the results of another;
/// [`Arranged::finish`] puts them into the order of the array.
pub struct Arranged<'a> {
    x: Cow<'a, Array>,
    /// The axes that stay, in the order of `x`.
    kept: Shape,
    /// Which of `kept` each output axis is.
    places: Order,
    /// The lengths of the (kept, reduced, kept) axes of `x`.
    planes: [usize; 3],
}

/// Axes, in some order.
type Order = SmallVec<[usize; 6]>;

impl<'a> Arranged<'a> {
    /// `x` in the order of memory if loops can walk that, else a copy with the kept axes first.
    pub fn new(x: &'a Array, axes: AxisSet) -> Result<Arranged<'a>> {
        let (x, order) = in_memory_order(x)?;
        let reduced: SmallVec<[bool; 6]> = order.iter().map(|&i| axes.contains(i)).few();
        let stays = |i: &usize| !reduced[*i];
        let kept = (0..order.len()).filter(stays).map(|i| x.shape()[i]).few();
        let axes: Order = (0..order.len()).filter(stays).map(|i| order[i]).few();
        let mut places: Order = (0..axes.len()).few();
        // bounded: by the rank
        places.sort_by_key(|&i| axes[i]);
        if let Some(planes) = planes(x.shape(), &reduced) {
            return Ok(Arranged { x, kept, places, planes });
        }
        let (last, mut order): (Order, Order) = (0..reduced.len()).partition(|&i| reduced[i]);
        let lines = last.iter().map(|&i| x.shape()[i]).product();
        order.extend(last);
        let x = Cow::Owned(x.permute(&order).contiguous()?);
        let planes = [Shape::elements(&kept), lines, 1];
        Ok(Arranged { x, kept, places, planes })
    }

    /// The number of elements behind each output.
    pub fn count(&self) -> usize {
        self.planes[1]
    }

    /// The lengths of (kept, reduced, kept) axes of [`Arranged::array`].
    pub fn planes(&self) -> [usize; 3] {
        self.planes
    }

    /// The elements in the order in which loops walk them.
    pub fn array(&self) -> &Array {
        &self.x
    }

    /// An array for outputs in the order of memory.
    pub fn output<T: Element>(&self) -> Result<Array> {
        Array::scratch_of::<T>(self.kept.clone())
    }

    /// The outputs in the order of memory.
    pub fn fold<S: Element, F: Fold<S>>(&self, fold: &F) -> Result<Array> {
        let [_, lines, inner] = self.planes;
        let mut out = self.output::<F::Acc>()?;
        let (x, to) = (self.x.slice::<S>(), out.slice_mut::<F::Acc>());
        if x.is_empty() {
            to.fill(F::EMPTY);
        } else if inner == 1 {
            fold_many_lines(x, lines, fold, to)?;
        } else {
            fold_planes(x, lines * inner, inner, fold, to)?;
        }
        Ok(out)
    }

    /// `out` with its axes in the order of the array that was reduced.
    pub fn finish(&self, out: Array) -> Array {
        if self.places.is_sorted() { out } else { out.permute(&self.places) }
    }
}

/// Reduces the columns of planes of `plane` elements, `inner` in a row.
fn fold_planes<S: Element, F: Fold<S>>(
    x: &[S],
    plane: usize,
    inner: usize,
    fold: &F,
    out: &mut [F::Acc],
) -> Result<()> {
    let mut planes = x.chunks_exact(plane).zip(out.chunks_exact_mut(inner)).enumerate();
    if plane > PIECE {
        return planes.try_for_each(|(i, (x, out))| columns::fold_columns(x, fold, i * inner, out));
    }
    parallel::for_each_chunk(out, share(x.len(), plane) * inner, |start, out| {
        let first = start / inner;
        let planes = x[first * plane..].chunks_exact(plane).zip(out.chunks_exact_mut(inner)).enumerate();
        planes.for_each(|(i, (x, out))| columns::columns(x, fold, start + i * inner, out));
    })
}

/// Bytes of results that TensorFlow takes at a time.
const PACKET: usize = 32;

/// Elements of planes, and of lines, that are added up together.
const PIECE: usize = Grain::READ.chunk;

/// How many results, of `each` elements, a thread takes at a time of `n` elements in all.
fn share(n: usize, each: usize) -> usize {
    Grain::READ.lines(n, each)
}

/// The axes of `x` sorted by stride, if that makes it contiguous; else a contiguous copy.
fn in_memory_order(x: &Array) -> Result<(Cow<'_, Array>, Order)> {
    let mut order: Order = (0..x.shape().rank()).few();
    if x.is_contiguous() {
        return Ok((Cow::Borrowed(x), order));
    }
    let strides = x.strides();
    // bounded: by the rank
    order.sort_by_key(|&i| std::cmp::Reverse(strides[i]));
    let sorted = x.permute(&order);
    if sorted.is_contiguous() {
        return Ok((Cow::Owned(sorted), order));
    }
    Ok((Cow::Owned(x.contiguous()?), (0..x.shape().rank()).few()))
}

/// The lengths of (kept, reduced, kept) axes, where the axes come in that order.
fn planes(shape: &[usize], reduced: &[bool]) -> Option<[usize; 3]> {
    let mut lengths = [1; 3];
    let mut at = 0;
    for (&d, &r) in shape.iter().zip(reduced).filter(|(d, _)| **d != 1) {
        while (at == 1) != r {
            at += 1;
            if at == 3 {
                return None;
            }
        }
        lengths[at] *= d;
    }
    Some(lengths)
}

impl Array {
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements() == 0
    }
}

/// The axes that broadcasting added or stretched when `from` became `to`, as axes of `to`.
pub fn broadcast_axes(from: &[usize], to: &Shape) -> AxisSet {
    let mut axes = AxisSet::default();
    let skip = to.rank() - from.len();
    for i in 0..to.rank() {
        if i < skip || (from[i - skip] == 1 && to[i] != 1) {
            axes.insert(i);
        }
    }
    axes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum, and a trace of where each element went: `at` times 1000 more for each.
    struct Trace;

    impl Fold<i32> for Trace {
        type Acc = i64;
        const EMPTY: i64 = 0;
        fn lift<A: Target>(&self, at: usize, x: i32) -> i64 {
            i64::from(x) + 1000 * at as i64
        }
        fn join(a: i64, b: i64) -> i64 {
            a + b
        }
    }

    fn sums(x: &Array, axes: &[usize]) -> (Vec<usize>, Vec<i64>) {
        let mut set = AxisSet::default();
        axes.iter().for_each(|&a| assert!(set.insert(a)));
        let arranged = Arranged::new(x, set).unwrap();
        let mut y = arranged.fold::<i32, Trace>(&Trace).unwrap();
        let count = arranged.count() as i64;
        y.slice_mut::<i64>().iter_mut().enumerate().for_each(|(at, v)| *v -= 1000 * at as i64 * count);
        let y = arranged.finish(y);
        (y.shape().to_vec(), y.to_vec().unwrap())
    }

    /// Adds up element by element, wherever the elements lie.
    fn slow_sums(x: &Array, axes: &[usize]) -> (Vec<usize>, Vec<i64>) {
        let mut view = x.view::<i32>().mapv(i64::from);
        for &a in axes.iter().rev() {
            view = view.sum_axis(ndarray::Axis(a));
        }
        (view.shape().to_vec(), view.iter().copied().collect())
    }

    #[test]
    fn every_set_of_axes_of_every_order_of_memory_gives_the_plain_sum() {
        let data: Vec<i32> = (0..3 * 70 * 2 * 5).map(|i| (i * 7919) % 1000 - 500).collect();
        let x = Array::from_slice(Shape::new(&[3, 70, 2, 5]), &data).unwrap();
        for perm in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]] {
            let x = x.permute(&perm);
            for bits in 0..16u32 {
                let axes: Vec<usize> = (0..4).filter(|i| bits >> i & 1 == 1).collect();
                assert_eq!(sums(&x, &axes), slow_sums(&x, &axes), "{perm:?} {axes:?}");
            }
        }
    }

    #[test]
    fn long_lines_and_columns_lose_no_element() {
        for n in [0usize, 1, 8, 31, 32, 33, 64, 65, 511, 512, 513, 4097, 100_000] {
            for columns in [1usize, 3, 15, 16, 70] {
                let x = Array::full(Shape::new(&[n, columns]), 3i32).unwrap();
                assert_eq!(sums(&x, &[0]).1, vec![3 * n as i64; columns], "{n} rows of {columns}");
                assert_eq!(sums(&x, &[0, 1]).1, [3 * (n * columns) as i64], "{n} times {columns}");
            }
        }
    }

    #[test]
    fn broadcast_and_reversed_views_are_reduced_as_they_look() {
        let x = Array::from_slice(Shape::new(&[2, 1]), &[1, 2]).unwrap().broadcast_to(&Shape::new(&[4, 2, 3])).unwrap();
        assert_eq!(sums(&x, &[0, 2]).1, [12, 24]);
        assert_eq!(sums(&x, &[1]).1, [3; 12]);
        let reversed = crate::array::AxisSlice { start: 1, step: -1, length: 2 };
        let row = crate::array::AxisSlice { start: 0, step: 1, length: 1 };
        let x = Array::from_slice(Shape::new(&[2, 1]), &[1, 2]).unwrap().slice_axes(&[reversed, row]);
        assert_eq!(sums(&x, &[1]).1, [2, 1]);
    }

    struct Sum;

    impl Fold<f32> for Sum {
        type Acc = f32;
        const EMPTY: f32 = 0.0;
        fn lift<A: Target>(&self, _: usize, x: f32) -> f32 {
            x
        }
        fn join(a: f32, b: f32) -> f32 {
            a + b
        }
    }

    /// Lines, long lines, columns, narrow and few ones, and planes of them.
    const SHAPES: [[usize; 3]; 9] = [
        [1, 700_000, 1],
        [7, 100_000, 1],
        [7000, 100, 1],
        [1, 2, 350_000],
        [1, 700, 1000],
        [1, 70_000, 10],
        [70, 100, 100],
        [3, 100_000, 2],
        [1, 63, 11_000],
    ];

    /// Sums of many shapes, bit for bit the same with any number of threads, and near the true ones.
    #[test]
    fn threads_do_not_show_in_a_sum() {
        let data: Vec<f32> =
            (0..700_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 16e6 - 0.5).collect();
        for [planes, rows, columns] in SHAPES {
            let x = Array::from_slice(Shape::new(&[planes, rows, columns]), &data[..planes * rows * columns]).unwrap();
            let mut set = AxisSet::default();
            assert!(set.insert(1));
            let sums =
                |n| parallel::with_threads(n, || reduce::<f32, _>(&x, set, Sum).unwrap().to_vec::<f32>().unwrap());
            let (one, many) = (sums(1), sums(4));
            assert!(one.iter().zip(&many).all(|(a, b)| a.to_bits() == b.to_bits()), "{planes} {rows} {columns}");
            let sum_of = |f: fn(f32) -> f64| x.view::<f32>().mapv(f).sum_axis(ndarray::Axis(1));
            let (exact, size) = (sum_of(f64::from), sum_of(|v| f64::from(v.abs())));
            for ((exact, size), &sum) in exact.iter().zip(&size).zip(&one) {
                // Errors of columns grow with the rows, as in TensorFlow and NumPy.
                let most = if columns == 1 { 2e-7 } else { 2e-7 * (rows as f64 / 1000.0).sqrt().max(1.0) };
                assert!((exact - f64::from(sum)).abs() <= most * size, "{planes} {rows} {columns}: {sum}, not {exact}");
            }
        }
    }
}
