//! Tells the names of songs, films, books, bands, pets and places from the times they are made of.
//!
//! A writer's capitals say little about weekdays, months and holidays, which always have them, and much about "Yesterday"
//! in the middle of a sentence. So the former need a word that names or a maker ("by Wham"), the latter a work beside them.

use super::grammar::{Expr, Parser, Phrase};
use super::lexicon::{
    FAVOURITES, FOLLOWS_A_WORK, HEADS_OF_NAMES, LIKING, MEDIA, NAMING, PETS, PREPOSITIONS, SMALL_WORDS, TAILS_OF_NAMES,
    VERSIONED, WATCHED, WORKS,
};
use super::tense::{ends_a_sentence, starts_a_line};
use super::tokens::{Kind, Token};

/// How far a word that tells what is named may be from the name.
const REACH: usize = 6;

/// Whether a phrase that reads like a time is a name.
pub(super) fn is_title(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let capitals = Capitals::of(parser, phrase);
    is_version(parser, phrase)
        || is_domain(parser, phrase)
        || capitals.all
            && (is_named(parser, phrase)
                || is_introduced(parser, phrase)
                || is_made_by_somebody(parser, phrase)
                || is_repeated(parser, phrase)
                || is_part_of_a_name(parser, phrase)
                || is_called_a_work(parser, phrase, &capitals))
        || is_work(parser, phrase, &capitals)
}

/// What the capitals of a phrase say.
struct Capitals {
    /// Every word has one.
    all: bool,
    /// How many have one that are neither weekday, month nor holiday.
    needless: usize,
    words: usize,
    /// The first has one because a sentence begins.
    opening: bool,
}

impl Capitals {
    fn of(parser: &Parser<'_>, phrase: &Phrase) -> Self {
        let words = || parser.tokens[phrase.body..phrase.end].iter().filter(|token| token.is_word());
        let holiday = is_holiday(&phrase.expr);
        let proper = |token: &Token<'_>| {
            let picks = token.meaning.which.is_some();
            token.meaning.month.is_some() || token.meaning.weekday.is_some() || (holiday && !picks)
        };
        let small = |token: &Token<'_>| token.lower.starts_with('\'') || token.is("of");
        Self {
            all: words().all(|token| token.is_capitalised() || small(token)),
            needless: words().filter(|token| token.is_capitalised() && !proper(token)).count(),
            words: words().count(),
            opening: opens_a_sentence(parser, phrase.start),
        }
    }
}

/// Whether it holds no digits; those are dates more often than names.
fn is_in_words(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    parser.tokens[phrase.body..phrase.end].iter().all(Token::is_word)
}

fn is_holiday(expr: &Expr) -> bool {
    matches!(expr, Expr::Holiday { .. } | Expr::HolidayWeekend(_))
}

/// Whether a capital here is that of a sentence, a heading or an item of a list.
fn opens_a_sentence(parser: &Parser<'_>, at: usize) -> bool {
    let marked = at > 0 && matches!(parser.tokens[at - 1].kind, Kind::Mark(':' | '*' | '-' | '|' | '#'));
    at == 0 || marked || ends_a_sentence(parser.tokens, at - 1) || starts_a_line(parser.tokens, at)
}

/// A title right after what one reads or watches ("watched Yesterday", "the novel 1984"), in quotes, or a run of
/// capitals where there is no reason for them ("The Day After Tomorrow").
fn is_work(parser: &Parser<'_>, phrase: &Phrase, capitals: &Capitals) -> bool {
    let Some(first) = parser.tokens[phrase.body..phrase.end].first() else {
        return false;
    };
    let mut at = first_of_list(parser, phrase.start);
    while at > 0 && (parser.is(at - 1, "the") || parser.tokens[at - 1].is_mark('"')) {
        at -= 1;
    }
    // "listening to Yesterday", "danced to Yesterday".
    let heard = at > 1 && parser.is(at - 1, "to") && parser.is_in(at - 2, &MEDIA);
    let introduced = heard || parser.before(at).is_some_and(|token| token.is_in(&MEDIA));
    let quoted = phrase.start > 0 && parser.tokens[phrase.start - 1].is_mark('"');
    if is_holiday(&phrase.expr) {
        let watched = heard || parser.before(at).is_some_and(|token| token.is_in(&WATCHED));
        let picked = capitals.needless > 0 && !capitals.opening && has_small_words(parser, phrase);
        return capitals.all && (watched || quoted || picked) && capitals.words > 0;
    }
    // "Before Midnight": the word before the time has a capital of its own.
    let related = phrase.start < phrase.body
        && is_in_words(parser, phrase)
        && capitals.all
        && !capitals.opening
        && parser.tokens[phrase.start..phrase.body].iter().all(Token::is_capitalised)
        && has_small_words(parser, phrase);
    let shown = capitals.needless > 0 && capitals.all && !capitals.opening;
    let run = capitals.needless >= 2 && capitals.all && !capitals.opening && has_small_words(parser, phrase);
    let numeric = first.is_number() && is_year_or_date(phrase);
    run || related || (introduced && (shown || numeric)) || (quoted && shown)
}

/// Where a name of several such words begins: "Yesterday and Tomorrow".
fn first_of_list(parser: &Parser<'_>, start: usize) -> usize {
    let mut at = start;
    while at >= 2
        && (parser.is(at - 1, "and") || parser.tokens[at - 1].is_mark(','))
        && parser.tokens[at - 2].is_capitalised()
        && parser.tokens[at - 2].meaning.day.is_some()
    {
        at -= 2;
    }
    at
}

fn is_year_or_date(phrase: &Phrase) -> bool {
    matches!(&phrase.expr, Expr::Date(date) if date.year.is_some() && (date.month.is_none() || date.day.is_some()))
}

/// Whether the writer uses small letters at all, so that capitals say something.
fn has_small_words(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let around = phrase.start.saturating_sub(4)..parser.tokens.len().min(phrase.end + 4);
    parser.tokens[around]
        .iter()
        .any(|token| token.is_word() && token.text.len() > 2 && token.text.chars().all(char::is_lowercase))
}

/// "my cat is called Tuesday", "a dog named Friday", "he named his dog Friday", "her nickname is June".
fn is_named(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let at = first_of_list(parser, phrase.start);
    let behind = |back: usize| at.checked_sub(back).and_then(|at| parser.tokens.get(at));
    if behind(1).is_some_and(|token| token.is("called")) {
        // "He called Tuesday" is a telephone.
        let being = behind(2).is_some_and(|token| token.any(&["is", "are", "was", "were", "'s", "be", "been", "'re"]));
        let some = behind(3).is_some_and(|token| token.any(&["a", "an"]));
        return being || some || at == 1;
    }
    // Up to three words may stand between: "named his old dog Friday".
    let object = (1..=4)
        .take_while(|&back| behind(back).is_some_and(|token| token.is_word() && !token.is_in(&PREPOSITIONS)))
        .find(|&back| behind(back).is_some_and(|token| token.is_in(&NAMING)));
    let named = object.is_some_and(|back| back != 2 || !behind(1).is_some_and(|token| token.lower.ends_with("ly")));
    let copula = behind(1).is_some_and(|token| token.any(&["is", "was", "'s"]));
    let has_a_name =
        behind(2).is_some_and(|token| token.any(&["alias", "name", "nickname", "surname", "title", "username"]));
    let nickname = behind(2).is_some_and(|token| token.is("calls"))
        && behind(1).is_some_and(|token| token.any(&["him", "her", "it", "me", "them", "us", "you"]));
    named || nickname || (copula && has_a_name)
}

/// "I love the movie Friday", "her novel, Yesterday, sold badly", "I'm watching Wednesday with the kids".
fn is_introduced(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let behind = |back: usize| phrase.start.checked_sub(back).and_then(|at| parser.tokens.get(at));
    let next = parser.tokens.get(phrase.end);
    let liked = behind(1).is_some_and(|token| token.is_in(&WORKS))
        && behind(2).is_some_and(|token| token.is("the"))
        && behind(3).is_some_and(|token| token.is_in(&LIKING));
    let explained = behind(1).is_some_and(|token| token.is_mark(','))
        && behind(2).is_some_and(|token| token.is_in(&WORKS) || token.is_in(&PETS))
        && next.is_some_and(|token| token.is_mark(','));
    let watched = behind(1)
        .is_some_and(|token| token.any(&["rereading", "rewatch", "rewatching", "watch", "watching"]))
        && next.is_none_or(|next| !next.is_word() || next.is_in(&PREPOSITIONS));
    liked || explained || watched
}

/// "Last Christmas by Wham": a maker right after it, and no verb before it that the maker could belong to.
fn is_made_by_somebody(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    if !parser.is(phrase.end, "by") {
        return false;
    }
    let before = phrase.start.checked_sub(1).and_then(|at| parser.tokens.get(at));
    let enjoyed = before.is_some_and(|token| token.is_in(&WATCHED));
    let article = parser.any(phrase.end + 1, &["the", "a", "an"]);
    let somebody = parser.tokens.get(phrase.end + 1 + usize::from(article)).is_some_and(|maker| {
        let named = maker.text.starts_with(char::is_uppercase) || enjoyed;
        maker.is_word() && named && !maker.meaning.is_temporal()
    });
    let free = opens_a_sentence(parser, phrase.start)
        || before.is_some_and(|token| {
            matches!(token.kind, Kind::Mark(_)) || token.any(&["and", "or", "is", "to"]) || token.is_in(&MEDIA)
        });
    somebody && free && phrase.start == phrase.body
}

/// "Monday, Monday", "Tomorrow, and Tomorrow": nobody says a day twice.
fn is_repeated(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let one = phrase.end - phrase.body == 1;
    let word = &parser.tokens[phrase.body];
    let same = |at: usize| parser.tokens.get(at).is_some_and(|token| token.is(&word.lower) && token.is_capitalised());
    let comma = |at: usize| parser.tokens.get(at).is_some_and(|token| token.is_mark(','));
    let mut ahead = phrase.end + usize::from(comma(phrase.end));
    ahead += usize::from(ahead > phrase.end && parser.is(ahead, "and"));
    let mut behind = phrase.body;
    behind -= usize::from(behind > 0 && parser.is(behind - 1, "and"));
    behind -= usize::from(behind > 0 && comma(behind - 1));
    let parted = behind < phrase.body && comma(behind);
    one && word.is_word() && (same(ahead) || (parted && behind > 0 && same(behind - 1)))
}

/// "The Man Who Was Thursday", "the Café Sunday", "Wednesday Thirteen": a capital beside it that only a name explains.
fn is_part_of_a_name(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    if !is_in_words(parser, phrase) {
        return false;
    }
    let behind = |back: usize| phrase.start.checked_sub(back).and_then(|at| parser.tokens.get(at));
    let before = behind(1);
    let within = before.is_some_and(|token| {
        let run = behind(2).is_some_and(|token| token.is_word() && token.is_capitalised());
        let joined = token.is_in(&SMALL_WORDS) && run;
        token.is_capitalised() && (joined || token.is_in(&HEADS_OF_NAMES)) && has_small_words(parser, phrase)
    });
    let after = parser.tokens.get(phrase.end).is_some_and(|token| {
        let number = token.is_word() && token.meaning.number.is_some();
        token.is_capitalised() && (token.is_in(&TAILS_OF_NAMES) || number) && !is_holiday(&phrase.expr)
    });
    // "She stars in Wednesday on Netflix": nothing happens in a weekday.
    let inside = before.is_some_and(|token| token.is("in"))
        && matches!(phrase.expr, Expr::Weekday { .. })
        && parser.tokens.get(phrase.end).is_none_or(|next| !next.is_word() || next.is_in(&PREPOSITIONS));
    within || after || inside
}

/// "my favourite Beatles track is Yesterday", "Summer of '69 was the first song we danced to".
fn is_called_a_work(parser: &Parser<'_>, phrase: &Phrase, capitals: &Capitals) -> bool {
    let copula = |at: usize| parser.any(at, &["is", "was", "'s", "are"]);
    // "our song was Wonderful Tonight".
    let mut name = phrase.start;
    while name > 0 && phrase.start - name < REACH && parser.tokens[name - 1].is_capitalised() && !copula(name - 1) {
        name -= 1;
    }
    let subject = name.checked_sub(1).filter(|&at| copula(at)).is_some_and(|verb| {
        let behind = || (verb.saturating_sub(REACH)..verb).rev().take_while(|&at| !ends_a_sentence(parser.tokens, at));
        let work = behind().any(|at| parser.is_in(at, &WORKS));
        let favourite = behind().any(|at| parser.is_in(at, &FAVOURITES));
        work && (favourite || capitals.needless > 0) && phrase.start == phrase.body
    });
    let predicate = copula(phrase.end) && opens_a_sentence(parser, phrase.start) && {
        let work = (phrase.end + 1..parser.tokens.len().min(phrase.end + REACH))
            .take_while(|&at| parser.tokens[at].is_word())
            .find(|&at| parser.is_in(at, &WORKS));
        work.is_some_and(|at| {
            let next = parser.tokens.get(at + 1);
            let described = parser.any(phrase.end + 1, &["the", "a", "an", "my", "our", "his", "her", "their", "such"]);
            described && next.is_none_or(|next| !next.is_word() || next.is_in(&FOLLOWS_A_WORK))
        })
    };
    subject || predicate || is_explained_after(parser, phrase.end)
}

/// "Black Friday, the play".
fn is_explained_after(parser: &Parser<'_>, end: usize) -> bool {
    let comma = parser.tokens.get(end).is_some_and(|token| token.is_mark(','));
    let work = parser.is_in(end + 2, &WORKS) || parser.any(end + 2, &["play", "series", "show"]);
    let over = parser.tokens.get(end + 3).is_none_or(|next| !next.is_word() || next.any(&["by", "about", "with"]));
    comma && parser.any(end + 1, &["the", "a"]) && work && over
}

/// "the schema draft is 2020-12 compatible": a year and month that number a draft.
fn is_version(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let digits = parser.tokens[phrase.body..phrase.end].iter().all(|token| !token.is_word());
    let monthly = matches!(&phrase.expr, Expr::Date(date) if date.month.is_some() && date.day.is_none());
    let around = phrase.start.saturating_sub(3)..parser.tokens.len().min(phrase.end + 3);
    digits && monthly && around.into_iter().any(|at| parser.is_in(at, &VERSIONED))
}

/// "Monday.com".
fn is_domain(parser: &Parser<'_>, phrase: &Phrase) -> bool {
    let glued = |at: usize| parser.tokens.get(at).is_some_and(|token| token.glued);
    let dot = parser.tokens.get(phrase.end).is_some_and(|token| token.is_mark('.'));
    dot && glued(phrase.end) && glued(phrase.end + 1) && parser.any(phrase.end + 1, &["com", "org", "net", "io", "app"])
}
