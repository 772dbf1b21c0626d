//! Briefs: what is known, compiled for reading. Made from memories and episodes by rules, line by line; every line cites
//! what it rests on, and the same goes in as comes out.
//!
//! A brief is never edited. What is forgotten, hidden or changed since is not shown, whenever the brief was compiled: on
//! the way out every line is held against what would be written now. The next step compiles it again.

mod cascade;
mod erase;
mod lines;
mod sources;
mod view;

use std::collections::BTreeMap;

use cofio_domain::brief::{Brief, BriefKind, BriefLine};
use cofio_domain::domains::DomainName;
use cofio_domain::id::{BriefId, Id};
use cofio_domain::operation::OperationKind;
use cofio_domain::policy::fingerprint::Salt;
use cofio_domain::record::{Belief, Noun, Record, Row, RowRef};
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_domain::vector::TextHash;

use crate::{Engine, Error};

pub(crate) use lines::{DECIDED_LATELY, FOCUS, LEFT_OPEN, said_text};
pub(crate) use sources::Sources;
pub use view::{BriefLineView, BriefView, Compiled};

/// The job that compiles.
pub(crate) const JOB: &str = "compile.briefs";

/// Who compiles without a model. The number goes up when the same memories come out otherwise.
const RULES: &str = "rules 1";

/// Which brief: what it is about, and the area of life where it is about one.
pub(crate) type Topic = (BriefKind, Option<DomainName>);

impl Engine {
    /// Compiles the briefs of a person anew, as far as they would say something else.
    pub fn compile(&self, space: &SpaceHandle) -> Result<Compiled, Error> {
        self.compile_as_of(space, self.now())
    }

    /// The same for another time.
    pub(crate) fn compile_as_of(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Compiled, Error> {
        self.until_settled(|| {
            self.may_write(space)?;
            let sources = Sources::read(self, space, as_of)?;
            let known = self.briefs_believed(space)?;
            let salt = sources.book.state.salt;
            let mut commit = self.commit_of(space, OperationKind::Compile);
            commit.guards.push(sources.book.guard());
            let mut unchanged = 0;
            let mut written = Vec::new();
            let wanted = lines::written(&sources);
            for (topic, lines) in &wanted {
                let there = known.get(topic);
                if there.is_some_and(|record| record.body.lines == *lines) {
                    unchanged += 1;
                    continue;
                }
                let brief = Brief {
                    id: id_of(space, salt, topic),
                    user: space.user(),
                    kind: topic.0,
                    domain: topic.1.clone(),
                    version: there.map_or(1, |record| record.body.version + 1),
                    lines: lines.clone(),
                    compiler: RULES.into(),
                    input: input_of(salt, lines),
                };
                commit.retire.extend(there.map(|record| RowRef { noun: Noun::Brief, seq: record.seq }));
                written.push(BriefView::of(&brief, commit.at, &brief.lines));
                commit.record.push(brief.into());
            }
            // What calibration wrote is its own.
            let over =
                known.iter().filter(|(topic, _)| topic.0 != BriefKind::Thresholds && !wanted.contains_key(*topic));
            let over: Vec<RowRef> = over.map(|(_, record)| RowRef { noun: Noun::Brief, seq: record.seq }).collect();
            let dropped = over.len();
            commit.retire.extend(over);
            let changes = !commit.retire.is_empty() || !commit.record.is_empty();
            let op_id = if changes { Some(self.commit(space, commit)?.operation.id) } else { None };
            let op_id = op_id.filter(|_| !self.settings.dry_run);
            Ok(Compiled { op_id, written, unchanged, dropped, dry_run: self.settings.dry_run })
        })
    }

    /// Returns what would be compiled now, whenever it was last done.
    pub(crate) fn compiled_now(&self, space: &SpaceHandle) -> Result<BTreeMap<Topic, Vec<BriefLine>>, Error> {
        Ok(lines::written(&Sources::read(self, space, self.now())?))
    }

    /// Returns whether compiling would change anything.
    pub(crate) fn is_worth_compiling(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<bool, Error> {
        let known = self.briefs_believed(space)?;
        let wanted = lines::written(&Sources::read(self, space, as_of)?);
        let same = |(topic, lines): (&Topic, &Vec<BriefLine>)| {
            known.get(topic).is_some_and(|record| record.body.lines == *lines)
        };
        let compiled = known.keys().filter(|topic| topic.0 != BriefKind::Thresholds).count();
        Ok(compiled != wanted.len() || !wanted.iter().all(same))
    }

    /// Returns the briefs of this person that are believed now.
    pub(crate) fn briefs_believed(&self, space: &SpaceHandle) -> Result<BTreeMap<Topic, Record<Brief>>, Error> {
        let rows = self.store.rows(space, Noun::Brief, Belief::Now)?.records.into_iter();
        Ok(rows
            .filter_map(|record| match record.body.clone() {
                Row::Brief(brief) if brief.user == space.user() => {
                    Some(((brief.kind, brief.domain.clone()), record.map(|_| *brief)))
                }
                _ => None,
            })
            .collect())
    }

    /// Returns the briefs as they may be shown: without any line that would not be written now.
    pub fn briefs(&self, space: &SpaceHandle) -> Result<Vec<BriefView>, Error> {
        let known = self.briefs_believed(space)?;
        if known.is_empty() {
            return Ok(Vec::new());
        }
        let sources = Sources::read(self, space, self.now())?;
        let mut views = Vec::new();
        for (topic, record) in known {
            let is_on = topic.1.as_ref().is_none_or(|domain| sources.book.is_on(domain));
            if !is_on {
                continue;
            }
            let lines = lines::still_said(&sources, &record.body);
            if !lines.is_empty() {
                views.push(BriefView::of(&record.body, record.recorded_at, &lines));
            }
        }
        Ok(views)
    }

    /// Returns the briefs that somebody names: by what they are about, or by their domain.
    pub fn briefs_about(&self, space: &SpaceHandle, which: &str) -> Result<Vec<BriefView>, Error> {
        let wanted = which.trim().to_lowercase().replace([' ', '-'], "_");
        let fits = |view: &BriefView| {
            let domain = view.domain.as_ref().is_some_and(|domain| domain.as_str() == which.trim());
            view.kind.word() == wanted || domain
        };
        let found: Vec<BriefView> = self.briefs(space)?.into_iter().filter(fits).collect();
        if found.is_empty() { Err(Error::not_found("brief", which.trim())) } else { Ok(found) }
    }
}

/// A brief keeps its id, whoever compiles it and however often.
pub(crate) fn id_of(space: &SpaceHandle, salt: Salt, (kind, domain): &Topic) -> BriefId {
    let domain = domain.as_ref().map_or("", DomainName::as_str);
    let TextHash(bytes) = TextHash::of(salt, &format!("brief {} {kind} {domain}", space.user()));
    BriefId::from_bits(u128::from_be_bytes(bytes))
}

/// What a brief was made from, as a hash.
pub(crate) fn input_of(salt: Salt, lines: &[BriefLine]) -> [u8; 16] {
    let told: Vec<String> =
        lines.iter().map(|line| format!("{:?} {} {}", line.cites, line.section, line.text)).collect();
    TextHash::of(salt, &told.join("\n")).0
}
