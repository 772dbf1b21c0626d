-- Learning: how far each session was learned from, what its stretches came to, and what is compiled from memories.

ALTER TABLE session ADD COLUMN extracted_claims INTEGER NOT NULL DEFAULT 0;

CREATE TABLE episode (
    space        INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    op           BLOB    NOT NULL,
    recorded_at  INTEGER NOT NULL,
    retired_at   INTEGER,
    retired_by   BLOB,
    hash         BLOB    NOT NULL,
    seal         BLOB,
    id           BLOB    NOT NULL,
    user         BLOB    NOT NULL,
    session      TEXT    NOT NULL,
    from_message INTEGER NOT NULL,
    to_message   INTEGER NOT NULL,
    started_at   INTEGER NOT NULL,
    ended_at     INTEGER NOT NULL,
    summarized   TEXT    NOT NULL,
    lines        TEXT    NOT NULL,  -- what it says, as JSON
    domains      TEXT    NOT NULL,
    participants TEXT    NOT NULL,
    absorbed_at  INTEGER,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE brief (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    user        BLOB    NOT NULL,
    kind        TEXT    NOT NULL,
    domain      TEXT,
    version     INTEGER NOT NULL,
    lines       TEXT    NOT NULL,  -- what it says, as JSON
    compiler    TEXT    NOT NULL,
    input       BLOB    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
