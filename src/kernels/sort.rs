//! The order of the elements of a row.
//!
//! Each element becomes an unsigned integer that sorts as it does, with its index in the low bits: sorting these is fast
//! and stable, and no comparison ever meets a NaN. NaN counts as larger than every number, zeros of both signs as equal.

use crate::array::Array;
use crate::dtype::{DType, DTypes, Element};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;
use crate::memory::{try_copy, try_reserve};

/// Elements of a row from which it is sorted in parts, and elements of a part.
const LONG: usize = 1 << 17;
const PART: usize = 1 << 15;
/// Elements up to which they are looked for in a long row that is not sorted: some milliseconds for each time.
const FEW: usize = 1 << 20;
/// Elements that are compared at once with the largest that may still be among the least.
const BLOCK: usize = 64;

/// An element that sorts as an unsigned integer.
pub trait Sortable: Element {
    /// The integer.
    type Key: Ord + Copy + Send + Sync;
    /// Room for the integer and an index of 32 bits.
    type Packed: Ord + Copy + Send + Sync;
    /// The integer; those of all elements are in the opposite order if `descending`.
    fn key(self, descending: bool) -> Self::Key;
    /// The integer above an index.
    fn pack(key: Self::Key, index: usize) -> Self::Packed;
    /// The integer.
    fn packed_key(packed: Self::Packed) -> Self::Key;
    /// The index.
    fn index(packed: Self::Packed) -> u32;
}

macro_rules! sortable {
    ($($t:ident: $packed:ident, $bits:ident, |$x:ident| $key:expr;)*) => {$(
        impl Sortable for $t {
            type Key = $bits;
            type Packed = $packed;
            #[inline(always)]
            fn key(self, descending: bool) -> $bits {
                let $x = self;
                let key: $bits = $key;
                if descending { !key } else { key }
            }
            #[inline(always)]
            fn pack(key: $bits, index: usize) -> $packed {
                $packed::from(key) << 32 | $packed::from(index as u32)
            }
            #[inline(always)]
            fn packed_key(packed: $packed) -> $bits {
                (packed >> 32) as $bits
            }
            #[inline(always)]
            fn index(packed: $packed) -> u32 {
                packed as u32
            }
        }
    )*};
}
sortable! {
    // Adding zero makes -0 a 0. Negative numbers sort by their complement, others above them.
    f32: u64, u32, |x| match (x + 0.0).to_bits() {
        _ if x.is_nan() => u32::MAX,
        bits if bits >> 31 == 1 => !bits,
        bits => bits | 1 << 31,
    };
    f64: u128, u64, |x| match (x + 0.0).to_bits() {
        _ if x.is_nan() => u64::MAX,
        bits if bits >> 63 == 1 => !bits,
        bits => bits | 1 << 63,
    };
    i32: u64, u32, |x| x as u32 ^ 1 << 31;
    i64: u128, u64, |x| x as u64 ^ 1 << 63;
    u64: u128, u64, |x| x;
}

/// The indices, as `int32`, of the first `k` elements of every row (along the last axis) in ascending or descending
/// order; of elements that are equal, the one with the lower index comes first. `None` for dtypes without an order.
pub fn order(x: &Array, k: usize, descending: bool) -> Option<Result<Array>> {
    match x.dtype() {
        DType::UInt64 => Some(rows::<u64>(x, k, descending)),
        dtype => crate::with_dtype!(dtype, T: hot => Some(rows::<T>(x, k, descending)), else {
            let wide = wide(dtype)?;
            Some(x.cast(wide).and_then(|x| order(&x, k, descending).expect("the wide type has an order")))
        }),
    }
}

/// A type of the same order that is sorted directly.
fn wide(dtype: DType) -> Option<DType> {
    match dtype {
        dtype if DTypes::HALF.has(dtype) => Some(DType::Float32),
        DType::UInt32 => Some(DType::Int64),
        d if d.is_integer() => Some(DType::Int32),
        _ => None,
    }
}

fn rows<T: Sortable>(x: &Array, k: usize, descending: bool) -> Result<Array> {
    let last = x.shape().rank() - 1;
    let n = x.shape()[last];
    let x = x.contiguous()?;
    let mut out = Array::scratch_of::<i32>(x.shape().with(last, k))?;
    if n == 0 || k == 0 {
        return Ok(out);
    }
    let key = |v: T| v.key(descending);
    let finish = |packed: &[T::Packed], out: &mut [i32]| {
        out.iter_mut().zip(packed).for_each(|(o, &p)| *o = T::index(p) as i32);
    };
    if n >= LONG {
        for (row, out) in x.slice::<T>().chunks_exact(n).zip(out.slice_mut::<i32>().chunks_exact_mut(k)) {
            let mut packed = Vec::new();
            if k < FEW.min(n) {
                least(row, k, key, &mut packed)?
            } else {
                all(row, key, &mut packed)?
            };
            sort_in_parts(&mut packed)?;
            parallel::for_each_chunk(out, PART, |at, out| finish(&packed[at..], out))?;
        }
        return Ok(out);
    }
    // Short rows several at a time.
    let rows = (Grain::SLOW.chunk / n).max(1);
    let pieces = x.slice::<T>().chunks(rows * n).zip(out.slice_mut::<i32>().chunks_mut(rows * k));
    for_each_task(pieces, Grain::SLOW.shares(x.elements()), |_, (x, out)| {
        let mut packed = Vec::new();
        for (row, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(k)) {
            if k < n {
                least(row, k, key, &mut packed)?
            } else {
                all(row, key, &mut packed)?
            };
            packed.sort_unstable();
            finish(&packed, out);
        }
        Ok(())
    })?;
    Ok(out)
}

fn all<T: Sortable>(row: &[T], key: impl Fn(T) -> T::Key, packed: &mut Vec<T::Packed>) -> Result<()> {
    packed.clear();
    try_reserve(packed, row.len())?;
    packed.extend(row.iter().enumerate().map(|(i, &v)| T::pack(key(v), i)));
    Ok(())
}

/// The least `k` elements of a row, in any order: of those seen so far, others are dropped whenever there are twice as many,
/// and from then on only what is less than all that are left comes in. Of equal ones the first are those.
fn least<T: Sortable>(row: &[T], k: usize, key: impl Fn(T) -> T::Key, packed: &mut Vec<T::Packed>) -> Result<()> {
    packed.clear();
    let room = 2 * k + BLOCK;
    try_reserve(packed, (room + BLOCK).min(row.len()))?;
    let mut limit = None;
    for (i, part) in row.chunks(BLOCK).enumerate() {
        if i % (PART / BLOCK) == 0 {
            interrupt::check()?;
        }
        match limit {
            None => packed.extend(part.iter().enumerate().map(|(j, &v)| T::pack(key(v), i * BLOCK + j))),
            Some(limit) if part.iter().fold(false, |any, &v| any | (key(v) < limit)) => {
                let less = part.iter().enumerate().filter(|&(_, &v)| key(v) < limit);
                packed.extend(less.map(|(j, &v)| T::pack(key(v), i * BLOCK + j)));
            }
            Some(_) => {}
        }
        if packed.len() >= room {
            limit = Some(T::packed_key(keep_least(packed, k)));
        }
    }
    if packed.len() > k {
        keep_least(packed, k);
    }
    Ok(())
}

/// Drops all but the least `k` (more than 0), and returns the largest of these.
fn keep_least<P: Ord + Copy>(packed: &mut Vec<P>, k: usize) -> P {
    let last = *packed.select_nth_unstable(k - 1).1;
    packed.truncate(k);
    last
}

/// Sorts parts, then merges neighbours until one is left: pieces of all that may go to other threads, and between them the
/// user may stop it. No two elements are equal.
fn sort_in_parts<P: Copy + Ord + Send + Sync>(x: &mut Vec<P>) -> Result<()> {
    let mut length = PART;
    parallel::for_each_chunk(x, length, |_, part| part.sort_unstable())?;
    let mut merged = try_copy(x)?;
    while length < x.len() {
        parallel::for_each_chunk(&mut merged, PART, |at, out| {
            // A piece never reaches from one pair of neighbours into the next.
            let pair = at / (2 * length) * (2 * length);
            let both = &x[pair..x.len().min(pair + 2 * length)];
            let (first, second) = both.split_at(length.min(both.len()));
            let skipped = taken_from_first(first, second, at - pair);
            merge(&first[skipped..], &second[at - pair - skipped..], out);
        })?;
        std::mem::swap(x, &mut merged);
        length *= 2;
    }
    Ok(())
}

/// How many of the least `count` elements of two sorted slices lie in the first one.
fn taken_from_first<P: Ord>(first: &[P], second: &[P], count: usize) -> usize {
    let (mut low, mut high) = (count.saturating_sub(second.len()), count.min(first.len()));
    while low < high {
        let middle = low + (high - low) / 2;
        // Whether element `middle` of the first is among them: fewer than `count` are less.
        if first[middle] < second[count - middle - 1] { low = middle + 1 } else { high = middle }
    }
    low
}

/// Two sorted slices as one.
fn merge<'a, P: Copy + Ord>(mut first: &'a [P], mut second: &'a [P], out: &mut [P]) {
    for slot in out {
        let from = match (first.first(), second.first()) {
            (Some(a), Some(b)) if b < a => &mut second,
            (Some(_), _) => &mut first,
            _ => &mut second,
        };
        if let Some((&least, rest)) = from.split_first() {
            (*slot, *from) = (least, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(x: Array, k: usize, descending: bool) -> Vec<i32> {
        order(&x, k, descending).unwrap().unwrap().to_vec().unwrap()
    }

    #[test]
    fn long_rows_are_sorted_in_parts() {
        for (n, k) in [(LONG, LONG), (LONG + 3 * PART + 17, LONG + 3 * PART + 17), (LONG + 5, 70_000), (LONG, 3)] {
            let x: Vec<i32> = (0..n as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 12) as i32 % 9999).collect();
            let got = ordered(Array::vector(&x).unwrap(), k, false);
            let mut want: Vec<i32> = (0..n as i32).collect();
            want.sort_by_key(|&i| x[i as usize]);
            assert_eq!(got, want[..k]);
        }
    }

    #[test]
    fn a_merge_is_cut_anywhere() {
        let (first, second) = ([1, 4, 5, 9], [0, 2, 3, 7, 8, 11]);
        let mut merged: Vec<i32> = first.into_iter().chain(second).collect();
        merged.sort_unstable();
        for at in 0..=merged.len() {
            let skipped = taken_from_first(&first, &second, at);
            let mut rest = vec![0; merged.len() - at];
            merge(&first[skipped..], &second[at - skipped..], &mut rest);
            assert_eq!(rest, merged[at..]);
        }
    }

    #[test]
    fn numbers_sort_by_value_then_by_place_and_nan_is_largest() {
        let x = [2.0f32, f32::NAN, -1.0, 0.0, -0.0, f32::INFINITY, -1.0, f32::NEG_INFINITY];
        let wide = Array::vector(&x).unwrap().cast(DType::Float64).unwrap();
        for x in [Array::vector(&x).unwrap(), wide] {
            assert_eq!(ordered(x.clone(), 8, false), [7, 2, 6, 3, 4, 0, 5, 1]);
            assert_eq!(ordered(x.clone(), 8, true), [1, 5, 0, 3, 4, 2, 6, 7]);
            assert_eq!(ordered(x, 3, true), [1, 5, 0]);
        }
    }

    #[test]
    fn integers_of_every_width_sort_to_their_limits() {
        let x = [0i64, 1, -1, 127, -128];
        for dtype in [DType::Int8, DType::Int16, DType::Int32, DType::Int64] {
            let x = Array::vector(&x).unwrap().cast(dtype).unwrap();
            assert_eq!(ordered(x, 5, false), [4, 2, 0, 1, 3], "{dtype}");
        }
        for dtype in [DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64] {
            let x = Array::vector(&x).unwrap().cast(dtype).unwrap();
            assert_eq!(ordered(x, 2, true), [2, 4], "{dtype}");
        }
        assert!(order(&Array::vector(&[true]).unwrap(), 1, false).is_none());
    }
}
