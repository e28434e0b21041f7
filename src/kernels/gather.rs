//! Rows taken out of a table by their numbers, and rows put into one.
//!
//! Moves depend on the element's size only, sums and extremes on its type. Row numbers lie inside the table: whoever
//! makes a [`Rows`] has checked them.

use std::ops::Range;

use num_complex::{Complex32, Complex64};

use super::parallel;
use super::place::filled;
use crate::array::Array;
use crate::dtype::{DType, DTypes, Element};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::interrupt::grain;
use crate::kernels::parallel::Grain;
use crate::memory::try_with_capacity;
use crate::shape::Shape;

/// Which rows of a table, in which order.
///
/// The table has shape `[lead, batch, middle, rows, row]`, the values `[lead, batch, middle, count, row]`; the numbers
/// are `[batch, count]`.
#[derive(Clone, Debug)]
pub struct Rows {
    /// How many tables share all numbers.
    pub lead: usize,
    /// How many tables have numbers of their own.
    pub batch: usize,
    /// How many tables of a batch share its numbers.
    pub middle: usize,
    /// Rows in a table.
    pub rows: usize,
    /// Elements in a row.
    pub row: usize,
    /// Row numbers, each of them inside the table: a contiguous array of `int64`.
    pub ids: Array,
}

impl Rows {
    /// How many rows the values have in all.
    fn values(&self) -> usize {
        self.lead * self.middle * self.ids.elements()
    }

    /// Calls `f` with the row of all tables and the row of the values that belong together, for some of the latter. The user
    /// may stop it in between.
    #[inline(always)]
    fn pairs(&self, values: Range<usize>, mut f: impl FnMut(usize, usize)) -> Result<()> {
        let ids = self.ids.slice::<i64>();
        let count = ids.len().checked_div(self.batch).unwrap_or(0);
        let (mut value, most) = (values.start, (grain::COMPUTED / self.row.max(1)).max(1));
        while value < values.end {
            let (table, first) = (value / count, value % count);
            let end = values.end.min((table + 1) * count).min(value + most);
            let ids = &ids[table / self.middle % self.batch * count..][first..];
            for (value, &id) in (value..end).zip(ids) {
                f(table * self.rows + id as usize, value);
            }
            value = end;
            if end < values.end {
                interrupt::check()?;
            }
        }
        Ok(())
    }
}

/// The rows of `table`, as an array of `shape`.
pub fn take(table: &Array, rows: &Rows, shape: Shape) -> Result<Array> {
    if table.dtype() == DType::String {
        return take_strings(table, rows, shape);
    }
    let mut out = Array::scratch(table.dtype(), shape)?;
    if out.is_empty() {
        return Ok(out);
    }
    let table = table.contiguous()?;
    let row = rows.row * table.dtype().size();
    // SAFETY: contiguous, `bytes()` long, plain data.
    let from = unsafe { std::slice::from_raw_parts(table.as_ptr(), table.bytes()) };
    let size = match Grain::SCATTERED_BYTES {
        grain if grain.shares(out.bytes()) => (grain.chunk / row.max(1)).max(1) * row,
        _ => out.bytes(),
    };
    parallel::for_each_chunk(out.bytes_mut(), size, |at, to| {
        let first = at / row;
        move_rows(from, to, row, rows, first..first + to.len() / row, |table, value| (table, value - first))
    })?;
    Ok(out)
}

/// `table` with `values` in its rows; where several go to one row, the last stays.
pub fn put(op: &'static str, table: Array, rows: &Rows, values: &Array) -> Result<Array> {
    let mut out = own(op, table)?;
    put_into(&mut out, rows, values)?;
    Ok(out)
}

/// As [`put`], into an array that nobody shares. Inside of [`interrupt::shielded`], nothing was changed on an error.
pub fn put_into(table: &mut Array, rows: &Rows, values: &Array) -> Result<()> {
    let values = values.contiguous()?;
    // SAFETY: contiguous, `bytes()` long, plain data.
    let from = unsafe { std::slice::from_raw_parts(values.as_ptr(), values.bytes()) };
    let row = rows.row * values.dtype().size();
    move_rows(from, table.bytes_mut(), row, rows, 0..rows.values(), |table, value| (value, table))
}

/// The array itself where nobody else holds its storage, else a copy.
fn own(op: &'static str, mut x: Array) -> Result<Array> {
    if x.is_unique() { Ok(x) } else { filled(op, &x, x.shape()) }
}

/// Copies rows of `row` bytes; `between` says which goes where, from the numbers of a row of the tables and of the values.
fn move_rows(
    from: &[u8],
    to: &mut [u8],
    row: usize,
    rows: &Rows,
    values: Range<usize>,
    between: impl Fn(usize, usize) -> (usize, usize),
) -> Result<()> {
    match row {
        0 => Ok(()),
        1 => move_chunks::<1>(from, to, rows, values, between),
        2 => move_chunks::<2>(from, to, rows, values, between),
        4 => move_chunks::<4>(from, to, rows, values, between),
        8 => move_chunks::<8>(from, to, rows, values, between),
        16 => move_chunks::<16>(from, to, rows, values, between),
        row => rows.pairs(values, |table, value| {
            let (i, j) = between(table, value);
            to[j * row..][..row].copy_from_slice(&from[i * row..][..row]);
        }),
    }
}

/// Rows of `N` bytes: one load and one store each.
fn move_chunks<const N: usize>(
    from: &[u8],
    to: &mut [u8],
    rows: &Rows,
    values: Range<usize>,
    between: impl Fn(usize, usize) -> (usize, usize),
) -> Result<()> {
    let (from, to) = (from.as_chunks::<N>().0, to.as_chunks_mut::<N>().0);
    rows.pairs(values, |table, value| {
        let (i, j) = between(table, value);
        to[j] = from[i];
    })
}

fn take_strings(table: &Array, rows: &Rows, shape: Shape) -> Result<Array> {
    let table = table.strings()?.unwrap_or_default();
    let mut taken = try_with_capacity(rows.values() * rows.row)?;
    rows.pairs(0..rows.values(), |i, _| taken.extend(table[i * rows.row..][..rows.row].iter().copied().cloned()))?;
    Array::from_strings(shape, taken)
}

/// How a value and the element at its place make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Their sum; of truth values, whether one is true.
    Add,
    /// The element less the value.
    Sub,
    /// The larger one; NaN if one is.
    Max,
    /// The smaller one; NaN if one is.
    Min,
    /// Their product.
    Mul,
    /// The element divided by the value; of integers, cut towards zero.
    Div,
}

/// `table` with `values` merged into its rows, in order.
///
/// Half precision is merged in `float32`, narrow integers in `int64`, both cut back at the end.
pub fn merge(op: &'static str, table: Array, rows: &Rows, values: &Array, how: Merge) -> Result<Array> {
    check_merge(op, table.dtype(), values, how)?;
    // What is merged in a wider type is copied anyway.
    let mut out = if wider(table.dtype()) == table.dtype() { own(op, table)? } else { table };
    merge_into(&mut out, rows, values, how)?;
    Ok(out)
}

/// Whether `values` can be merged into a table of `dtype`.
pub fn check_merge(op: &'static str, dtype: DType, values: &Array, how: Merge) -> Result<()> {
    let ordered = matches!(how, Merge::Max | Merge::Min);
    let takes = if ordered { DTypes::REAL } else { DTypes::NUMBER.or(DTypes::of(&[DType::Bool])) };
    takes.check(op, "T", dtype)?;
    if how == Merge::Div && dtype.is_integer() {
        let zero = values.cast(DType::Bool)?.contiguous()?.slice::<bool>().contains(&false);
        return if zero { Err(Error::invalid(op, "Integer division by zero")) } else { Ok(()) };
    }
    Ok(())
}

/// As [`merge`], into an array that nobody shares, of what [`check_merge`] has accepted. Inside of
/// [`interrupt::shielded`], nothing was changed on an error.
pub fn merge_into(table: &mut Array, rows: &Rows, values: &Array, how: Merge) -> Result<()> {
    let (dtype, wide) = (table.dtype(), wider(table.dtype()));
    let values = values.cast(wide)?.contiguous()?;
    if wide == dtype {
        return merge_same(table, rows, &values, how);
    }
    let mut widened = table.cast(wide)?;
    merge_same(&mut widened, rows, &values, how)?;
    *table = widened.cast(dtype)?;
    Ok(())
}

/// The dtype in which values of this one are merged.
fn wider(dtype: DType) -> DType {
    match dtype {
        dtype if DTypes::HALF.has(dtype) => DType::Float32,
        DType::Bool | DType::Int8 | DType::Int16 | DType::UInt8 | DType::UInt16 | DType::UInt32 => DType::Int64,
        other => other,
    }
}

fn merge_same(table: &mut Array, rows: &Rows, values: &Array, how: Merge) -> Result<()> {
    match table.dtype() {
        DType::Float32 => merge_all::<f32>(table, rows, values, how),
        DType::Float64 => merge_all::<f64>(table, rows, values, how),
        DType::Int32 => merge_all::<i32>(table, rows, values, how),
        DType::Int64 => merge_all::<i64>(table, rows, values, how),
        DType::UInt64 => merge_all::<u64>(table, rows, values, how),
        DType::Complex64 => merge_all::<Complex32>(table, rows, values, how),
        _ => merge_all::<Complex64>(table, rows, values, how),
    }
}

fn merge_all<T: Merges>(table: &mut Array, rows: &Rows, values: &Array, how: Merge) -> Result<()> {
    let (table, values) = (table.slice_mut::<T>(), values.slice());
    match how {
        Merge::Add => merge_rows(table, rows, values, T::add),
        Merge::Sub => merge_rows(table, rows, values, T::sub),
        Merge::Max => merge_rows(table, rows, values, T::max),
        Merge::Min => merge_rows(table, rows, values, T::min),
        Merge::Mul => merge_rows(table, rows, values, T::mul),
        Merge::Div => merge_rows(table, rows, values, T::div),
    }
}

#[inline(always)]
fn merge_rows<T: Copy>(table: &mut [T], rows: &Rows, values: &[T], f: impl Fn(T, T) -> T) -> Result<()> {
    let n = rows.row;
    rows.pairs(0..rows.values(), |i, j| {
        for (t, &v) in table[i * n..][..n].iter_mut().zip(&values[j * n..][..n]) {
            *t = f(*t, v);
        }
    })
}

/// The arithmetic of merging.
trait Merges: Element {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
}

macro_rules! merges {
    ($($t:ty: |$a:ident, $b:ident| $add:expr, $sub:expr, $max:expr, $min:expr, $mul:expr, $div:expr;)*) => {$(
        impl Merges for $t {
            #[inline(always)]
            fn add(self, other: $t) -> $t { let ($a, $b) = (self, other); $add }
            #[inline(always)]
            fn sub(self, other: $t) -> $t { let ($a, $b) = (self, other); $sub }
            #[inline(always)]
            fn max(self, other: $t) -> $t { let ($a, $b) = (self, other); if $max { $a } else { $b } }
            #[inline(always)]
            fn min(self, other: $t) -> $t { let ($a, $b) = (self, other); if $min { $a } else { $b } }
            #[inline(always)]
            fn mul(self, other: $t) -> $t { let ($a, $b) = (self, other); $mul }
            #[inline(always)]
            fn div(self, other: $t) -> $t { let ($a, $b) = (self, other); $div }
        }
    )*};
}

// `merge` refuses an order of complex numbers and a division of integers by zero before it comes to this.
merges! {
    f32: |a, b| a + b, a - b, a > b || a.is_nan(), a < b || a.is_nan(), a * b, a / b;
    f64: |a, b| a + b, a - b, a > b || a.is_nan(), a < b || a.is_nan(), a * b, a / b;
    i32: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b, a.wrapping_mul(b), a.wrapping_div(b);
    i64: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b, a.wrapping_mul(b), a.wrapping_div(b);
    u64: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b, a.wrapping_mul(b), a.wrapping_div(b);
    Complex32: |a, b| a + b, a - b, true, true, a * b, a / b;
    Complex64: |a, b| a + b, a - b, true, true, a * b, a / b;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ids: &[usize], rows: usize, row: usize) -> Rows {
        let ids = Array::vector(&ids.iter().map(|&i| i as i64).collect::<Vec<_>>()).unwrap();
        Rows { lead: 1, batch: 1, middle: 1, rows, row, ids }
    }

    #[test]
    fn what_is_taken_goes_back_where_it_came_from() {
        for row in [1usize, 2, 3, 5] {
            let data: Vec<f32> = (0..4 * row as i32).map(|v| v as f32).collect();
            let table = Array::from_slice(Shape::new(&[4, row]), &data).unwrap();
            let rows = rows(&[3, 0, 2], 4, row);
            let values = take(&table, &rows, Shape::new(&[3, row])).unwrap();
            let zeros = Array::zeros(DType::Float32, Shape::new(&[4, row])).unwrap();
            let back = put("Test", zeros.clone(), &rows, &values).unwrap().to_vec::<f32>().unwrap();
            let summed = merge("Test", zeros.clone(), &rows, &values, Merge::Add).unwrap().to_vec::<f32>().unwrap();
            let expected: Vec<f32> =
                data.iter().enumerate().map(|(i, &v)| if i / row == 1 { 0.0 } else { v }).collect();
            assert_eq!((&back, &summed), (&expected, &expected));
        }
    }

    #[test]
    fn merging_into_an_array_multiplies_and_divides_in_order() {
        for dtype in [DType::Float16, DType::Float64, DType::UInt8, DType::Int64, DType::Complex64] {
            let mut table = Array::vector(&[3.0, 5.0, 7.0]).unwrap().cast(dtype).unwrap();
            let values = Array::vector(&[2.0, 4.0, 2.0]).unwrap().cast(dtype).unwrap();
            merge_into(&mut table, &rows(&[2, 0, 2], 3, 1), &values, Merge::Mul).unwrap();
            assert_eq!(table.to_vec::<f64>().unwrap(), [12.0, 5.0, 28.0], "{dtype}");
            merge_into(&mut table, &rows(&[1, 2, 2], 3, 1), &values, Merge::Div).unwrap();
            let cut = if dtype.is_integer() { [12.0, 2.0, 3.0] } else { [12.0, 2.5, 3.5] };
            assert_eq!(table.to_vec::<f64>().unwrap(), cut, "{dtype}");
        }
        let zero = Array::vector(&[1i32, 0]).unwrap();
        assert!(check_merge("Test", DType::Int32, &zero, Merge::Div).is_err());
        assert!(check_merge("Test", DType::Int32, &zero, Merge::Mul).is_ok());
    }

    #[test]
    fn rows_named_twice_add_up() {
        let zeros = Array::zeros(DType::Float16, Shape::new(&[3])).unwrap();
        let values = Array::vector(&[1.0f32, 2.0, 4.0]).unwrap().cast(DType::Float16).unwrap();
        let sum = merge("Test", zeros.clone(), &rows(&[2, 0, 2], 3, 1), &values, Merge::Add).unwrap();
        assert_eq!(sum.to_vec::<f32>().unwrap(), [2.0, 0.0, 5.0]);
    }

    /// Long values of many tables, taken by several threads, against indexing.
    #[test]
    fn rows_of_many_tables_are_taken_by_any_number_of_threads() {
        for (row, count) in [(1usize, 3001usize), (2, 1500), (3, 1111), (17, 100), (1, 1)] {
            let (lead, batch, middle, table) = (3, 4, 5, 50);
            let tables = lead * batch * middle;
            let data: Vec<i32> = (0..(tables * table * row) as i32).collect();
            let x = Array::from_slice(Shape::new(&[tables, table, row]), &data).unwrap();
            let ids: Vec<i64> = (0..(batch * count) as i64).map(|i| i * 7919 % table as i64).collect();
            let rows = Rows { lead, batch, middle, rows: table, row, ids: Array::vector(&ids).unwrap() };
            let shape = Shape::new(&[tables, count, row]);
            let taken = parallel::with_threads(3, || take(&x, &rows, shape).unwrap()).to_vec::<i32>().unwrap();
            for (i, &v) in taken.iter().enumerate() {
                let (t, k, j) = (i / (count * row), i / row % count, i % row);
                let id = ids[t / middle % batch * count + k] as usize;
                assert_eq!(v, data[(t * table + id) * row + j], "{row} {count} {i}");
            }
        }
    }
}
