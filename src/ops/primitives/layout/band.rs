//! Diagonals of matrices: where they are, and where they lie when several are packed into one tensor.

use crate::array::AxisSlice;
use crate::ops::prelude::*;

/// Which end of the packed row a diagonal shorter than the longest is pushed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Align {
    /// Diagonals above the main one are pushed to the right.
    pub above_right: bool,
    /// Diagonals below the main one are pushed to the right.
    pub below_right: bool,
}

impl Align {
    /// From TensorFlow's word: above, then below the main diagonal.
    pub(super) fn parse(op: &'static str, word: &str) -> Result<Align> {
        let (above_right, below_right) = match word {
            "LEFT_RIGHT" => (false, true),
            "RIGHT_LEFT" => (true, false),
            "LEFT_LEFT" => (false, false),
            "RIGHT_RIGHT" => (true, true),
            other => {
                let allowed = "\"LEFT_RIGHT\", \"RIGHT_LEFT\", \"LEFT_LEFT\", \"RIGHT_RIGHT\"";
                let text =
                    format!("Value for attr 'align' of \"{other}\" is not in the list of allowed values: {allowed}");
                return Err(Error::invalid(op, text));
            }
        };
        Ok(Align { above_right, below_right })
    }
}

/// A band of neighbouring diagonals of a matrix; 0 is the main one, positive numbers lie above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) align: Align,
}

impl Band {
    /// The argument `k`: one diagonal, or the lowest and the highest.
    pub(super) fn range(op: &'static str, k: &Arg) -> Result<(i64, i64)> {
        let (low, high) = match k {
            Arg::Int(k) => (*k, *k),
            Arg::Ints(k) if k.len() == 1 => (k[0], k[0]),
            Arg::Ints(k) if k.len() == 2 => (k[0], k[1]),
            _ => return Err(Error::invalid(op, "diag_index must be a scalar or vector with one or two elements")),
        };
        if low > high {
            let text = format!("lower_diag_index must not be larger than upper_diag_index: {low} > {high}");
            return Err(Error::invalid(op, text));
        }
        Ok((low, high))
    }

    /// Refuses diagonals that the matrix does not have.
    pub(super) fn check(&self, op: &'static str) -> Result<()> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        for (name, k) in [("lower", self.low), ("upper", self.high)] {
            if !(-rows < k && k < columns || k == 0) {
                let text = format!("{name}_diag_index is out of bound: {k}. It must be between -{rows} and {columns}");
                return Err(Error::invalid(op, text));
            }
        }
        Ok(())
    }

    /// How many diagonals there are.
    pub(super) fn count(&self) -> usize {
        (self.high - self.low) as usize + 1
    }

    fn length(&self, k: i64) -> usize {
        let (rows, columns) = (self.rows as i64 + k.min(0), self.columns as i64 - k.max(0));
        rows.min(columns).max(0) as usize
    }

    /// The length of the longest diagonal.
    pub(super) fn width(&self) -> usize {
        let (rows, columns) = (self.rows as i64 + self.high.min(0), self.columns as i64 - self.low.max(0));
        rows.min(columns).max(0) as usize
    }

    /// The shape of the packed diagonals of matrices behind these axes.
    pub(super) fn packed(&self, outer: &[usize]) -> Shape {
        let mut shape = Shape::new(outer);
        if self.count() > 1 {
            shape.push(self.count());
        }
        shape.push(self.width());
        shape
    }

    /// The shape of the matrices behind these axes.
    pub(super) fn matrices(&self, outer: &[usize]) -> Shape {
        Shape::new(outer).concat(&[self.rows, self.columns])
    }

    /// Each diagonal's elements in the flattened matrix and in the flattened packed diagonals.
    pub(super) fn lines(&self) -> impl Iterator<Item = (AxisSlice, AxisSlice)> + '_ {
        (self.low..=self.high).map(|k| {
            let length = self.length(k);
            let (row, column) = ((-k).max(0) as usize, k.max(0) as usize);
            let step = self.columns as isize + 1;
            let in_matrix = AxisSlice { start: row * self.columns + column, step, length };
            // The main diagonal is pushed to the right only if both sides are.
            let above = k < 0 || self.align.above_right;
            let right = above && (k > 0 || self.align.below_right);
            let skipped = if right { self.width() - length } else { 0 };
            let start = (self.high - k) as usize * self.width() + skipped;
            (in_matrix, AxisSlice { start, step: 1, length })
        })
    }
}
