"""What anybody could write: SQLite with full-text search, vectors scanned one by one, and both ranks added up."""

import re
import sqlite3

import numpy as np

DEPTH = 50
SCHEMA = """
    CREATE TABLE IF NOT EXISTS turn (number INTEGER PRIMARY KEY, space TEXT, text TEXT, vector BLOB);
    CREATE INDEX IF NOT EXISTS turn_space ON turn (space);
    CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (text, space, tokenize = 'porter');
"""


class Peer:
    def __init__(self, folder, dimensions):
        folder.mkdir(parents=True, exist_ok=True)
        self.database = sqlite3.connect(folder / "plain.db", timeout=30)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(SCHEMA)

    def add(self, number, turn, vector):
        with self.database:
            row = (number, turn["space"], turn["spoken"], vector.tobytes())
            self.database.execute("INSERT INTO turn VALUES (?, ?, ?, ?)", row)
            words = (number, turn["spoken"], turn["space"])
            self.database.execute("INSERT INTO words (rowid, text, space) VALUES (?, ?, ?)", words)

    def finish(self):
        pass

    def search(self, space, text, vector, top):
        scores = {}
        for ranked in (self.by_words(space, text), self.by_meaning(space, vector)):
            for rank, number in enumerate(ranked, 1):
                scores[number] = scores.get(number, 0) + 1 / (60 + rank)
        return sorted(scores, key=scores.get, reverse=True)[:top]

    def by_words(self, space, text):
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        # The space is a word, too: anything else makes SQLite look at every row of the table, or worse.
        match = f'space : "{space}" AND text : ({words})'
        query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 1.0, 0.0) LIMIT ?"
        return [number for (number,) in self.database.execute(query, (match, DEPTH))] if words else []

    def by_meaning(self, space, vector):
        rows = self.database.execute("SELECT number, vector FROM turn WHERE space = ?", (space,)).fetchall()
        matrix = np.frombuffer(b"".join(row[1] for row in rows), np.float32).reshape(len(rows), -1)
        return [rows[place][0] for place in np.argsort(-(matrix @ vector))[:DEPTH]]

    def numbers(self, space):
        return [number for (number,) in self.database.execute("SELECT number FROM turn WHERE space = ?", (space,))]

    def forget(self, number, turn):
        with self.database:
            self.database.execute("DELETE FROM turn WHERE number = ?", (number,))
            self.database.execute("DELETE FROM words WHERE rowid = ?", (number,))

    def close(self):
        self.database.close()
