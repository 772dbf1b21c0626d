//! Sending what is told about the server to a collector of OpenTelemetry's, where the person who runs it names one in the
//! environment, as for any other program: `OTEL_EXPORTER_OTLP_ENDPOINT` and its like. Otherwise nothing is sent anywhere.

use std::time::Duration;

use opentelemetry::global;
use opentelemetry_otlp::{ExporterBuildError, MetricExporter, SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;

use crate::exit::Failure;

/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What sends it. Whatever is still waiting is sent when it is closed.
pub(super) struct Telemetry {
    traces: SdkTracerProvider,
    metrics: SdkMeterProvider,
}

impl Telemetry {
    /// Begins, if a collector is named.
    pub(super) fn begin() -> Result<Option<Telemetry>, Failure> {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let named = ["", "_TRACES", "_METRICS"].iter().any(|of| set(&format!("OTEL_EXPORTER_OTLP{of}_ENDPOINT")));
        let disabled = std::env::var("OTEL_SDK_DISABLED").is_ok_and(|value| value.eq_ignore_ascii_case("true"));
        if !named || disabled {
            return Ok(None);
        }
        let built = Telemetry::to_collector();
        let telemetry = built.map_err(|error| {
            Failure::usage(format!("the collector in OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: {error}"))
        })?;
        global::set_tracer_provider(telemetry.traces.clone());
        global::set_meter_provider(telemetry.metrics.clone());
        global::set_text_map_propagator(TraceContextPropagator::new());
        Ok(Some(telemetry))
    }

    fn to_collector() -> Result<Telemetry, ExporterBuildError> {
        // Somebody may have chosen one already; then theirs counts.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::blocking::Client::builder().timeout(PATIENCE).redirect(reqwest::redirect::Policy::none());
        let client = client.build().map_err(|error| ExporterBuildError::InternalFailure(error.to_string()))?;
        let spans = SpanExporter::builder().with_http().with_http_client(client.clone()).build()?;
        let measures = MetricExporter::builder().with_http().with_http_client(client).build()?;
        // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` go before what is said here.
        let named = std::env::var_os("OTEL_SERVICE_NAME").is_some();
        let resource = if named { Resource::builder() } else { Resource::builder().with_service_name("cofio") };
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = resource.with_attribute(version).build();
        Ok(Telemetry {
            traces: SdkTracerProvider::builder().with_resource(resource.clone()).with_batch_exporter(spans).build(),
            metrics: SdkMeterProvider::builder().with_resource(resource).with_periodic_exporter(measures).build(),
        })
    }

    /// Sends what is still waiting.
    pub(super) fn close(self) {
        for closed in [self.traces.shutdown_with_timeout(PATIENCE), self.metrics.shutdown_with_timeout(PATIENCE)] {
            if let Err(error) = closed {
                tracing::warn!("the last of what is told to the collector was not sent: {error}");
            }
        }
    }
}
