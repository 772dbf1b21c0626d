//! Is there a password beside the name of a service, of a device or of its administrator?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::words::{FACTORY, NETWORKS};
use super::judge::Announced;
use super::link::{Link, Site};
use super::login::is_name;
use super::value::Value;

impl Announced<'_> {
    /// "Spotify: sam / D1scoInferno", "gmail / Sandcastle#5", "Hulu: kim@example.org with Sw33tPotato".
    pub(super) fn service_login(&self) -> Option<Range<usize>> {
        const INTROS: [&str; 7] = [": ", " = ", " - ", " is ", " it's ", " -> ", " "];
        let text = self.view.text();
        let rest = &text[self.label.end..];
        if rest.starts_with(" / ") {
            return self.second_half(self.label.end + 3);
        }
        if let Some(span) = self.service_password(rest) {
            return Some(span);
        }
        let intro = INTROS.iter().find(|intro| rest.starts_with(**intro))?;
        let user = Value::at(self.view, self.label.end + intro.len())?;
        let is_set = *intro != " ";
        if let Some((name, _)) = user.text.split_once(['/', ':'])
            && is_set
            && FACTORY.contains(name)
        {
            return self.second_half(user.span.start + name.len() + 1);
        }
        let after = &text[user.span.end + usize::from(user.quoted)..];
        let is_mail = user.text.contains('@') && user.text.contains('.');
        let joints: &[&str] =
            if is_mail { &[" / ", " with ", " and then ", ", then ", " | ", " + "] } else { &[" / ", " | ", " -> "] };
        let joint = joints.iter().find(|joint| after.starts_with(**joint))?;
        let is_user = is_mail || is_set && is_name(user.text);
        is_user.then(|| self.second_half(text.len() - after.len() + joint.len())).flatten()
    }

    /// "Gmail is now Quartz!Violin3": alone, only what nothing but a password looks like.
    fn service_password(&self, rest: &str) -> Option<Range<usize>> {
        const INTROS: [&str; 6] = [": ", " = ", " is now ", " is ", " -> ", " - "];
        let intro = INTROS.iter().find(|intro| rest.starts_with(**intro))?;
        let value = Value::at(self.view, self.label.end + intro.len())?;
        let shape = value.shape();
        let signs = value.text.trim_end_matches('!').bytes().any(|byte| b"!#$%^&*".contains(&byte));
        let is_password = value.is_unmistakable()
            && signs
            && shape.digits > 0
            && shape.upper > 0
            && shape.lower > 0
            && shape.length >= 8;
        is_password.then_some(value.span)
    }

    fn second_half(&self, at: usize) -> Option<Range<usize>> {
        let value = Value::at(self.view, at)?;
        let shape = value.shape();
        let mixed = shape.digits > 0 && shape.letters() > 3 || shape.symbols > 0;
        let is_password = value.is_unmistakable() && value.text.len() >= 6 && mixed && value.ends_clause;
        (is_password && !is_placeholder(value.text)).then_some(value.span)
    }

    /// "admin / Fj0rd!House", "MySQL root -> r00t_R0cks": the label is the user name.
    pub(super) fn after_user(&self) -> Option<Range<usize>> {
        let label = &self.view.lower()[self.label.clone()];
        if !matches!(label, "admin" | "root" | "administrator") {
            return None;
        }
        let rest = &self.view.text()[self.label.end..];
        let sign = [" / ", ":", " -> ", " = "].iter().find(|sign| rest.starts_with(**sign))?;
        let value = Value::at(self.view, self.label.end + sign.len())?;
        let shape = value.shape();
        let convincing = sign.contains('/') || value.text.len() >= 8 && (shape.symbols > 0 || shape.digits > 1);
        (value.is_unmistakable() && convincing && !is_placeholder(value.text)).then_some(value.span)
    }

    /// "for the wifi use …", "SSID Home, people type in …".
    pub(super) fn recommended(&self, site: Site) -> Option<Range<usize>> {
        const VERBS: [&str; 4] = ["use", "try", "type", "enter"];
        let lower = self.view.lower();
        let said = &lower[self.label.end..site.at.max(self.label.end)];
        let is_network = NETWORKS.contains(&lower[self.label.clone()]);
        let is_advice = is_network && said.split_ascii_whitespace().any(|word| VERBS.contains(&word));
        let value = Value::at(self.view, site.at)?;
        let advised = is_advice && value.text.len() >= 8;
        // A network's name may be quoted too, but hardly with a bang in it.
        let quoted = value.quoted && is_network && value.shape().symbols > 0;
        let lower_case =
            value.text.len() >= 8 && value.text.starts_with(|c: char| c.is_ascii_lowercase()) && value.ends_clause;
        let set = lower_case && value.shape().digits > 0 && matches!(site.link, Link::Loose | Link::Sign) && is_network;
        ((advised || quoted || set) && value.is_unmistakable()).then_some(value.span)
    }
}
