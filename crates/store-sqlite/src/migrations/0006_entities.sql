-- Whom and what memories speak of, and which of them belong together. Derived: each can be dropped and made again.
--
-- A set is what one member of a space knows, as it was made when the order of the space had come to `through`; its
-- checksum is over all of its rows. Where one of them is gone or changed, the set counts as not there.

CREATE TABLE derived_set (
    space    INTEGER NOT NULL REFERENCES space (space),
    user     BLOB    NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('entities', 'clusters')),
    through  INTEGER NOT NULL,
    checksum BLOB    NOT NULL,
    PRIMARY KEY (space, user, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE entity (
    space INTEGER NOT NULL,
    user  BLOB    NOT NULL,
    id    BLOB    NOT NULL,
    name  TEXT    NOT NULL,
    kind  TEXT    NOT NULL,
    PRIMARY KEY (space, user, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE entity_alias (
    space  INTEGER NOT NULL,
    user   BLOB    NOT NULL,
    entity BLOB    NOT NULL,
    said   TEXT    NOT NULL,
    tie    TEXT    NOT NULL,
    seq    INTEGER NOT NULL,   -- the record that says so
    PRIMARY KEY (space, user, entity, said, tie, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_alias_seq ON entity_alias (space, seq);

CREATE TABLE mention (
    space   INTEGER NOT NULL,
    user    BLOB    NOT NULL,
    entity  BLOB    NOT NULL,
    seq     INTEGER NOT NULL,  -- the record it is in
    said    TEXT    NOT NULL,
    memory  BLOB,              -- what that is a record of: a memory,
    episode BLOB,              -- or an episode
    PRIMARY KEY (space, user, entity, seq, said),
    CHECK ((memory IS NULL) <> (episode IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_seq ON mention (space, seq);

CREATE TABLE cluster (
    space INTEGER NOT NULL,
    user  BLOB    NOT NULL,
    place INTEGER NOT NULL,    -- the largest first
    id    BLOB    NOT NULL,
    name  TEXT    NOT NULL,
    PRIMARY KEY (space, user, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster_member (
    space  INTEGER NOT NULL,
    user   BLOB    NOT NULL,
    place  INTEGER NOT NULL,
    memory BLOB    NOT NULL,
    PRIMARY KEY (space, user, place, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX cluster_member_memory ON cluster_member (space, memory);
