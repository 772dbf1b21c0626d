//! Versions of memories.

use cofio_domain::memory::{Claim, Task, Version};
use cofio_domain::policy::fingerprint::{Fingerprint, Salt};
use cofio_domain::ports::StoreError;
use cofio_domain::record::Noun;
use cofio_domain::time::Window;

use crate::columns::{Columns, Fields};
use crate::table::Table;

/// The table of versions.
pub(crate) struct VersionTable;

impl Table for VersionTable {
    type Body = Version;
    const NOUN: Noun = Noun::Version;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "memory",
        "n",
        "kind",
        "authority",
        "domain",
        "key",
        "value_json",
        "content",
        "summary",
        "body",
        "tags",
        "importance",
        "confidence",
        "tier",
        "status",
        "source",
        "evidence_type",
        "grounding",
        "retention",
        "valid_from",
        "valid_until",
        "expires_at",
        "confirmed_at",
        "last_confirmed_at",
        "superseded_by",
        "actor",
        "app",
        "project",
        "visibility",
        "task_state",
        "due_at",
        "next_step",
        "flags",
        "fingerprint",
    ];

    fn write(version: &Version, columns: &mut Columns) {
        let claim = &version.claim;
        let task = claim.task.as_ref();
        columns
            .id(version.id)
            .id(version.memory)
            .integer(version.n)
            .text(claim.kind.word())
            .text(claim.authority.word())
            .text(claim.domain.as_str())
            .optional_text(claim.key.as_deref())
            .optional_text(claim.value.as_ref().map(ToString::to_string))
            .text(claim.content.as_str())
            .optional_text(claim.summary.as_deref())
            .optional_text(claim.body.as_deref())
            .json(&claim.tags)
            .real(claim.importance)
            .optional_real(claim.confidence)
            .text(claim.tier.word())
            .text(version.status.word())
            .text(claim.source.word())
            .text(claim.evidence_type.word())
            .text(claim.grounding.word())
            .text(claim.retention.word())
            .time(version.window.from)
            .optional_time(version.window.until)
            .optional_time(claim.expires_at)
            .optional_time(version.confirmed_at)
            .optional_time(version.last_confirmed_at)
            .optional_id(version.superseded_by)
            .text(version.actor.to_string())
            .optional_text(claim.app.as_deref())
            .optional_id(claim.project)
            .text(claim.visibility.word())
            .optional_text(task.map(|task| task.state.word()))
            .optional_time(task.and_then(|task| task.due_at))
            .optional_text(task.and_then(|task| task.next_step.as_deref()))
            .json(&claim.flags);
    }

    fn read(fields: &mut Fields<'_>) -> Result<Version, StoreError> {
        let (id, memory, n) = (fields.id("id")?, fields.id("memory")?, fields.number("n")?);
        let (kind, authority, domain) = (fields.word("kind")?, fields.word("authority")?, fields.word("domain")?);
        let (key, value) = (fields.optional_text("key")?, fields.optional_json("value_json")?);
        let content = fields.text("content")?;
        let (summary, body) = (fields.optional_text("summary")?, fields.optional_text("body")?);
        let tags = fields.json("tags")?;
        let (importance, confidence) = (fields.real("importance")?, fields.optional_real("confidence")?);
        let (tier, status) = (fields.word("tier")?, fields.word("status")?);
        let (source, evidence_type) = (fields.word("source")?, fields.word("evidence_type")?);
        let (grounding, retention) = (fields.word("grounding")?, fields.word("retention")?);
        let window = Window { from: fields.time("valid_from")?, until: fields.optional_time("valid_until")? };
        let expires_at = fields.optional_time("expires_at")?;
        let confirmed_at = fields.optional_time("confirmed_at")?;
        let last_confirmed_at = fields.optional_time("last_confirmed_at")?;
        let superseded_by = fields.optional_id("superseded_by")?;
        let (actor, app) = (fields.word("actor")?, fields.optional_text("app")?);
        let (project, visibility) = (fields.optional_id("project")?, fields.word("visibility")?);
        let state = fields.optional_word("task_state")?;
        let (due_at, next_step) = (fields.optional_time("due_at")?, fields.optional_text("next_step")?);
        let flags = fields.json("flags")?;

        let claim = Claim {
            content,
            summary,
            body,
            kind,
            authority,
            domain,
            key,
            value,
            tags,
            importance,
            confidence,
            tier,
            source,
            evidence_type,
            grounding,
            retention,
            expires_at,
            project,
            visibility,
            app,
            task: state.map(|state| Task { state, due_at, next_step }),
            flags,
        };
        Ok(Version { id, memory, n, claim, window, status, superseded_by, confirmed_at, last_confirmed_at, actor })
    }
}

/// Writes the last column: what the words hash to in their space. It is not part of what is read back.
pub(super) fn fingerprint(salt: Salt, version: &Version, columns: &mut Columns) {
    columns.blob(&Fingerprint::of(salt, &version.claim.content).0);
}
