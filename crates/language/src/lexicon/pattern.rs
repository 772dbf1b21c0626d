//! Reads one phrase of a word list.

use super::cursor::Cursor;
use super::read::NO_PART;
use super::{Lexicon, Wrong, hash, stem_head, stem_tail, tokens};

/// How far `..` reaches when it does not say.
const GAP: u8 = 3;

/// A phrase as it is matched.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    pub(super) elements: Vec<Element>,
    /// It reaches back over the word before.
    pub(super) reaches_back: bool,
    /// One of these must be near, if there are any.
    pub(super) with: Vec<Element>,
    /// None of these may be near.
    pub(super) without: Vec<Element>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) atom: Atom,
    pub(super) optional: bool,
}

#[derive(Debug)]
pub(super) enum Atom {
    Word(u64),
    Prefix(&'static str),
    Suffix(&'static str),
    Class(u8),
    /// One of these alternatives, each ended by an `End`.
    Any(Vec<Atom>),
    End,
    Gap(u8),
    /// A number from the one up to the other.
    Between(f32, f32),
    SentenceStart,
    SentenceEnd,
    Pause,
    Rest,
}

impl Pattern {
    /// Reads what follows the weight on a line.
    pub(super) fn read(source: &'static str, lexicon: &Lexicon) -> Result<Pattern, Wrong> {
        let mut cursor = Cursor::at_start_of(source);
        let reaches_back = cursor.eat(b'<');
        let elements = read_elements(&mut cursor, lexicon)?;
        let mut pattern = Pattern { elements, reaches_back, ..Pattern::default() };
        while cursor.eat(b';') {
            if cursor.eat_all(" without ") {
                pattern.without = read_elements(&mut cursor, lexicon)?;
            } else if cursor.eat_all(" with ") {
                pattern.with = read_elements(&mut cursor, lexicon)?;
            } else {
                return Err("a condition is `with` or `without` some words");
            }
        }
        Ok(pattern)
    }

    /// Returns the bits of the words that can follow the first.
    pub(super) fn followers(&self) -> u64 {
        let skipped =
            if matches!(self.elements.first(), Some(Element { atom: Atom::SentenceStart, .. })) { 2 } else { 1 };
        let mut bits = 0;
        for element in self.elements.iter().skip(skipped) {
            match &element.atom {
                Atom::Word(word) => bits |= sixty_fourth(*word),
                Atom::Any(alternatives) => {
                    for alternative in alternatives.split(|atom| matches!(atom, Atom::End)) {
                        match alternative.first() {
                            Some(Atom::Word(word)) => bits |= sixty_fourth(*word),
                            None => {}
                            Some(_) => return u64::MAX,
                        }
                    }
                }
                _ => return u64::MAX,
            }
            if !element.optional {
                return bits;
            }
        }
        u64::MAX
    }
}

/// Returns the bit that stands for a word among the followers of another.
pub(super) fn sixty_fourth(word: u64) -> u64 {
    1 << (word >> 32 & 63)
}

/// Reads elements up to a `;` or the end of the line.
fn read_elements(cursor: &mut Cursor, lexicon: &Lexicon) -> Result<Vec<Element>, Wrong> {
    let mut elements = Vec::new();
    loop {
        cursor.spaces();
        let atom = match cursor.peek() {
            None | Some(b';') => break,
            Some(b'(') => Atom::Any(read_alternatives(cursor, lexicon)?),
            Some(b'%') if cursor.eat(b'%') => {
                let part = lexicon.part(cursor.word().1).ok_or(NO_PART)?;
                elements.extend(read_elements(&mut Cursor::at_start_of(part), lexicon)?);
                continue;
            }
            Some(_) => {
                let mut atoms = Vec::with_capacity(1);
                read_atoms(cursor, lexicon, &mut atoms)?;
                let last = atoms.pop().ok_or("a word is missing")?;
                elements.extend(atoms.into_iter().map(|atom| Element { atom, optional: false }));
                last
            }
        };
        elements.push(Element { atom, optional: cursor.eat(b'?') });
    }
    if elements.is_empty() { Err("a phrase needs words") } else { Ok(elements) }
}

fn read_alternatives(cursor: &mut Cursor, lexicon: &Lexicon) -> Result<Vec<Atom>, Wrong> {
    cursor.eat(b'(');
    let mut alternatives = Vec::new();
    loop {
        read_atoms(cursor, lexicon, &mut alternatives)?;
        if cursor.eat(b'_') {
            continue;
        }
        alternatives.push(Atom::End);
        if cursor.eat(b')') {
            return Ok(alternatives);
        }
        if !cursor.eat(b'|') {
            return Err("a group ends in `)`");
        }
    }
}

/// Reads one written word, which is several atoms in a script without spaces.
fn read_atoms(cursor: &mut Cursor, lexicon: &Lexicon, atoms: &mut Vec<Atom>) -> Result<(), Wrong> {
    let atom = match cursor.peek() {
        Some(b'^') if cursor.eat(b'^') => Atom::SentenceStart,
        Some(b'$') if cursor.eat(b'$') => Atom::SentenceEnd,
        Some(b',') if cursor.eat(b',') => Atom::Pause,
        Some(b'>') if cursor.eat_all(">>") => Atom::Rest,
        Some(b'.') if cursor.eat_all("..") => match cursor.word().0 {
            "" => Atom::Gap(GAP),
            reach => Atom::Gap(reach.parse().map_err(|_| "a gap is `..` or `..5`")?),
        },
        Some(b'@') if cursor.eat(b'@') => Atom::Class(lexicon.class(cursor.word().1).ok_or("no such class")?),
        Some(b'*') if cursor.eat(b'*') => {
            let suffix = cursor.word().0;
            stem_tail(suffix).ok_or("too short for `*`")?;
            Atom::Suffix(suffix)
        }
        _ => match cursor.word() {
            ("", _) => return Err("a word is missing"),
            (prefix, _) if cursor.eat(b'*') => {
                stem_head(prefix).ok_or("too short for `*`")?;
                Atom::Prefix(prefix)
            }
            (word, _) if tokens::is_spaceless(word) => {
                atoms.extend(word.char_indices().map(|(at, c)| Atom::Word(hash(&word[at..at + c.len_utf8()]))));
                return Ok(());
            }
            (word, hash) => match word.split_once("..") {
                Some((from, to)) => {
                    let bound = |number: &str| number.parse().map_err(|_| "numbers are `35..42`");
                    Atom::Between(bound(from)?, bound(to)?)
                }
                None => Atom::Word(hash),
            },
        },
    };
    atoms.push(atom);
    Ok(())
}
