//! What is the sentence around a token about, and what do its neighbours say?

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::super::super::reading::{sentence, words};
use super::super::super::view::View;
use super::super::super::words::{
    ACCOUNTS, CHANGE_VERBS, CODE_NOUNS, CODE_PUBLIC, CREDENTIALS, DEVICES, EXAMPLES, HALF_CREDENTIALS, HANDOVERS,
    HINTS, HOUSES, KEY_NOUNS, LOCKED, List, OPENERS, OTHER_NUMBERS, PROMPTS, PUBLIC_CUES, STRONG_KEYS, STRONG_LOCKS,
    VENDORS_BY_NAME,
};

/// A set of topics, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Topics(u32);

impl Topics {
    pub(super) const CREDENTIAL: Self = Self(1);
    pub(super) const HALF_CREDENTIAL: Self = Self(1 << 1);
    pub(super) const ACCOUNT: Self = Self(1 << 2);
    pub(super) const DEVICE: Self = Self(1 << 3);
    pub(super) const HANDOVER: Self = Self(1 << 4);
    pub(super) const CHANGE: Self = Self(1 << 5);
    pub(super) const VENDOR: Self = Self(1 << 6);
    pub(super) const KEY: Self = Self(1 << 7);
    pub(super) const CODE: Self = Self(1 << 8);
    pub(super) const LOCKED: Self = Self(1 << 9);
    pub(super) const OPENER: Self = Self(1 << 10);
    pub(super) const OTHER_NUMBER: Self = Self(1 << 11);
    pub(super) const PUBLIC: Self = Self(1 << 12);
    pub(super) const PUBLIC_CODE: Self = Self(1 << 13);
    /// "log in", "get into".
    pub(super) const LOGGING_IN: Self = Self(1 << 14);
    /// "the icloud one", "for the tablet it's": a noun that was left out because both know which.
    pub(super) const LEFT_OUT: Self = Self(1 << 15);
    /// "if something happens to me", "in case I lose".
    pub(super) const LAST_WILL: Self = Self(1 << 16);
    pub(super) const PROMPT: Self = Self(1 << 17);
    pub(super) const STRONG_LOCK: Self = Self(1 << 18);
    pub(super) const STRONG_KEY: Self = Self(1 << 19);
    pub(super) const HINT: Self = Self(1 << 20);
    /// "for all my accounts".
    pub(super) const EVERYWHERE: Self = Self(1 << 21);
    /// Somebody explains what passwords look like.
    pub(super) const EXAMPLE: Self = Self(1 << 22);
    /// How a value is spelled, which nobody says of anything else.
    pub(super) const SPELLING: Self = Self(1 << 24);
    /// Where a lock may be, but much else too.
    pub(super) const HOUSE: Self = Self(1 << 23);

    /// Whether it has any of `topics`.
    pub(super) fn has(self, topics: Self) -> bool {
        self.0 & topics.0 != 0
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What each word says.
static CUES: LazyLock<HashMap<&'static str, Topics>> = LazyLock::new(|| {
    let lists: [(&List, Topics); 20] = [
        (&CREDENTIALS, Topics::CREDENTIAL),
        (&HALF_CREDENTIALS, Topics::HALF_CREDENTIAL),
        (&ACCOUNTS, Topics::ACCOUNT),
        (&DEVICES, Topics::DEVICE),
        (&HANDOVERS, Topics::HANDOVER),
        (&CHANGE_VERBS, Topics::CHANGE),
        (&VENDORS_BY_NAME, Topics::VENDOR),
        (&KEY_NOUNS, Topics::KEY),
        (&CODE_NOUNS, Topics::CODE),
        (&LOCKED, Topics::LOCKED),
        (&OPENERS, Topics::OPENER),
        (&OTHER_NUMBERS, Topics::OTHER_NUMBER),
        (&PUBLIC_CUES, Topics::PUBLIC),
        (&PROMPTS, Topics::PROMPT),
        (&STRONG_KEYS, Topics::STRONG_KEY),
        (&HINTS, Topics::HINT),
        (&EXAMPLES, Topics::EXAMPLE),
        (&HOUSES, Topics::HOUSE),
        (&STRONG_LOCKS, Topics::STRONG_LOCK),
        (&CODE_PUBLIC, Topics::PUBLIC_CODE),
    ];
    let mut cues: HashMap<&'static str, Topics> = HashMap::new();
    for (list, topic) in lists {
        for word in list.iter() {
            let topics = cues.entry(word).or_default();
            *topics = topics.and(topic);
        }
    }
    cues
});

const PHRASES: &[(&str, Topics)] = &[
    ("log in", Topics::LOGGING_IN),
    ("log into", Topics::LOGGING_IN),
    ("logs in", Topics::LOGGING_IN),
    ("logging in", Topics::LOGGING_IN),
    ("log on", Topics::LOGGING_IN),
    ("logon", Topics::LOGGING_IN),
    ("sign in", Topics::LOGGING_IN),
    ("signs in", Topics::LOGGING_IN),
    ("signing in", Topics::LOGGING_IN),
    ("get into", Topics::LOGGING_IN),
    ("gets you in", Topics::LOGGING_IN),
    ("get in as", Topics::LOGGING_IN),
    ("einlogg", Topics::LOGGING_IN),
    ("anmelde", Topics::LOGGING_IN),
    ("melde dich", Topics::LOGGING_IN),
    ("melde mich", Topics::LOGGING_IN),
    ("inlogg", Topics::LOGGING_IN),
    ("log je in", Topics::LOGGING_IN),
    ("me connecte", Topics::LOGGING_IN),
    ("se connecter", Topics::LOGGING_IN),
    ("connecte-toi", Topics::LOGGING_IN),
    ("inicio sesion", Topics::LOGGING_IN),
    ("iniciar sesion", Topics::LOGGING_IN),
    ("inicia sesion", Topics::LOGGING_IN),
    ("accedi", Topics::LOGGING_IN),
    ("entro con", Topics::LOGGING_IN),
    ("acesse", Topics::LOGGING_IN),
    (" one is", Topics::LEFT_OUT),
    (" one's", Topics::LEFT_OUT),
    (" one's now", Topics::LEFT_OUT),
    (" one now", Topics::LEFT_OUT),
    (" one:", Topics::LEFT_OUT),
    ("same one", Topics::LEFT_OUT),
    ("same thing", Topics::LEFT_OUT),
    ("key box", Topics::STRONG_LOCK),
    ("key safe", Topics::STRONG_LOCK),
    ("lock box", Topics::STRONG_LOCK),
    ("delete this", Topics::LAST_WILL),
    ("front door", Topics::STRONG_LOCK),
    ("back door", Topics::STRONG_LOCK),
    ("bike lock", Topics::STRONG_LOCK),
    ("front gate", Topics::STRONG_LOCK),
    ("side gate", Topics::STRONG_LOCK),
    ("back gate", Topics::STRONG_LOCK),
    ("main gate", Topics::STRONG_LOCK),
    ("garage door", Topics::STRONG_LOCK),
    ("side door", Topics::STRONG_LOCK),
    ("usual one", Topics::LEFT_OUT),
    ("new one", Topics::LEFT_OUT),
    ("old one", Topics::LEFT_OUT),
    ("from now on", Topics::HANDOVER),
    ("ab sofort", Topics::HANDOVER),
    ("for all my", Topics::EVERYWHERE),
    ("for all our", Topics::EVERYWHERE),
    ("something new", Topics::LEFT_OUT),
    ("tell nobody", Topics::LAST_WILL),
    ("tell no one", Topics::LAST_WILL),
    ("the one for", Topics::LEFT_OUT),
    ("that one is for", Topics::LEFT_OUT),
    ("that one's for", Topics::LEFT_OUT),
    ("key is in", Topics::LOCKED),
    ("keys are in", Topics::LOCKED),
    ("spare key", Topics::LOCKED),
    ("with the key", Topics::STRONG_LOCK),
    ("mit den schlussel", Topics::STRONG_LOCK),
    ("mit dem schlussel", Topics::STRONG_LOCK),
    ("avec les cles", Topics::STRONG_LOCK),
    ("con las llaves", Topics::STRONG_LOCK),
    ("con le chiavi", Topics::STRONG_LOCK),
    ("com as chaves", Topics::STRONG_LOCK),
    ("met de sleutel", Topics::STRONG_LOCK),
    ("have to change it", Topics::CREDENTIAL),
    ("must change it", Topics::CREDENTIAL),
    ("change it after", Topics::CREDENTIAL),
    ("change it on first", Topics::CREDENTIAL),
    ("for stuff", Topics::EVERYWHERE),
    ("for all the", Topics::EVERYWHERE),
    ("(capital", Topics::SPELLING),
    ("with a capital", Topics::SPELLING),
    ("capital letter", Topics::SPELLING),
    ("mit grossem", Topics::SPELLING),
    ("mit grosem", Topics::SPELLING),
    ("avec une majuscule", Topics::SPELLING),
    ("con mayuscula", Topics::SPELLING),
    ("met hoofdletter", Topics::SPELLING),
    ("one word", Topics::SPELLING),
    ("no spaces", Topics::SPELLING),
    ("without spaces", Topics::SPELLING),
    ("all lowercase", Topics::SPELLING),
    ("all lower case", Topics::SPELLING),
    ("all caps", Topics::SPELLING),
    ("zusammengeschrieben", Topics::SPELLING),
    ("ohne leerzeichen", Topics::SPELLING),
    ("tout attache", Topics::SPELLING),
    ("todo junto", Topics::SPELLING),
    ("tutto attaccato", Topics::SPELLING),
    ("tudo junto", Topics::SPELLING),
    ("aan elkaar", Topics::SPELLING),
    ("for anything", Topics::EVERYWHERE),
    ("for most", Topics::EVERYWHERE),
    ("on every", Topics::EVERYWHERE),
    ("on all my", Topics::EVERYWHERE),
    ("always forget", Topics::LAST_WILL),
    ("keep forgetting", Topics::LAST_WILL),
    ("don't forget", Topics::LAST_WILL),
    ("not forget", Topics::LAST_WILL),
    ("never remember", Topics::LAST_WILL),
    ("vergesse immer", Topics::LAST_WILL),
    ("nicht vergessen", Topics::LAST_WILL),
    ("for everything", Topics::EVERYWHERE),
    ("everywhere", Topics::EVERYWHERE),
    ("fur alles", Topics::EVERYWHERE),
    ("uberall", Topics::EVERYWHERE),
    ("pour tout", Topics::EVERYWHERE),
    ("partout", Topics::EVERYWHERE),
    ("para todo", Topics::EVERYWHERE),
    ("para tudo", Topics::EVERYWHERE),
    ("per tutto", Topics::EVERYWHERE),
    ("voor alles", Topics::EVERYWHERE),
    ("overal", Topics::EVERYWHERE),
    ("such as", Topics::EXAMPLE),
    ("e.g.", Topics::EXAMPLE),
    ("for example", Topics::EXAMPLE),
    ("never use", Topics::EXAMPLE),
    ("never choose", Topics::EXAMPLE),
    ("never pick", Topics::EXAMPLE),
    ("avoid ", Topics::EXAMPLE),
    ("most common", Topics::EXAMPLE),
    ("zum beispiel", Topics::EXAMPLE),
    ("par exemple", Topics::EXAMPLE),
    ("por ejemplo", Topics::EXAMPLE),
    ("don't tell", Topics::LAST_WILL),
    ("do not tell", Topics::LAST_WILL),
    ("between us", Topics::LAST_WILL),
    ("niemandem", Topics::LAST_WILL),
    ("a nadie", Topics::LAST_WILL),
    ("a personne", Topics::LAST_WILL),
    ("a nessuno", Topics::LAST_WILL),
    ("a ninguem", Topics::LAST_WILL),
    ("happens to me", Topics::LAST_WILL),
    ("happen to me", Topics::LAST_WILL),
    ("hit by a bus", Topics::LAST_WILL),
    ("in case i", Topics::LAST_WILL),
    ("in case you", Topics::LAST_WILL),
    ("in case we", Topics::LAST_WILL),
    ("just in case", Topics::LAST_WILL),
    ("if i die", Topics::LAST_WILL),
    ("if i ever", Topics::LAST_WILL),
    ("wenn mir", Topics::LAST_WILL),
    ("falls mir", Topics::LAST_WILL),
    ("falls ich", Topics::LAST_WILL),
    ("falls du", Topics::LAST_WILL),
    ("s'il m'arrive", Topics::LAST_WILL),
    ("si me pasa", Topics::LAST_WILL),
    ("por si", Topics::LAST_WILL),
    ("au cas ou", Topics::LAST_WILL),
    ("se mi succede", Topics::LAST_WILL),
    ("voor het geval", Topics::LAST_WILL),
    ("caso eu", Topics::LAST_WILL),
    ("caso aconteca", Topics::LAST_WILL),
];

/// What is said around a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) sentence: Topics,
    /// The sentences before and after.
    pub(super) nearby: Topics,
}

/// The contexts of a view, each sentence read once.
pub(super) struct Contexts<'v> {
    view: &'v View<'v>,
    last: Option<(Range<usize>, Context)>,
}

impl<'v> Contexts<'v> {
    pub(super) fn of(view: &'v View<'v>) -> Self {
        Self { view, last: None }
    }

    pub(super) fn around(&mut self, at: usize) -> Context {
        let lower = self.view.lower();
        let span = sentence(lower, at);
        if let Some((known, context)) = &self.last
            && *known == span
        {
            return *context;
        }
        let before = sentence(lower, span.start.saturating_sub(2)).start..span.start;
        let before = before.start.max(span.start.saturating_sub(NEARBY))..span.start;
        let after_start = (span.end + 1).min(lower.len());
        let after = if lower.is_char_boundary(after_start) {
            let after_end = sentence(lower, after_start).end;
            after_start..after_end.max(after_start)
        } else {
            span.end..span.end
        };
        let context = Context {
            sentence: topics(lower, span.clone()),
            nearby: topics(lower, whole(lower, before)).and(topics(lower, whole(lower, after))),
        };
        self.last = Some((span, context));
        context
    }
}

impl Contexts<'_> {
    /// What is said around a token; one that is a sentence by itself is spoken of in those beside it.
    pub(super) fn around_token(&mut self, token: &Range<usize>) -> Context {
        let context = self.around(token.start);
        let sentence = sentence(self.view.lower(), token.start);
        let is_alone = self.view.text()[sentence].trim().len() <= token.len() + 1;
        if is_alone { Context { sentence: context.sentence.and(context.nearby), ..context } } else { context }
    }
}

/// How far the sentence before is read.
const NEARBY: usize = 160;

fn whole(text: &str, span: Range<usize>) -> Range<usize> {
    use super::super::super::reading::{ceil, floor};
    let end = floor(text, span.end);
    ceil(text, span.start).min(end)..end
}

fn topics(lower: &str, span: Range<usize>) -> Topics {
    let mut topics = Topics::default();
    for word in words(lower, span.clone()) {
        if is_in_address(lower, &word) {
            continue;
        }
        for part in lower[word].split('\'') {
            topics = topics.and(of_word(part));
        }
    }
    let said = &lower[span];
    for (phrase, topic) in PHRASES {
        if said.contains(phrase) {
            topics = topics.and(*topic);
        }
    }
    topics
}

/// "example" in `bob@example.org` says nothing.
fn is_in_address(lower: &str, word: &Range<usize>) -> bool {
    let bytes = lower.as_bytes();
    let after = bytes.get(word.end..word.end + 2);
    lower[..word.start].ends_with('@') || matches!(after, Some([b'.', next]) if next.is_ascii_alphanumeric())
}

/// What one word says, in compounds by its last part: "Haustürcode".
pub(super) fn of_word(word: &str) -> Topics {
    const ENDINGS: [(&str, Topics); 24] = [
        ("kastje", Topics::LOCKED),
        ("kluisje", Topics::LOCKED),
        ("slot", Topics::LOCKED),
        ("deur", Topics::LOCKED),
        ("poort", Topics::LOCKED),
        ("kasten", Topics::LOCKED),
        ("tur", Topics::LOCKED),
        ("schrank", Topics::LOCKED),
        ("karte", Topics::LOCKED),
        ("turcode", Topics::STRONG_LOCK),
        ("torcode", Topics::STRONG_LOCK),
        ("deurcode", Topics::STRONG_LOCK),
        ("code", Topics::CODE),
        ("kode", Topics::CODE),
        ("pin", Topics::CODE),
        ("passwort", Topics::CREDENTIAL),
        ("kennwort", Topics::CREDENTIAL),
        ("wachtwoord", Topics::CREDENTIAL),
        ("schlussel", Topics::KEY),
        ("sleutel", Topics::KEY),
        ("schloss", Topics::LOCKED),
        ("tresor", Topics::LOCKED),
        ("kluis", Topics::LOCKED),
        ("konto", Topics::ACCOUNT),
    ];
    if let Some(topics) = CUES.get(word) {
        return *topics;
    }
    ENDINGS
        .iter()
        .filter_map(|(ending, topic)| Some((word.strip_suffix(ending)?, *topic)))
        .filter(|(head, _)| head.len() > 2)
        .fold(Topics::default(), |topics, (head, topic)| {
            let head = head.strip_suffix(['s', 'n', '-']).unwrap_or(head);
            topics.and(topic).and(CUES.get(head).copied().unwrap_or_default())
        })
}
