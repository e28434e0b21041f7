//! `Tensor`: an immutable array with an identity, which is what a tape can watch.
//!
//! A tensor knows nothing of the graph. Beside its array lie an id and one word, its tape tag, in which the first live
//! tape that tracks it notes which of its slots it is; what the tape tag means is the tape's affair alone.

mod convert;
mod owners;

pub use owners::{this_thread, thread_of};

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::array::{Array, Spec};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::pooled_arc::{FreeList, PooledArc, Recycled};
use crate::shape::Shape;

/// Identifies a tensor for the life of the process; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TensorId(u64);

impl TensorId {
    /// The number: of two tensors that one thread made, the later one has the larger.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// An immutable, shareable value with an identity.
#[derive(Clone)]
pub struct Tensor(PooledArc<Array>);

/// Tells whether a tensor is still held, and which it is, without holding its data.
pub(crate) type WeakTensor = crate::pooled_arc::Weak<Array>;

/// Which tensor an array belongs to.
pub(crate) struct Identity {
    pub(crate) id: TensorId,
    pub(crate) tape_tag: AtomicU64,
}

/// What a thread makes tensors from: memory, and ids. Ids come in blocks, so that making a tensor touches no shared counter.
struct Supply {
    free: FreeList<Array>,
    next: Cell<u64>,
    end: Cell<u64>,
}

thread_local! {
    static SUPPLY: Supply = const { Supply { free: FreeList::new(), next: Cell::new(0), end: Cell::new(0) } };
}

impl Supply {
    #[inline]
    fn id(&self) -> TensorId {
        let mut next = self.next.get();
        if next == self.end.get() {
            next = more_ids(IDS);
            owners::note(next);
            self.end.set(next + IDS);
        }
        self.next.set(next + 1);
        TensorId(next)
    }
}

/// What this thread makes from now on has no smaller number.
#[inline]
pub(crate) fn next_id() -> u64 {
    SUPPLY.try_with(|supply| supply.next.get()).unwrap_or(0)
}

/// Ids in a block.
const IDS: u64 = 1 << 16;

/// The first of `n` ids that nobody else has.
#[cold]
fn more_ids(n: u64) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(n, Relaxed)
}

impl Recycled for Array {
    type Tag = Identity;

    #[inline]
    fn with_free_list<R>(f: impl FnOnce(&FreeList<Array>) -> R) -> Option<R> {
        SUPPLY.try_with(|supply| f(&supply.free)).ok()
    }
}

impl Tensor {
    /// A new tensor (a new identity) with this value.
    #[inline]
    pub fn new(array: Array) -> Tensor {
        // At the end of a thread its supply is gone; the allocator is still there.
        let (id, memory) = SUPPLY
            .try_with(|supply| (supply.id(), supply.free.pop()))
            .unwrap_or_else(|_| (TensorId(more_ids(1)), None));
        Tensor(PooledArc::new_in(memory, Identity { id, tape_tag: AtomicU64::new(0) }, array))
    }

    /// A scalar.
    pub fn scalar<T: Element>(value: T) -> Tensor {
        Tensor::new(Array::scalar(value))
    }

    /// A vector.
    ///
    /// # Panics
    /// If memory for the values is not to be had.
    pub fn vector<T: Element>(values: &[T]) -> Tensor {
        Tensor::new(Array::vector(values).expect("memory for a vector"))
    }

    /// Row-major `values` of this shape.
    ///
    /// # Panics
    /// If the number of values does not fit the shape, or memory is not to be had.
    pub fn from_slice<T: Element>(shape: &[usize], values: &[T]) -> Tensor {
        Tensor::new(Array::from_slice(Shape::new(shape), values).expect("memory for a tensor"))
    }

    /// The value.
    #[inline]
    pub fn array(&self) -> &Array {
        &self.0
    }

    /// The element type.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.0.dtype()
    }

    /// The axis lengths.
    #[inline]
    pub fn shape(&self) -> &Shape {
        self.0.shape()
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.shape().rank()
    }

    /// Dtype and shape.
    pub fn spec(&self) -> Spec {
        self.0.spec()
    }

    /// The identity.
    #[inline]
    pub fn id(&self) -> TensorId {
        self.0.tag().id
    }

    /// All elements in row-major order, converted to `T`.
    ///
    /// Errors: as [`Array::to_vec`].
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.0.to_vec()
    }

    /// The single element, converted to `T`.
    ///
    /// # Panics
    /// If there is not exactly one element.
    pub fn item<T: Element>(&self) -> T {
        self.0.item()
    }

    /// The array, for writing in place, when nobody else holds this tensor or its storage.
    pub fn unique_array(&mut self) -> Option<&mut Array> {
        self.0.get_mut().and_then(|array| array.is_unique().then_some(array))
    }

    /// Whether both are the same tensor (identity, not value).
    pub fn is(&self, other: &Tensor) -> bool {
        self.0.is(&other.0)
    }

    /// Whether this handle is the only one; it stays so while it is borrowed for writing.
    #[inline]
    pub(crate) fn is_unshared(&mut self) -> bool {
        self.0.strong_count() == 1
    }

    #[inline]
    pub(crate) fn identity(&self) -> &Identity {
        self.0.tag()
    }

    #[inline]
    pub(crate) fn downgrade(&mut self) -> WeakTensor {
        self.0.downgrade()
    }

    pub(crate) fn address(&self) -> usize {
        self.0.address()
    }
}

impl std::fmt::Debug for Tensor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tensor({:?})", self.array())
    }
}
