//! Whether TensorFlow would build a graph on this thread: there some operations are others, sums run in another order, and a
//! product, its bias and its activation become one operation.
//!
//! Invariant: results that are remembered are kept, so that none is taken for another; leaving the graph forgets them.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::dtype::DType;
use crate::tensor::Tensor;

thread_local! {
    static IN_GRAPH: Cell<bool> = const { Cell::new(false) };
    static KNOWS_SIZES: Cell<bool> = const { Cell::new(false) };
    static OF_DATASET: Cell<bool> = const { Cell::new(false) };
    static PRODUCTS: RefCell<VecDeque<(Tensor, Product)>> = const { RefCell::new(VecDeque::new()) };
    static BIASED: RefCell<VecDeque<(Tensor, Product)>> = const { RefCell::new(VecDeque::new()) };
}

/// How many results of either kind are remembered: biases come right behind products, and activations soon.
const REMEMBERED: usize = 4;

/// What a bias is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ops) enum Product {
    /// Two matrices.
    Matrices,
    /// Images and a filter.
    Convolution,
}

/// From now on it would, or would not; and whether sizes of tensors are numbers there (in a step of Keras they are not).
pub fn builds_graph(yes: bool, knows_sizes: bool) {
    IN_GRAPH.set(yes);
    KNOWS_SIZES.set(yes && knows_sizes);
    if !yes {
        PRODUCTS.take();
        BIASED.take();
    }
}

/// Whether it would.
#[inline]
pub(in crate::ops) fn is_in_graph() -> bool {
    IN_GRAPH.get()
}

/// From now on the graph is that of a dataset's function, or not; what it was before.
pub fn is_of_dataset(yes: bool) -> bool {
    OF_DATASET.replace(yes)
}

/// Whether it would, and quotients are products with reciprocals there: not in functions of datasets.
#[inline]
pub fn takes_reciprocals() -> bool {
    is_in_graph() && !OF_DATASET.get()
}

/// Whether it would, and sizes of tensors are numbers.
#[inline]
pub(in crate::ops) fn has_known_sizes() -> bool {
    KNOWS_SIZES.get()
}

/// A product has been made.
#[inline]
pub(in crate::ops) fn made(product: &Tensor, kind: Product) {
    if is_in_graph() {
        PRODUCTS.with_borrow_mut(|known| remember(known, product, kind));
    }
}

/// `bias` has been added to `x`, which may be a product; those of `float16` stay apart.
#[inline]
pub(in crate::ops) fn added(x: &Tensor, bias: &Tensor, sum: &Tensor) {
    let fused = is_in_graph() && bias.dtype() != DType::Float16;
    if fused && bias.rank() == 1 && sum.shape() == x.shape() && x.shape().last() == bias.shape().last() {
        let kind = PRODUCTS.with_borrow(|known| find(known, x));
        kind.into_iter().for_each(|kind| BIASED.with_borrow_mut(|known| remember(known, sum, kind)));
    }
}

/// What `x` is with a bias added, if it is that.
#[inline]
pub(in crate::ops) fn biased(x: &Tensor) -> Option<Product> {
    if is_in_graph() { BIASED.with_borrow(|known| find(known, x)) } else { None }
}

#[cold]
fn remember(known: &mut VecDeque<(Tensor, Product)>, x: &Tensor, kind: Product) {
    if known.len() == REMEMBERED {
        known.pop_front();
    }
    // bounded: by the number above
    known.push_back((x.clone(), kind));
}

#[cold]
fn find(known: &VecDeque<(Tensor, Product)>, x: &Tensor) -> Option<Product> {
    let same = |y: &Tensor| y.array().as_ptr() == x.array().as_ptr() && y.shape() == x.shape();
    known.iter().find(|(y, _)| same(y)).map(|&(_, kind)| kind)
}
