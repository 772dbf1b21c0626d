-- What the server keeps for a while about what it served. Nobody's words.

CREATE TABLE keepsake (
    space INTEGER NOT NULL REFERENCES space (space),
    user  BLOB    NOT NULL,
    kind  TEXT    NOT NULL,
    key   BLOB    NOT NULL,
    at    INTEGER NOT NULL,
    body  BLOB    NOT NULL,
    PRIMARY KEY (space, user, kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keepsake_at ON keepsake (kind, at);
CREATE INDEX keepsake_last ON keepsake (space, user, kind, at);
