"""Makes long conversations out of the training text, each with questions about it: what a reranker gets to see.

    conversations.py TEXT.tsv.xz CHATS.jsonl TOKENIZER.json CONVERSATIONS.npz --count 700

A reranker chooses among turns of one history: two people, and everything they ever talked about. The training text is
many short dialogues of many people. So pieces of it are put one after the other, and all speakers become two or a few
people, in the turns and in the questions alike; that a question names somebody then says as little as it does in life.
Every fifth conversation is one of a user and an assistant, in which the assistant's messages are long.
"""

import argparse
import random
import re

import numpy as np

import corpus

SPEAKER = re.compile(r"^([A-Z][a-z]+|user|assistant): ")
ANY_SPEAKER = re.compile(r"(?:^|\s)([A-Z][a-z]+|user|assistant): ")
WORD = re.compile(r"[A-Z][a-z]+|\b[a-z]+\b")
ROLES = ("user", "assistant", "User", "Assistant")
# Names that are also words are left alone where they stand in small letters.
WORDS_TOO = ("will", "mark", "may", "rose", "grace", "ling", "hope", "joy")
# A sentence about somebody, not by somebody: it would answer its question word for word.
STATEMENT = re.compile(r"^[A-Z][a-z]+('s)? (?!I\b)[a-z]")
# How many of a source's questions are asked; and its patterns, which often make no sense, less often.
ASKED = {"chat": 1.0, "persona": 0.55, "oasst": 0.5, "chitchat": 0.25, "star": 0.15, "multidogo": 0.1, "taskmaster4": 0.1}
PATTERNS = ("What kind of", "Is it true that", "remind me about", "Which ", "How many ", "How often ", "Who did", "How long has")
LONGEST = 192


def turns(rows, source):
    """[turn, [questions about it]] in the order of the text; windows of several turns are left out."""
    found = []
    for mode, name, text in rows:
        if name != source:
            continue
        if mode == "q":
            if found:
                found[-1][1].append(text)
        elif not (source != "chat" and len(ANY_SPEAKER.findall(text)) >= 2 or source == "persona" and tells_about(text)):
            found.append((text, []))
    return found


def tells_about(text):
    low = text.lower()
    return not SPEAKER.match(text) and STATEMENT.match(text) and " I " not in text and " my " not in low and " we " not in low


class Supply:
    """The turns of every source, taken piece by piece."""

    def __init__(self, rows, chance):
        self.turns, self.at, self.chance = {s: turns(rows, s) for s in ASKED}, dict.fromkeys(ASKED, 0), chance
        spoke = {m[1] for s in self.turns.values() for text, _ in s if (m := SPEAKER.match(text))}
        self.names = sorted(spoke.difference(ROLES))
        self.known = set(self.names).union(ROLES)

    def take(self, source, count):
        turns = self.turns[source]
        if self.at[source] + count > len(turns):
            self.at[source] = self.chance.randrange(max(1, len(turns) // 3))
        self.at[source] += count
        return turns[self.at[source] - count : self.at[source]]

    def pieces(self, sizes, shortest, longest):
        """Pieces of several sources in any order: (source, turns)."""
        found = []
        for source, count in sizes:
            rest = self.take(source, count)
            while rest:
                size = self.chance.randint(shortest, longest)
                found.append((source, rest[:size]))
                rest = rest[size:]
        self.chance.shuffle(found)
        return found

    def renamed(self, people):
        """A function that gives everybody in a text one of a few names, the same one each time."""
        known, small = {}, {name.lower() for name in self.names}.difference(WORDS_TOO)

        def one(match):
            word = match[0]
            if word in self.known:
                return known.setdefault(word.lower(), self.chance.choice(people))
            return known.setdefault(word, self.chance.choice(people)).lower() if word in small else word

        return lambda text: WORD.sub(one, text)

    def asked(self, source, text, questions):
        for question in questions:
            share = ASKED[source] * (0.3 if question in text else 1.0)
            if question.startswith(PATTERNS) and source in ("chitchat", "star", "multidogo", "taskmaster4"):
                share *= 0.35
            if self.chance.random() < share:
                yield question


class Conversations:
    def __init__(self):
        self.turns, self.same, self.of_turn, self.questions, self.of_question = [], [], [], [], []

    def tell(self, number, text, follows):
        self.turns.append(text)
        self.same.append(follows)
        self.of_turn.append(number)

    def ask(self, number, question):
        self.questions.append(question)
        self.of_question.append(number)


def talk(made, number, supply):
    """Two people, sometimes a few more."""
    chance = supply.chance
    people = chance.sample(supply.names, min(len(supply.names), chance.choice((2, 2, 2, 3, 5))))
    rename = supply.renamed(people)
    sizes = [("chat", chance.randint(120, 220)), ("chitchat", chance.randint(60, 180)), ("persona", chance.randint(40, 120))]
    sizes.append((chance.choice(("star", "multidogo", "taskmaster4", "oasst")), 25))
    for source, piece in supply.pieces(sizes, 12, 30):
        for at, (text, questions) in enumerate(piece):
            said = rename(text)
            if said.split(":")[0] not in people:
                said = f"{chance.choice(people)}: {said}"
            # What stands before a line of `persona` has nothing to do with it.
            made.tell(number, said, at > 0 and not (source == "persona" and chance.random() < 0.5))
            for question in supply.asked(source, text, questions):
                made.ask(number, rename(question))


def messages(made, number, supply):
    """A user and an assistant by turns; a message is a few turns of the text, the assistant's are many."""
    chance, rename = supply.chance, supply.renamed(["user"])
    sizes = [("chat", chance.randint(200, 300)), ("chitchat", chance.randint(150, 250)), ("persona", chance.randint(100, 200)), ("oasst", 30)]
    for source, piece in supply.pieces(sizes, 20, 40):
        at, who = 0, "user"
        while at < len(piece):
            part = piece[at : at + (chance.randint(1, 3) if who == "user" else chance.randint(3, 10))]
            made.tell(number, f"{who}: " + " ".join(SPEAKER.sub("", rename(text)) for text, _ in part), at > 0)
            for text, questions in part:
                for question in supply.asked(source, text, questions):
                    if chance.random() < 0.6:
                        made.ask(number, re.sub(r"\buser\b", chance.choice(("I", "the user")), rename(question)))
            at, who = at + len(part), "assistant" if who == "user" else "user"


def main():
    args = argparse.ArgumentParser()
    for name in ("text", "chats", "tokenizer", "target"):
        args.add_argument(name)
    args.add_argument("--count", type=int, default=700)
    a = args.parse_args()
    rows = corpus.read_rows(a.text, corpus.SHARE_ALIKE) + corpus.chat_rows(a.chats)
    supply, made = Supply(rows, random.Random(7)), Conversations()
    for number in range(a.count):
        (messages if number % 5 == 4 else talk)(made, number, supply)
    ids, starts = corpus.encode(corpus.tokenizer(a.tokenizer), made.turns + made.questions, LONGEST)
    np.savez(a.target, ids=ids, starts=starts, same=made.same, of_turn=made.of_turn, of_question=made.of_question)
    print(f"{a.count} conversations, {len(made.turns)} turns, {len(made.questions)} questions, {len(ids)} tokens")


if __name__ == "__main__":
    main()
