//! Do a few digits open a door, a safe or a screen, by what their sentence says?

use std::ops::Range;

use super::super::super::reading::{floor, mentions, sentence, skip_blanks, word_at, words, words_before};
use super::super::super::view::View;
use super::super::super::words::{
    CHANGE_VERBS, CLOCK_WORDS, CODE_FOLLOWERS, OTHER_NUMBERS, POST, TYPED_INTO, WIRING, any_in,
};
use super::super::opening::Number;
use super::super::value::Value;
use super::Weight;
use super::binding::{self, Binding};
use super::context::{Context, Contexts, Topics};

/// From this sum on digits are a code.
const ENOUGH: Weight = 6;

/// Whether a code may begin with this token.
pub(super) fn may_begin(written: &str) -> bool {
    written.len() <= 14
        && written.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#*-/".contains(&byte))
        && written.bytes().any(|byte| byte.is_ascii_digit())
}

/// The span of the code that begins with the token, if it is one.
pub(super) fn opening(view: &View, token: Range<usize>, contexts: &mut Contexts) -> Option<Range<usize>> {
    let context = contexts.around(token.start);
    let (span, looks) = shaped(view, &token, context.sentence.has(Topics::HINT))?;
    let binding = binding::of(view, span.start, span.end);
    let here = context.sentence;
    let lower = view.lower();
    let ends_clause = Value::over(view, span.clone(), false)?.ends_clause || goes_on_freely(lower, span.end);
    let around = sentence(lower, span.start);
    let topic = topic(&context, binding);
    let is_short = span.len() == 3 && !here.has(Topics::LOCKED.and(Topics::STRONG_LOCK));
    let is_else = !ends_clause
        || is_short
        || matches!(words_before(lower, span.start, 1).as_slice(), ["get" | "gets"])
        || view.text()[..span.start].ends_with('(')
        || here.has(Topics::PUBLIC_CODE.and(Topics::EXAMPLE))
        || mentions(lower, around.clone(), &WIRING)
        || looks.digits == 6 && mentions(lower, around.clone(), &POST) && !mentions(lower, around.clone(), &TYPED_INTO)
        || !here.has(Topics::STRONG_LOCK) && any_in(&words_before(lower, span.start, 2), &OTHER_NUMBERS)
        || is_clock(&view.text()[span.clone()])
            && !here.has(Topics::CODE)
            && (here.has(Topics::DEVICE) || any_in(&words_before(lower, span.start, 2), &CLOCK_WORDS));
    if is_else || binding == Binding::Name {
        return None;
    }
    let said = words(lower, around.clone()).take(5).count();
    let is_brief = said <= 4 && matches!(binding, Binding::Join | Binding::Sign);
    let is_last = binding == Binding::Loose
        && here.has(Topics::STRONG_LOCK)
        && view.text()[span.end..].trim_matches(['.', '!', ' ', ')']).is_empty();
    // Where something is says less about a number than what it is.
    let said_before = words_before(lower, span.start, 6);
    let is_other = |word: &&str| OTHER_NUMBERS.contains(word) && *word != "at";
    let other = !here.has(Topics::HINT.and(Topics::STRONG_LOCK)) && said_before.iter().any(is_other);
    let keyed = Weight::from(is_closed_with_key(lower, span.end)) * 3;
    let is_label = said <= 3 && binding == Binding::Sign;
    let sum =
        looks.weight + Weight::from(is_label) + keyed + bound(binding) + topic + Weight::from(is_brief || is_last)
            - Weight::from(other) * 2;
    (sum >= ENOUGH).then_some(span)
}

struct Looks {
    digits: usize,
    weight: Weight,
}

/// The digits at the token, with those after it that belong to them.
fn shaped(view: &View, token: &Range<usize>, is_hinted: bool) -> Option<(Range<usize>, Looks)> {
    let text = view.text();
    if let Some(Number { span, digits }) = Number::at(view, token.start) {
        let written = &text[span.clone()];
        let groups = written.matches(['-', ' ', '/', ',']).count();
        let keyed = written.contains(['#', '*']);
        let lone_digits = groups + 1 == digits;
        let is_code = match digits {
            // Suitcases have three wheels.
            3 => true,
            4..=6 => groups == 0 || groups >= 2 || lone_digits,
            7..=8 => groups == 0 || groups >= 3,
            _ => false,
        };
        let is_year = digits == 4 && groups == 0 && (written.starts_with("19") || written.starts_with("20"));
        let weight = Weight::from(!is_year || is_hinted)
            + Weight::from(keyed) * 3
            + Weight::from(groups >= 2)
            + Weight::from(lone_digits && written.contains('-'))
            + Weight::from(written.starts_with('0') && digits >= 4)
            - Weight::from(digits > 6);
        return is_code.then_some((span, Looks { digits, weight }));
    }
    let written = &text[token.clone()];
    let digits = written.bytes().filter(u8::is_ascii_digit).count();
    let letters = written.bytes().filter(u8::is_ascii_alphabetic).count();
    let spelled = written.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#*".contains(&byte));
    let is_code = spelled
        && (3..=7).contains(&digits)
        && (1..=2).contains(&letters)
        && written.bytes().all(|byte| !byte.is_ascii_lowercase());
    is_code.then(|| (token.clone(), Looks { digits, weight: Weight::from(letters == 1 && digits >= 4) }))
}

/// "geht mit 4417 auf", "tape 4417 puis …": what follows does not count anything.
fn goes_on_freely(lower: &str, end: usize) -> bool {
    let next = skip_blanks(lower, end);
    let word = &lower[word_at(lower, next)];
    CODE_FOLLOWERS.contains(word) || CHANGE_VERBS.contains(word)
}

/// "9071 then hash", "4417 and the star key".
fn is_closed_with_key(lower: &str, end: usize) -> bool {
    let rest = lower[end..].trim_start();
    if ["then #", "then *", "and #", "and *"].iter().any(|key| rest.starts_with(key)) {
        return true;
    }
    let mut following = words(lower, end..floor(lower, end + 30)).map(|word| &lower[word]);
    matches!(following.next(), Some("then" | "and" | "plus" | "followed"))
        && following.take(3).any(|word| matches!(word, "hash" | "pound" | "star" | "raute" | "diese" | "hekje"))
}

/// "0630", "1845".
fn is_clock(written: &str) -> bool {
    let number = written.parse::<u32>().unwrap_or(u32::MAX);
    written.len() == 4 && number / 100 < 24 && number % 100 < 60 && number.is_multiple_of(5)
}

fn bound(binding: Binding) -> Weight {
    match binding {
        Binding::Means | Binding::Purpose => 3,
        Binding::Join | Binding::It | Binding::Sign | Binding::Noun | Binding::Change => 2,
        Binding::Pair | Binding::MailPair | Binding::Loose => 1,
        Binding::None | Binding::Name => 0,
    }
}

/// What the sentence is about; one that has only a pronoun for it is about what was said before.
fn topic(context: &Context, binding: Binding) -> Weight {
    let all = context.sentence.and(context.nearby);
    let is_spoken_of = Topics::CODE.and(Topics::LOCKED).and(Topics::STRONG_LOCK);
    let points_back = matches!(binding, Binding::It | Binding::Join)
        || binding == Binding::Loose && context.sentence.has(Topics::HINT);
    let here = if points_back && !context.sentence.has(is_spoken_of) { all } else { context.sentence };
    let weight = |topic: Topics, weight: Weight| if here.has(topic) { weight } else { 0 };
    let code = weight(Topics::CODE, 2);
    let locked = weight(Topics::STRONG_LOCK, 3).max(weight(Topics::LOCKED, 2)).max(weight(Topics::HOUSE, 1));
    let both = Weight::from(code > 0 && locked > 0);
    let hint = if code + locked > 0 { weight(Topics::HINT, 2) } else { 0 };
    code + locked
        + both
        + hint
        + weight(Topics::OPENER, 2)
        + Weight::from(all.has(Topics::LAST_WILL))
        + Weight::from(all.has(Topics::HANDOVER))
}
