//! A caller: somebody who may, in a space that is theirs. The only way from a request to the engine.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Query};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use cofio_domain::domains::DomainName;
use cofio_domain::id::UserId;
use cofio_domain::key::Scope;
use cofio_domain::space::{SpaceHandle, User};
use cofio_domain::time::Timestamp;
use cofio_engine::{Engine, Error, Settings};
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Principal, Via};
use crate::once::CameAt;
use crate::problem::Problem;

/// What a caller must be allowed.
pub(crate) trait Needs: Send + Sync + 'static {
    const SCOPE: Scope;
}

macro_rules! needs {
    ($($(#[$doc:meta])* $name:ident = $scope:ident;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Needs for $name {
            const SCOPE: Scope = Scope::$scope;
        }
    )+};
}

needs! {
    /// Reading.
    Read = Read;
    /// Saving and changing.
    Write = Write;
    /// Forgetting, deleting, erasing.
    Forget = Forget;
    /// Recording what is said.
    Talk = Talk;
    /// Governing.
    Admin = Admin;
}

/// Somebody who may, in a space that is theirs.
pub(crate) struct Caller<N: Needs> {
    pub(crate) app: App,
    pub(crate) principal: Principal,
    pub(crate) user: User,
    pub(crate) space: SpaceHandle,
    /// When the request first came, where it says so.
    pub(crate) came_at: Option<Timestamp>,
    engine: Engine,
    needs: PhantomData<N>,
}

/// What any request may say beside what it asks for.
#[derive(Debug, Default, Deserialize)]
struct Aside {
    space: Option<String>,
    #[serde(default)]
    dry_run: Option<String>,
}

/// Whom to act for, where a key may.
const USER_HEADER: &str = "x-cofio-user";
/// The longest name of somebody who is new here.
const LONGEST_NAME: usize = 100;
/// Which of their spaces to act in.
const SPACE_HEADER: &str = "x-cofio-space";

impl<N: Needs> Caller<N> {
    /// Asks the engine.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Engine, &SpaceHandle) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        let (engine, space) = (self.engine.clone(), self.space.clone());
        self.app.threads.run(move || question(&engine, &space)).await
    }

    /// Has the engine change something, and rings for those who wait for changes.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Engine, &SpaceHandle) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        let done = self.ask(change).await?;
        self.app.written.notify_waiters();
        Ok(done)
    }

    /// Returns whether somebody may be named to act for: by a key that may, or by a program of the owner on this machine,
    /// who could make such a key.
    pub(crate) fn may_act_for_others(&self) -> bool {
        self.principal.may_impersonate || matches!(self.principal.via, Via::ThisMachine | Via::Local)
    }

    /// Returns whether this caller may act for somebody. Without a key anybody on this machine could be asking, so it may
    /// not for those who come in by keys.
    pub(crate) async fn may_act_for(&self, user: UserId) -> Result<bool, Problem> {
        if self.principal.via != Via::ThisMachine {
            return Ok(self.may_act_for_others());
        }
        let engine = self.engine.clone();
        self.app.threads.run(move || Ok::<_, Error>(!engine.has_keys(user)?)).await
    }

    /// Returns whether somebody else was named to act for.
    pub(crate) fn is_acting_for_another(&self) -> bool {
        self.user.id != self.principal.user.id
    }

    /// Acts for somebody by name, in their own space: themselves, or somebody else where that may be.
    pub(crate) async fn acting_for(mut self, name: &str) -> Result<Caller<N>, Problem> {
        let by = Principal { may_impersonate: self.may_act_for_others(), ..self.principal.clone() };
        let user = named_user(&self.app, &self.engine, &by, Some(name.to_owned())).await?;
        if user.id != self.user.id {
            if !self.may_act_for(user.id).await? {
                return Err(Problem::forbidden(format!("{} has keys of their own: show one of them", user.name))
                    .fixed_by("or one made with: cofio key create NAME --may-impersonate"));
            }
            self.space = entered(&self.app, &self.engine, &self.principal, &user, None).await?;
            self.user = user;
        }
        Ok(self)
    }

    /// Lets somebody in outside of a request of their own: for whom, in which space, in which domains only.
    pub(crate) async fn entering(
        app: &App,
        principal: &Principal,
        (named, space, domains): (Option<String>, Option<String>, Option<Arc<BTreeSet<DomainName>>>),
    ) -> Result<Caller<N>, Problem> {
        if !principal.scopes.contains(&N::SCOPE) {
            return Err(Problem::lacks_scope(N::SCOPE.word()));
        }
        let settings = Settings { app: principal.app.clone(), ..app.engine.settings().clone() };
        let engine = app.engine.set_up(settings);
        let user = named_user(app, &engine, principal, named).await?;
        let mut space = entered(app, &engine, principal, &user, space).await?;
        if let Some(domains) = domains {
            space = space.narrowed_to(domains);
        }
        let principal = principal.clone();
        Ok(Caller { app: app.clone(), principal, user, space, came_at: None, engine, needs: PhantomData })
    }

    /// The same somebody, for something else that they may do, too.
    pub(crate) fn also<M: Needs>(&self) -> Option<Caller<M>> {
        self.principal.scopes.contains(&M::SCOPE).then(|| Caller {
            app: self.app.clone(),
            principal: self.principal.clone(),
            user: self.user.clone(),
            space: self.space.clone(),
            came_at: self.came_at,
            engine: self.engine.clone(),
            needs: PhantomData,
        })
    }

    /// Has the engine do something that nobody waits for.
    pub(crate) fn in_background(self, work: impl FnOnce(&Engine, &SpaceHandle) + Send + 'static) {
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || work(&self.engine, &self.space))),
            // The server has ended, and this thread may wait.
            Err(_) => work(&self.engine, &self.space),
        }
    }

    /// Returns the engine for reading what was sent: times, and how it is set up.
    pub(crate) fn reading(&self) -> &Engine {
        &self.engine
    }

    /// Returns whether only some domains may be seen, so that what has no domain may not.
    pub(crate) fn is_narrow(&self) -> bool {
        self.space.domains().is_some()
    }

    /// Fails for an application that was given some domains only: what was said, and what was done, is of all of them.
    pub(crate) fn sees_everything(&self) -> Result<(), Problem> {
        if self.is_narrow() {
            return Err(Problem::forbidden("this key is for some domains only, and this is about all of them"));
        }
        Ok(())
    }

    /// Returns whether nothing is to be changed.
    pub(crate) fn is_dry_run(&self) -> bool {
        self.engine.settings().dry_run
    }
}

impl<N: Needs> FromRequestParts<App> for Caller<N> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if !asking(parts)?.scopes.contains(&N::SCOPE) {
            return Err(Problem::lacks_scope(N::SCOPE.word()));
        }
        let Known { principal, user, space, engine } = known(parts, app).await?;
        let came_at = parts.extensions.get::<CameAt>().map(|CameAt(at)| *at);
        Ok(Caller { app: app.clone(), principal, user, space, came_at, engine, needs: PhantomData })
    }
}

/// Somebody who is known, in a space that is theirs; what they may do there is not looked at yet.
pub(crate) struct Known {
    pub(crate) principal: Principal,
    pub(crate) user: User,
    pub(crate) space: SpaceHandle,
    pub(crate) engine: Engine,
}

fn asking(parts: &Parts) -> Result<Principal, Problem> {
    let known = parts.extensions.get::<Principal>().cloned();
    known.ok_or_else(|| Problem::unauthenticated("nobody is known to be asking"))
}

/// Returns who is asking, whom they act for and where. Whoever calls this looks at scopes before anything is done.
pub(crate) async fn known(parts: &Parts, app: &App) -> Result<Known, Problem> {
    let principal = asking(parts)?;
    // One that cannot be read is not passed over: what was meant for one space would be done in another.
    let Query(aside) =
        Query::<Aside>::try_from_uri(&parts.uri).map_err(|error| Problem::field("query", error.body_text()))?;
    let dry_run = match aside.dry_run.as_deref() {
        None | Some("false" | "0") => false,
        Some("true" | "1" | "") => true,
        Some(_) => return Err(Problem::field("dry_run", "true or false")),
    };
    let settings = Settings { app: principal.app.clone(), dry_run, ..app.engine.settings().clone() };
    let engine = app.engine.set_up(settings);
    let named = header_text(&parts.headers, USER_HEADER)?;
    let space = header_text(&parts.headers, SPACE_HEADER)?.or(aside.space);
    let user = named_user(app, &engine, &principal, named).await?;
    let space = entered(app, &engine, &principal, &user, space).await?;
    Ok(Known { principal, user, space, engine })
}

fn header_text(headers: &HeaderMap, name: &str) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = value.to_str().map_err(|_| Problem::field(name, "it is no plain text"))?;
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Returns whom to act for: the principal, or whoever they name where they may.
async fn named_user(app: &App, engine: &Engine, by: &Principal, named: Option<String>) -> Result<User, Problem> {
    let Some(name) = named.filter(|name| *name != by.user.name && *name != by.user.id.to_string()) else {
        return Ok(by.user.clone());
    };
    if !by.may_impersonate {
        return Err(Problem::forbidden("this caller acts for itself and nobody else")
            .fixed_by("use a key made with: cofio key create NAME --may-impersonate"));
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Problem::field("user", format!("a name has 1 to {LONGEST_NAME} letters, in one line")));
    }
    let engine = engine.clone();
    app.threads
        .run(move || match name.parse::<UserId>() {
            // An id is of somebody who is here, or of nobody.
            Ok(id) => engine.user_by_id(id)?.ok_or(Error::NotFound { what: "user", text: name }),
            Err(_) => engine.guest(&name),
        })
        .await
}

/// Opens the space that is asked for, or the user's own. Where they have no seat, there is no such space.
async fn entered(
    app: &App,
    engine: &Engine,
    by: &Principal,
    user: &User,
    named: Option<String>,
) -> Result<SpaceHandle, Problem> {
    let (engine, user) = (engine.clone(), user.clone());
    let domains = by.domains.clone();
    let space = app
        .threads
        .run(move || match named {
            Some(name) => engine.enter(&user, &name),
            None => engine.personal_space(&user),
        })
        .await?;
    Ok(match domains {
        Some(domains) => space.narrowed_to(Arc::clone(&domains)),
        None => space,
    })
}
