//! The same arithmetic as plainly as it can be written: nested loops in `f64`, no rounding to bytes, one text at a time.

use serde_json::Value;

use super::random::Tensors;

type Rows = Vec<Vec<f64>>;

/// Returns the pooled vector of one text, before any output layer.
pub fn pooled(header: &Value, tensors: &Tensors, ids: &[usize], types: &[usize]) -> Vec<f64> {
    let size = |name: &str| header[name].as_u64().unwrap_or(0) as usize;
    let (width, heads) = (size("width"), size("heads"));
    let row = |name: &str, index: usize| -> Vec<f64> {
        let (shape, numbers) = &tensors[name];
        numbers[index * shape[1]..][..shape[1]].iter().map(|number| f64::from(*number)).collect()
    };
    let mut tokens: Rows = Vec::new();
    for (position, (id, of_type)) in ids.iter().zip(types).enumerate() {
        let mut token = row("word", *id);
        if tensors.contains_key("up.weight") {
            token = linear(tensors, "up", &token);
        }
        let (position, of_type) = (row("position", position), row("type", *of_type));
        let sum: Vec<f64> = (0..width).map(|index| token[index] + position[index] + of_type[index]).collect();
        tokens.push(norm(tensors, "ln", &sum));
    }
    for layer in 0..size("layers") {
        let name = |part: &str| format!("layer.{layer}.{part}");
        let looks: Rows = tokens.iter().map(|token| linear(tensors, &name("qkv"), token)).collect();
        let seen = attention(&looks, width, heads);
        for (token, seen) in tokens.iter_mut().zip(seen) {
            *token = norm(tensors, &name("ln1"), &add(token, &linear(tensors, &name("o"), &seen)));
            let thought: Vec<f64> = linear(tensors, &name("up"), token).into_iter().map(gelu).collect();
            *token = norm(tensors, &name("ln2"), &add(token, &linear(tensors, &name("down"), &thought)));
        }
    }
    if header["pooling"] == "cls" {
        return tokens.swap_remove(0);
    }
    (0..width).map(|index| tokens.iter().map(|token| token[index]).sum::<f64>() / tokens.len() as f64).collect()
}

/// Brings a vector to length one.
pub fn unit(vector: &[f64]) -> Vec<f64> {
    let length = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
    vector.iter().map(|value| value / length).collect()
}

/// Applies a layer, with what it adds if it adds anything.
pub fn linear(tensors: &Tensors, name: &str, input: &[f64]) -> Vec<f64> {
    let (shape, weights) = &tensors[&format!("{name}.weight")];
    let bias = tensors.get(&format!("{name}.bias")).map(|(_, bias)| bias);
    let output = |row: usize| {
        let weights = &weights[row * shape[1]..][..shape[1]];
        let sum: f64 = weights.iter().zip(input).map(|(weight, value)| f64::from(*weight) * value).sum();
        sum + bias.map_or(0.0, |bias| f64::from(bias[row]))
    };
    (0..shape[0]).map(output).collect()
}

fn add(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one + other).collect()
}

fn norm(tensors: &Tensors, name: &str, values: &[f64]) -> Vec<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let (weight, bias) = (&tensors[&format!("{name}.weight")].1, &tensors[&format!("{name}.bias")].1);
    let scaled = |(index, value): (usize, &f64)| {
        (value - mean) / (variance + 1e-12).sqrt() * f64::from(weight[index]) + f64::from(bias[index])
    };
    values.iter().enumerate().map(scaled).collect()
}

fn attention(looks: &Rows, width: usize, heads: usize) -> Rows {
    let size = width / heads;
    let mut seen = vec![vec![0.0; width]; looks.len()];
    for head in 0..heads {
        let part = |row: &[f64], of: usize| row[of * width + head * size..][..size].to_vec();
        for (look, seen) in looks.iter().zip(&mut seen) {
            let query = part(look, 0);
            let score = |other: &Vec<f64>| {
                let dot: f64 = query.iter().zip(part(other, 1)).map(|(one, other)| one * other).sum();
                (dot / (size as f64).sqrt()).exp()
            };
            let weights: Vec<f64> = looks.iter().map(score).collect();
            let total: f64 = weights.iter().sum();
            for (weight, other) in weights.iter().zip(looks) {
                for (index, value) in part(other, 2).into_iter().enumerate() {
                    seen[head * size + index] += weight / total * value;
                }
            }
        }
    }
    seen
}

/// x times the share of the normal distribution below x, by adding up the series of erf.
pub fn gelu(x: f64) -> f64 {
    let z = (x / std::f64::consts::SQRT_2).abs().min(6.0);
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= -z * z / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    let erf = (2.0 / std::f64::consts::PI.sqrt() * sum).clamp(-1.0, 1.0).copysign(x);
    x * 0.5 * (1.0 + erf)
}
