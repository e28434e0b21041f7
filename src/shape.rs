//! Shapes, strides, broadcasting and axes: integers only, no data.
//!
//! A [`Shape`] of rank up to six lives inline, so that shape arithmetic never allocates on hot paths.

use std::fmt;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::error::{Error, Result};

/// The length of every axis, outermost first.
#[derive(Eq, Default)]
pub struct Shape(SmallVec<[usize; 6]>);

impl Clone for Shape {
    #[inline]
    fn clone(&self) -> Shape {
        if self.0.spilled() {
            return Shape(self.0.clone());
        }
        // SAFETY: lengths that lie inline are integers in this value and nothing else: a copy of its bytes owns nothing.
        unsafe { std::ptr::read(self) }
    }
}

impl PartialEq for Shape {
    #[inline]
    fn eq(&self, other: &Shape) -> bool {
        // Not `memcmp`, which costs more than a few lengths do.
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a == b)
    }
}

impl std::hash::Hash for Shape {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Element steps along every axis; zero repeats, negative walks backwards.
pub type Strides = SmallVec<[isize; 6]>;

impl Shape {
    /// The shape of a scalar.
    pub const fn scalar() -> Shape {
        Shape(SmallVec::new_const())
    }

    /// A shape with these axis lengths.
    pub fn new(dims: &[usize]) -> Shape {
        Shape(SmallVec::from_slice(dims))
    }

    /// How many elements a tensor of this shape has (1 for a scalar).
    pub fn elements(&self) -> usize {
        self.0.iter().product()
    }

    /// As [`Shape::elements`], or `None` where the axes other than the empty ones multiply to more than an `isize`.
    pub fn checked_elements(&self) -> Option<usize> {
        let extent = self.extent()?;
        Some(if self.0.contains(&0) { 0 } else { extent })
    }

    /// The product of the axes that are not empty, if an `isize` holds it.
    pub fn extent(&self) -> Option<usize> {
        let all = self.0.iter().try_fold(1usize, |n, &d| n.checked_mul(d.max(1)))?;
        (all <= isize::MAX as usize).then_some(all)
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// Row-major strides.
    pub fn strides(&self) -> Strides {
        let mut strides = Strides::from_elem(1, self.rank());
        for i in (1..self.rank()).rev() {
            strides[i - 1] = strides[i] * self.0[i].max(1) as isize;
        }
        strides
    }

    /// Appends an axis.
    pub fn push(&mut self, dim: usize) {
        self.0.push(dim);
    }

    /// Removes axis `axis`.
    pub fn remove(&mut self, axis: usize) -> usize {
        self.0.remove(axis)
    }

    /// Inserts an axis before axis `axis`.
    pub fn insert(&mut self, axis: usize, dim: usize) {
        self.0.insert(axis, dim);
    }

    /// This shape with axis `axis` of length `dim`.
    pub fn with(&self, axis: usize, dim: usize) -> Shape {
        let mut shape = self.clone();
        shape.0[axis] = dim;
        shape
    }

    /// `self` followed by `other`.
    pub fn concat(&self, other: &[usize]) -> Shape {
        let mut shape = self.clone();
        shape.0.extend_from_slice(other);
        shape
    }

    /// NumPy's broadcasting of two shapes, or `None` where they do not fit.
    pub fn broadcast(&self, other: &Shape) -> Option<Shape> {
        if self == other {
            return Some(self.clone());
        }
        let (long, short) = if self.rank() >= other.rank() { (self, other) } else { (other, self) };
        let mut shape = long.clone();
        let skip = long.rank() - short.rank();
        for (d, &s) in shape.0[skip..].iter_mut().zip(short.iter()) {
            match (*d, s) {
                (a, b) if a == b => {}
                (1, b) => *d = b,
                (_, 1) => {}
                _ => return None,
            }
        }
        Some(shape)
    }

    /// Strides that walk `self` (with strides `strides`) as if it had shape `to`; the shapes broadcast.
    pub fn broadcast_strides(&self, strides: &[isize], to: &Shape) -> Strides {
        let skip = to.rank() - self.rank();
        (0..to.rank())
            .map(|i| if i < skip || (self[i - skip] == 1 && to[i] != 1) { 0 } else { strides[i - skip] })
            .collect()
    }

    /// This shape with the marked axes removed, or of length 1.
    pub fn reduced(&self, axes: &AxisSet, keepdims: bool) -> Shape {
        let mut shape = Shape::scalar();
        for (i, &d) in self.iter().enumerate() {
            match (axes.contains(i), keepdims) {
                (false, _) => shape.push(d),
                (true, true) => shape.push(1),
                (true, false) => {}
            }
        }
        shape
    }

    /// As Python prints a tuple: `(2, 3)`, `(2,)`, `()`.
    pub fn tuple(&self) -> String {
        match self.0.as_slice() {
            [one] => format!("({one},)"),
            dims => format!("({})", dims.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl Deref for Shape {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl FromIterator<usize> for Shape {
    fn from_iter<I: IntoIterator<Item = usize>>(iter: I) -> Shape {
        Shape(iter.into_iter().collect())
    }
}

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(dims: [usize; N]) -> Shape {
        Shape::new(&dims)
    }
}

impl From<&[usize]> for Shape {
    fn from(dims: &[usize]) -> Shape {
        Shape::new(dims)
    }
}

/// As TensorFlow's kernels print a shape: `[2,3]`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of axes of one tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AxisSet(u64);

/// The largest rank the crate handles.
pub const MAX_RANK: usize = 32;

impl AxisSet {
    /// Every axis of a tensor of this rank.
    pub fn all(rank: usize) -> AxisSet {
        AxisSet((1u64 << rank) - 1)
    }

    /// Adds an axis; says whether it was new.
    pub fn insert(&mut self, axis: usize) -> bool {
        let new = !self.contains(axis);
        self.0 |= 1 << axis;
        new
    }

    /// Whether `axis` is in the set.
    pub fn contains(&self, axis: usize) -> bool {
        self.0 >> axis & 1 == 1
    }

    /// Whether the set has no axis.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The axes, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_RANK).filter(move |&i| self.contains(i))
    }

    /// The same axes of a tensor that has `by` more leading axes.
    pub fn shifted(self, by: usize) -> AxisSet {
        AxisSet(self.0 << by)
    }
}

/// Axis `axis` of a tensor of rank `rank`, counted from the end when negative.
pub fn normalize_axis(axis: i64, rank: usize) -> Option<usize> {
    let shifted = if axis < 0 { axis.checked_add(rank as i64)? } else { axis };
    usize::try_from(shifted).ok().filter(|&a| a < rank)
}

/// The axes a reduction runs over; `None` means all of them, an empty list none.
pub fn normalize_axes(op: &'static str, axes: Option<&[i64]>, rank: usize) -> Result<AxisSet> {
    let Some(axes) = axes else {
        return Ok(AxisSet::all(rank));
    };
    let mut set = AxisSet::default();
    for &axis in axes {
        let normal = normalize_axis(axis, rank).ok_or_else(|| {
            Error::invalid(op, format!("Invalid reduction dimension ({axis} for input with {rank} dimension(s)"))
        })?;
        if !set.insert(normal) {
            let text = format!("Invalid reduction arguments: Axes contains duplicate dimension: {normal}");
            return Err(Error::invalid(op, text));
        }
    }
    Ok(set)
}

/// Lists that are short whatever the program does: an entry for each axis, parameter or result of an operation.
pub trait Few: Iterator + Sized {
    /// The items. Memory for them is taken for granted; where there may be many, [`crate::memory::try_collect`] is meant.
    fn few<C: FromIterator<Self::Item>>(self) -> C {
        let counted = self.enumerate().map(|(i, item)| {
            debug_assert!(i < MOST_FEW, "a list of few has {i} items and more");
            item
        });
        counted.collect()
    }
}

impl<I: Iterator> Few for I {}

/// The most axes of which anything is ever asked: those that TensorFlow's shapes may have, and some more.
const MOST_FEW: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a list of few")]
    #[cfg(debug_assertions)]
    fn few_are_few() {
        let _: Vec<usize> = (0..1 << 20).few();
    }

    #[test]
    fn broadcasting_follows_numpy() {
        let s = |d: &[usize]| Shape::new(d);
        assert_eq!(s(&[2, 1]).broadcast(&s(&[3])), Some(s(&[2, 3])));
        assert_eq!(s(&[0, 2]).broadcast(&s(&[1, 1])), Some(s(&[0, 2])));
        assert_eq!(s(&[2]).broadcast(&s(&[3])), None);
        assert_eq!(s(&[]).broadcast(&s(&[3])), Some(s(&[3])));
    }

    #[test]
    fn a_huge_shape_has_no_element_count() {
        assert_eq!(Shape::new(&[1 << 40, 1 << 40]).checked_elements(), None);
        assert_eq!(Shape::new(&[1 << 40, 1 << 40, 0]).checked_elements(), None);
        assert_eq!(Shape::new(&[1 << 62, 0]).checked_elements(), Some(0));
    }

    #[test]
    fn broadcast_strides_repeat_missing_axes() {
        let shape = Shape::new(&[3, 1]);
        let strides = shape.broadcast_strides(&shape.strides(), &Shape::new(&[2, 3, 4]));
        assert_eq!(strides.as_slice(), &[0, 1, 0]);
    }
}
