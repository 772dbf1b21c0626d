//! Whether an answer is as the document says: nothing missing, nothing that is not in it.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::Value;

use super::Answer;

/// The document, as shapes to compare with.
pub struct Shapes {
    document: Value,
}

impl Shapes {
    pub fn read() -> Shapes {
        Shapes { document: serde_json::to_value(cofio_server::document()).unwrap() }
    }

    /// Fails where an answer is not as the document says.
    pub fn check(&self, method: &Method, path: &str, answer: &Answer) {
        let path = path.split('?').next().unwrap();
        let Some(operation) = self.operation(method, path) else {
            assert!(matches!(answer.status.as_u16(), 403..=405), "{method} {path} is not described: {}", answer.text);
            return;
        };
        let status = answer.status.as_u16();
        // What is wrong before anybody knows which route it is, is the same everywhere.
        let responses = &operation["responses"];
        let response = [status.to_string(), format!("{}XX", status / 100)]
            .iter()
            .find_map(|name| responses.get(name))
            .or_else(|| (status >= 400).then_some(&Value::Null));
        let response = response.unwrap_or_else(|| panic!("{method} {path} says nothing of {status}: {}", answer.text));
        let contents = ["/content/application~1json/schema", "/content/application~1problem+json/schema"];
        let Some(schema) = contents.into_iter().find_map(|content| response.pointer(content)) else { return };
        if let Err(wrong) = self.fits(schema, &answer.body, "") {
            panic!("{method} {path} {status} is not as described: {wrong}\n{}", answer.text);
        }
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Value> {
        let wanted: Vec<&str> = path.split('/').collect();
        let fits = |template: &str| {
            let parts: Vec<&str> = template.split('/').collect();
            parts.len() == wanted.len()
                && parts
                    .iter()
                    .zip(&wanted)
                    .all(|(part, word)| part == word || (part.starts_with('{') && !word.is_empty()))
        };
        let paths = self.document["paths"].as_object().unwrap();
        // A route that names every part goes before one that leaves some open.
        let found = paths.get_key_value(path).or_else(|| paths.iter().find(|(template, _)| fits(template)));
        found.and_then(|(_, methods)| methods.get(method.as_str().to_ascii_lowercase()))
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(path) => {
                self.resolved(self.document.pointer(&path[1..]).unwrap_or_else(|| panic!("{path} is nowhere")))
            }
            None => schema,
        }
    }

    /// The properties of a schema and what it is made of, and which of them must be there.
    fn properties<'a>(
        &'a self,
        schema: &'a Value,
        found: &mut Vec<(&'a str, &'a Value)>,
        needed: &mut BTreeSet<&'a str>,
    ) {
        let schema = self.resolved(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.properties(part, found, needed);
        }
        found
            .extend(schema["properties"].as_object().into_iter().flatten().map(|(name, shape)| (name.as_str(), shape)));
        needed.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let schema = self.resolved(schema);
        for choice in ["oneOf", "anyOf"] {
            if let Some(shapes) = schema[choice].as_array() {
                let tried: Vec<_> = shapes.iter().map(|shape| self.fits(shape, value, at)).collect();
                if tried.iter().any(Result::is_ok) {
                    return Ok(());
                }
                let wrong: Vec<String> = tried.into_iter().filter_map(Result::err).collect();
                return Err(format!("{at}: none of its shapes: {}", wrong.join(" | ")));
            }
        }
        let (mut known, mut needed) = (Vec::new(), BTreeSet::new());
        self.properties(schema, &mut known, &mut needed);
        if !known.is_empty() {
            return self.fits_object(&known, &needed, value, at);
        }
        if !is_of_type(&schema["type"], value) {
            return Err(format!("{at}: {value} is no {}", schema["type"]));
        }
        if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
            for (place, item) in values.iter().enumerate() {
                self.fits(items, item, &format!("{at}/{place}"))?;
            }
        }
        if let (Some(shape), Some(fields)) = (schema.get("additionalProperties"), value.as_object()) {
            for (name, field) in fields {
                self.fits(shape, field, &format!("{at}/{name}"))?;
            }
        }
        Ok(())
    }

    fn fits_object(
        &self,
        known: &[(&str, &Value)],
        needed: &BTreeSet<&str>,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Err(format!("{at}: {value} is no object")) };
        if let Some(name) = needed.iter().find(|name| !fields.contains_key(**name)) {
            return Err(format!("{at}: {name} is missing"));
        }
        for (name, field) in fields {
            let Some((_, shape)) = known.iter().find(|(known, _)| known == name) else {
                return Err(format!("{at}: {name} is not described"));
            };
            self.fits(shape, field, &format!("{at}/{name}"))?;
        }
        Ok(())
    }
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(|kind| is_of_type(kind, value)),
        // Where a thing of any shape is meant, the document says object.
        Value::String(kind) => match kind.as_str() {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => !value.is_null(),
            other => panic!("{other} is no type"),
        },
        _ => false,
    }
}
