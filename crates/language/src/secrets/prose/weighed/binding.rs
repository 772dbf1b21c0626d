//! How is a token bound to what stands before it?

use super::super::super::reading::{floor, skip_blanks, word_at, words, words_before};
use super::super::super::view::View;
use super::super::super::words::{
    AFTERWARDS, CHANGE_JOINTS, CHANGE_VERBS, HANDLES, JOINS, MEANS, NAMERS, OPENERS, PROMPTS, STEPS, USER_WORDS,
};
use super::context::{Topics, of_word};

/// What makes a token the value of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    /// "is", "it's", "c'est".
    Join,
    /// The same with nothing but a pronoun for a subject: "for the tablet it's …".
    It,
    /// A colon, an equals sign or an arrow.
    Sign,
    /// "changed to".
    Change,
    /// "use", "with", "type".
    Means,
    /// What it is for comes after it: "… - use that for the NAS".
    Purpose,
    /// A slash after a user name.
    Pair,
    /// A comma or a slash after a mail address.
    MailPair,
    /// The noun itself, with nothing in between.
    Noun,
    /// A comma, a dash or a new line.
    Loose,
    /// A word after which it is the name of something.
    Name,
    None,
}

/// How the token at `start..end` is bound.
pub(super) fn of(view: &View, start: usize, end: usize) -> Binding {
    let lower = view.lower();
    let head = lower[..start].trim_end_matches([' ', '\t', '"', '\'', '`', '*', '(', '<']);
    let bracketed = lower[head.len()..start].contains('(');
    if head.ends_with([':', '=']) || head.ends_with("->") || head.ends_with("=>") {
        return sign(head);
    }
    let user = head.trim_end_matches([' ', ',', '/', '|']);
    let last_word = |text: &str| text.rsplit(' ').next().is_some_and(is_mail_address);
    let joint = [" with", " and", " mit", " und", " avec", " et", " con", " y", " com", " e", " met", " en"]
        .iter()
        .find_map(|joint| head.strip_suffix(*joint));
    if user.len() < head.len() && last_word(user) || joint.is_some_and(last_word) {
        return Binding::MailPair;
    }
    if head.ends_with(" /") || head.ends_with(" |") || head.ends_with(" //") {
        return Binding::Pair;
    }
    // "her laptop? …"
    if head.ends_with('?') && !bracketed {
        return Binding::Join;
    }
    let begins = head.is_empty() || head.ends_with(['\n', '.', '!', '?']);
    // A plain word with a number may be the name of a game or a chair.
    let has_sign = lower[start..end].contains(|c: char| !c.is_alphanumeric());
    if begins && has_sign && is_for_something(lower, end) {
        return Binding::Purpose;
    }
    if head.is_empty() || bracketed || head.ends_with([',', '-', '\n', ';', '.', '?', '!']) {
        return afterwards(lower, end).unwrap_or(Binding::Loose);
    }
    let before = words_before(lower, head.len(), 8);
    match spoken(&before) {
        binding @ (Binding::None | Binding::Means) => {
            let changed =
                before.first().is_some_and(|word| CHANGE_JOINTS.contains(word) && is_changed_after(lower, end));
            if changed {
                return Binding::Change;
            }
            afterwards(lower, end).unwrap_or(binding)
        }
        binding => binding,
    }
}

/// "username: bob42" names somebody.
fn sign(head: &str) -> Binding {
    let noun = head.trim_end_matches([':', '=', '-', '>', ' ', '"', '*']);
    let last = words_before(noun, noun.len(), 1);
    let names = last.first().is_some_and(|word| is_namer(word));
    if names { Binding::Name } else { Binding::Sign }
}

/// What the words before the token, nearest first, make of it.
fn spoken(before: &[&str]) -> Binding {
    let mut words = before.iter();
    let mut stepped = 0;
    while let Some(&word) = words.next() {
        let says = of_word(word);
        if matches!(word, "it's" | "c'est" | "ist's") {
            return Binding::It;
        }
        // "use bob and …", "user is bob with …": a user name stands before the joint.
        let introduced = |word: &str| {
            MEANS.contains(word)
                || JOINS.contains(word)
                || USER_WORDS.contains(word)
                || matches!(word, "as" | "als" | "como" | "come")
        };
        if word == "then" {
            return Binding::Pair;
        }
        if matches!(word, "and" | "und" | "et" | "y" | "e" | "en" | "plus")
            && (words.clone().skip(1).take(2).any(|word| introduced(word))
                || words.clone().next().is_some_and(|word| USER_WORDS.contains(*word)))
        {
            return Binding::Pair;
        }
        if JOINS.contains(word) || word == "gilt" {
            // "the one for the shop's instagram is …" names no instagram.
            let is_left_out = words.clone().any(|word| *word == "one");
            let is_lock =
                words.clone().next().is_some_and(|word| matches!(*word, "lock" | "padlock" | "safe" | "code"));
            let subject = words.clone().take(2).any(|word| is_namer(word)) && !is_left_out && !is_lock;
            return if subject { Binding::Name } else { Binding::Join };
        }
        if word == "for" && words.clone().next().is_some_and(|word| PROMPTS.contains(*word)) {
            return Binding::Means;
        }
        if matches!(word, "to" | "on") && words.clone().next().is_some_and(|word| OPENERS.contains(word)) {
            return Binding::Means;
        }
        if CHANGE_JOINTS.contains(word) && words.clone().any(|word| CHANGE_VERBS.contains(word)) {
            let mut object = words.clone().take_while(|word| !CHANGE_VERBS.contains(**word));
            let mut subject = words.clone().skip_while(|word| !CHANGE_VERBS.contains(**word)).take(4);
            let renamed = object.any(|word| is_namer(word)) || subject.any(|word| HANDLES.contains(*word));
            return if renamed { Binding::Name } else { Binding::Change };
        }
        if let Some(owner) = word.strip_suffix("'s") {
            let known =
                Topics::CREDENTIAL.and(Topics::HALF_CREDENTIAL).and(Topics::CODE).and(Topics::LOCKED).and(Topics::KEY);
            return if of_word(owner).has(known) { Binding::Join } else { Binding::None };
        }
        let known = Topics::CREDENTIAL.and(Topics::KEY).and(Topics::CODE).and(Topics::VENDOR);
        if stepped == 0 && says.has(known) {
            return Binding::Noun;
        }
        if stepped == 0 && matches!(word, "takes" | "accepts") {
            return Binding::Purpose;
        }
        if MEANS.contains(word) {
            let denied = words.next().is_some_and(|word| matches!(*word, "never" | "not" | "don't" | "nie"));
            return if denied { Binding::Name } else { Binding::Means };
        }
        if stepped == 0 && is_namer(word) {
            return Binding::Name;
        }
        if stepped == 0 && says.has(Topics::LOCKED.and(Topics::HALF_CREDENTIAL)) {
            return Binding::Noun;
        }
        if !STEPS.contains(word) || stepped == 3 {
            return Binding::None;
        }
        stepped += 1;
    }
    Binding::None
}

/// "… auf Kirschkern geändert": the verb stands last.
fn is_changed_after(lower: &str, end: usize) -> bool {
    let next = skip_blanks(lower, end);
    CHANGE_VERBS.contains(&lower[word_at(lower, next)])
}

fn is_mail_address(token: &str) -> bool {
    token.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

fn is_namer(word: &str) -> bool {
    NAMERS.contains(word)
}

/// "… eingeben", "… is my password", "… - use that for the NAS": what follows the token binds it.
fn afterwards(lower: &str, end: usize) -> Option<Binding> {
    let following: Vec<&str> = words(lower, end..floor(lower, end + 40)).map(|word| &lower[word]).take(4).collect();
    let (first, rest) = following.split_first()?;
    if AFTERWARDS.contains(first) {
        return Some(Binding::Means);
    }
    let is_role = matches!(*first, "as" | "als" | "comme" | "como" | "come")
        && rest.iter().any(|word| of_word(word).has(Topics::CREDENTIAL));
    if is_role {
        return Some(Binding::Noun);
    }
    is_purpose(&following).then_some(Binding::Purpose)
}

/// "Pistazie#12 for the tax portal": a note that begins with the value.
fn is_for_something(lower: &str, end: usize) -> bool {
    let rest = &lower[end..];
    ["for the ", "for my ", "for our ", "fur ", "pour ", "para ", "per ", "voor "]
        .iter()
        .any(|purpose| rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(purpose)))
}

/// "use that when …", "gets you into …", "is what the laptop wants", "for logging in".
fn is_purpose(following: &[&str]) -> bool {
    matches!(
        following,
        ["use" | "try" | "type" | "enter", "that" | "this" | "it", ..]
            | [
                "gets" | "lets" | "logs",
                "you" | "me" | "us" | "him" | "her" | "them",
                "in" | "into" | "on" | "onto",
                ..
            ]
            | ["is" | "was", "what", ..]
            | ["is" | "was", "how", ..]
            | ["that's" | "thats", "what" | "how" | "for" | "the" | "our" | "my", ..]
            | ["that", "one" | "one's", ..]
            | ["should" | "will", "work" | "do", ..]
            | ["for", "logging" | "signing" | "getting", ..]
            | ["to", "log" | "unlock" | "sign", ..]
            | ["unlocks" | "opens", ..]
            | ["damit" | "das", "kommst" | "komme" | "kommt", ..]
            | ["avec" | "con" | "com" | "met", "ca" | "questa" | "esta" | "essa" | "dit", ..]
    )
}
