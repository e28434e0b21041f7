//! Rows taken from, and combined into, the places that a list of numbers names.
//!
//! An array of shape `lead + rows + rest` is walked as planes (one for each index of `lead`) of rows. A row whose place
//! is negative takes part in nothing.

use crate::array::{Array, Text};
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt::Pace;
use crate::interrupt::grain;
use crate::memory::try_collect;
use crate::shape::Shape;

/// Which axes of an array number its planes and its rows.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Leading axes: those of a batch.
    pub lead: usize,
    /// The axes after them, which number the rows.
    pub rows: usize,
}

impl Layout {
    /// `shape` with the axes that number the rows replaced by `rows`.
    pub fn with_rows(self, shape: &[usize], rows: &[usize]) -> Shape {
        let lead: Shape = shape[..self.lead].into();
        lead.concat(rows).concat(&shape[self.lead + self.rows..])
    }

    /// (planes, rows of a plane, elements of a row).
    fn lengths(self, shape: &[usize]) -> (usize, usize, usize) {
        let (lead, rest) = shape.split_at(self.lead);
        let (rows, rest) = rest.split_at(self.rows);
        (lead.iter().product(), rows.iter().product(), rest.iter().product())
    }
}

/// `y[i] = x[places[i]]`, zero (an empty string) where the place is negative. The rows of `y` have the axes `shape`.
pub fn pick(x: &Array, places: &[i64], layout: Layout, shape: &[usize]) -> Result<Array> {
    let (planes, rows, row) = layout.lengths(x.shape());
    let y = layout.with_rows(x.shape(), shape);
    let source = |plane: usize, place: i64| Some((plane * rows + usize::try_from(place).ok()?) * row);
    let sources = (0..planes).flat_map(|plane| places.iter().map(move |&p| source(plane, p)));
    if let Some(strings) = x.strings()? {
        let elements = sources.flat_map(|from| (0..row).map(move |j| Some(from? + j)));
        let empty = Text::default();
        let all = try_collect(elements.map(|from| from.map_or(&empty, |from| strings[from]).clone()))?;
        return Array::from_strings(y, all);
    }
    let mut out = Array::zeros(x.dtype(), y)?;
    if row == 0 {
        return Ok(out);
    }
    let x = x.contiguous()?;
    crate::with_dtype!(x.dtype(), T: any => {
        let x = x.slice::<T>();
        let mut pace = Pace::new(grain::COMPUTED);
        for (y, from) in out.slice_mut::<T>().chunks_exact_mut(row).zip(sources) {
            if let Some(from) = from {
                y.copy_from_slice(&x[from..from + row]);
            }
            pace.after(row)?;
        }
    }, else ());
    Ok(out)
}

/// `y[places[i]] = join(y[places[i]], x[i])` for every row in order, from `start`. `y` has `count` rows on one axis.
pub fn combine<T: Element>(
    x: &Array,
    places: &[i64],
    layout: Layout,
    count: usize,
    start: T,
    join: impl Fn(T, T) -> T,
) -> Result<Array> {
    let (_, _, row) = layout.lengths(x.shape());
    let mut out = Array::full(layout.with_rows(x.shape(), &[count]), start)?;
    if out.is_empty() || x.is_empty() {
        return Ok(out);
    }
    let x = x.contiguous()?;
    let mut pace = Pace::new(grain::COMPUTED);
    let planes = x.slice::<T>().chunks_exact(places.len() * row);
    for (x, y) in planes.zip(out.slice_mut::<T>().chunks_exact_mut(count * row)) {
        for (x, &place) in x.chunks_exact(row).zip(places) {
            if let Ok(place) = usize::try_from(place) {
                let y = &mut y[place * row..(place + 1) * row];
                y.iter_mut().zip(x).for_each(|(y, &x)| *y = join(*y, x));
            }
            pace.after(row)?;
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: Layout = Layout { lead: 0, rows: 1 };
    const BATCH: Layout = Layout { lead: 1, rows: 1 };

    fn array(shape: &[usize]) -> Array {
        let n: usize = shape.iter().product();
        Array::from_slice(Shape::new(shape), &(1..=n as i32).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn rows_are_picked_behind_leading_axes_and_dropped_ones_are_zero() {
        let y = pick(&array(&[3, 2]), &[2, -1, 0], ROWS, &[3]).unwrap();
        assert_eq!(y.to_vec::<i32>().unwrap(), [5, 6, 0, 0, 1, 2]);
        let y = pick(&array(&[2, 3]), &[2, -1, 0, 0], BATCH, &[2, 2]).unwrap();
        assert_eq!((&y.shape()[..], y.to_vec::<i32>().unwrap()), (&[2, 2, 2][..], vec![3, 0, 1, 1, 6, 0, 4, 4]));
        let names =
            Array::from_strings(Shape::new(&[2]), vec![Text::copy(b"a").unwrap(), Text::copy(b"b").unwrap()]).unwrap();
        assert_eq!(
            pick(&names, &[1, -1], ROWS, &[2]).unwrap().strings().unwrap().unwrap(),
            [&Text::copy(b"b").unwrap(), &Text::default()]
        );
    }

    #[test]
    fn rows_are_combined_behind_leading_axes() {
        let sum = |x: &Array, places: &[i64], layout| combine(x, places, layout, 2, 0i32, |a, b| a + b).unwrap();
        assert_eq!(sum(&array(&[3, 2]), &[1, -1, 1], ROWS).to_vec::<i32>().unwrap(), [0, 0, 6, 8]);
        assert_eq!(sum(&array(&[2, 3]), &[1, 0, 1], BATCH).to_vec::<i32>().unwrap(), [2, 4, 5, 10]);
        assert_eq!(sum(&array(&[0, 2]), &[], ROWS).to_vec::<i32>().unwrap(), [0; 4]);
        assert_eq!(**sum(&array(&[3, 0]), &[0, 0, 0], ROWS).shape(), [2, 0]);
    }
}
