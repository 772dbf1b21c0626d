//! mem0's filters: fields with values or comparisons, joined by `AND`, `OR` and `NOT`.
//!
//! What is not understood is said to be wrong. Passing it over would show more than was asked for.

use cofio_domain::time::Timestamp;
use serde_json::{Map, Value};

use super::shapes::{Mem0Memory, Whose};
use crate::problem::Problem;

/// How deep filters may be nested.
const DEEPEST: usize = 8;

/// A filter whose every field and comparison is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter(Option<Value>);

impl Filter {
    /// Reads a filter, and whose memories it is about: of one user at a time.
    pub(super) fn read(filters: Option<Value>, mut whose: Whose) -> Result<(Filter, Whose), Problem> {
        let Some(filters) = filters.filter(|filters| !filters.is_null()) else {
            return Ok((Filter(None), whose));
        };
        check(&filters, 0)?;
        let mut users = Vec::new();
        users_in(&filters, &mut users);
        users.extend(whose.user_id.take());
        users.sort();
        users.dedup();
        if users.len() > 1 {
            return Err(Problem::field("filters", "memories of one user at a time"));
        }
        whose.user_id = users.pop();
        Ok((Filter(Some(filters)), whose))
    }

    pub(super) fn fits(&self, memory: &Mem0Memory) -> bool {
        self.0.as_ref().is_none_or(|filters| holds(filters, memory))
    }

    /// Returns whether every memory fits that is of the right user.
    pub(super) fn is_plain(&self) -> bool {
        let only_user = |fields: &Map<String, Value>| fields.keys().all(|name| name == "user_id");
        self.0.as_ref().is_none_or(|filters| filters.as_object().is_some_and(only_user))
    }
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::field("filters", message)
}

fn check(filters: &Value, depth: usize) -> Result<(), Problem> {
    if depth > DEEPEST {
        return Err(wrong(format!("nested deeper than {DEEPEST}")));
    }
    let Some(fields) = filters.as_object() else { return Err(wrong("fields with values")) };
    for (name, value) in fields {
        match name.as_str() {
            "AND" | "OR" | "NOT" => {
                let Some(parts) = value.as_array() else { return Err(wrong(format!("{name} takes a list"))) };
                parts.iter().try_for_each(|part| check(part, depth + 1))?;
            }
            "user_id" if !value.is_string() => return Err(wrong("user_id takes one name")),
            "user_id" | "agent_id" | "run_id" | "app_id" | "categories" | "created_at" | "updated_at" | "keywords"
            | "metadata" | "memory_ids" => check_comparison(name, value)?,
            _ => return Err(wrong(format!("the field `{name}` is not known"))),
        }
    }
    Ok(())
}

fn check_comparison(name: &str, value: &Value) -> Result<(), Problem> {
    let Some(comparison) = value.as_object().filter(|_| name != "metadata") else { return Ok(()) };
    for (how, than) in comparison {
        match how.as_str() {
            "in" if than.is_array() => {}
            "eq" | "ne" | "contains" | "icontains" => {}
            "gt" | "gte" | "lt" | "lte" if time_of(than).is_some() => {}
            "gt" | "gte" | "lt" | "lte" => return Err(wrong(format!("{name}: `{than}` is no time"))),
            _ => return Err(wrong(format!("{name}: the comparison `{how}` is not known"))),
        }
    }
    Ok(())
}

fn users_in(filters: &Value, users: &mut Vec<String>) {
    for (name, value) in filters.as_object().into_iter().flatten() {
        match (name.as_str(), value) {
            ("user_id", Value::String(user)) if user != "*" => users.push(user.clone()),
            ("AND" | "OR", Value::Array(parts)) => parts.iter().for_each(|part| users_in(part, users)),
            _ => {}
        }
    }
}

fn holds(filters: &Value, memory: &Mem0Memory) -> bool {
    filters.as_object().into_iter().flatten().all(|(name, value)| {
        let mut parts = value.as_array().into_iter().flatten();
        match name.as_str() {
            "AND" => parts.all(|part| holds(part, memory)),
            "OR" => parts.any(|part| holds(part, memory)),
            "NOT" => !parts.any(|part| holds(part, memory)),
            "metadata" => value.as_object().into_iter().flatten().all(|(key, wanted)| {
                memory.metadata.get(key).is_some_and(|there| compares(std::slice::from_ref(there), wanted))
            }),
            "memory_ids" => {
                let all = value.as_array().or_else(|| value.get("in").and_then(Value::as_array));
                all.is_some_and(|ids| ids.iter().any(|id| id.as_str() == Some(memory.id.as_str())))
            }
            _ => compares(&values_of(name, memory), value),
        }
    })
}

fn values_of(name: &str, memory: &Mem0Memory) -> Vec<Value> {
    let text = |text: &Option<String>| text.iter().map(|text| Value::from(text.as_str())).collect();
    match name {
        "user_id" => vec![memory.user_id.as_str().into()],
        "agent_id" => text(&memory.agent_id),
        "run_id" => text(&memory.run_id),
        "app_id" => text(&memory.app_id),
        "categories" => memory.categories.iter().map(|name| name.as_str().into()).collect(),
        "created_at" => vec![memory.created_at.as_str().into()],
        "updated_at" => vec![memory.updated_at.as_str().into()],
        _ => vec![memory.memory.as_str().into()],
    }
}

/// Whether one of the values is as wanted.
fn compares(there: &[Value], wanted: &Value) -> bool {
    let Some(comparison) = wanted.as_object() else {
        let listed = wanted.as_array().is_some_and(|all| there.iter().any(|value| all.contains(value)));
        return listed || there.contains(wanted) || (wanted == "*" && !there.is_empty());
    };
    comparison.iter().all(|(how, than)| {
        let among = |all: &Value| all.as_array().is_some_and(|all| there.iter().any(|value| all.contains(value)));
        let texts = || there.iter().filter_map(Value::as_str);
        let part = than.as_str().unwrap_or_default();
        let times = |fits: fn(Timestamp, Timestamp) -> bool| {
            let Some(than) = time_of(than) else { return false };
            there.iter().filter_map(time_of).any(|at| fits(at, than))
        };
        match how.as_str() {
            "in" => among(than),
            "eq" => there.contains(than),
            "ne" => !there.contains(than),
            // Of a text a part, of a list one of it.
            "contains" => texts().any(|text| text.contains(part)) || among(than),
            "icontains" => texts().any(|text| text.to_lowercase().contains(&part.to_lowercase())),
            "gt" => times(|at, than| at > than),
            "gte" => times(|at, than| at >= than),
            "lt" => times(|at, than| at < than),
            "lte" => times(|at, than| at <= than),
            _ => false,
        }
    })
}

/// Reads a time: a moment, a day, or seconds since 1970.
fn time_of(value: &Value) -> Option<Timestamp> {
    if let Some(seconds) = value.as_i64() {
        return Some(Timestamp::from_micros(seconds.checked_mul(1_000_000)?));
    }
    let text = value.as_str()?;
    text.parse().ok().or_else(|| format!("{text}T00:00:00Z").parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn memory() -> Mem0Memory {
        Mem0Memory {
            id: "mem_1".into(),
            memory: "Plays the cello".into(),
            hash: String::new(),
            user_id: "alex".into(),
            agent_id: Some("a1".into()),
            run_id: None,
            app_id: None,
            metadata: json!({"topic": "music", "level": 3}),
            categories: vec!["hobbies".into()],
            created_at: "2026-11-14T09:30:00Z".into(),
            updated_at: "2026-11-14T09:30:00Z".into(),
            score: None,
            event: None,
        }
    }

    fn fits(filters: Value) -> bool {
        Filter::read(Some(filters), Whose::default()).unwrap().0.fits(&memory())
    }

    #[test]
    fn what_fits_all_comparisons_is_shown() {
        for filter in [
            json!({"user_id": "alex"}),
            json!({"AND": [{"user_id": "alex"}, {"agent_id": "*"}]}),
            json!({"OR": [{"run_id": "r1"}, {"agent_id": {"in": ["a1", "a2"]}}]}),
            json!({"NOT": [{"run_id": "*"}]}),
            json!({"created_at": {"gte": "2026-11-14", "lt": "2026-11-15"}}),
            json!({"categories": {"contains": "hobbies"}}),
            json!({"keywords": {"icontains": "CELLO"}}),
            json!({"metadata": {"topic": "music", "level": 3}}),
            json!({"memory_ids": ["mem_1"]}),
        ] {
            assert!(fits(filter.clone()), "{filter}");
        }
        for filter in [
            json!({"agent_id": "a2"}),
            json!({"run_id": "*"}),
            json!({"AND": [{"agent_id": "a1"}, {"run_id": "r1"}]}),
            json!({"NOT": [{"agent_id": "a1"}]}),
            json!({"created_at": {"gt": "2026-11-15"}}),
            json!({"metadata": {"topic": "sports"}}),
            json!({"categories": {"in": ["food"]}}),
        ] {
            assert!(!fits(filter.clone()), "{filter}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_and_never_passed_over() {
        for filter in [
            json!({"owner": "x"}),
            json!({"created_at": {"near": "2026"}}),
            json!({"created_at": {"gt": "soon"}}),
            json!({"AND": {"user_id": "alex"}}),
            json!({"OR": [{"user_id": "alex"}, {"user_id": "sam"}]}),
            json!({"user_id": {"in": ["alex", "sam"]}}),
            json!("alex"),
        ] {
            assert!(Filter::read(Some(filter.clone()), Whose::default()).is_err(), "{filter}");
        }
        let named = Whose { user_id: Some("sam".into()), ..Whose::default() };
        assert!(Filter::read(Some(json!({"user_id": "alex"})), named).is_err());
    }
}
