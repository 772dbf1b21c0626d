//! What is counted, and how Prometheus reads it. Numbers only: no name, no word, no id.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{Method, StatusCode};

/// Upper bounds of the buckets of durations, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1.0, 5.0];

/// Upper bounds of the buckets of shares of a window.
const SHARES: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3];

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    counters: BTreeMap<(&'static str, String), u64>,
    histograms: BTreeMap<(&'static str, String), Histogram>,
}

#[derive(Clone)]
struct Histogram {
    bounds: &'static [f64],
    /// One more than there are bounds.
    counts: Vec<u64>,
    sum: f64,
}

impl Histogram {
    fn new(bounds: &'static [f64]) -> Histogram {
        Histogram { bounds, counts: vec![0; bounds.len() + 1], sum: 0.0 }
    }

    fn observe(&mut self, value: f64) {
        let bucket = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.counts[bucket] += 1;
        self.sum += value;
    }

    fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the bound under which a share of everything lies.
    fn quantile(&self, share: f64) -> Option<f64> {
        let total = self.total();
        let wanted = (total as f64 * share).ceil() as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if total > 0 && seen >= wanted {
                return Some(self.bounds.get(bucket).copied().unwrap_or(f64::INFINITY));
            }
        }
        None
    }
}

/// Times by their middle and their ends, in milliseconds: upper bounds.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Latency {
    /// How many there were.
    pub(crate) count: u64,
    /// Half took no longer than this; nothing where it was longer than can be told.
    pub(crate) p50_ms: Option<f64>,
    pub(crate) p95_ms: Option<f64>,
    pub(crate) p99_ms: Option<f64>,
}

impl Metrics {
    /// Counts one more.
    pub(crate) fn count(&self, name: &'static str, labels: &[(&str, &str)]) {
        self.add(name, labels, 1);
    }

    pub(crate) fn add(&self, name: &'static str, labels: &[(&str, &str)], more: u64) {
        *self.lock().counters.entry((name, written(labels))).or_default() += more;
    }

    pub(crate) fn time(&self, name: &'static str, labels: &[(&str, &str)], took: Duration) {
        self.observe(name, labels, &SECONDS, took.as_secs_f64());
    }

    pub(crate) fn share(&self, name: &'static str, share: f64) {
        self.observe(name, &[], &SHARES, share);
    }

    fn observe(&self, name: &'static str, labels: &[(&str, &str)], bounds: &'static [f64], value: f64) {
        let mut counted = self.lock();
        counted.histograms.entry((name, written(labels))).or_insert_with(|| Histogram::new(bounds)).observe(value);
    }

    /// Counts an answered request.
    pub(crate) fn answered(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let status = status.as_u16().to_string();
        // Anybody can make up a method, and each would be counted for ever.
        let known = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::HEAD];
        let method = if known.contains(method) { method.as_str() } else { "other" };
        self.count("cofio_http_requests_total", &[("method", method), ("route", route), ("status", &status)]);
        self.time("cofio_http_request_seconds", &[("method", method), ("route", route)], took);
    }

    /// Returns what a counter stands at, over all its labels.
    pub(crate) fn total(&self, name: &str) -> u64 {
        self.lock().counters.iter().filter(|((known, _), _)| *known == name).map(|(_, count)| count).sum()
    }

    /// Returns what a counter stands at by its labels, as they are written.
    pub(crate) fn by_labels(&self, name: &str) -> BTreeMap<String, u64> {
        let counted = self.lock();
        let fits = counted.counters.iter().filter(|((known, _), _)| *known == name);
        fits.map(|((_, labels), count)| (labels.clone(), *count)).collect()
    }

    /// Returns how long something takes.
    pub(crate) fn latency(&self, name: &str) -> Latency {
        let counted = self.lock();
        let mut all = Histogram::new(&SECONDS);
        for ((known, _), histogram) in &counted.histograms {
            if *known == name {
                for (sum, count) in all.counts.iter_mut().zip(&histogram.counts) {
                    *sum += count;
                }
            }
        }
        let ms = |share| all.quantile(share).filter(|bound| bound.is_finite()).map(|bound| bound * 1_000.0);
        Latency { count: all.total(), p50_ms: ms(0.5), p95_ms: ms(0.95), p99_ms: ms(0.99) }
    }

    /// Writes everything as Prometheus reads it; gauges are asked for just then.
    pub(crate) fn prometheus(&self, gauges: &[(&str, &str, f64)]) -> String {
        let counted = self.lock();
        let mut text = String::new();
        for (name, about, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} gauge\n{name} {value}");
        }
        let mut before = "";
        for ((name, labels), count) in &counted.counters {
            if before != *name {
                let _ = writeln!(text, "# HELP {name} {}\n# TYPE {name} counter", about(name));
                before = name;
            }
            let _ = writeln!(text, "{name}{} {count}", braced(labels, ""));
        }
        for ((name, labels), histogram) in &counted.histograms {
            if before != *name {
                let _ = writeln!(text, "# HELP {name} {}\n# TYPE {name} histogram", about(name));
                before = name;
            }
            let mut seen = 0;
            for (bound, count) in histogram.bounds.iter().zip(&histogram.counts) {
                seen += count;
                let _ = writeln!(text, "{name}_bucket{} {seen}", braced(labels, &format!("le=\"{bound}\"")));
            }
            let all = histogram.total();
            let _ = writeln!(text, "{name}_bucket{} {all}", braced(labels, "le=\"+Inf\""));
            let _ = writeln!(text, "{name}_sum{} {}", braced(labels, ""), histogram.sum);
            let _ = writeln!(text, "{name}_count{} {all}", braced(labels, ""));
        }
        text
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What each of them is.
fn about(name: &str) -> &'static str {
    match name {
        "cofio_http_requests_total" => "Requests by method, route and status.",
        "cofio_http_request_seconds" => "How long requests take.",
        "cofio_search_seconds" => "How long recall takes.",
        "cofio_context_seconds" => "How long composing a context block takes.",
        "cofio_context_window_share" => "The share of the context window that memory takes.",
        "cofio_context_lookups_total" => "Messages by whether anything was looked up for them.",
        "cofio_context_baseline_total" => "Context blocks by whether the baseline was there.",
        "cofio_context_trouble_total" => "Context blocks that came without what should have been looked up.",
        "cofio_writes_total" => "Writes by what became of them.",
        "cofio_tool_calls_total" => "Calls of tools by how they went.",
        "cofio_tool_seconds" => "How long tools take.",
        "cofio_undos_total" => "Operations that were taken back.",
        "cofio_proposals_decided_total" => "Proposals by how they were decided.",
        "cofio_webhook_deliveries_total" => "Changes that webhooks told, by whether they arrived.",
        "cofio_why_total" => "How often somebody asked why.",
        "cofio_learned_total" => "What closing sessions learned, by what became of it.",
        "cofio_gateway_memory_seconds" => "What memory adds to a request through the gateway.",
        "cofio_gateway_answer_seconds" => "How long answers through the gateway take, to their end.",
        "cofio_gateway_degraded_total" => "Requests that went on without memory, by why.",
        "cofio_gateway_not_learned_total" => "Exchanges that could not be recorded.",
        "cofio_gateway_answers_total" => "Answers that were given memories, by whether they named one.",
        "cofio_gateway_memory_tokens_total" => "Tokens of memory that were put into requests.",
        "cofio_model_calls_total" => "Calls of models by how they went.",
        "cofio_model_tokens_total" => "Tokens that models read and wrote.",
        _ => "Counted.",
    }
}

fn written(labels: &[(&str, &str)]) -> String {
    let label = |(name, value): &(&str, &str)| format!("{name}=\"{}\"", value.replace(['"', '\\', '\n'], "_"));
    labels.iter().map(label).collect::<Vec<_>>().join(",")
}

fn braced(labels: &str, more: &str) -> String {
    let all: Vec<&str> = [labels, more].into_iter().filter(|part| !part.is_empty()).collect();
    if all.is_empty() { String::new() } else { format!("{{{}}}", all.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written_as_prometheus_reads_it() {
        let metrics = Metrics::default();
        metrics.count("cofio_writes_total", &[("action", "saved")]);
        metrics.count("cofio_writes_total", &[("action", "saved")]);
        metrics.time("cofio_search_seconds", &[], Duration::from_millis(20));
        let text = metrics.prometheus(&[("cofio_up", "Whether it is.", 1.0)]);
        assert!(text.contains("cofio_up 1\n"), "{text}");
        assert!(text.contains("# TYPE cofio_writes_total counter\ncofio_writes_total{action=\"saved\"} 2\n"), "{text}");
        assert!(text.contains("cofio_search_seconds_bucket{le=\"0.01\"} 0\n"), "{text}");
        assert!(text.contains("cofio_search_seconds_bucket{le=\"0.025\"} 1\n"), "{text}");
        assert!(text.contains("cofio_search_seconds_count 1\n"), "{text}");
        let latency = metrics.latency("cofio_search_seconds");
        assert_eq!((latency.count, latency.p95_ms), (1, Some(25.0)));
    }
}
