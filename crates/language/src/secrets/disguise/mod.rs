//! How else could the text be meant to be read?
//!
//! Each light disguise has an inverse: letters set apart are pushed together, spelled-out signs and digits become signs and
//! digits, pieces of a key are glued, escapes are resolved, a token is turned round or decoded. The result is another
//! [`View`] of the same text, and the detectors read that too.

use std::ops::Range;

use super::reading::floor;
use super::view::{Builder, View};

mod alphabet;
mod encoded;
mod escaped;
mod glued;
mod spaced;
mod spelled;
mod turned;

pub(super) use encoded::tokens;
pub(super) use escaped::unescaped;
pub(super) use glued::glued;
pub(super) use spaced::closed_up;
pub(super) use spelled::written_out;
pub(super) use turned::turned;

/// Text before a replaced stretch that is kept, so that a label there is still seen.
const LEAD: usize = 160;
/// Text after it that is kept, so that the end of a clause is still seen.
const TRAIL: usize = 100;

/// Builds the view in which some stretches of another read differently; of the rest it keeps only what stands near them.
struct Patches<'v, 't> {
    view: &'v View<'t>,
    builder: Builder,
    copied: usize,
    touched: bool,
}

impl<'v, 't> Patches<'v, 't> {
    fn of(view: &'v View<'t>) -> Self {
        Self { view, builder: Builder::with_capacity(0), copied: 0, touched: false }
    }

    /// Puts what `write` writes in the place of the bytes `span`.
    fn replace(&mut self, span: Range<usize>, write: impl FnOnce(&mut Builder, &View)) {
        let from = span.start.max(self.copied);
        if from - self.copied > LEAD + TRAIL {
            self.trail();
            self.copied = floor(self.view.text(), from - LEAD);
        }
        self.builder.copy(self.view, self.copied..from);
        write(&mut self.builder, self.view);
        self.copied = span.end;
        self.touched = true;
    }

    /// Copies what follows the last replaced stretch, and ends the sentence there.
    fn trail(&mut self) {
        if self.touched {
            let end = floor(self.view.text(), self.copied + TRAIL);
            self.builder.copy(self.view, self.copied..end);
            let origin = self.view.origin(self.copied..end.max(self.copied));
            self.builder.push('\n', origin.clone());
            self.builder.push('\n', origin);
        }
    }

    fn finish<'n>(mut self) -> Option<View<'n>> {
        self.trail();
        self.touched.then(|| self.builder.finish())
    }
}
