//! Which memories belong together, and what they are called: pure, and the same from the same.

use std::collections::{BTreeMap, BTreeSet};

/// Fewer than this are no cluster.
pub(super) const FEWEST: usize = 3;

/// How many words name a cluster.
const NAMING: usize = 2;

/// A name settles within this many rounds, or goes back and forth for ever.
const ROUNDS: usize = 20;

/// A memory, for grouping: the words it is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    pub(super) words: BTreeSet<String>,
}

/// How many memories have each word.
pub(super) fn counts(members: &[Member]) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in members.iter().flat_map(|member| &member.words) {
        *counts.entry(word.as_str()).or_default() += 1;
    }
    counts
}

/// Returns how near memories are that share words: the fewer have a word, the more it ties.
pub(super) fn shared_words(members: &[Member]) -> BTreeMap<(usize, usize), f32> {
    // What so many have ties nobody.
    let most = (members.len() / 20).max(12);
    let mut having: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        for word in &member.words {
            having.entry(word).or_default().push(at);
        }
    }
    let mut edges: BTreeMap<(usize, usize), f32> = BTreeMap::new();
    for places in having.values().filter(|places| (2..=most).contains(&places.len())) {
        let weight = telling(members.len(), places.len());
        for (at, one) in places.iter().enumerate() {
            for other in &places[at + 1..] {
                *edges.entry((*one, *other)).or_default() += weight;
            }
        }
    }
    edges
}

/// How much a word tells that so many of all have.
fn telling(all: usize, having: usize) -> f32 {
    (1.0 + all as f32 / having as f32).ln()
}

/// Puts together what is near: each goes where most of its neighbours are, until nobody moves.
pub(super) fn groups(count: usize, edges: &BTreeMap<(usize, usize), f32>) -> Vec<Vec<usize>> {
    let mut neighbours: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
    for ((one, other), weight) in edges {
        neighbours[*one].push((*other, *weight));
        neighbours[*other].push((*one, *weight));
    }
    let mut label: Vec<usize> = (0..count).collect();
    for _ in 0..ROUNDS {
        let mut moved = false;
        for at in 0..count {
            let mut pull: BTreeMap<usize, f32> = BTreeMap::new();
            for (other, weight) in &neighbours[at] {
                *pull.entry(label[*other]).or_default() += weight;
            }
            // Of equals the first, so that it does not depend on anything else.
            let best = pull.into_iter().reduce(|one, other| if other.1 > one.1 { other } else { one });
            if let Some((best, _)) = best
                && best != label[at]
            {
                label[at] = best;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let mut grouped: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, label) in label.into_iter().enumerate() {
        grouped.entry(label).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = grouped.into_values().filter(|group| group.len() >= FEWEST).collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().copied()));
    groups
}

/// Names a group by the words that most of it has and few others do; nothing where it has none in common.
pub(super) fn name(group: &[&Member], counts: &BTreeMap<&str, usize>, all: usize) -> Option<String> {
    let mut own: BTreeMap<&str, usize> = BTreeMap::new();
    for word in group.iter().flat_map(|member| &member.words) {
        *own.entry(word.as_str()).or_default() += 1;
    }
    let mut words: Vec<(&str, f32)> = own
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(word, count)| (word, count as f32 * telling(all, counts.get(word).copied().unwrap_or(count))))
        .collect();
    words.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
    let words: Vec<&str> = words.into_iter().take(NAMING).map(|(word, _)| word).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use cofio_language::topics::topics;

    use super::*;

    #[test]
    fn what_shares_telling_words_is_put_together_and_named_by_them() {
        let texts = [
            "User grows tomatoes in the garden",
            "The garden needs water in August",
            "User planted tomatoes and basil in the garden",
            "User plays the violin",
            "User practises violin sonatas",
            "The violin needs new strings",
            "User drives a van",
        ];
        let members: Vec<Member> = texts.iter().map(|text| Member { words: topics(text) }).collect();
        let groups = groups(members.len(), &shared_words(&members));
        assert_eq!(groups, [vec![0, 1, 2], vec![3, 4, 5]]);
        let counts = counts(&members);
        let named =
            |group: &[usize]| name(&group.iter().map(|at| &members[*at]).collect::<Vec<_>>(), &counts, members.len());
        assert_eq!(named(&groups[0]).as_deref(), Some("garden, tomato"));
        assert_eq!(named(&groups[1]).as_deref(), Some("violin"));
    }
}
