-- The raw log, sessions, what is derived from texts, what memories were used for, and jobs.
--
-- An event's header is never changed and never removed; its words lie apart, so that they can be shredded. Kinds and
-- roles are small numbers and a session is a number in its space, because there are many events and each should be
-- small. `place` is the space and the sequence number in one: space << 40 | seq.

ALTER TABLE space ADD COLUMN events INTEGER NOT NULL DEFAULT 0;    -- how many events there are
ALTER TABLE space ADD COLUMN chain  BLOB    NOT NULL DEFAULT x'00000000000000000000000000000000';  -- the last one's hash

CREATE TABLE session (
    space             INTEGER NOT NULL REFERENCES space (space),
    number            INTEGER NOT NULL,
    id                BLOB    NOT NULL,
    tail              INTEGER NOT NULL,
    name              TEXT    NOT NULL,
    user              BLOB    NOT NULL,
    project           BLOB,
    surface           TEXT    NOT NULL,
    title             TEXT,
    status            TEXT    NOT NULL CHECK (status IN ('active', 'idle', 'archived')),
    opened_at         INTEGER NOT NULL,
    touched_at        INTEGER NOT NULL,
    first_at          INTEGER NOT NULL,
    last_at           INTEGER NOT NULL,
    archived_at       INTEGER,
    deleted_at        INTEGER,
    shredded_at       INTEGER,
    messages          INTEGER NOT NULL,
    extracted_through INTEGER NOT NULL,
    moved             INTEGER NOT NULL,   -- where it was last put in the trash or taken out
    hash              BLOB    NOT NULL,
    PRIMARY KEY (space, number),
    UNIQUE (space, id),
    UNIQUE (space, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_tail ON session (space, tail);
CREATE INDEX session_moved ON session (space, moved) WHERE moved > 0;

CREATE TABLE event (
    space        INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    id           BLOB    NOT NULL,
    session      INTEGER NOT NULL,
    idx          INTEGER NOT NULL,   -- its place in the session, from 0
    type         INTEGER NOT NULL,   -- 0 message
    role         INTEGER NOT NULL,   -- 0 user, 1 assistant, 2 tool, 3 system
    at           INTEGER NOT NULL,
    recorded_at  INTEGER NOT NULL,
    payload_hash BLOB    NOT NULL,
    prev_hash    BLOB    NOT NULL,
    hash         BLOB    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, session) REFERENCES session (space, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_session ON event (space, session, idx);

CREATE TABLE event_payload (
    place    INTEGER NOT NULL PRIMARY KEY,
    salt     BLOB    NOT NULL,
    name     TEXT,
    body     TEXT    NOT NULL,
    cut_hash BLOB                        -- what is left hashes to this, where something was cut out
) STRICT;

-- Which messages had words erased: words that are missing without this were lost.
CREATE TABLE erased_message (
    space INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, seq) REFERENCES event (space, seq)
) STRICT, WITHOUT ROWID;

-- Models have long names, and there is one on every vector.
CREATE TABLE embedding_model (
    space  INTEGER NOT NULL REFERENCES space (space),
    number INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    PRIMARY KEY (space, number),
    UNIQUE (space, name)
) STRICT, WITHOUT ROWID;

-- Long rows with keys at random: a table with a rowid fills its pages, one without would leave a third of each empty.
CREATE TABLE embedding (
    space     INTEGER NOT NULL,
    model     INTEGER NOT NULL,
    text_hash BLOB    NOT NULL,
    vector    BLOB    NOT NULL,      -- an f32 scale, then an i16 for each dimension
    hash      BLOB    NOT NULL,
    UNIQUE (space, model, text_hash),
    FOREIGN KEY (space, model) REFERENCES embedding_model (space, number)
) STRICT;

CREATE TABLE segment (
    space    INTEGER NOT NULL REFERENCES space (space),
    number   INTEGER NOT NULL,
    model    TEXT,
    from_seq INTEGER NOT NULL,
    to_seq   INTEGER NOT NULL,
    blob     BLOB    NOT NULL,
    checksum BLOB    NOT NULL,
    UNIQUE (space, number)
) STRICT;

CREATE TABLE usage (
    space     INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    n         INTEGER NOT NULL,      -- tells apart what happened at the same time
    memory    BLOB    NOT NULL,
    user      BLOB    NOT NULL,
    session   BLOB,
    usage     TEXT    NOT NULL,
    influence TEXT,
    PRIMARY KEY (space, at, n),
    FOREIGN KEY (space, memory) REFERENCES memory (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_memory ON usage (space, memory);

CREATE TABLE usage_count (
    space   INTEGER NOT NULL,
    memory  BLOB    NOT NULL,
    usage   TEXT    NOT NULL,
    count   INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (space, memory, usage),
    FOREIGN KEY (space, memory) REFERENCES memory (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
    space        INTEGER NOT NULL REFERENCES space (space),
    kind         TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    id           BLOB    NOT NULL,      -- of the run it is at, or was at last
    state        TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    due_at       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    leased_by    TEXT,
    leased_until INTEGER,
    started_at   INTEGER,
    ended_at     INTEGER,
    stats        TEXT    NOT NULL,
    error        TEXT,
    payload      TEXT    NOT NULL,
    again_at     INTEGER,
    hash         BLOB    NOT NULL,
    PRIMARY KEY (space, kind, key)
) STRICT, WITHOUT ROWID;

-- What an index and the sweeps look for, without reading whole rows or a whole space.
CREATE INDEX memory_version_retired ON memory_version (space, retired_at) WHERE retired_at IS NOT NULL;
CREATE INDEX memory_version_trashed ON memory_version (space, recorded_at)
    WHERE retired_at IS NULL AND status = 'trashed';
CREATE INDEX memory_version_dropped ON memory_version (space)
    WHERE retired_at IS NULL AND status IN ('forgotten', 'trashed');
CREATE INDEX memory_version_expiring ON memory_version (space, expires_at)
    WHERE retired_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX evidence_message ON evidence (space, cites)
    WHERE cites >= '{"cites":"message"' AND cites < '{"cites":"message#';
