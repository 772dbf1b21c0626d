//! Telling a client that something it reads may have changed.

use std::time::Duration;

use rmcp::service::SubscriptionContext;

use crate::caller::Caller;

/// How often is looked for what other processes wrote.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// Tells of changes until the client has had enough. What a resource says depends on everything in the space, so any
/// change there counts.
pub(crate) async fn listen(caller: &Caller, context: &SubscriptionContext) {
    let place = || caller.ask(|caller| caller.engine.place(&caller.space));
    let mut seen = place().await.ok();
    loop {
        tokio::select! {
            () = context.cancelled() => return,
            () = caller.around.written() => {}
            () = tokio::time::sleep(LOOK_AGAIN) => {}
        }
        let now = place().await.ok();
        if now == seen {
            continue;
        }
        seen = now;
        for uri in context.accepted().resource_subscriptions.iter().flatten() {
            if context.sink().notify_resource_updated(uri.clone()).await.is_err() {
                return;
            }
        }
    }
}
