//! Words that tell a name from a time.

use super::Words;

/// What is read, watched, heard or played: a capitalised or numeric time right after it is its title.
pub(crate) static MEDIA: Words = Words::new(
    "album anime band book called covered covering danced documentary entitled episode film finished game hear heard hum hummed \
     humming listen listened listening loved manga movie musical named novel play played playing podcast read reading \
     record recorded reread rereading rewatch rewatched rewatching sang saw seen series show sing singing sings sitcom \
     song titled track watch watched watching wrote",
);

/// The same, where even a holiday after it is a title: "we watched Groundhog Day".
pub(crate) static WATCHED: Words = Words::new(
    "film listen listened listening movie read reading reread rereading rewatch rewatched rewatching sang sing \
     singing sings song titled track watch watched watching",
);

/// Works and those who make them.
pub(crate) static WORKS: Words = Words::new(
    "album ballad band book comic documentary film hit hymn movie musical novel novella opera poem single sitcom song \
     thriller track tune",
);

/// What may follow the word for a work that the title is said to be: "was the first song we danced to".
pub(crate) static FOLLOWS_A_WORK: Words =
    Words::new("about and at by ever for from he i in my of on our she that they to we which with you");

/// What makes one work of many the one named after it.
pub(crate) static FAVOURITES: Words = Words::new("best called favorite favourite first only title");

/// What is kept and given a name.
pub(crate) static PETS: Words =
    Words::new("boat budgie cat dog goldfish hamster horse kitten parrot pet pony puppy rabbit tortoise van yacht");

/// Verbs that like a work rather than a day: "I love the movie Friday".
pub(crate) static LIKING: Words = Words::new(
    "adore adored adores enjoy enjoys follow follows hate hated hates like likes love loved loves recommend recommended",
);

/// Words whose object is a name.
pub(crate) static NAMING: Words =
    Words::new("baptised baptized christened dubbed entitled named nicknamed renamed titled");

/// Words that part a verb from a time, so that the time is no object of it.
pub(crate) static PREPOSITIONS: Words =
    Words::new("and at before by during for from in last next of on since this to until with");

/// Small words that have a capital inside a title only.
pub(crate) static SMALL_WORDS: Words = Words::new(
    "a an and are be before called every for from her his in is like my of on one our that the this was were who with",
);

/// What begins the name of a place or a group: "the Café Sunday".
pub(crate) static HEADS_OF_NAMES: Words = Words::new(
    "agent bar bistro black boutique cafe café casa chez cinema club galerie gallery hotel hôtel operation project \
     pub radio restaurant ristorante ruby salon studio team trattoria villa",
);

/// What ends such a name: "the Tuesday Club".
pub(crate) static TAILS_OF_NAMES: Words = Words::new(
    "addams band bar books bridge cafe café club collective creek gallery group harbor harbour hill island kids \
     magazine mirror murder people post press project records sessions society street swimmer telegraph times \
     town wives",
);

/// What is numbered by a year and a month: "draft 2020-12".
pub(crate) static VERSIONED: Words = Words::new(
    "api compatible compliant dialect draft edition iso revision rfc schema spec specification standard version",
);
