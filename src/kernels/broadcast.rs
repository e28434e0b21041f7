//! [`Broadcast`]: two operands of one shape after broadcasting, walked in pieces of the result.
//!
//! Axes are merged where both operands allow it; then every line of the result is, for each operand, a run of elements
//! or one element repeated. Lines that are too short for a loop of their own are gathered into blocks. Invariant: what a
//! visitor gets for an element of the result does not depend on the piece it is part of.

use smallvec::SmallVec;

use super::elementwise::Line;
use crate::array::{Array, collapse};
use crate::dtype::Element;
use crate::shape::{Shape, Strides};

/// Elements from which a line gets a loop of its own; and about as many as short lines are gathered into.
const BLOCK: usize = 1024;

/// Two operands and how they lie along the result.
pub struct Broadcast<'a, T> {
    /// The axes of the result; the last is a line.
    dims: SmallVec<[usize; 6]>,
    sides: [Side<'a, T>; 2],
}

struct Side<'a, T> {
    data: &'a [T],
    strides: Strides,
    /// Whether the elements lie as those of the result do.
    flat: bool,
}

impl<'a, T: Element> Broadcast<'a, T> {
    /// Contiguous arrays, both broadcast to `shape`.
    pub fn new(a: &'a Array, b: &'a Array, shape: &Shape) -> Self {
        let total = shape.elements();
        let counts = [a.elements(), b.elements()];
        if counts.iter().all(|&n| n == total || n == 1) {
            let side = |x: &'a Array, n: usize| {
                let flat = n == total;
                Side { data: x.slice(), strides: Strides::from_slice(&[isize::from(flat)]), flat }
            };
            return Broadcast { dims: SmallVec::from_slice(&[total]), sides: [side(a, counts[0]), side(b, counts[1])] };
        }
        let strides = [a, b].map(|x| x.shape().broadcast_strides(&x.strides(), shape));
        let (dims, [left, right]) = collapse(shape, [&strides[0], &strides[1]]);
        let plain = Shape::new(&dims).strides();
        let side = |x: &'a Array, strides: Strides| Side { data: x.slice(), flat: strides[..] == plain[..], strides };
        Broadcast { sides: [side(a, left), side(b, right)], dims }
    }

    /// The length of a line.
    fn line(&self) -> usize {
        self.dims[self.dims.len() - 1]
    }

    /// About `size`: the length of pieces that begin with a line if lines are short.
    pub fn chunk(&self, size: usize) -> usize {
        let line = self.line().max(1);
        if line < BLOCK { (size / line).max(1) * line } else { size }
    }

    /// Calls `work` for the parts of `out` in order, with what each operand has there; `out` is a piece of the result that
    /// begins at element `start`, with a line if lines are short.
    pub fn visit<U>(&self, start: usize, out: &mut [U], mut work: impl FnMut([Line<T>; 2], &mut [U])) {
        let line = self.line();
        if out.is_empty() {
            return;
        }
        if self.dims.len() > 1 && line < BLOCK {
            return self.visit_blocks(start, out, work);
        }
        let mut rest = out;
        let mut at = start;
        while !rest.is_empty() {
            let length = rest.len().min(line - at % line);
            let (head, tail) = rest.split_at_mut(length);
            let offsets = self.offsets(at / line);
            let part = |k: usize| self.sides[k].line(offsets[k], at % line, length);
            work([part(0), part(1)], head);
            (rest, at) = (tail, at + length);
        }
    }

    /// As [`Broadcast::visit`], several lines at a time, gathered where they do not lie as the result does.
    fn visit_blocks<U>(&self, start: usize, out: &mut [U], mut work: impl FnMut([Line<T>; 2], &mut [U])) {
        let line = self.line();
        let size = (BLOCK / line).max(1) * line;
        let mut gathered = [Gathered::default(), Gathered::default()];
        for (i, out) in out.chunks_mut(size).enumerate() {
            let at = start + i * size;
            for (k, gathered) in gathered.iter_mut().enumerate().filter(|(k, _)| !self.sides[*k].flat) {
                gathered.fill(&self.sides[k], line, out.len() / line, |i| self.offsets(at / line + i)[k]);
            }
            let part = |k: usize| match &self.sides[k] {
                side if side.flat => Line::Run(&side.data[at..at + out.len()]),
                _ => Line::Run(&gathered[k].elements[..out.len()]),
            };
            work([part(0), part(1)], out);
        }
    }

    /// Where line number `i` begins in each operand.
    fn offsets(&self, mut i: usize) -> [usize; 2] {
        let mut offsets = [0; 2];
        for axis in (0..self.dims.len() - 1).rev() {
            let (index, above) = if axis == 0 { (i, 0) } else { (i % self.dims[axis], i / self.dims[axis]) };
            (0..2).for_each(|k| offsets[k] += index * self.sides[k].strides[axis] as usize);
            i = above;
        }
        offsets
    }
}

impl<'a, T: Copy> Side<'a, T> {
    /// `length` elements from element `at` on of the line that begins at `offset`.
    fn line(&self, offset: usize, at: usize, length: usize) -> Line<'a, T> {
        if self.repeats() { Line::Repeat(self.data[offset]) } else { Line::Run(&self.data[offset + at..][..length]) }
    }

    /// Whether a line is one element repeated.
    fn repeats(&self) -> bool {
        self.strides[self.strides.len() - 1] == 0
    }
}

/// Short lines one after another.
#[derive(Default)]
struct Gathered<T> {
    elements: Vec<T>,
    /// Where all of these lines begin, if that is the same place.
    all_from: Option<usize>,
}

impl<T: Copy> Gathered<T> {
    /// Holds `count` lines of this length, number `i` of which begins at `offset(i)`, and perhaps others behind them.
    fn fill(&mut self, side: &Side<T>, length: usize, count: usize, offset: impl Fn(usize) -> usize) {
        let first = offset(0);
        let same = (0..count).all(|i| offset(i) == first);
        if same && self.all_from == Some(first) && self.elements.len() >= count * length {
            return;
        }
        self.all_from = same.then_some(first);
        self.elements.clear();
        for offset in (0..count).map(offset) {
            if side.repeats() {
                self.elements.extend(std::iter::repeat_n(side.data[offset], length));
            } else {
                self.elements.extend_from_slice(&side.data[offset..offset + length]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::AxisSlice;
    use crate::kernels::elementwise::compact;

    /// Every element of the result, told from its two sources, in pieces of several lengths.
    #[test]
    fn pieces_of_any_length_show_what_indexing_shows() {
        let shapes: [[&[usize]; 2]; 10] = [
            [&[2, 3, 4], &[2, 3, 4]],
            [&[2, 3, 4], &[4]],
            [&[3000, 7], &[7]],
            [&[700, 7], &[700, 1]],
            [&[5, 1, 3], &[1, 400, 1]],
            [&[2, 1, 2, 1, 2], &[1, 3, 1, 3, 1]],
            [&[3, 5000], &[3, 1]],
            [&[], &[2000]],
            [&[0, 3], &[3]],
            [&[3, 1], &[0]],
        ];
        for [a, b] in shapes {
            check(&counting(a), &counting(b));
        }
    }

    #[test]
    fn strided_operands() {
        let x = counting(&[40, 60]);
        let every_other = [AxisSlice { start: 1, step: 2, length: 20 }, AxisSlice { start: 59, step: -1, length: 60 }];
        check(&x.permute(&[1, 0]), &counting(&[40]));
        check(&x.slice_axes(&every_other), &counting(&[1, 60]).broadcast_to(&Shape::new(&[20, 60])).unwrap());
    }

    fn counting(shape: &[usize]) -> Array {
        let shape = Shape::new(shape);
        Array::from_slice(shape.clone(), &(0..shape.elements() as i64).collect::<Vec<_>>()).unwrap()
    }

    fn check(a: &Array, b: &Array) {
        let shape = a.shape().broadcast(b.shape()).unwrap();
        let [x, y] = [a, b].map(|v| v.broadcast_to(&shape).unwrap().to_vec::<i64>().unwrap());
        let (a, b) = (compact(a).unwrap(), compact(b).unwrap());
        let operands = Broadcast::<i64>::new(&a, &b, &shape);
        for size in [1, 100, 1000, 5000, 1 << 20] {
            let chunk = operands.chunk(size);
            let mut out = vec![(0, 0); shape.elements()];
            for (i, out) in out.chunks_mut(chunk).enumerate() {
                operands.visit(i * chunk, out, |[a, b], out| {
                    let at = |line: Line<i64>, i: usize| match line {
                        Line::Run(x) => x[i],
                        Line::Repeat(x) => x,
                    };
                    out.iter_mut().enumerate().for_each(|(i, o)| *o = (at(a, i), at(b, i)));
                });
            }
            assert!(out.into_iter().eq(x.iter().copied().zip(y.iter().copied())), "{} {}", a.shape(), b.shape());
        }
    }
}
