//! What does a spelled-out word stand for?

/// What a spelled-out word stands for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Spelled {
    Sign(char),
    /// A sign whose name has other uses.
    Mark(char),
    Digit(u8),
    /// Ten to nineteen.
    Teen(u8),
    /// Twenty, thirty and so on: takes a digit after it.
    Ten(u8),
    /// "double", "triple": repeats the next digit.
    Times(u8),
    Letter(char),
    Upper,
    Lower,
    /// Said between two digits.
    Then,
    /// "the word": the next one is meant as it stands.
    Word,
    /// A word or number that is meant as it stands.
    Whole,
    /// An article, or the second half of the name of a sign.
    Nothing,
}

impl Spelled {
    /// Whether nobody says this who does not spell something.
    pub(super) fn is_told(self) -> bool {
        matches!(self, Self::Upper | Self::Lower | Self::Word | Self::Mark(_) | Self::Whole)
    }

    /// Whether it means something only with what follows.
    pub(super) fn wants_more(self) -> bool {
        matches!(self, Self::Upper | Self::Lower | Self::Times(_) | Self::Then | Self::Word | Self::Nothing)
    }
}

/// The digits from zero on, in the other languages people dictate in.
const FOREIGN_DIGITS: [&str; 7] = [
    "null eins zwei drei vier funf sechs sieben acht neun",
    "null ein zwo drei vier fuenf sechs sieben acht neun",
    "zero un deux trois quatre cinq six sept huit neuf",
    "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "zero uno due tre quattro cinque sei sette otto nove",
    "zero um dois tres quatro cinco seis sete oito nove",
    "nul een twee drie vier vijf zes zeven acht negen",
];

fn foreign_digit(word: &str) -> Option<u8> {
    let place = |digits: &&str| digits.split(' ').position(|digit| digit == word);
    FOREIGN_DIGITS.iter().find_map(place).and_then(|at| u8::try_from(at).ok())
}

/// Signs by names that are also said of other things.
fn mark(word: &str) -> Option<char> {
    let sign = match word {
        "exclamation" | "bang" | "ausrufezeichen" | "uitroepteken" => '!',
        "hash" | "hashtag" | "pound" | "raute" | "hekje" => '#',
        "dollar" | "dollarzeichen" => '$',
        "percent" | "prozent" => '%',
        "ampersand" => '&',
        "asterisk" | "star" | "sternchen" | "sterretje" | "asterisco" => '*',
        "question" | "fragezeichen" | "vraagteken" => '?',
        "bindestrich" | "tiret" | "guion" | "trattino" | "streepje" | "hifen" => '-',
        "unterstrich" => '_',
        _ => return None,
    };
    Some(sign)
}

/// What `word`, in lower case, is the name of.
pub(super) fn spelled(word: &str) -> Option<Spelled> {
    const DIGITS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    const TEENS: [&str; 10] =
        ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    const LETTERS: [&str; 26] = [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo", "lima",
        "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor", "whiskey",
        "xray", "yankee", "zulu",
    ];
    let place = |list: &[&str]| list.iter().position(|entry| *entry == word).and_then(|at| u8::try_from(at).ok());
    let sign = match word {
        "dash" | "hyphen" | "minus" => Some('-'),
        "underscore" | "underline" => Some('_'),
        "dot" | "period" => Some('.'),
        "slash" => Some('/'),
        "colon" => Some(':'),
        "equals" => Some('='),
        "plus" => Some('+'),
        _ => None,
    };
    if let Some(sign) = sign {
        return Some(Spelled::Sign(sign));
    }
    match word {
        "oh" | "nought" | "naught" | "o" => return Some(Spelled::Digit(0)),
        "double" => return Some(Spelled::Times(2)),
        "triple" | "treble" => return Some(Spelled::Times(3)),
        "capital" | "uppercase" | "upper" | "cap" | "big" | "majuscule" | "mayuscula" | "maiuscola" | "maiuscula"
        | "hoofdletter" | "gross" | "grosses" | "großes" => return Some(Spelled::Upper),
        "lowercase" | "lower" | "small" | "little" | "minuscule" | "minuscula" | "kleines" => {
            return Some(Spelled::Lower);
        }
        "word" | "wort" | "mot" | "woord" => return Some(Spelled::Word),
        "then" | "dann" | "puis" | "luego" | "poi" | "depois" | "dan" => return Some(Spelled::Then),
        "niner" => return Some(Spelled::Digit(9)),
        "alfa" => return Some(Spelled::Letter('a')),
        "juliett" => return Some(Spelled::Letter('j')),
        "whisky" => return Some(Spelled::Letter('w')),
        _ => {}
    }
    place(&DIGITS)
        .map(Spelled::Digit)
        .or_else(|| place(&TEENS).map(Spelled::Teen))
        .or_else(|| place(&TENS).map(|at| Spelled::Ten(at + 2)))
        .or_else(|| place(&LETTERS).map(|at| Spelled::Letter((b'a' + at) as char)))
        .or_else(|| foreign_digit(word).map(Spelled::Digit))
        .or_else(|| mark(word).map(Spelled::Mark))
}

/// A character that stands for itself.
pub(super) fn literal(character: char) -> Spelled {
    match character.to_digit(10) {
        Some(digit) => Spelled::Digit(digit as u8),
        None => Spelled::Letter(character),
    }
}
