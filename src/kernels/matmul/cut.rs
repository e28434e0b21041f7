//! How a large product is cut into pieces that threads compute one by one: panels of columns, or of rows where those are
//! more. The cut depends on the sizes alone, and so does the result.

use super::Size;
use crate::kernels::parallel::Grain;

/// Multiply-adds of a piece of a product of more than a few pieces; of others it is that of the grain.
const LONG_PIECE: usize = 1 << 26;

/// Pieces of a product of moderate size.
const FEW: usize = 8;

/// Columns or rows of a piece at least, and their unit: narrower panels leave vector registers unused.
const WIDTH: usize = 32;

/// From so many columns on, they are cut rather than rows.
const MANY_COLUMNS: usize = 256;

/// A part of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) size: Size,
}

#[derive(Clone, Copy)]
pub(super) struct Cut {
    size: Size,
    by_columns: bool,
    width: usize,
}

impl Cut {
    /// For a product that is stored by rows or, else, by columns.
    pub(super) fn of(size: Size, stored_by_rows: bool) -> Cut {
        let (along, across) = if stored_by_rows { (size.n, size.m) } else { (size.m, size.n) };
        let inner = along >= MANY_COLUMNS || along >= across;
        let (work, length) = (size.multiply_adds(), if inner { along } else { across });
        let pieces = (work / Grain::PRODUCTS.chunk).min(FEW).max(work / LONG_PIECE).max(1);
        let width = length.div_ceil(pieces).next_multiple_of(WIDTH);
        Cut { size, by_columns: inner == stored_by_rows, width }
    }

    fn length(&self) -> usize {
        if self.by_columns { self.size.n } else { self.size.m }
    }

    pub(super) fn pieces(&self) -> usize {
        self.length().div_ceil(self.width)
    }

    /// Part number `i`.
    pub(super) fn part(&self, i: usize) -> Part {
        let start = i * self.width;
        let width = self.width.min(self.length() - start);
        match self.by_columns {
            true => Part { row: 0, column: start, size: Size { n: width, ..self.size } },
            false => Part { row: start, column: 0, size: Size { m: width, ..self.size } },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_product_once() {
        for (m, n, k) in [(128, 256, 784), (2048, 10, 1024), (33, 7001, 60), (1, 1 << 24, 1), (1024, 1024, 1024)] {
            for by_rows in [true, false] {
                let cut = Cut::of(Size { m, n, k }, by_rows);
                let parts: Vec<Part> = (0..cut.pieces()).map(|i| cut.part(i)).collect();
                let covered: usize = parts.iter().map(|p| p.size.m * p.size.n).sum();
                assert_eq!(covered, m * n, "{m} {n} {k}");
                assert!(parts.windows(2).all(|p| p[1].row + p[1].column == p[0].row + p[0].column + cut.width));
                assert!(parts.iter().all(|p| p.size.k == k && p.row + p.size.m <= m && p.column + p.size.n <= n));
            }
        }
    }
}
