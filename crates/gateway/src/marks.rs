//! Anthropic's marks for caching: how far a client has its prompt cached, and where one of ours may stand.

use serde_json::Value;

/// The most marks that a request may have.
const MOST: usize = 4;

/// The marks of a request.
pub(crate) struct Marks<'v> {
    request: &'v Value,
    /// How many there are, with the one by which a client leaves the choice to the provider.
    many: usize,
}

impl<'v> Marks<'v> {
    pub(crate) fn of(request: &'v Value) -> Marks<'v> {
        let mut all = Vec::new();
        marks_in(request, &mut all);
        Marks { request, many: all.len() }
    }

    /// Returns how many more are allowed.
    pub(crate) fn left(&self) -> usize {
        MOST.saturating_sub(self.many)
    }

    /// Returns the mark by which a client has everything cached up to the end of its request.
    pub(crate) fn automatic(&self) -> Option<&'v Value> {
        self.request.get("cache_control").filter(|mark| mark.is_object())
    }

    /// Whether a message is in what the client has cached: from where it stands, something later is marked.
    pub(crate) fn reach(&self, message: usize) -> bool {
        let mut found = Vec::new();
        let messages = self.request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        messages.iter().skip(message).for_each(|message| marks_in(message, &mut found));
        self.automatic().is_some() || !found.is_empty()
    }

    /// Returns our own, as a member that follows others. What is kept for an hour may not follow what is kept for less, so
    /// it is kept as long as what comes after it.
    pub(crate) fn ours(&self) -> &'static str {
        let mut after = Vec::new();
        marks_in(&self.request["messages"], &mut after);
        after.extend(self.automatic());
        if after.iter().any(|mark| mark["ttl"].as_str() == Some("1h")) {
            ",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}"
        } else {
            ",\"cache_control\":{\"type\":\"ephemeral\"}"
        }
    }
}

fn marks_in<'v>(value: &'v Value, marks: &mut Vec<&'v Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| marks_in(item, marks)),
        Value::Object(members) => {
            for (name, value) in members {
                if name == "cache_control" && value.is_object() {
                    marks.push(value);
                } else {
                    marks_in(value, marks);
                }
            }
        }
        _ => {}
    }
}
