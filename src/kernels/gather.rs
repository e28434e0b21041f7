//! Rows taken out of a table by their numbers, and rows put into one.
//!
//! Moves depend on the element's size only, sums and extremes on its type. Row numbers lie inside the table: whoever
//! makes a [`Rows`] has checked them.

use super::place::filled;
use crate::array::Array;
use crate::dtype::DType;
use crate::dtype::Element;
use crate::error::Error;
use crate::error::Result;
use crate::shape::Shape;
use num_complex::Complex32;
use num_complex::Complex64;

/// Which rows of a table, in which order.
///
/// The table has shape `[lead, batch, middle, rows, row]`, the values `[lead, batch, middle, count, row]`; the numbers
/// are `[batch, count]`.
#[derive(Clone, Debug, Default)]
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
    /// Row numbers.
    pub ids: Vec<usize>,
}

impl Rows {
    /// Calls `f` with the row of all tables and the row of the values that belong together.
    #[inline(always)]
    fn pairs(&self, mut f: impl FnMut(usize, usize)) {
        let count = self.ids.len().checked_div(self.batch).unwrap_or(0);
        let (mut table, mut value) = (0, 0);
        for _ in 0..self.lead {
            for b in 0..self.batch {
                for _ in 0..self.middle {
                    for &id in &self.ids[b * count..(b + 1) * count] {
                        f(table + id, value);
                        value += 1;
                    }
                    table += self.rows;
                }
            }
        }
    }
}

/// The rows of `table`, as an array of `shape`.
pub fn take(table: &Array, rows: &Rows, shape: Shape) -> Result<Array> {
    if table.dtype() == DType::String {
        return take_strings(table, rows, shape);
    }
    let mut out = Array::scratch(table.dtype(), shape)?;
    move_rows(&table.contiguous(), &mut out, rows, false);
    Ok(out)
}

/// `table` with `values` in its rows; where several go to one row, the last stays.
pub fn put(op: &'static str, table: Array, rows: &Rows, values: &Array) -> Result<Array> {
    let mut out = own(op, table)?;
    move_rows(&values.contiguous(), &mut out, rows, true);
    Ok(out)
}

/// The array itself where nobody else holds its storage, else a copy.
fn own(op: &'static str, mut x: Array) -> Result<Array> {
    if x.is_unique() { Ok(x) } else { filled(op, &x, x.shape()) }
}

/// Copies rows from the table to the values, or back.
fn move_rows(from: &Array, to: &mut Array, rows: &Rows, back: bool) {
    let size = from.dtype().size();
    // SAFETY: contiguous, `bytes()` long, plain data.
    let from = unsafe { std::slice::from_raw_parts(from.as_ptr(), from.bytes()) };
    let to = to.bytes_mut();
    match rows.row * size {
        1 => move_chunks::<1>(from, to, rows, back),
        2 => move_chunks::<2>(from, to, rows, back),
        4 => move_chunks::<4>(from, to, rows, back),
        8 => move_chunks::<8>(from, to, rows, back),
        16 => move_chunks::<16>(from, to, rows, back),
        row => rows.pairs(|table, value| {
            let (i, j) = if back { (value, table) } else { (table, value) };
            to[j * row..][..row].copy_from_slice(&from[i * row..][..row]);
        }),
    }
}

/// Rows of `N` bytes: one load and one store each.
fn move_chunks<const N: usize>(from: &[u8], to: &mut [u8], rows: &Rows, back: bool) {
    let (from, to) = (from.as_chunks::<N>().0, to.as_chunks_mut::<N>().0);
    rows.pairs(|table, value| {
        let (i, j) = if back { (value, table) } else { (table, value) };
        to[j] = from[i];
    });
}

fn take_strings(table: &Array, rows: &Rows, shape: Shape) -> Result<Array> {
    let table = table.strings().unwrap_or_default();
    let mut taken = Vec::new();
    rows.pairs(|i, _| taken.extend(table[i * rows.row..][..rows.row].iter().map(|s| Box::from(*s))));
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
}

/// `table` with `values` merged into its rows, in order.
///
/// Half precision is merged in `float32`, narrow integers in `int64`, both cut back at the end.
pub fn merge(op: &'static str, table: Array, rows: &Rows, values: &Array, how: Merge) -> Result<Array> {
    let ordered = matches!(how, Merge::Max | Merge::Min);
    let wide = match table.dtype() {
        DType::Complex64 | DType::Complex128 | DType::Bool | DType::String if ordered => {
            return Err(refuse(op, table.dtype()));
        }
        DType::String => return Err(refuse(op, DType::String)),
        DType::Float16 | DType::BFloat16 => DType::Float32,
        DType::Bool | DType::Int8 | DType::Int16 | DType::UInt8 | DType::UInt16 | DType::UInt32 => DType::Int64,
        other => other,
    };
    let (dtype, values) = (table.dtype(), values.cast(wide)?.contiguous());
    let table = if wide == dtype { own(op, table)? } else { own(op, table.cast(wide)?)? };
    let merged = match wide {
        DType::Float32 => merge_all::<f32>(table, rows, &values, how),
        DType::Float64 => merge_all::<f64>(table, rows, &values, how),
        DType::Int32 => merge_all::<i32>(table, rows, &values, how),
        DType::Int64 => merge_all::<i64>(table, rows, &values, how),
        DType::UInt64 => merge_all::<u64>(table, rows, &values, how),
        DType::Complex64 => merge_all::<Complex32>(table, rows, &values, how),
        _ => merge_all::<Complex64>(table, rows, &values, how),
    };
    merged.cast(dtype)
}

fn refuse(op: &'static str, dtype: DType) -> Error {
    let text = format!("Value for attr 'T' of {} is not in the list of allowed values", dtype.kernel_name());
    Error::invalid(op, text)
}

fn merge_all<T: Merges>(mut table: Array, rows: &Rows, values: &Array, how: Merge) -> Array {
    match how {
        Merge::Add => merge_rows(table.slice_mut::<T>(), rows, values.slice(), T::add),
        Merge::Sub => merge_rows(table.slice_mut::<T>(), rows, values.slice(), T::sub),
        Merge::Max => merge_rows(table.slice_mut::<T>(), rows, values.slice(), T::max),
        Merge::Min => merge_rows(table.slice_mut::<T>(), rows, values.slice(), T::min),
    }
    table
}

#[inline(always)]
fn merge_rows<T: Copy>(table: &mut [T], rows: &Rows, values: &[T], f: impl Fn(T, T) -> T) {
    let n = rows.row;
    rows.pairs(|i, j| {
        for (t, &v) in table[i * n..][..n].iter_mut().zip(&values[j * n..][..n]) {
            *t = f(*t, v);
        }
    });
}

/// The arithmetic of merging.
trait Merges: Element {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
}

macro_rules! merges {
    ($($t:ty: |$a:ident, $b:ident| $add:expr, $sub:expr, $max:expr, $min:expr;)*) => {$(
        impl Merges for $t {
            #[inline(always)]
            fn add(self, other: $t) -> $t { let ($a, $b) = (self, other); $add }
            #[inline(always)]
            fn sub(self, other: $t) -> $t { let ($a, $b) = (self, other); $sub }
            #[inline(always)]
            fn max(self, other: $t) -> $t { let ($a, $b) = (self, other); if $max { $a } else { $b } }
            #[inline(always)]
            fn min(self, other: $t) -> $t { let ($a, $b) = (self, other); if $min { $a } else { $b } }
        }
    )*};
}

merges! {
    f32: |a, b| a + b, a - b, a > b || a.is_nan(), a < b || a.is_nan();
    f64: |a, b| a + b, a - b, a > b || a.is_nan(), a < b || a.is_nan();
    i32: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b;
    i64: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b;
    u64: |a, b| a.wrapping_add(b), a.wrapping_sub(b), a > b, a < b;
    // No order: `merge` refuses complex numbers before it comes to this.
    Complex32: |a, b| a + b, a - b, true, true;
    Complex64: |a, b| a + b, a - b, true, true;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ids: &[usize], rows: usize, row: usize) -> Rows {
        Rows { lead: 1, batch: 1, middle: 1, rows, row, ids: ids.to_vec() }
    }

    #[test]
    fn what_is_taken_goes_back_where_it_came_from() {
        for row in [1usize, 2, 3, 5] {
            let data: Vec<f32> = (0..4 * row as i32).map(|v| v as f32).collect();
            let table = Array::from_slice(Shape::new(&[4, row]), &data).unwrap();
            let rows = rows(&[3, 0, 2], 4, row);
            let values = take(&table, &rows, Shape::new(&[3, row])).unwrap();
            let zeros = Array::zeros(DType::Float32, Shape::new(&[4, row])).unwrap();
            let back = put("Test", zeros.clone(), &rows, &values).unwrap().to_vec::<f32>();
            let summed = merge("Test", zeros.clone(), &rows, &values, Merge::Add).unwrap().to_vec::<f32>();
            let expected: Vec<f32> =
                data.iter().enumerate().map(|(i, &v)| if i / row == 1 { 0.0 } else { v }).collect();
            assert_eq!((&back, &summed), (&expected, &expected));
        }
    }

    #[test]
    fn rows_named_twice_add_up() {
        let zeros = Array::zeros(DType::Float16, Shape::new(&[3])).unwrap();
        let values = Array::vector(&[1.0f32, 2.0, 4.0]).unwrap().cast(DType::Float16).unwrap();
        let sum = merge("Test", zeros.clone(), &rows(&[2, 0, 2], 3, 1), &values, Merge::Add).unwrap();
        assert_eq!(sum.to_vec::<f32>(), [2.0, 0.0, 5.0]);
    }
}
