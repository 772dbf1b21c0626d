//! `review`: the cards a person might want to look at, and what they say to them.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use cofio_engine::{Answer, Deck};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::memories::told;
use crate::app::App;
use crate::caller::{Caller, Read, Write};
use crate::problem::{Problem, ProblemBody};
use crate::schema;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(deck)).routes(routes!(answer)).routes(routes!(end))
}

/// The deck, and whether it is time for it.
#[derive(Debug, Serialize)]
pub(crate) struct Offered {
    #[serde(flatten)]
    deck: Deck,
    offered: bool,
}

/// Lay out the cards that are worth a look
#[utoipa::path(get, path = "/api/v1/review", tag = "review",
    responses((status = 200, description = "The cards, in order", body = schema::Deck), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn deck(caller: Caller<Read>) -> Result<Json<Offered>, Problem> {
    caller.sees_everything()?;
    let offered = caller
        .ask(|engine, space| {
            Ok(Offered { offered: engine.review_offer(space)?.is_some(), deck: engine.review(space)? })
        })
        .await?;
    Ok(Json(offered))
}

/// What the person says to a card.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"answer": "keep"}))]
pub(crate) struct Said {
    /// `keep`, `edit` or `wrong`. To skip a card, say nothing.
    answer: String,
    /// The words it should have, for `edit`.
    content: Option<String>,
}

/// Answer a card
#[utoipa::path(post, path = "/api/v1/review/{card}", tag = "review", request_body = Said, params(("card" = String, Path, description = "The id of the card")),
    responses((status = 200, description = "What became of it", body = schema::Written), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn answer(
    caller: Caller<Write>,
    Path(card): Path<String>,
    Body(said): Body<Said>,
) -> Result<Response, Problem> {
    let answer = match (said.answer.as_str(), said.content) {
        ("keep", None) => Answer::Keep,
        ("wrong", None) => Answer::Wrong,
        ("edit", Some(words)) if !words.trim().is_empty() => Answer::Edit(words),
        ("edit", _) => return Err(Problem::field("content", "say in which words")),
        ("keep" | "wrong", Some(_)) => return Err(Problem::field("content", "only with `edit`")),
        _ => return Err(Problem::field("answer", "keep, edit or wrong")),
    };
    let written = caller.change(move |engine, space| engine.answer_card(space, &card, &answer)).await?;
    Ok(told(&caller.app, written))
}

/// How far somebody got.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Ended {
    /// How many cards were looked at; none is "not now".
    seen: usize,
}

/// Say that the deck was gone through, or that now is not the time
///
/// It is offered again in a month, or when much has changed.
#[utoipa::path(post, path = "/api/v1/review:end", tag = "review", request_body = Ended,
    responses((status = 204, description = "Noted"), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn end(caller: Caller<Write>, Body(ended): Body<Ended>) -> Result<StatusCode, Problem> {
    caller.sees_everything()?;
    caller.change(move |engine, space| engine.end_review(space, ended.seen)).await?;
    Ok(StatusCode::NO_CONTENT)
}
