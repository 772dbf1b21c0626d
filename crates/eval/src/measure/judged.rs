//! How good an order of units is for a question: everything that is measured about it.

use std::collections::BTreeMap;

use super::scores::recall;
use crate::data::{Collection, Question, Sides};

/// What was measured, by name. Not every question has every figure.
pub type Scores = BTreeMap<&'static str, f64>;

const RECALL: [(&str, usize); 4] = [("recall@5", 5), ("recall@10", 10), ("recall@20", 20), ("recall@50", 50)];
/// How many tokens there is room for. A thousand is a thousand.
const BUDGETS: [(&str, usize); 5] = [
    ("complete@256", 256),
    ("complete@512", 512),
    ("complete@1K", 1_000),
    ("complete@2K", 2_000),
    ("complete@4K", 4_000),
];
/// Where messages are long.
const WIDE_BUDGETS: [(&str, usize); 2] = [("complete@8K", 8_000), ("complete@16K", 16_000)];

/// Judges an order, best first and without repeats; what is not in it was not found.
pub fn judged(order: &[usize], collection: &Collection, question: &Question) -> Scores {
    let mut scores = Scores::new();
    if !question.gold.is_empty() {
        scores.extend(found(order, &question.gold));
        scores.extend(complete(order, collection, &question.gold));
    }
    if let Some(sides) = &question.sides {
        scores.extend(sided(order, sides));
    }
    if !question.sessions.is_empty() {
        scores.extend(official_sessions(order, collection, question));
        scores.extend(official_turns(order, collection, question));
    }
    scores
}

fn found(order: &[usize], gold: &[usize]) -> Scores {
    let first = order.iter().position(|place| gold.contains(place));
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let hits = order.iter().take(10).enumerate().filter(|(_, place)| gold.contains(place));
    let best: f64 = (0..gold.len().min(10)).map(gain).sum();
    let at_10 = recall(order, gold, 10);
    let mut scores: Scores = RECALL.iter().map(|(name, count)| (*name, recall(order, gold, *count))).collect();
    scores.extend([
        ("all@10", f64::from(at_10 >= 1.0)),
        ("any@10", f64::from(at_10 > 0.0)),
        ("mrr", first.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0))),
        ("ndcg@10", hits.map(|(rank, _)| gain(rank)).sum::<f64>() / best),
    ]);
    scores
}

/// Whether all of it is within so many tokens, put one after the other as "date speaker: text".
fn complete(order: &[usize], collection: &Collection, gold: &[usize]) -> Scores {
    let (mut needed, mut left) = (0, gold.len());
    for place in order {
        if left == 0 {
            break;
        }
        needed += collection.units[*place].dated().chars().count().div_ceil(4);
        left -= usize::from(gold.contains(place));
    }
    let fits = |budget: usize| f64::from(left == 0 && needed <= budget);
    let is_wide = collection.units.iter().any(|unit| unit.speaker == "assistant");
    let wide = WIDE_BUDGETS.iter().filter(|_| is_wide);
    BUDGETS.iter().chain(wide).map(|(name, budget)| (*name, fits(*budget))).collect()
}

fn sided(order: &[usize], sides: &Sides) -> Scores {
    let rank = |wanted: &[usize]| order.iter().position(|place| wanted.contains(place)).unwrap_or(usize::MAX);
    match sides {
        Sides::Update { stale, fresh } => {
            let (stale, fresh) = (rank(stale), rank(fresh));
            Scores::from([
                ("newest_above_stale", f64::from(fresh < stale)),
                ("updated@1", f64::from(fresh < 1)),
                ("updated@5", f64::from(fresh < 5)),
                ("updated@10", f64::from(fresh < 10)),
                ("stale_without_update@10", f64::from(stale < 10 && fresh >= 10)),
            ])
        }
        Sides::Contradiction(one, other) => {
            let both = rank(one).max(rank(other));
            Scores::from([
                ("contradiction_both@5", f64::from(both < 5)),
                ("contradiction_both@10", f64::from(both < 10)),
            ])
        }
    }
}

/// LongMemEval's own figures for sessions, each at the place of its best turn.
fn official_sessions(order: &[usize], collection: &Collection, question: &Question) -> Scores {
    let mut sessions: Vec<usize> = Vec::new();
    for place in order {
        let session = collection.units[*place].session;
        if !sessions.contains(&session) {
            sessions.push(session);
        }
    }
    let gold = &question.sessions;
    let first = sessions.iter().position(|session| gold.contains(session));
    Scores::from([
        ("session_recall_all@5", all(&sessions, gold, 5)),
        ("session_recall_all@10", all(&sessions, gold, 10)),
        ("session_recall_any@1", any(&sessions, gold, 1)),
        ("session_recall_any@5", any(&sessions, gold, 5)),
        ("session_recall_any@10", any(&sessions, gold, 10)),
        ("session_ndcg_any@5", official_ndcg(&sessions, gold, 5)),
        ("session_ndcg_any@10", official_ndcg(&sessions, gold, 10)),
        ("session_mrr", first.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0))),
    ])
}

/// The same for what the user said. Questions that only the assistant answered are left out there.
fn official_turns(order: &[usize], collection: &Collection, question: &Question) -> Scores {
    let said_by_user = |place: &&usize| collection.units[**place].speaker == "user";
    let order: Vec<usize> = order.iter().filter(said_by_user).copied().collect();
    let gold: Vec<usize> = question.gold.iter().filter(said_by_user).copied().collect();
    if gold.is_empty() {
        return Scores::new();
    }
    Scores::from([
        ("user_turn_recall_all@5", all(&order, &gold, 5)),
        ("user_turn_recall_all@10", all(&order, &gold, 10)),
        ("user_turn_recall_all@50", all(&order, &gold, 50)),
        ("user_turn_recall_any@5", any(&order, &gold, 5)),
        ("user_turn_recall_any@10", any(&order, &gold, 10)),
        ("user_turn_ndcg_any@10", official_ndcg(&order, &gold, 10)),
    ])
}

fn all(order: &[usize], gold: &[usize], count: usize) -> f64 {
    f64::from(recall(order, gold, count) >= 1.0)
}

fn any(order: &[usize], gold: &[usize], count: usize) -> f64 {
    f64::from(recall(order, gold, count) > 0.0)
}

/// As their script has it: the second place counts as much as the first.
fn official_ndcg(order: &[usize], gold: &[usize], count: usize) -> f64 {
    let gain = |rank: usize| if rank == 0 { 1.0 } else { 1.0 / (rank as f64 + 1.0).log2() };
    let hits = order.iter().take(count).enumerate().filter(|(_, place)| gold.contains(place));
    let best: f64 = (0..gold.len().min(count)).map(gain).sum();
    hits.map(|(rank, _)| gain(rank)).sum::<f64>() / best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::talk;

    fn near(scores: &Scores, name: &str, expected: f64) {
        assert!((scores[name] - expected).abs() < 1e-4, "{name} is {} and not {expected}", scores[name]);
    }

    #[test]
    fn what_is_found_is_counted_by_place() {
        let collection = talk(&[("Ann", "x"); 30], "?", &[3, 7]);
        // 3 at the second place, 7 at the twelfth.
        let mut order: Vec<usize> = (10..30).collect();
        order.insert(1, 3);
        order.insert(11, 7);
        let scores = judged(&order, &collection, &collection.questions[0]);
        for (name, expected) in [("recall@5", 0.5), ("recall@10", 0.5), ("recall@20", 1.0), ("mrr", 0.5)] {
            near(&scores, name, expected);
        }
        near(&scores, "all@10", 0.0);
        near(&scores, "any@10", 1.0);
        // 1 / log2(3), of 1 + 1 / log2(3).
        near(&scores, "ndcg@10", 0.63093 / 1.63093);
    }

    #[test]
    fn a_budget_is_filled_strictly_in_order() {
        let long = "y".repeat(1_000);
        let collection = talk(&[("Ann", "short"), ("Ann", &long), ("Bob", "short")], "?", &[0, 2]);
        // "2026-01-01 Ann: short" has 21 characters, which makes 6 tokens; the long one makes 254.
        let complete = |order: &[usize]| {
            let scores = judged(order, &collection, &collection.questions[0]);
            (scores["complete@256"], scores["complete@512"])
        };
        assert_eq!(complete(&[0, 2, 1]), (1.0, 1.0));
        assert_eq!(complete(&[0, 1, 2]), (0.0, 1.0));
        assert_eq!(complete(&[0, 1]), (0.0, 0.0));
    }

    #[test]
    fn the_newer_of_two_should_come_first_and_both_sides_of_a_contradiction_should_come() {
        let update = Sides::Update { stale: vec![0], fresh: vec![1, 2] };
        let newest = |order: &[usize]| {
            let scores = sided(order, &update);
            (scores["newest_above_stale"], scores["updated@1"], scores["stale_without_update@10"])
        };
        assert_eq!(newest(&[2, 0]), (1.0, 1.0, 0.0));
        assert_eq!(newest(&[0, 2]), (0.0, 0.0, 0.0));
        assert_eq!(newest(&[0, 5]), (0.0, 0.0, 1.0));
        assert_eq!(newest(&[5]), (0.0, 0.0, 0.0));
        let both = |order: &[usize]| sided(order, &Sides::Contradiction(vec![0], vec![1, 2]))["contradiction_both@10"];
        assert_eq!([both(&[0, 3, 2]), both(&[1, 2]), both(&[])], [1.0, 0.0, 0.0]);
    }

    #[test]
    fn sessions_stand_where_their_best_turn_does() {
        let mut collection = talk(&[("user", "x"), ("assistant", "x"), ("user", "x"), ("user", "x")], "?", &[1, 3]);
        for (unit, session) in collection.units.iter_mut().zip([0, 0, 1, 2]) {
            unit.session = session;
        }
        collection.questions[0].sessions = vec![0, 2];
        let scores = judged(&[2, 1, 0, 3], &collection, &collection.questions[0]);
        near(&scores, "session_recall_any@1", 0.0);
        near(&scores, "session_recall_all@5", 1.0);
        near(&scores, "session_mrr", 0.5);
        // The second and the third of three: 1 + 1 / log2(3), of 2.
        near(&scores, "session_ndcg_any@5", 1.63093 / 2.0);
        // Of the user's own 2, 0, 3 the last is asked for.
        near(&scores, "user_turn_recall_all@5", 1.0);
        near(&scores, "user_turn_ndcg_any@10", 0.63093);
    }

    #[test]
    fn where_only_sessions_are_known_only_sessions_are_judged() {
        let mut collection = talk(&[("user", "x")], "?", &[]);
        collection.questions[0].sessions = vec![0];
        let scores = judged(&[0], &collection, &collection.questions[0]);
        assert!(scores.keys().all(|name| name.starts_with("session_")), "{scores:?}");
    }
}
