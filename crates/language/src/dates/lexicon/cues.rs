//! Words around a number or a name that make it a date, or tell that it is none.

use crate::dates::mention::Relation;

/// Words before an expression that say how the claim relates to it. Of two that begin alike the longer stands first.
pub(crate) const RELATIONS: &[(&str, Relation)] = &[
    ("no later than", Relation::By),
    ("not later than", Relation::By),
    ("as late as", Relation::By),
    ("due by", Relation::By),
    ("due on", Relation::By),
    ("due in", Relation::By),
    ("due at", Relation::By),
    ("due date :", Relation::By),
    ("due date is", Relation::By),
    ("due date of", Relation::By),
    ("due :", Relation::By),
    ("due", Relation::By),
    ("deadline :", Relation::By),
    ("deadline is", Relation::By),
    ("deadline on", Relation::By),
    ("deadline of", Relation::By),
    ("deadline in", Relation::By),
    ("deadline -", Relation::By),
    ("deadline", Relation::By),
    ("by", Relation::By),
    ("up until", Relation::Until),
    ("until", Relation::Until),
    ("untill", Relation::Until),
    ("till", Relation::Until),
    ("til", Relation::Until),
    ("through to", Relation::Until),
    ("through", Relation::Until),
    ("thru", Relation::Until),
    ("not before", Relation::From),
    ("no earlier than", Relation::From),
    ("not earlier than", Relation::From),
    ("no sooner than", Relation::From),
    ("prior to", Relation::Before),
    ("earlier than", Relation::Before),
    ("ahead of", Relation::Before),
    ("before", Relation::Before),
    ("ever since", Relation::Since),
    ("since", Relation::Since),
    ("later than", Relation::After),
    ("after", Relation::After),
    ("as early as", Relation::From),
    ("as of", Relation::From),
    ("effective from", Relation::From),
    ("effective", Relation::From),
    ("starting from", Relation::From),
    ("starting on", Relation::From),
    ("starting in", Relation::From),
    ("starting at", Relation::From),
    ("starting", Relation::From),
    ("beginning on", Relation::From),
    ("beginning in", Relation::From),
    ("beginning", Relation::From),
    ("commencing", Relation::From),
    ("from", Relation::From),
];

/// Words after which a lone month, year or day number is believed.
pub(crate) const DATE_CUES: &[&str] = &[
    "in", "on", "by", "before", "after", "until", "untill", "till", "til", "since", "during", "from", "for", "through",
    "thru", "throughout", "between", "than", "due", "starting", "beginning", "deadline", "effective", "prior", "as",
];

/// Words that hedge a time without changing it.
pub(crate) const HEDGES: &[&str] = &[
    "around", "about", "circa", "roughly", "approximately", "approx", "nearly", "almost", "sometime", "maybe",
    "probably", "like", "~",
];

/// Words after which a holiday is a day and not a subject.
pub(crate) const HOLIDAY_CUES: &[&str] = &[
    "on", "at", "for", "by", "before", "after", "until", "till", "since", "over", "during", "around", "celebrate",
    "celebrated", "celebrating", "spend", "spent", "spending", "from", "through", "past", "between",
];

/// What a bare "at 5" may follow.
pub(crate) const CLOCK_EVENTS: &[&str] = &[
    "appointment", "arrive", "arrived", "arrives", "arriving", "back", "breakfast", "brunch", "call", "called", "class",
    "come", "dinner", "flight", "home", "interview", "land", "lands", "leave", "leaves", "leaving", "left", "lunch",
    "meet", "meeting", "met", "pick", "reservation", "ring", "see", "start", "started", "starts", "train", "up",
];

/// Things counted in numbers that could be read as years.
pub(crate) const COUNTED_THINGS: &[&str] = &[
    "bucks", "bytes", "calories", "cases", "characters", "copies", "customers", "degrees", "different", "dollars",
    "employees", "euros", "feet", "files", "followers", "ft", "grams", "guests", "hours", "items", "kcal", "kg",
    "kilometers", "kilometres", "km", "lines", "meters", "metres", "miles", "minutes", "more", "other", "pages",
    "people", "percent", "pieces", "pixels", "points", "pounds", "rows", "rpm", "seats", "square", "steps", "students",
    "tokens", "tons", "units", "users", "visitors", "volts", "votes", "watts", "words", "workers", "yen",
];

/// What stands before a number that only numbers something.
pub(crate) const NUMBERED: &[&str] = &[
    "apartment", "apt", "article", "building", "bus", "chapter", "code", "episode", "flat", "flight", "gate", "grade",
    "highway", "id", "invoice", "item", "level", "line", "model", "no", "number", "op", "order", "page", "part",
    "phone", "pin", "platform", "ref", "reference", "room", "route", "season", "section", "ssn", "step", "suite", "tel",
    "ticket", "track", "train", "unit", "v", "ver", "version", "volume",
];

/// What stands after a share or a mark out of ten.
pub(crate) const RATIO_NOUNS: &[&str] = &[
    "cup", "cups", "inch", "inches", "lb", "mile", "miles", "of", "ounce", "oz", "people", "pint", "pound", "score",
    "star", "stars", "tablespoon", "tbsp", "teaspoon", "time", "times", "tsp",
];

/// Words that make two numbers a score.
pub(crate) const SCORES: &[&str] =
    &["beat", "lost", "odds", "ratio", "score", "scored", "scores", "split", "vote", "win", "won"];

/// Words of habit: with them a named day or month comes again and again.
pub(crate) const HABITS: &[&str] = &[
    "always", "annual", "annually", "customarily", "generally", "habitually", "mostly", "normally", "often",
    "occasionally", "rarely", "regularly", "seldom", "sometimes", "tend", "tends", "traditionally", "typically",
    "usual", "usually", "whenever", "yearly",
];

/// Words that by themselves say "again and again".
pub(crate) const RECURRING: &[&str] = &[
    "annually", "biannually", "biennially", "bimonthly", "biweekly", "daily", "everyday", "fortnightly", "hourly",
    "monthly", "nightly", "quarterly", "semiannually", "weekly", "yearly",
];

/// Verbs of routine: "I work Monday to Friday", "open from 9 to 5".
pub(crate) const ROUTINES: &[&str] = &["available", "closed", "closes", "open", "opens", "work", "works"];

/// What is read, watched or played: a capitalised or numeric time right after it is its title.
pub(crate) const MEDIA: &[&str] = &[
    "album", "anime", "band", "book", "called", "documentary", "entitled", "episode", "film", "finished", "game",
    "listened", "loved", "manga", "movie", "musical", "named", "novel", "play", "played", "playing", "podcast", "read",
    "reading", "rewatch", "rewatched", "rewatching", "saw", "seen", "series", "show", "sitcom", "song", "titled",
    "watch", "watched", "watching",
];

/// "in her 90s": an age, not a decade.
pub(crate) const PERSONAL: &[&str] = &["her", "his", "its", "my", "our", "their", "your"];

pub(crate) const PRONOUNS: &[&str] = &[
    "i", "you", "he", "she", "it", "we", "they", "this", "that", "these", "those", "there", "who", "which", "what",
    "one", "everyone", "nobody", "everybody", "someone", "people",
];

/// Verbs that make the name before them a subject: "since May is my sister".
pub(crate) const SUBJECT_VERBS: &[&str] =
    &["is", "was", "has", "had", "will", "said", "says", "told", "and", "left", "came", "went", "called", "loves", "likes"];

/// What may follow "the 15th" without making it a floor, a place or an attempt.
pub(crate) const AFTER_A_DAY_NUMBER: &[&str] = &[
    "after", "afternoon", "am", "and", "around", "at", "because", "before", "between", "but", "by", "during", "evening",
    "for", "from", "he", "her", "his", "i", "if", "in", "instead", "is", "it", "morning", "my", "night", "of", "on",
    "or", "our", "she", "since", "so", "that", "the", "their", "then", "they", "this", "through", "till", "to",
    "until", "was", "we", "when", "will", "with", "works", "you",
];

/// What makes a weekday part of a compound: "Sunday school".
pub(crate) const WEEKDAY_COMPOUNDS: &[&str] =
    &["school", "roast", "best", "prayers", "paper", "papers", "league", "funday", "blues", "addams", "driver"];

/// Words passed over when the start of a clause is sought: "so on Friday", "and then on the 5th".
pub(crate) const ASIDE: &[&str] = &[
    "about", "around", "at", "by", "during", "from", "in", "just", "maybe", "on", "over", "since", "the", "then",
    "until",
];
