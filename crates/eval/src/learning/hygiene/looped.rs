//! Feeding answers back: a client that records what it put before the model, or a person who pastes it, must not make
//! memory grow.

use std::collections::BTreeSet;

use cofio_domain::event::MessageRole;
use cofio_engine::compose::ContextQuery;

use super::{Held, own};
use crate::learning::life::Life;
use crate::learning::talks::{Spoken, Talk};

/// How many messages of each session are answered and fed back.
const ANSWERED: usize = 3;

/// What feeding back came to.
#[derive(Debug, Default)]
pub struct Fed {
    answers: usize,
    messages: usize,
    /// What is known or waits that was not there before.
    grown: Vec<String>,
}

impl std::fmt::Display for Fed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fed { answers, messages, grown } = self;
        write!(f, "{answers} answers fed back in {messages} messages: grew by {} (must be 0)", grown.len())?;
        grown.iter().take(20).try_for_each(|words| write!(f, "\n  grown: {words}"))
    }
}

impl Fed {
    /// Answers messages of each session, and records the answers with the blocks they came from.
    pub fn feed_back(&mut self, held: &Held) -> anyhow::Result<()> {
        let life = &held.life;
        let before = words_of(life)?;
        for talk in &held.talks {
            let mut messages = Vec::new();
            for said in own(talk).take(ANSWERED) {
                let query = ContextQuery { message: Some(said.to_owned()), ..ContextQuery::default() };
                let block = life.engine.context(&life.space, &query)?.text;
                if block.is_empty() {
                    continue;
                }
                self.answers += 1;
                messages.extend(shapes(&block));
            }
            self.messages += messages.len();
            let at = life.clock.get().plus_minutes(10);
            let spoken = messages.into_iter().enumerate().map(|(place, (role, text))| {
                let at = at.plus_minutes(place as i64);
                Spoken { role, name: None, text, at }
            });
            let again = Talk { name: format!("again/{}", talk.name), messages: spoken.collect() };
            if !again.messages.is_empty() {
                life.hold(&again)?;
            }
        }
        self.grown.extend(words_of(life)?.difference(&before).cloned());
        Ok(())
    }
}

/// The shapes in which a block comes back: from the model, and from whoever quotes, cuts or reformats it.
fn shapes(block: &str) -> Vec<(MessageRole, String)> {
    let half = block.char_indices().nth(block.chars().count() / 2).map_or(block.len(), |(at, _)| at);
    let quoted: String = block.lines().map(|line| format!("> {line}\n")).collect();
    let one_line = block.split_whitespace().collect::<Vec<_>>().join(" ");
    let bold = block.replace("- ", "* ").replace("## ", "**");
    vec![
        (MessageRole::Assistant, format!("{block}\n\nHere is what I would do.")),
        (MessageRole::Tool, block.to_owned()),
        (MessageRole::System, block.to_owned()),
        (MessageRole::User, format!("What is this?\n{block}")),
        (MessageRole::User, quoted),
        (MessageRole::User, block[..half].to_owned()),
        (MessageRole::User, block[half..].to_owned()),
        (MessageRole::User, one_line),
        (MessageRole::User, bold),
        (MessageRole::User, block.replace('<', "&lt;").replace('>', "&gt;")),
    ]
}

/// Everything known and everything that waits.
fn words_of(life: &Life) -> anyhow::Result<BTreeSet<String>> {
    let known = life.known()?.into_iter().map(|view| view.claim.content);
    Ok(known.chain(life.maybes()?.into_iter().map(|view| view.claim.content)).collect())
}
