//! [`Grain`]: how finely loops are cut for threads, and from how much work on. One table for all of them.
//!
//! To wake another thread takes some 10 to 50 us. So a loop is shared where it takes several times as long, about 50 to
//! 100 us, and a chunk takes 5 to 10 us: long enough that handing it out costs nothing, short enough that all threads end
//! at about the same time. A loop names the row of the table whose unit is like its own. How much work passes between two
//! looks for cancellation is another matter: [`interrupt::grain`](crate::interrupt::grain) has it.
//!
//! Results must not depend on this table where their tasks do: what is summed in parts has part sizes of its own.

/// How a kind of loop is cut.
#[derive(Clone, Copy, Debug)]
pub struct Grain {
    /// The least work that is shared among threads.
    pub shared: usize,
    /// The work of a chunk, where it is shared.
    pub chunk: usize,
}

impl Grain {
    /// Elements that are computed from elements: arithmetic, conversions, comparisons.
    pub const ELEMENTS: Grain = Grain { shared: 1 << 17, chunk: 1 << 15 };
    /// Elements that are only read, as for sums.
    pub const READ: Grain = Grain { shared: 1 << 18, chunk: 1 << 15 };
    /// Bytes that are moved.
    pub const BYTES: Grain = Grain { shared: 1 << 19, chunk: 1 << 17 };
    /// Rows and elements, in bytes, that are moved to or from any place.
    pub const SCATTERED_BYTES: Grain = Grain { shared: 1 << 18, chunk: 1 << 16 };
    /// Elements that take many steps each: drawn at random, sorted, transformed.
    pub const SLOW: Grain = Grain { shared: 1 << 15, chunk: 1 << 12 };
    /// Elements of groups that are normalized, each of which is read and written several times.
    pub const NORMALIZED: Grain = Grain { shared: 1 << 16, chunk: 1 << 15 };
    /// Multiply-adds of products and convolutions.
    pub const PRODUCTS: Grain = Grain { shared: 2 << 20, chunk: 1 << 20 };
    /// Floating-point operations on small matrices, which no vector instructions help with.
    pub const FACTORS: Grain = Grain { shared: 1 << 19, chunk: 1 << 17 };

    /// Whether so much work is shared.
    #[inline]
    pub const fn shares(self, work: usize) -> bool {
        work >= self.shared
    }

    /// How much of `work` a thread takes at a time: all where it is not shared.
    #[inline]
    pub const fn size(self, work: usize) -> usize {
        if self.shares(work) { self.chunk } else { work }
    }

    /// How many lines, of `each` in all `work`, a thread takes at a time: at least one, and `work` where it is not shared.
    #[inline]
    pub fn lines(self, work: usize, each: usize) -> usize {
        if self.shares(work) { (self.chunk / each.max(1)).max(1) } else { work.max(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_all_of_short_work_and_some_lines_of_long() {
        let Grain { shared, chunk } = Grain::ELEMENTS;
        assert_eq!([1, shared - 1, shared, 3 * shared].map(|n| Grain::ELEMENTS.size(n)), [1, shared - 1, chunk, chunk]);
        assert_eq!([0, 10, 2 * chunk].map(|each| Grain::ELEMENTS.lines(shared, each)), [chunk, chunk / 10, 1]);
        assert_eq!([0, 7].map(|work| Grain::ELEMENTS.lines(work, 3)), [1, 7]);
    }
}
