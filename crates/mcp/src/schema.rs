//! Schemas as clients like them: one type a field, no references, nothing that a model would read in vain.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// Returns the schema of what a tool takes.
pub(crate) fn of<T: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    simplify(&mut schema);
    let Value::Object(mut object) = schema else { return JsonObject::new() };
    for unread in ["$schema", "title", "description"] {
        object.remove(unread);
    }
    // Some clients want it even where there is nothing in it.
    object.entry("properties").or_insert_with(|| json!({}));
    object
}

/// Takes out what says that something may be left out: that it is not required says so already.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Array(types)) = object.get("type")
                && let [one, Value::String(null)] = types.as_slice()
                && null == "null"
            {
                let one = one.clone();
                object.insert("type".into(), one);
            }
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
            if object.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("uint")) {
                object.remove("format");
            }
            object.values_mut().for_each(simplify);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify),
        _ => {}
    }
}

/// Reads a schema that is written down.
pub(crate) fn written(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// The schema of one of these words.
pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> schemars::Schema {
    let words: Vec<&str> = words.into_iter().collect();
    schemars::json_schema!({ "type": "string", "enum": words })
}

/// The schema of the kinds of memories.
pub(crate) fn kinds(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    one_of(cofio_domain::axes::Kind::ALL.iter().map(|kind| kind.word()))
}

/// What a memory looks like.
pub(crate) fn memory() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "content": {"type": "string"},
            "kind": {"type": "string"},
            "domain": {"type": "string"},
            "authority": {"type": "string", "description": "hard is a rule to respect, soft informs judgment"},
            "sure": {"type": "string", "description": "the user said, sure, fairly sure or maybe"},
            "status": {"type": "string"},
            "since": {"type": "string"},
        },
        "required": ["id", "content", "kind", "domain", "sure", "status"],
    })
}

/// What every write comes to.
pub(crate) fn write() -> JsonObject {
    let maybe_memory = json!({"anyOf": [memory(), {"type": "null"}]});
    written(json!({
        "type": "object",
        "properties": {
            "message": {"type": "string", "description": "what became of it, to tell the user"},
            "event": {
                "type": "object",
                "properties": {
                    "op_id": {"type": ["string", "null"], "description": "for undo"},
                    "action": {"type": "string"},
                    "memory": maybe_memory,
                    "before": memory(),
                    "reason": {"type": "string"},
                    "takes_effect": {"type": "string"},
                    "undo_until": {"type": ["string", "null"]},
                    "ask_domain": {"type": "string"},
                    "made": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["op_id", "action", "memory", "reason"],
            },
        },
        "required": ["message", "event"],
    }))
}
