//! Made-up texts for measurements: words as common and as rare as in a language, always the same.

/// A short text of common and rare words.
pub fn text_of(number: usize) -> String {
    const COMMON: [&str; 24] = [
        "the",
        "my",
        "to",
        "and",
        "in",
        "of",
        "was",
        "her",
        "they",
        "every",
        "because",
        "project",
        "meeting",
        "garden",
        "tea",
        "sister",
        "summer",
        "green",
        "Lisbon",
        "drinks",
        "moved",
        "bicycle",
        "travelled",
        "together",
    ];
    let mut numbers = Numbers(number as u64);
    let count = 8 + numbers.next() % 17;
    let words = (0..count).map(|_| {
        // A word is as rare as its rank says: that is the law of language.
        let rank = 50_000f64.powf((numbers.next() % 1_000_000) as f64 / 1e6) as usize - 1;
        COMMON.get(rank).map_or_else(|| rare_word(rank as u64), |word| (*word).to_owned())
    });
    words.collect::<Vec<_>>().join(" ")
}

fn rare_word(mut rank: u64) -> String {
    let mut word = String::new();
    for _ in 0..3 {
        word.push(char::from(b"bcdfghklmnprstvw"[(rank % 16) as usize]));
        word.push(char::from(b"aeiou"[(rank / 16 % 5) as usize]));
        rank /= 40;
    }
    word + ["", "s", "ing", "ed"][(rank % 4) as usize]
}

/// Numbers that look random and are always the same.
#[derive(Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns the next one.
    #[allow(clippy::should_implement_trait, reason = "there is no end to them")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
