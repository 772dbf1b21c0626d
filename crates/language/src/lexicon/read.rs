//! Reads word lists.
//!
//! A command-line tool pays for this on every start. So of each phrase only the words it can begin with are read, and
//! the rest when a text first has one of them; and words are taken as written, in lower case and without accents, which
//! a test checks.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use super::chains::{Chains, Entry, NONE};
use super::cursor::Cursor;
use super::terms::Terms;
use super::tokens::{self, shape};
use super::{Hashed, Lexicon, PREFIX, Phrase, SUFFIX, Section, Weight, Wrong, hash, hash_step, stem_head, stem_tail};

/// The classes every word list has, told by a word's form.
pub(super) const SHAPES: [(&str, u8); 5] = [
    ("number", shape::NUMBER),
    ("money", shape::MONEY),
    ("percent", shape::PERCENT),
    ("name", shape::NAME),
    ("pressure", shape::PRESSURE),
];

/// Where numbers are among them.
const NUMBER: usize = 0;

/// What a phrase takes of a list, and what a word of a class does, measured on ours.
const PHRASE_BYTES: usize = 85;
const CLASS_WORD_BYTES: usize = 64;

pub(super) const NO_PART: Wrong = "no such part above this line";
const MAY_BE_MISSING: Wrong = "a phrase cannot begin with what may be missing";

impl Lexicon {
    /// Reads word lists, one after the other, into one lexicon.
    ///
    /// The lists are part of the crate. A line that cannot be understood is passed over, and a test sees to it that
    /// there is none ([`misread`](super::misread::misread)).
    pub(crate) fn read(files: &[&'static str]) -> Lexicon {
        Lexicon::read_reporting(files, |_, _| {})
    }

    /// Reads word lists and reports the lines that cannot be understood.
    pub(super) fn read_reporting(files: &[&'static str], mut report: impl FnMut(&'static str, Wrong)) -> Lexicon {
        let mut lexicon = Lexicon::with_room_for(files.iter().map(|file| file.len()).sum());
        for line in files.iter().flat_map(|file| file.lines()) {
            if let Err(why) = lexicon.read_line(line) {
                report(line, why);
            }
        }
        lexicon
    }

    fn with_room_for(bytes: usize) -> Lexicon {
        Lexicon {
            sections: Vec::new(),
            current: 0,
            phrases: Vec::with_capacity(bytes / PHRASE_BYTES + 8),
            followers: Vec::with_capacity(bytes / PHRASE_BYTES + 8),
            classes: HashMap::with_capacity_and_hasher(bytes / CLASS_WORD_BYTES, Hashed::default()),
            class_names: SHAPES.iter().map(|(name, _)| hash(name)).collect(),
            chains: Chains::with_room_for(bytes),
            class_chains: vec![NONE; SHAPES.len()],
            parts: Vec::new(),
            terms: Vec::new(),
        }
    }

    /// Adds a list of terms, sorted, after a line that names their section.
    pub(crate) fn and_terms(mut self, list: &'static str) -> Lexicon {
        let (section, lines) = terms_of(list);
        if self.read_section(section).is_ok() {
            self.terms.push(Terms::of(self.current, lines));
        }
        self
    }

    fn read_line(&mut self, line: &'static str) -> Result<(), Wrong> {
        match line.as_bytes().first() {
            None | Some(b'#') => Ok(()),
            Some(b'[') => self.read_section(line),
            Some(b'@') => self.read_class(line),
            Some(b'%') => self.read_part(line),
            Some(_) => self.read_phrase(line),
        }
    }

    fn read_section(&mut self, line: &'static str) -> Result<(), Wrong> {
        let (name, remark) = line[1..].split_once(']').ok_or("a section ends in `]`")?;
        self.current = self.sections.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.sections.push(Section { name, remark: remark.trim() });
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
        let class = self.class_names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.class_names.push(name);
            self.class_chains.push(NONE);
            self.class_names.len() - 1
        });
        if !(SHAPES.len()..u64::BITS as usize).contains(&class) {
            return Err("the name is taken, or there are too many classes");
        }
        while cursor.eat(b' ') {
            *self.classes.entry(cursor.word().1).or_default() |= 1 << class;
        }
        Ok(())
    }

    fn read_part(&mut self, line: &'static str) -> Result<(), Wrong> {
        let mut cursor = Cursor::at_start_of(&line[1..]);
        let (_, name) = cursor.word();
        if !cursor.eat_all(" = ") || self.part(name).is_some() {
            return Err("a part is `%name = elements`, said once");
        }
        self.parts.push((name, cursor.rest()));
        Ok(())
    }

    /// Returns what the part whose name has this hash stands for.
    pub(super) fn part(&self, name: u64) -> Option<&'static str> {
        self.parts.iter().find(|(known, _)| *known == name).map(|&(_, source)| source)
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
            number => Weight::For(number.parse().map_err(|_| "the weight is a number or `!`")?),
        };
        cursor.spaces();
        let phrase = u16::try_from(self.phrases.len()).ok().filter(|&phrase| phrase < Entry::MOST);
        let phrase = phrase.ok_or("too many phrases")?;
        self.phrases.push(Phrase { section: self.current, weight, source: cursor.rest(), pattern: OnceLock::new() });
        self.followers.push(AtomicU64::new(u64::MAX));
        if cursor.eat(b'^') || cursor.eat(b'<') {
            cursor.spaces();
        }
        if cursor.eat(b'%') {
            cursor = Cursor::at_start_of(self.part(cursor.word().1).ok_or(NO_PART)?);
        }
        match cursor.eat(b'(') {
            true => self.enter_group(cursor.rest(), phrase),
            false => self.enter_word(&mut cursor, phrase),
        }
    }

    /// Enters a phrase under the first word of every alternative of the group it begins with.
    ///
    /// Most of the time of reading a list is spent in here, so plain words are hashed where they stand.
    fn enter_group(&mut self, group: &'static str, phrase: u16) -> Result<(), Wrong> {
        let mut start = 0;
        let mut word = 0;
        let mut is_plain = true;
        let mut is_entered = false;
        for (at, letter) in group.bytes().enumerate() {
            if letter.is_ascii_lowercase() {
                word = hash_step(word, letter);
                continue;
            }
            if !matches!(letter, b'|' | b')' | b'_') {
                // Anything but a plain word goes the longer way.
                is_plain = false;
                continue;
            }
            if !is_entered && is_plain && at > start {
                self.chains.enter(word, Entry::of(phrase, letter != b'_'))?;
            } else if !is_entered {
                self.enter_word(&mut Cursor::at_start_of(&group[start..]), phrase)?;
            }
            if letter == b')' {
                let optional = group.as_bytes().get(at + 1) == Some(&b'?');
                return if optional { Err(MAY_BE_MISSING) } else { Ok(()) };
            }
            is_entered = letter == b'_';
            is_plain = true;
            start = at + 1;
            word = 0;
        }
        Err("a group ends in `)`")
    }

    /// Enters a phrase under the word, class or stem that stands at the cursor.
    fn enter_word(&mut self, cursor: &mut Cursor, phrase: u16) -> Result<(), Wrong> {
        match cursor.peek() {
            Some(b'@') if cursor.eat(b'@') => {
                let class = self.class(cursor.word().1).ok_or("no such class")?;
                let entry = Entry::of(phrase, cursor.peek() != Some(b'_'));
                self.chains.extend(&mut self.class_chains[usize::from(class)], entry)?;
            }
            Some(b'*') if cursor.eat(b'*') => {
                let tail = stem_tail(cursor.word().0).ok_or("too short for `*`")?;
                self.chains.enter(hash(tail) ^ SUFFIX, Entry::of(phrase, false))?;
            }
            Some(b'.' | b'$' | b'>' | b',') => {
                return Err("a phrase begins with a word or a class");
            }
            _ => match cursor.word() {
                ("", _) => return Err("a phrase begins with a word or a class"),
                (word, _) if cursor.eat(b'*') => {
                    let head = stem_head(word).ok_or("too short for `*`")?;
                    self.chains.enter(hash(head) ^ PREFIX, Entry::of(phrase, false))?;
                }
                (word, _) if tokens::is_spaceless(word) => {
                    let first = word.chars().next().map_or(0, char::len_utf8);
                    self.chains.enter(hash(&word[..first]), Entry::of(phrase, false))?;
                }
                (range, _) if range.contains("..") => {
                    let entry = Entry::of(phrase, cursor.peek() != Some(b'_'));
                    self.chains.extend(&mut self.class_chains[NUMBER], entry)?;
                }
                (_, hash) => self.chains.enter(hash, Entry::of(phrase, cursor.peek() != Some(b'_')))?,
            },
        }
        if cursor.peek() == Some(b'?') { Err(MAY_BE_MISSING) } else { Ok(()) }
    }
}

/// Divides a list of terms into the line that names their section and the terms.
pub(super) fn terms_of(list: &'static str) -> (&'static str, &'static str) {
    let section = list.find("\n[").map_or(0, |at| at + 1);
    list[section..].split_once('\n').unwrap_or((&list[section..], ""))
}
