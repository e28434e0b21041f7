//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), as far as CPython's `random.Random(seed).randint` goes.
//!
//! TensorFlow numbers its eager operations with that function, so the streams of operations without a seed of their own
//! hang on it.

const N: usize = 624;
const M: usize = 397;

/// CPython's `random.Random` after being seeded with an integer.
#[derive(Clone)]
pub(super) struct Mersenne {
    state: [u32; N],
    next: usize,
}

impl Mersenne {
    /// `random.Random(seed)`: the words of the absolute value, lowest first, are the key.
    pub(super) fn new(seed: i128) -> Self {
        let size = seed.unsigned_abs();
        let words = [0, 32, 64, 96].map(|shift| (size >> shift) as u32);
        let used = words.iter().rposition(|&w| w != 0).map_or(1, |last| last + 1);
        Self { state: state_of_key(&words[..used]), next: N }
    }

    /// `randint(0, 2**31 - 1)`: CPython draws 32 bits until they are below `2**31`.
    pub(super) fn randint31(&mut self) -> u32 {
        loop {
            let word = self.word();
            if word >> 31 == 0 {
                return word;
            }
        }
    }

    fn word(&mut self) -> u32 {
        if self.next == N {
            self.twist();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn twist(&mut self) {
        for i in 0..N {
            let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % N] & 0x7fff_ffff);
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ (y >> 1) ^ odd;
        }
        self.next = 0;
    }
}

fn mix(word: u32) -> u32 {
    word ^ (word >> 30)
}

fn state_of_word(seed: u32) -> [u32; N] {
    let mut state = [seed; N];
    for i in 1..N {
        state[i] = mix(state[i - 1]).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
    }
    state
}

/// The authors' `init_by_array`.
fn state_of_key(key: &[u32]) -> [u32; N] {
    let mut state = state_of_word(19_650_218);
    let mut i = 1;
    let step = |state: &mut [u32; N], i: &mut usize, factor: u32, add: u32| {
        state[*i] = (state[*i] ^ mix(state[*i - 1]).wrapping_mul(factor)).wrapping_add(add);
        *i += 1;
        if *i == N {
            state[0] = state[N - 1];
            *i = 1;
        }
    };
    for k in 0..N.max(key.len()) {
        let j = k % key.len();
        step(&mut state, &mut i, 1_664_525, key[j].wrapping_add(j as u32));
    }
    for _ in 1..N {
        let back = (i as u32).wrapping_neg();
        step(&mut state, &mut i, 1_566_083_941, back);
    }
    state[0] = 0x8000_0000;
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by CPython 3.11: `r = random.Random(seed); [r.randint(0, 2**31 - 1) for _ in range(4)]`.
    #[test]
    fn known_answers_of_python() {
        let cases: [(i128, [u32; 4]); 5] = [
            (0, [1654615998, 1806341205, 173879092, 1112038970]),
            (1, [577090037, 271041745, 1095513148, 506456969]),
            (-42, [478163327, 107420369, 1181241943, 1051802512]),
            (2147483648, [1455117090, 1620553392, 699726885, 482266895]),
            (1180591620717411303427, [701776502, 1422058157, 1052406490, 1209442044]),
        ];
        for (seed, answer) in cases {
            let mut random = Mersenne::new(seed);
            assert_eq!([(); 4].map(|()| random.randint31()), answer, "seed {seed}");
        }
    }

    #[test]
    fn the_state_is_twisted_more_than_once() {
        let mut random = Mersenne::new(5);
        let last = (0..2000).map(|_| random.randint31()).last();
        assert_eq!(last, Some(9404187));
    }
}
