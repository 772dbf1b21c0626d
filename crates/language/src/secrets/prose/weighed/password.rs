//! Do the looks of a token and its sentence make it a password?

use std::ops::Range;

use super::super::super::reading::{floor, words};
use super::super::super::view::View;
use super::super::super::words::VAULTS;
use super::Weight;
use super::binding::{self, Binding};
use super::context::{Context, Contexts, Topics};

/// From this sum on a token is a password. Looks give at most four and a binding at most three, so the sentence has to
/// be about something that is locked.
const ENOUGH: Weight = 8;

/// What a token with signs and digits in it, or a random one, weighs.
const HIGHEST_LOOK: Weight = 4;

/// Whether the token with this `look` is a password.
pub(super) fn is_password(view: &View, token: Range<usize>, look: Weight, contexts: &mut Contexts) -> bool {
    let binding = binding::of(view, token.start, token.end);
    if binding == Binding::Name {
        return false;
    }
    let context = contexts.around_token(&token);
    let rest = view.text()[token.end..].trim_end_matches(['.', '!', ' ', ')', '"']);
    let is_last = Weight::from(binding == Binding::Loose && rest.is_empty());
    let is_note = is_brief(view, &token, 5) && look >= HIGHEST_LOOK && binding == Binding::Loose;
    // "netflix is Birne20".
    let is_equation = is_brief(view, &token, 3) && binding == Binding::Join;
    let is_kept = binding == Binding::Means && opens_vault(view, token.end);
    let sum = look
        + Weight::from(is_kept)
        + Weight::from(is_equation)
        + is_last
        + Weight::from(is_note) * 2
        + bound(binding)
        + credential(&context, binding, look)
        + place(&context)
        + said(&context);
    sum >= ENOUGH
}

/// "K1rschbaum! - guest wifi": hardly anything is said beside the token.
fn is_brief(view: &View, token: &Range<usize>, most_words: usize) -> bool {
    let text = view.text();
    text.len() < token.len() + 60 && text.split_ascii_whitespace().count() <= most_words
}

/// "I use … for the keepass vault".
fn opens_vault(view: &View, end: usize) -> bool {
    let lower = view.lower();
    let rest = words(lower, end..floor(lower, end + 60)).map(|word| &lower[word]).take(7);
    let mut rest = rest.skip_while(|word| !matches!(*word, "for" | "fur" | "pour" | "para" | "per" | "voor"));
    rest.next().is_some() && rest.any(|word| VAULTS.contains(word))
}

fn bound(binding: Binding) -> Weight {
    match binding {
        Binding::MailPair => 5,
        Binding::Change | Binding::Pair | Binding::Noun | Binding::Purpose => 3,
        Binding::Join | Binding::It | Binding::Sign | Binding::Means => 2,
        Binding::Loose => 0,
        Binding::None | Binding::Name => -2,
    }
}

/// What is said of passwords and logging in.
fn credential(context: &Context, binding: Binding, look: Weight) -> Weight {
    let (here, nearby) = (context.sentence, context.nearby);
    let place = here.has(Topics::ACCOUNT.and(Topics::DEVICE));
    let left_out = here.has(Topics::LEFT_OUT) && place && binding != Binding::Means;
    if here.has(Topics::CREDENTIAL) || left_out {
        return 3;
    }
    let is_generated = look >= HIGHEST_LOOK && here.and(nearby).has(Topics::KEY);
    let is_half = here.has(Topics::HALF_CREDENTIAL) && place;
    if nearby.has(Topics::CREDENTIAL) && binding == Binding::It {
        return 3;
    }
    let is_named = here.has(Topics::LOGGING_IN.and(Topics::PROMPT)) || nearby.has(Topics::CREDENTIAL);
    if here.has(Topics::EVERYWHERE) && binding == Binding::Means {
        return if look > 2 { 3 } else { 2 };
    }
    if is_named || is_generated || is_half || place && binding == Binding::It && look > 2 {
        return 2;
    }
    let opened = binding == Binding::Means && here.has(Topics::OPENER);
    Weight::from(opened || here.has(Topics::HALF_CREDENTIAL.and(Topics::LEFT_OUT)))
}

/// What could be opened with it.
fn place(context: &Context) -> Weight {
    if context.sentence.has(Topics::ACCOUNT) { 2 } else { Weight::from(context.sentence.has(Topics::DEVICE)) }
}

/// Whether somebody hands it over.
fn said(context: &Context) -> Weight {
    let all = context.sentence.and(context.nearby);
    Weight::from(all.has(Topics::SPELLING)) * 3
        + Weight::from(all.has(Topics::HANDOVER))
        + Weight::from(all.has(Topics::LAST_WILL)) * 2
        - Weight::from(is_public_code(context.sentence)) * 4
        - Weight::from(context.sentence.has(Topics::PUBLIC))
        - Weight::from(context.sentence.has(Topics::EXAMPLE)) * 4
}

/// "reservation code HMT965", "promo code SUMMER25".
fn is_public_code(here: Topics) -> bool {
    here.has(Topics::PUBLIC_CODE) && here.has(Topics::CODE) && !here.has(Topics::CREDENTIAL)
}
