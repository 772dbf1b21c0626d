-- Spaces, memories and everything that is recorded about them.
--
-- Every table of a space is keyed by the space first, so that one space's rows lie together and the same shape can be
-- sharded by space. Times are microseconds since 1970, UTC. Ids are the 16 bytes of a UUIDv7; `tail` is the end of an
-- id turned round, so that a suffix can be looked up. Records are written once; only `retired_at`, `retired_by` and
-- `seal` are ever set later. `hash` covers what was recorded, `seal` that it was retired.

CREATE TABLE user (
    id         BLOB    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE space (
    space      INTEGER NOT NULL PRIMARY KEY,
    id         BLOB    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL CHECK (kind IN ('personal', 'shared', 'builtin', 'demo')),
    name       TEXT    NOT NULL,
    salt       BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    seq        INTEGER NOT NULL,   -- the last sequence number given out
    clock      INTEGER NOT NULL,   -- the last recorded time given out
    rules      INTEGER NOT NULL    -- moves when domains, consents, members or projects change
) STRICT;
CREATE INDEX space_builtin ON space (kind) WHERE kind = 'builtin';

CREATE TABLE operation (
    space  INTEGER NOT NULL REFERENCES space (space),
    seq    INTEGER NOT NULL,
    id     BLOB    NOT NULL,
    tail   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    actor  TEXT    NOT NULL,
    app    TEXT,
    reason TEXT,
    undoes TEXT    NOT NULL,       -- the operations it takes back
    job    BLOB,
    before TEXT    NOT NULL,       -- the records it retired
    after  TEXT    NOT NULL,       -- the records it recorded
    revived TEXT   NOT NULL,       -- which of those stand in the place of which earlier ones
    hash   BLOB    NOT NULL,
    PRIMARY KEY (space, seq),
    UNIQUE (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX operation_tail ON operation (space, tail);
CREATE INDEX operation_job ON operation (space, job) WHERE job IS NOT NULL;

-- Which operation took back which, the other way round.
CREATE TABLE operation_undo (
    space  INTEGER NOT NULL,
    undone BLOB    NOT NULL,
    seq    INTEGER NOT NULL,
    PRIMARY KEY (space, undone, seq),
    FOREIGN KEY (space, seq) REFERENCES operation (space, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory (
    space      INTEGER NOT NULL REFERENCES space (space),
    id         BLOB    NOT NULL,
    tail       INTEGER NOT NULL,
    owner      BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    hash       BLOB    NOT NULL,
    PRIMARY KEY (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_tail ON memory (space, tail);

CREATE TABLE memory_version (
    space             INTEGER NOT NULL,
    seq               INTEGER NOT NULL,
    op                BLOB    NOT NULL,
    recorded_at       INTEGER NOT NULL,
    retired_at        INTEGER,
    retired_by        BLOB,
    hash              BLOB    NOT NULL,
    seal              BLOB,
    id                BLOB    NOT NULL,
    memory            BLOB    NOT NULL,
    n                 INTEGER NOT NULL,
    kind              TEXT    NOT NULL,
    authority         TEXT    NOT NULL,
    domain            TEXT    NOT NULL,
    key               TEXT,
    value_json        TEXT,
    content           TEXT    NOT NULL,
    summary           TEXT,
    body              TEXT,
    tags              TEXT    NOT NULL,
    importance        REAL    NOT NULL,
    confidence        REAL,
    tier              TEXT    NOT NULL,
    status            TEXT    NOT NULL
        CHECK (status IN ('active', 'archived', 'superseded', 'forgotten', 'trashed')),
    source            TEXT    NOT NULL,
    evidence_type     TEXT    NOT NULL,
    grounding         TEXT    NOT NULL,
    retention         TEXT    NOT NULL,
    valid_from        INTEGER NOT NULL,
    valid_until       INTEGER,
    expires_at        INTEGER,
    confirmed_at      INTEGER,
    last_confirmed_at INTEGER,
    superseded_by     BLOB,
    actor             TEXT    NOT NULL,
    app               TEXT,
    project           BLOB,
    visibility        TEXT    NOT NULL,
    task_state        TEXT,
    due_at            INTEGER,
    next_step         TEXT,
    flags             TEXT    NOT NULL,
    fingerprint       BLOB    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, memory) REFERENCES memory (space, id),
    FOREIGN KEY (space, op) REFERENCES operation (space, id),
    CHECK (valid_until IS NULL OR valid_until >= valid_from),
    CHECK (status = 'active' OR valid_until IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_version_memory ON memory_version (space, memory);
CREATE INDEX memory_version_words ON memory_version (space, fingerprint)
    WHERE retired_at IS NULL AND status = 'active';
CREATE INDEX memory_version_key ON memory_version (space, domain, key)
    WHERE retired_at IS NULL AND status = 'active' AND key IS NOT NULL;

CREATE TABLE evidence (
    space   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    memory  BLOB    NOT NULL,
    version BLOB    NOT NULL,
    cites   TEXT    NOT NULL,      -- what it points to, as JSON
    quote   TEXT,
    weight  REAL    NOT NULL,
    hash    BLOB    NOT NULL,
    PRIMARY KEY (space, memory, seq),
    FOREIGN KEY (space, memory) REFERENCES memory (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE link (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    from_memory BLOB    NOT NULL,
    to_memory   BLOB    NOT NULL,
    relation    TEXT    NOT NULL,
    confidence  REAL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, from_memory) REFERENCES memory (space, id),
    FOREIGN KEY (space, to_memory) REFERENCES memory (space, id),
    FOREIGN KEY (space, op) REFERENCES operation (space, id),
    CHECK (from_memory <> to_memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_from ON link (space, from_memory);
CREATE INDEX link_to ON link (space, to_memory);

CREATE TABLE domain (
    space               INTEGER NOT NULL,
    seq                 INTEGER NOT NULL,
    op                  BLOB    NOT NULL,
    recorded_at         INTEGER NOT NULL,
    retired_at          INTEGER,
    retired_by          BLOB,
    hash                BLOB    NOT NULL,
    seal                BLOB,
    name                TEXT    NOT NULL,
    display_name        TEXT    NOT NULL,
    sensitivity         TEXT    NOT NULL,
    opt_in              INTEGER NOT NULL,
    auto_promote        INTEGER NOT NULL,
    default_expiry_days INTEGER,
    keywords            TEXT    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX domain_name ON domain (space, name) WHERE retired_at IS NULL;

CREATE TABLE domain_consent (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    domain      TEXT    NOT NULL,
    is_on       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX domain_consent_domain ON domain_consent (space, domain) WHERE retired_at IS NULL;

CREATE TABLE suppression (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    fingerprint BLOB    NOT NULL,
    reason      TEXT    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_words ON suppression (space, fingerprint) WHERE retired_at IS NULL;

CREATE TABLE candidate (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    claim       TEXT    NOT NULL,  -- what it would say, as JSON
    status      TEXT    NOT NULL,
    occurrences INTEGER NOT NULL,
    sessions    INTEGER NOT NULL,
    first_at    INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    expires_at  INTEGER,
    evidence    TEXT    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    draft       TEXT    NOT NULL,  -- the suggested change, as JSON
    reasoning   TEXT,
    evidence    TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    decided_by  TEXT,
    expires_at  INTEGER,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE conflict (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    left_memory BLOB    NOT NULL,
    right_claim TEXT    NOT NULL,  -- the claim against it, as JSON
    evidence    TEXT    NOT NULL,
    rung        INTEGER NOT NULL,
    sessions    INTEGER NOT NULL,
    resolution  TEXT,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, left_memory) REFERENCES memory (space, id),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE project (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    id          BLOB    NOT NULL,
    name        TEXT    NOT NULL,
    archived_at INTEGER,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE membership (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    user        BLOB    NOT NULL REFERENCES user (id),
    role        TEXT    NOT NULL CHECK (role IN ('owner', 'editor', 'reader')),
    recalled    INTEGER NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX membership_user ON membership (space, user) WHERE retired_at IS NULL;
CREATE INDEX membership_of ON membership (user) WHERE retired_at IS NULL;

CREATE TABLE share (
    space       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    op          BLOB    NOT NULL,
    recorded_at INTEGER NOT NULL,
    retired_at  INTEGER,
    retired_by  BLOB,
    hash        BLOB    NOT NULL,
    seal        BLOB,
    memory      BLOB    NOT NULL,
    to_space    BLOB    NOT NULL,
    copy        BLOB    NOT NULL,
    PRIMARY KEY (space, seq),
    FOREIGN KEY (space, memory) REFERENCES memory (space, id),
    FOREIGN KEY (space, op) REFERENCES operation (space, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX share_memory ON share (space, memory);

CREATE TABLE tombstone (
    space INTEGER NOT NULL,
    id    TEXT    NOT NULL,
    noun  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    actor TEXT    NOT NULL,
    PRIMARY KEY (space, id)
) STRICT, WITHOUT ROWID;

-- Erasures whose files could not be scrubbed yet, because another process was reading. Holds no words.
CREATE TABLE scrub (
    requested_at INTEGER NOT NULL PRIMARY KEY,
    needs_vacuum INTEGER NOT NULL
) STRICT;

CREATE TABLE migration (
    number     INTEGER NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    checksum   BLOB    NOT NULL
) STRICT;
