//! Where tensor data lives: 64-byte aligned blocks from a size-class pool.
//!
//! Invariant: every byte of a block is initialised. Fresh blocks come zeroed from the system, recycled ones hold old
//! values; so a kernel may be handed `&mut [T]` over a block before it has written anything.
//!
//! Why a pool: the page faults of fresh temporaries cost more than the arithmetic (about 12 times for tensors of a few
//! megabytes). Why `try_lock`: a block that cannot be had from the pool at once comes from the system, so that neither
//! contention nor a fork in the middle of another thread's call can ever block an operation.

mod vectors;

pub use vectors::{
    room, room_for_objects, try_collect, try_collect_ok, try_collect_short, try_copy, try_extend, try_push,
    try_reserve, try_reserve_short, try_room, try_vec, try_with_capacity,
};

use std::alloc::Layout;
use std::any::Any;
use std::ptr::NonNull;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard};

use rustc_hash::{FxBuildHasher, FxHashMap};

const ALIGN: usize = 64;
const HUGE: usize = 2 << 20;

/// A multiple of every system's pages.
#[cfg(unix)]
const PAGE: usize = 64 << 10;

/// A run of initialised bytes, given back to the pool (or to its foreign owner) when dropped.
pub struct Block {
    ptr: NonNull<u8>,
    len: usize,
    owner: Owner,
}

enum Owner {
    /// The size of the block, of its class.
    Pool {
        size: usize,
    },
    Foreign(#[allow(dead_code)] Box<dyn Any + Send + Sync>),
}

// SAFETY: a block is plain memory; shared access is read-only by Rust's own rules on `&Block`.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

impl Block {
    /// A block of at least `len` bytes with unspecified (but initialised) contents; `None` when memory is exhausted.
    pub fn new(len: usize) -> Option<Block> {
        let size = class_size(len)?;
        let ptr = match take_cached(size) {
            Some(ptr) => ptr,
            None => system_alloc(size).or_else(|| without_cache(size))?,
        };
        count_allocation(size);
        Some(Block { ptr, len, owner: Owner::Pool { size } })
    }

    /// Memory that belongs to somebody else, who keeps it alive and unchanged until `owner` is dropped.
    ///
    /// # Safety
    /// `ptr` must be valid for reads of `len` initialised bytes until `owner` is dropped.
    pub unsafe fn foreign(ptr: NonNull<u8>, len: usize, owner: Box<dyn Any + Send + Sync>) -> Block {
        Block { ptr, len, owner: Owner::Foreign(owner) }
    }

    /// The first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// The number of bytes asked for.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the block has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the bytes are ours to write.
    pub fn is_writable(&self) -> bool {
        matches!(self.owner, Owner::Pool { .. })
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let Owner::Pool { size } = self.owner {
            LIVE_BYTES.fetch_sub(size, Relaxed);
            LIVE_BLOCKS.fetch_sub(1, Relaxed);
            if !put_cached(size, self.ptr) {
                system_free(self.ptr, size);
            }
        }
    }
}

// --- size classes: powers of two with steps in between, of which large blocks have more ------------------------------

/// Steps from a power of two to the next, for small blocks and for large ones.
const COARSE: usize = 4;
const FINE: usize = 256;

/// The size of a block of at least `len` bytes: a large one wastes less than a two-hundredth.
fn class_size(len: usize) -> Option<usize> {
    if len > isize::MAX as usize / 2 {
        return None;
    }
    let below = 1usize << (len.max(ALIGN) - 1).ilog2();
    Some(len.max(ALIGN).next_multiple_of(below / if below >= HUGE { FINE } else { COARSE }))
}

/// The place among all small sizes of one of them.
fn small_class(size: usize) -> usize {
    let exponent = (size - 1).ilog2() as usize;
    exponent * COARSE + (size - (1 << exponent)) / ((1 << exponent) / COARSE) - 1
}

/// The size of a small class.
fn small_size(class: usize) -> usize {
    let below = 1 << (class / COARSE);
    below + (class % COARSE + 1) * (below / COARSE)
}

const SMALL_CLASSES: usize = HUGE.ilog2() as usize * COARSE;

// --- the pool -------------------------------------------------------------------------------------------------------

struct Pool {
    /// Blocks up to [`HUGE`], by their class.
    small: [Vec<usize>; SMALL_CLASSES],
    /// Larger ones, by their size.
    large: FxHashMap<usize, Vec<usize>>,
    bytes: usize,
}

impl Pool {
    fn take(&mut self, size: usize) -> Option<usize> {
        let address = if size <= HUGE {
            self.small[small_class(size)].pop()
        } else {
            let list = self.large.get_mut(&size)?;
            let address = list.pop();
            if list.is_empty() {
                self.large.remove(&size);
            }
            address
        }?;
        self.bytes -= size;
        Some(address)
    }

    /// Whether the list of such blocks could take one more.
    fn put(&mut self, size: usize, address: usize) -> bool {
        let list = match size <= HUGE {
            true => &mut self.small[small_class(size)],
            false if self.large.try_reserve(1).is_err() => return false,
            false => self.large.entry(size).or_default(),
        };
        if list.try_reserve(1).is_err() {
            return false;
        }
        list.push(address);
        self.bytes += size;
        true
    }

    fn give_up_small(&mut self) -> Vec<(usize, Vec<usize>)> {
        let lists = self.small.iter_mut().enumerate().filter(|(_, list)| !list.is_empty());
        let small: Vec<_> = lists.map(|(class, list)| (small_size(class), std::mem::take(list))).collect();
        self.bytes -= small.iter().map(|(size, list)| size * list.len()).sum::<usize>();
        small
    }

    /// Gives up the large blocks, for whoever calls to free: their sizes may never be asked for again.
    fn give_up_large(&mut self) -> FxHashMap<usize, Vec<usize>> {
        let large = std::mem::take(&mut self.large);
        self.bytes -= large.iter().map(|(size, list)| size * list.len()).sum::<usize>();
        large
    }
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    small: [const { Vec::new() }; SMALL_CLASSES],
    large: FxHashMap::with_hasher(FxBuildHasher),
    bytes: 0,
});
static LIMIT: AtomicUsize = AtomicUsize::new(512 << 20);
static LIVE_BYTES: AtomicUsize = AtomicUsize::new(0);
static PEAK_BYTES: AtomicUsize = AtomicUsize::new(0);
static LIVE_BLOCKS: AtomicUsize = AtomicUsize::new(0);

fn lock() -> Option<MutexGuard<'static, Pool>> {
    (0..8).find_map(|_| POOL.try_lock().ok())
}

fn take_cached(size: usize) -> Option<NonNull<u8>> {
    NonNull::new(lock()?.take(size)? as *mut u8)
}

fn put_cached(size: usize, ptr: NonNull<u8>) -> bool {
    let Some(mut pool) = lock() else {
        return false;
    };
    let limit = LIMIT.load(Relaxed);
    if size > limit {
        return false;
    }
    let old = if pool.bytes + size > limit { pool.give_up_large() } else { FxHashMap::default() };
    let kept = pool.bytes + size <= limit && pool.put(size, ptr.as_ptr() as usize);
    drop(pool);
    free_all(old);
    kept
}

/// A block from a system that had none left, after everything in the pool has been given back to it.
#[cold]
fn without_cache(size: usize) -> Option<NonNull<u8>> {
    empty_cache();
    system_alloc(size)
}

fn free_all(blocks: impl IntoIterator<Item = (usize, Vec<usize>)>) {
    for (size, list) in blocks {
        for ptr in list.into_iter().filter_map(|address| NonNull::new(address as *mut u8)) {
            system_free(ptr, size);
        }
    }
}

fn count_allocation(size: usize) {
    LIVE_BLOCKS.fetch_add(1, Relaxed);
    let live = LIVE_BYTES.fetch_add(size, Relaxed) + size;
    if live > PEAK_BYTES.load(Relaxed) {
        PEAK_BYTES.fetch_max(live, Relaxed);
    }
}

/// Bytes in blocks that tensors hold now. Tensors of at most 256 bytes live elsewhere and do not count.
pub fn live_bytes() -> usize {
    LIVE_BYTES.load(Relaxed)
}

/// How many blocks tensors hold now.
pub fn live_blocks() -> usize {
    LIVE_BLOCKS.load(Relaxed)
}

/// The largest value of [`live_bytes`] since the start or the last [`reset_peak`].
pub fn peak_bytes() -> usize {
    PEAK_BYTES.load(Relaxed)
}

/// Starts a new measurement of [`peak_bytes`].
pub fn reset_peak() {
    PEAK_BYTES.store(live_bytes(), Relaxed);
}

/// Bytes that the pool keeps for reuse.
pub fn cached_bytes() -> usize {
    lock().map_or(0, |pool| pool.bytes)
}

/// How many bytes the pool may keep for reuse.
pub fn set_cache_limit(bytes: usize) {
    LIMIT.store(bytes, Relaxed);
}

/// Gives every cached block back to the system.
pub fn empty_cache() {
    let Some(mut pool) = lock() else {
        return;
    };
    let large = pool.give_up_large();
    let small: Vec<(usize, Vec<usize>)> = pool.give_up_small();
    drop(pool);
    free_all(large);
    free_all(small);
}

// --- the system -----------------------------------------------------------------------------------------------------

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size, ALIGN).ok()
}

#[cfg(unix)]
fn system_alloc(size: usize) -> Option<NonNull<u8>> {
    if size >= HUGE {
        return map_huge(size);
    }
    // SAFETY: the layout has a non-zero size.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout(size)?) })
}

#[cfg(unix)]
fn system_free(ptr: NonNull<u8>, size: usize) {
    if size >= HUGE {
        // SAFETY: `ptr` and `size` are those of a mapping made by `map_huge`.
        unsafe { libc::munmap(ptr.as_ptr().cast(), size.next_multiple_of(PAGE)) };
    } else if let Some(layout) = layout(size) {
        // SAFETY: allocated by `system_alloc` with this layout.
        unsafe { std::alloc::dealloc(ptr.as_ptr(), layout) };
    }
}

/// A zeroed mapping that starts on a 2 MiB boundary, so that the kernel can back it with huge pages.
#[cfg(unix)]
fn map_huge(size: usize) -> Option<NonNull<u8>> {
    let size = size.next_multiple_of(PAGE);
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: an anonymous mapping at an address of the system's choice touches no memory of ours.
    let raw = unsafe { libc::mmap(std::ptr::null_mut(), size.checked_add(HUGE)?, protection, flags, -1, 0) };
    if raw == libc::MAP_FAILED {
        return None;
    }
    let start = raw as usize;
    let aligned = start.next_multiple_of(HUGE);
    let (head, tail) = (aligned - start, start + HUGE - aligned);
    // SAFETY: both ranges lie inside the mapping just made and outside the part that is kept.
    unsafe {
        if head > 0 {
            libc::munmap(raw, head);
        }
        if tail > 0 {
            libc::munmap((aligned + size) as *mut libc::c_void, tail);
        }
        #[cfg(target_os = "linux")]
        libc::madvise(aligned as *mut libc::c_void, size, libc::MADV_HUGEPAGE);
    }
    NonNull::new(aligned as *mut u8)
}

#[cfg(not(unix))]
fn system_alloc(size: usize) -> Option<NonNull<u8>> {
    // SAFETY: the layout has a non-zero size.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout(size)?) })
}

#[cfg(not(unix))]
fn system_free(ptr: NonNull<u8>, size: usize) {
    if let Some(layout) = layout(size) {
        // SAFETY: allocated by `system_alloc` with this layout.
        unsafe { std::alloc::dealloc(ptr.as_ptr(), layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_holds_what_was_asked_for_and_wastes_little() {
        for len in (1..5000).chain([1 << 20, (1 << 20) + 1, HUGE - 1, HUGE, HUGE + 1, 4_000_000, (1 << 33) + 12345]) {
            let size = class_size(len).unwrap();
            let part = if len > HUGE { 200 } else { 4 };
            assert!(size >= len && (size <= ALIGN || size - len <= len / part), "{len} {size}");
            assert_eq!(class_size(size), Some(size), "{len}");
            assert!(size > HUGE || small_size(small_class(size)) == size, "{len} {size}");
        }
    }

    #[test]
    fn the_pool_gives_back_what_it_was_given() {
        let mut pool = Pool { small: [const { Vec::new() }; SMALL_CLASSES], large: FxHashMap::default(), bytes: 0 };
        let sizes: Vec<usize> = [300, 5000, HUGE, HUGE + 1, 9 << 20].map(|n| class_size(n).unwrap()).into();
        for (i, &size) in sizes.iter().enumerate() {
            pool.put(size, i + 1);
        }
        assert_eq!(pool.bytes, sizes.iter().sum::<usize>());
        assert_eq!((pool.take(sizes[1]), pool.take(sizes[1]), pool.take(sizes[3])), (Some(2), None, Some(4)));
        let mut rest: Vec<(usize, Vec<usize>)> = pool.give_up_small();
        rest.extend(pool.give_up_large());
        rest.sort();
        assert_eq!(rest, [(sizes[0], vec![1]), (sizes[2], vec![3]), (sizes[4], vec![5])]);
        assert_eq!(pool.bytes, 0);
    }

    #[test]
    fn an_absurd_size_is_refused() {
        assert!(Block::new(1 << 60).is_none());
        assert!(Block::new(usize::MAX).is_none());
    }

    #[test]
    fn large_blocks_are_huge_page_aligned_and_writable_to_the_end() {
        let block = Block::new(5 << 20).unwrap();
        assert_eq!(block.as_ptr() as usize % HUGE, 0);
        // SAFETY: the last byte of the block.
        unsafe { block.as_ptr().add((5 << 20) - 1).write(7) };
    }
}
