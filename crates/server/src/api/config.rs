//! `config`: how everything is set, for the owner of the server. Only what is safe to change from afar is changed here.

use std::collections::BTreeMap;

use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Body;
use crate::api::rules::must_be_owner;
use crate::app::App;
use crate::caller::{Admin, Caller};
use crate::host::{NotSet, SettingView};
use crate::problem::{Problem, ProblemBody};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show, change))
}

/// How everything is set.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Settings {
    items: Vec<SettingView>,
}

/// Show every setting, with where it was set
#[utoipa::path(get, path = "/api/v1/config", tag = "rules",
    responses((status = 200, description = "Every setting", body = Settings), (status = "4XX", description = "Not shown", body = ProblemBody)))]
pub(crate) async fn show(caller: Caller<Admin>) -> Result<Json<Settings>, Problem> {
    must_be_owner(&caller)?;
    Ok(Json(Settings { items: caller.app.host.settings() }))
}

/// What to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"settings": {"policy.profile": "confirm", "learning.paused": null}}))]
pub(crate) struct Setting {
    /// Values by name; `null` takes one out of the file, so that the default counts again.
    #[schema(value_type = BTreeMap<String, Value>)]
    settings: BTreeMap<String, Value>,
}

/// Change settings in the owner's file
///
/// All of them or none; they count from the next start on. What says where memories are kept, where words are sent, or
/// with which key, is not changed here: `cofio config set`.
#[utoipa::path(patch, path = "/api/v1/config", tag = "rules", request_body = Setting,
    params(("dry_run" = Option<bool>, Query, description = "Only say whether they would be taken")),
    responses((status = 200, description = "Every setting as it is now", body = Settings), (status = "4XX", description = "Not done", body = ProblemBody)))]
pub(crate) async fn change(caller: Caller<Admin>, Body(setting): Body<Setting>) -> Result<Json<Settings>, Problem> {
    must_be_owner(&caller)?;
    let (host, dry_run) = (std::sync::Arc::clone(&caller.app.host), caller.is_dry_run());
    let _turn = caller.app.turns.take().await;
    let outcome = caller
        .ask(move |_, _| {
            let check = setting.settings.iter().try_for_each(|(name, value)| host.check_setting(name, value));
            if dry_run || check.is_err() {
                return Ok(check);
            }
            Ok(setting.settings.iter().try_for_each(|(name, value)| host.change_setting(name, value)))
        })
        .await?;
    outcome.map_err(|error| match error {
        NotSet::Unknown(name) => Problem::not_found("setting", &name),
        NotSet::Closed(name) => Problem::forbidden(format!("{name} is not changed from afar"))
            .fixed_by(format!("on the machine itself: cofio config set {name} VALUE")),
        NotSet::Wrong(why) => Problem::field("settings", why),
        NotSet::Failed(why) => Problem::broken(&why),
    })?;
    Ok(Json(Settings { items: caller.app.host.settings() }))
}
