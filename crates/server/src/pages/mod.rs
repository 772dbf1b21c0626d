//! What is there to look at: a page that says how it is, the documentation, and whether it is alive.

mod docs;
mod health;
mod home;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .routes(routes!(home::home))
        .routes(routes!(home::style))
        .routes(routes!(docs::docs))
        .routes(routes!(docs::document))
        .routes(routes!(docs::document_in_its_place))
}

/// Text as it stands in a page.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A whole page.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><link rel=\"stylesheet\" href=\"/style.css\"></head>\n\
         <body><main>\n{body}\n</main></body>\n</html>\n",
        escaped(title)
    )
}
