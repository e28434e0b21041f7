//! Which norm is meant, and over which axes.

use crate::ops::prelude::*;

/// A norm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormOrd {
    /// The square root of the sum of squares: of a vector, or of all elements of a matrix (Frobenius).
    Euclidean,
    /// The largest singular value of a matrix.
    Spectral,
    /// The sum of magnitudes; of a matrix, the largest of a column.
    One,
    /// The largest magnitude; of a matrix, the largest sum of a row.
    Infinity,
    /// The p-th root of the sum of p-th powers of magnitudes.
    Power(f64),
}

/// What a norm runs over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormOver {
    /// All elements, as one vector.
    All,
    /// Vectors along one axis.
    Vectors(i64),
    /// Matrices in two axes.
    Matrices(i64, i64),
}

impl NormOver {
    /// The axes as a list; `None` for all.
    pub fn axes(self) -> Option<Vec<i64>> {
        match self {
            NormOver::All => None,
            NormOver::Vectors(axis) => Some(vec![axis]),
            NormOver::Matrices(rows, columns) => Some(vec![rows, columns]),
        }
    }

    /// From the argument `axis`. Errors: `ValueError` for anything but `None`, an integer or two different ones.
    pub fn parse(axis: &Arg) -> Result<NormOver> {
        match axis {
            Arg::None => Ok(NormOver::All),
            Arg::Int(axis) => Ok(NormOver::Vectors(*axis)),
            Arg::Ints(axes) => match axes[..] {
                [rows, columns] if rows != columns => Ok(NormOver::Matrices(rows, columns)),
                _ => Err(bad_axis(&format!("{axes:?}"))),
            },
            other => Err(bad_axis(&format!("{other:?}"))),
        }
    }
}

fn bad_axis(axis: &str) -> Error {
    Error::value(format!("'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"))
}

impl NormOrd {
    /// From the argument `ord`. Errors: `ValueError` for a norm that vectors (or matrices) do not have.
    pub fn parse(ord: &Arg, over: NormOver) -> Result<NormOrd> {
        let matrix = matches!(over, NormOver::Matrices(..));
        let (found, text) = match ord {
            Arg::Str(name) => (NormOrd::named(name, matrix), name.clone()),
            Arg::Float(p) => (NormOrd::numbered(*p, matrix), p.to_string()),
            Arg::Int(p) => (NormOrd::numbered(*p as f64, matrix), p.to_string()),
            other => (None, format!("{other:?}")),
        };
        found.ok_or_else(|| {
            Error::value(if matrix {
                format!("'ord' must be a supported matrix norm in ['euclidean', 'fro', 1, 2, inf], got {text}")
            } else {
                format!("'ord' must be a supported vector norm, got {text}")
            })
        })
    }

    fn named(name: &str, matrix: bool) -> Option<NormOrd> {
        (name == "euclidean" || matrix && name == "fro").then_some(NormOrd::Euclidean)
    }

    fn numbered(p: f64, matrix: bool) -> Option<NormOrd> {
        if p == 1.0 {
            Some(NormOrd::One)
        } else if p == 2.0 {
            Some(if matrix { NormOrd::Spectral } else { NormOrd::Euclidean })
        } else if p == f64::INFINITY {
            Some(NormOrd::Infinity)
        } else {
            (p > 0.0 && !matrix).then_some(NormOrd::Power(p))
        }
    }
}
