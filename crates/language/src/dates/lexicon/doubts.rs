//! Words around a number or a name that tell it is no date.

use super::Words;

/// Things counted in numbers that could be read as years.
pub(crate) static COUNTED_THINGS: Words = Words::new(
    "bucks bytes calories cases characters copies customers degrees different dollars employees euros feet files \
     followers ft grams guests hours items kcal kg kilometers kilometres km lines meters metres miles minutes more \
     other pages people percent pieces pixels points pounds rows rpm seats square steps students tokens tons units \
     users visitors volts votes watts words workers yen",
);

/// What stands before a number that only numbers something.
pub(crate) static NUMBERED: Words = Words::new(
    "apartment apt article building bus chapter code episode flat flight gate grade highway id invoice item level \
     line model no number op order page part phone pin platform ref reference room route season section ssn step \
     suite tel ticket track train unit v ver version volume",
);

/// What stands after a share or a mark out of ten.
pub(crate) static RATIO_NOUNS: Words = Words::new(
    "cup cups inch inches lb mile miles of ounce oz people pint pound score star stars tablespoon tbsp teaspoon time \
     times tsp",
);

/// Words that make two numbers a score.
pub(crate) static SCORES: Words = Words::new(
    "beat foul game goal lost match odds ratio score scored scores split team timeout touchdown vote win won",
);

/// After "in two years", what makes it a length and not a distance.
pub(crate) static LENGTHS: Words = Words::new("apart each flat max of old or per straight tops total");

/// Before "in two years", what makes it a frequency.
pub(crate) static FREQUENCIES: Words = Words::new("all once only snow thrice time times twice");

/// Before "in two years", what makes it a record.
pub(crate) static RECORDS: Words = Words::new("best first least most only worst");

/// Words of habit: with them a named day or month comes again and again.
pub(crate) static HABITS: Words = Words::new(
    "always annual annually customarily generally habitually mostly normally often occasionally rarely regularly \
     seldom sometimes tend tends traditionally typically usual usually whenever yearly",
);

/// Words that by themselves say "again and again".
pub(crate) static RECURRING: Words = Words::new(
    "annually biannually biennially bimonthly biweekly daily everyday fortnightly hourly monthly nightly quarterly \
     semiannually weekly yearly",
);

/// Verbs of routine: "I work Monday to Friday", "open from 9 to 5".
pub(crate) static ROUTINES: Words = Words::new("available closed closes open opens work works");

/// What falls due again and again, so that "the 1st" or "the end of the month" is no particular one.
pub(crate) static PERIODIC: Words = Words::new(
    "bill bills installment installments mortgage paid paycheck payday payroll rent salary subscription utilities \
     wage wages",
);

/// What is written in digits and is no year, said before them.
pub(crate) static CODES: Words = Words::new(
    "address amount bill code codes cost costs counted euros extension fee licence license model offered paid password \
     pin plate population postcode price prices priced salary serial sum total totals zip",
);

/// "in her 90s": an age, not a decade.
pub(crate) static PERSONAL: Words = Words::new("her his its my our their your");

/// Verbs that make the name before them a subject: "since May is my sister".
pub(crate) static SUBJECT_VERBS: Words =
    Words::new("is was has had will said says told and left came went called loves likes");

/// What a holiday can lend its name to without being meant itself.
pub(crate) static HOLIDAY_COMPOUNDS: Words = Words::new(
    "albums break cards celebrations cookies costume costumes deals decor decorations gift gifts lights market \
     markets movie movies music present presents resolution resolutions sale sales season shopping song songs spirit \
     sweater sweaters tradition traditions tree trees wishes",
);

/// What makes "by" name a maker and not a limit: "inspired by autumn".
pub(crate) static MADE: Words = Words::new(
    "composed directed hurt impressed inspired loved made moved painted read recorded said sung surrounded told \
     touched written",
);

/// What outlasts the time it is said with.
pub(crate) static LASTING: Words = Words::new("anniversary bday birthday born even still");

/// Words that leave open which day they mean: "a Tuesday", "that Sunday".
pub(crate) static INDEFINITE: Words = Words::new("a alternate an any each every following most one other some that");

/// What makes the holiday after it a subject and not a time.
pub(crate) static BEFORE_A_SUBJECT: Words =
    Words::new("a about called enjoy hate hates is like likes love loved loves of was");

/// What is said of a holiday as such.
pub(crate) static ESTABLISHED: Words = Words::new(
    "abolished always created declared established first founded held introduced invented made moved my never \
     observed originally our started the",
);

/// Words that leave open which day they praise: "have a lovely Sunday".
pub(crate) static PRAISE: Words = Words::new(
    "amazing awesome beautiful blessed busy calm chill cozy fantastic fun good great happy lazy lovely nice normal \
     perfect quiet rainy regular relaxing sunny typical usual wonderful",
);

/// What makes a weekday part of a compound: "Sunday school".
pub(crate) static WEEKDAY_COMPOUNDS: Words =
    Words::new("school roast best prayers paper papers league funday blues addams driver");

pub(crate) static PRONOUNS: Words = Words::new(
    "i you he she it we they this that these those there who which what one everyone nobody everybody someone people",
);
