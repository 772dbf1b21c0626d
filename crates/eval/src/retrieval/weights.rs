//! Weights by their names, to take one away and see what it was worth.

use anyhow::{Context, bail};
use cofio_engine::Weights;
use serde_json::{Map, Value};

/// Words have no weight of their own: they have what meaning leaves them.
const WORDS: &str = "words";

/// Returns the weights by name.
pub fn named(weights: &Weights) -> Map<String, Value> {
    match serde_json::to_value(weights) {
        Ok(Value::Object(named)) => named,
        other => panic!("weights are fields with numbers, not {other:?}"),
    }
}

/// Returns the weights with one of them set to nought.
pub fn without(weights: &Weights, name: &str) -> anyhow::Result<Weights> {
    if name == WORDS {
        return Ok(Weights { meaning: 1.0, ..*weights });
    }
    let mut fields = named(weights);
    let Some(field) = fields.get_mut(name) else {
        let known: Vec<&str> = fields.keys().map(String::as_str).collect();
        bail!("there is no weight called {name}; there are {WORDS}, {}", known.join(", "));
    };
    *field = Value::from(0.0);
    serde_json::from_value(Value::Object(fields)).context("a weight may be nought")
}

/// Returns the names of everything that can be taken away: whatever counts for something now.
pub fn removable(weights: &Weights) -> Vec<String> {
    let counts = |(_, value): &(String, Value)| value.as_f64().is_some_and(|weight| weight != 0.0);
    let fields = named(weights).into_iter().filter(counts).map(|(name, _)| name);
    std::iter::once(WORDS.to_owned()).chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_weight_can_be_taken_away_and_the_others_stay() {
        let weights = Weights::default();
        for name in removable(&weights) {
            let less = without(&weights, &name).unwrap();
            let changed: Vec<String> = named(&weights)
                .into_iter()
                .filter(|(field, value)| named(&less)[field] != *value)
                .map(|(field, _)| field)
                .collect();
            assert_eq!(changed, [if name == WORDS { "meaning".to_owned() } else { name }]);
        }
        assert_eq!(without(&weights, WORDS).unwrap().meaning, 1.0);
        assert!(without(&weights, "luck").unwrap_err().to_string().contains("neighbour"));
    }
}
