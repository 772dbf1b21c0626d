-- Keys by which programs come in, and requests that may come twice. Neither is inside a space.

CREATE TABLE api_key (
    id              BLOB    NOT NULL PRIMARY KEY,
    hash            BLOB    NOT NULL UNIQUE,   -- of the secret, which is kept nowhere
    user            BLOB    NOT NULL REFERENCES user (id),
    name            TEXT    NOT NULL,
    scopes          TEXT    NOT NULL,          -- as JSON
    domains         TEXT,                      -- as JSON; nothing is all of them
    may_impersonate INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    last_used_at    INTEGER,
    revoked_at      INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE api_retry (
    user    BLOB    NOT NULL,
    key     TEXT    NOT NULL,
    request BLOB    NOT NULL,
    process BLOB    NOT NULL,
    at      INTEGER NOT NULL,
    status  INTEGER,                           -- nothing while it is being carried out
    answer  BLOB,                              -- nothing once something was erased
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_retry_at ON api_retry (at);
