//! Reads word lists.
//!
//! A command-line tool pays for this on every start. So of each phrase only the words it can begin with are read, and
//! the rest when a text first has one of them; and words are taken as written, in lower case and without accents, which
//! a test checks.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::chains::{Chains, Link};
use super::cursor::Cursor;
use super::tokens::{self, shape};
use super::{
    Hashed, Lexicon, NONE, PREFIX, Phrase, SUFFIX, Section, Weight, Wrong, hash, stem_head,
    stem_tail,
};

/// The classes every word list has, told by a word's form.
pub(super) const SHAPES: [(&str, u8); 4] = [
    ("number", shape::NUMBER),
    ("money", shape::MONEY),
    ("percent", shape::PERCENT),
    ("name", shape::NAME),
];

impl Lexicon {
    /// Reads word lists, one after the other, into one lexicon.
    ///
    /// The lists are part of the crate. A line that cannot be understood is passed over, and a test sees to it that
    /// there is none ([`Lexicon::misread`]).
    pub(crate) fn read(files: &[&'static str]) -> Lexicon {
        let mut lexicon = Lexicon::with_room_for(files.iter().map(|file| file.len()).sum());
        for line in files.iter().flat_map(|file| file.split('\n')) {
            if let Err(why) = lexicon.read_line(line) {
                lexicon.misread.push((line, why));
            }
        }
        lexicon
    }

    fn with_room_for(bytes: usize) -> Lexicon {
        // Measured on the domains' lists: 70 bytes a phrase, 24 for each word that begins one.
        let (phrases, beginnings) = (bytes / 70 + 8, bytes / 24 + 8);
        Lexicon {
            sections: Vec::new(),
            current: 0,
            phrases: Vec::with_capacity(phrases),
            classes: HashMap::with_capacity_and_hasher(beginnings / 4, Hashed::default()),
            class_names: SHAPES.iter().map(|(name, _)| hash(name)).collect(),
            chains: Chains::with_room_for(beginnings),
            class_chains: vec![NONE; SHAPES.len()],
            misread: Vec::new(),
        }
    }

    fn read_line(&mut self, line: &'static str) -> Result<(), Wrong> {
        match line.as_bytes().first() {
            None | Some(b'#') => Ok(()),
            Some(b'[') => self.read_section(line),
            Some(b'@') => self.read_class(line),
            Some(_) => self.read_phrase(line),
        }
    }

    fn read_section(&mut self, line: &'static str) -> Result<(), Wrong> {
        let (name, remark) = line[1..].split_once(']').ok_or("a section ends in `]`")?;
        self.current = self
            .sections
            .iter()
            .position(|known| known.name == name)
            .unwrap_or_else(|| {
                self.sections.push(Section {
                    name,
                    remark: remark.trim(),
                });
                self.sections.len() - 1
            });
        Ok(())
    }

    fn read_class(&mut self, line: &'static str) -> Result<(), Wrong> {
        let mut cursor = Cursor::at_start_of(&line[1..]);
        let (_, name) = cursor.word();
        if !cursor.eat_all(" =") {
            return Err("a class is `@name = words`");
        }
        let class = self
            .class_names
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                self.class_names.push(name);
                self.class_chains.push(NONE);
                self.class_names.len() - 1
            });
        if !(SHAPES.len()..u128::BITS as usize).contains(&class) {
            return Err("the name is taken, or there are too many classes");
        }
        while cursor.eat(b' ') {
            *self.classes.entry(cursor.word().1).or_default() |= 1 << class;
        }
        Ok(())
    }

    /// Returns the number of the class whose name has this hash.
    pub(super) fn class(&self, name: u64) -> Option<u8> {
        let class = self.class_names.iter().position(|known| *known == name)?;
        u8::try_from(class).ok()
    }

    fn read_phrase(&mut self, line: &'static str) -> Result<(), Wrong> {
        let mut cursor = Cursor::at_start_of(line);
        let weight = match cursor.word().0 {
            _ if self.sections.is_empty() => return Err("a phrase needs a section"),
            "1" => Weight::For(1.0),
            "!" => Weight::Mask,
            number => Weight::For(
                number
                    .parse()
                    .map_err(|_| "the weight is a number or `!`")?,
            ),
        };
        cursor.spaces();
        let phrase = u32::try_from(self.phrases.len()).map_err(|_| "too many phrases")?;
        self.phrases.push(Phrase {
            section: self.current,
            weight,
            source: cursor.rest(),
            pattern: OnceLock::new(),
        });
        if cursor.eat(b'^') {
            cursor.spaces();
        }
        if !cursor.eat(b'(') {
            return self.enter(&mut cursor, phrase);
        }
        loop {
            self.enter(&mut cursor, phrase)?;
            if !cursor.next_alternative() {
                let optional = cursor.peek() == Some(b'?');
                return if optional {
                    Err("a phrase cannot begin with what may be missing")
                } else {
                    Ok(())
                };
            }
        }
    }

    /// Enters a phrase under the word that stands at the cursor.
    fn enter(&mut self, cursor: &mut Cursor, phrase: u32) -> Result<(), Wrong> {
        match cursor.peek() {
            Some(b'@') if cursor.eat(b'@') => {
                let class = self.class(cursor.word().1).ok_or("no such class")?;
                let link = Link::to(phrase, cursor.peek() != Some(b'_'));
                self.chains
                    .extend(&mut self.class_chains[usize::from(class)], link);
            }
            Some(b'*') if cursor.eat(b'*') => {
                let tail = stem_tail(cursor.word().0).ok_or("too short for `*`")?;
                self.chains
                    .enter(hash(tail) ^ SUFFIX, Link::to(phrase, false));
            }
            Some(b'.' | b'$' | b'>') => return Err("a phrase begins with a word or a class"),
            _ => match cursor.word() {
                ("", _) => return Err("a phrase begins with a word or a class"),
                (word, _) if cursor.eat(b'*') => {
                    let head = stem_head(word).ok_or("too short for `*`")?;
                    self.chains
                        .enter(hash(head) ^ PREFIX, Link::to(phrase, false));
                }
                (word, _) if tokens::is_spaceless(word) => {
                    let first = word.chars().next().map_or(0, char::len_utf8);
                    self.chains
                        .enter(hash(&word[..first]), Link::to(phrase, false));
                }
                (_, hash) => self
                    .chains
                    .enter(hash, Link::to(phrase, cursor.peek() != Some(b'_'))),
            },
        }
        if cursor.peek() == Some(b'?') {
            return Err("a phrase cannot begin with what may be missing");
        }
        Ok(())
    }

    /// Returns the lines that could not be understood, each with the reason.
    #[cfg(test)]
    pub(crate) fn misread(&self) -> Vec<(&'static str, Wrong)> {
        let phrases = self.phrases.iter();
        let deeper = phrases.filter_map(|phrase| {
            let why = super::pattern::Pattern::read(phrase.source, self).err()?;
            Some((phrase.source, why))
        });
        self.misread.iter().copied().chain(deeper).collect()
    }
}
