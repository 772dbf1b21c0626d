//! How many tokens memory may take, and how they are shared out.

use cofio_domain::axes::Kind;
use serde::Serialize;

use super::knobs::ContextKnobs;

/// Counts tokens. Where a model's own tokenizer is known, it counts exactly.
pub trait TokenCount {
    /// Returns how many tokens a text takes.
    fn tokens(&self, text: &str) -> usize;

    /// Returns how many tokens a text of so many letters takes at least; none where that depends on the text.
    fn least(&self, _letters: usize) -> usize {
        0
    }
}

/// Four characters are a token: off by a sixth either way, and never in need of a tokenizer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimate;

impl TokenCount for Estimate {
    fn tokens(&self, text: &str) -> usize {
        self.least(text.chars().count())
    }

    fn least(&self, letters: usize) -> usize {
        letters.div_ceil(4)
    }
}

/// What may be spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// The context window it is a part of.
    pub window: usize,
    /// What all of memory may take.
    pub total: usize,
    /// What the baseline may.
    pub baseline: usize,
    /// What the routed domains may.
    pub routed: usize,
}

/// The baseline of a window of 32,000 tokens, for which the shares below are.
const BASELINE: usize = 1_500;

/// The largest baseline, and the least one domain's part can grow to.
const BASELINE_MOST: usize = 3_000;

/// Where the baseline begins to grow: the budget of 32,000 tokens.
const GROWS_FROM: usize = 4_800;

/// Where it has grown up.
const GROWN_AT: usize = 12_000;

/// One domain's part, before and after it has grown.
const DOMAIN: (usize, usize) = (2_000, 5_000);

/// How many domains a question is routed to.
pub const DOMAINS: usize = 2;

/// The part of the budget that routed domains may take, in percent.
const ROUTED_PERCENT: usize = 45;

impl Budget {
    /// Shares out a context window; an unknown one is taken for a small one.
    pub fn of(window: Option<usize>, knobs: &ContextKnobs) -> Budget {
        let window = window.unwrap_or(knobs.window_fallback);
        let most = knobs.most.max(knobs.least);
        let total = ((window as f64 * knobs.fraction).round() as usize).clamp(knobs.least, most);
        let baseline = grown(total, (BASELINE, BASELINE_MOST)).min(total);
        let routed = (DOMAINS * grown(total, DOMAIN)).min(total * ROUTED_PERCENT / 100);
        Budget { window, total, baseline, routed }
    }

    /// Returns what one domain may take of what the routed domains may.
    pub(super) fn of_domain(&self) -> usize {
        grown(self.total, DOMAIN).min(self.routed)
    }

    /// Returns what a share may take of this baseline.
    pub(super) fn of_share(&self, share: Share) -> usize {
        share.tokens().map_or(usize::MAX, |tokens| tokens * self.baseline / BASELINE)
    }
}

/// What grows with the budget, between where it begins to and where it has grown up.
fn grown(total: usize, (small, large): (usize, usize)) -> usize {
    let beyond = total.clamp(GROWS_FROM, GROWN_AT) - GROWS_FROM;
    small + (large - small) * beyond / (GROWN_AT - GROWS_FROM)
}

/// Who shares a part of the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Share {
    /// Who the person is, their rules and what they pinned: outside every cap.
    Skeleton,
    Style,
    Procedure,
    /// What is going on: tasks, projects, context.
    Now,
    /// Preferences, facts and the rest together.
    Rest,
}

impl Share {
    pub(super) const ALL: [Share; 5] = [Share::Skeleton, Share::Style, Share::Procedure, Share::Now, Share::Rest];

    /// Returns the share of a soft claim that is not pinned.
    pub(super) fn of(kind: Kind) -> Share {
        match kind {
            Kind::Identity => Share::Skeleton,
            Kind::Style => Share::Style,
            Kind::Procedure => Share::Procedure,
            Kind::Task | Kind::Project | Kind::Context => Share::Now,
            _ => Share::Rest,
        }
    }

    fn tokens(self) -> Option<usize> {
        match self {
            // Identity has 300 of the 1,500, and is never cut: the others have what it leaves.
            Share::Skeleton => None,
            Share::Style => Some(200),
            Share::Procedure | Share::Now | Share::Rest => Some(500),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R0-030, R0-031, R1-010, R3-017, R3-018, PRODUCT C18: 15 % of the window between 1,500 and 20,000; unknown is
    /// 32,000 and gives 4,800.
    #[test]
    fn budgets_follow_the_window() {
        let knobs = ContextKnobs::default();
        let shared = |window| {
            let budget = Budget::of(window, &knobs);
            (budget.total, budget.baseline, budget.routed)
        };
        assert_eq!(shared(None), (4_800, 1_500, 2_160));
        assert_eq!(shared(Some(32_000)), (4_800, 1_500, 2_160));
        assert_eq!(shared(Some(4_000)), (1_500, 1_500, 675));
        assert_eq!(shared(Some(56_000)), (8_400, 2_250, 3_780));
        assert_eq!(shared(Some(80_000)), (12_000, 3_000, 5_400));
        assert_eq!(shared(Some(128_000)), (19_200, 3_000, 8_640));
        assert_eq!(shared(Some(1_000_000)), (20_000, 3_000, 9_000));
    }

    /// R0-067: 300 for who somebody is, 200 for style, 500 and 500; twice as much in a baseline of 3,000.
    #[test]
    fn shares_grow_with_the_baseline() {
        let knobs = ContextKnobs::default();
        let shares = |window| {
            let budget = Budget::of(Some(window), &knobs);
            [Share::Style, Share::Procedure, Share::Rest].map(|share| budget.of_share(share))
        };
        assert_eq!(shares(32_000), [200, 500, 500]);
        assert_eq!(shares(200_000), [400, 1_000, 1_000]);
    }

    #[test]
    fn four_characters_are_a_token() {
        assert_eq!(["", "a", "four", "fives", "äöüß"].map(|text| Estimate.tokens(text)), [0, 1, 1, 2, 1]);
    }
}
