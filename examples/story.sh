#!/bin/sh
# A short guided story: what it is like to tell Cofio something, correct it, look back, undo and erase.
# It plays on a fresh data directory that is removed at the end, on a clock of its own.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
cofio=${COFIO_BIN:-${CARGO_TARGET_DIR:-$here/target}/debug/cofio}
home=$(mktemp -d "${TMPDIR:-/tmp}/cofio-story.XXXXXX")
trap 'rm -rf "$home"' EXIT INT TERM
# Nothing of your own settings plays a part, and nothing of yours is touched.
export HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_STATE_HOME="$home/state"
unset COFIO_DATA_DIR COFIO_SPACE 2>/dev/null || true
cd "$home"

if [ -t 1 ]; then bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m'); else bold='' dim='' plain=''; fi
say() { printf '\n%s%s%s\n' "$dim" "$*" "$plain"; }

# Shows a command as it would be typed, then runs it. Some are meant to be refused.
run() {
	printf '%s$ cofio' "$bold"
	for word in "$@"; do
		case $word in *[!A-Za-z0-9_./:-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
	done
	printf '%s\n' "$plain"
	"$cofio" "$@" 2>&1 || printf '%s(exit %s)%s\n' "$dim" "$?" "$plain"
}

say "It is the first of March 2026. You tell Cofio two things, once."
export COFIO_CLOCK=2026-03-01T09:00:00Z
run remember "I'm targeting retirement at 50" -d general
run remember "I'm vegetarian"
run recall "when does the user retire"

say "In June you change your mind. The old value is not overwritten: it ends, and a second version begins."
export COFIO_CLOCK=2026-06-15T18:30:00Z
run update retirement "I'm targeting retirement at 55"
run list
say "What held in April, and every step since:"
run list --as-of 2026-04-01
run history retirement

say "Every write prints its undo. Undo is a step too, and stays in the history."
run undo
run list

say "Some things are asked about first, and some are never kept."
run remember "My fasting glucose is 5.4"
run remember "The staging database password is correct-horse-battery-staple"

say "To forget ends a memory; it can be restored. To erase makes it never have been."
run forget vegetarian
run restore vegetarian
run erase vegetarian --yes
run list --status all

say "Everything that happened, newest first:"
run activity
run doctor

say "That was on $home, which is removed now. Your own memory begins with:"
printf '  %s remember "…"\n\n' "${cofio#"$here"/}"
