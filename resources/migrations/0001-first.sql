-- Schema version 1: the project, its scan, decisions, commits, summaries and exports.
-- Statements are separated by an empty line and hold none. Times are milliseconds since 1970, UTC.

CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    repository_root TEXT NOT NULL,
    base_commit TEXT NOT NULL,
    port_branch TEXT NOT NULL,
    worktree TEXT NOT NULL,
    rocm TEXT NOT NULL,
    torch TEXT NOT NULL,
    architectures TEXT NOT NULL,
    guard_macro TEXT NOT NULL,
    strategy TEXT,
    created INTEGER NOT NULL
);

CREATE TABLE scan (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    source TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    files INTEGER NOT NULL,
    findings INTEGER NOT NULL,
    hunks INTEGER NOT NULL,
    scanned INTEGER NOT NULL,
    digest BLOB NOT NULL,
    payload BLOB NOT NULL
);

CREATE TABLE scan_file (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    identity BLOB,
    content_hash TEXT NOT NULL,
    language TEXT NOT NULL,
    findings INTEGER NOT NULL,
    hunks INTEGER NOT NULL,
    skipped TEXT NOT NULL,
    digest BLOB NOT NULL,
    payload BLOB NOT NULL
);

CREATE TABLE decision_batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('decide', 'undo', 'redo')),
    label TEXT NOT NULL,
    author TEXT NOT NULL,
    time INTEGER NOT NULL
);

CREATE TABLE decision (
    batch_id INTEGER NOT NULL REFERENCES decision_batch (id),
    position INTEGER NOT NULL,
    hunk_key TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('open', 'accepted', 'rejected', 'edited', 'deferred')),
    edited_text BLOB,
    note TEXT NOT NULL,
    override_reason TEXT NOT NULL,
    PRIMARY KEY (batch_id, position)
) WITHOUT ROWID;

CREATE TABLE plan_override (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    value INTEGER NOT NULL CHECK (value IN (0, 1)),
    reason TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    time INTEGER NOT NULL
);

CREATE TABLE phase_summary (
    phase INTEGER PRIMARY KEY CHECK (phase BETWEEN 0 AND 8),
    text TEXT NOT NULL,
    edited INTEGER NOT NULL
);

CREATE TABLE port_commit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    commit_id TEXT NOT NULL,
    phase INTEGER NOT NULL CHECK (phase BETWEEN 0 AND 8),
    branch TEXT NOT NULL,
    message TEXT NOT NULL,
    time INTEGER NOT NULL
);

CREATE TABLE port_commit_hunk (
    port_commit INTEGER NOT NULL REFERENCES port_commit (id),
    position INTEGER NOT NULL,
    hunk_key TEXT NOT NULL,
    PRIMARY KEY (port_commit, position)
) WITHOUT ROWID;

CREATE TABLE port_commit_undone (
    port_commit INTEGER PRIMARY KEY REFERENCES port_commit (id),
    time INTEGER NOT NULL
);

CREATE TABLE report_export (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    format TEXT NOT NULL,
    path TEXT NOT NULL,
    time INTEGER NOT NULL,
    at_batch INTEGER NOT NULL
);

CREATE TRIGGER decision_batch_no_update BEFORE UPDATE ON decision_batch
BEGIN
    SELECT RAISE(ABORT, 'decision_batch is only appended to');
END;

CREATE TRIGGER decision_batch_no_delete BEFORE DELETE ON decision_batch
BEGIN
    SELECT RAISE(ABORT, 'decision_batch is only appended to');
END;

CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision
BEGIN
    SELECT RAISE(ABORT, 'decision is only appended to');
END;

CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision
BEGIN
    SELECT RAISE(ABORT, 'decision is only appended to');
END;

CREATE TRIGGER plan_override_no_update BEFORE UPDATE ON plan_override
BEGIN
    SELECT RAISE(ABORT, 'plan_override is only appended to');
END;

CREATE TRIGGER plan_override_no_delete BEFORE DELETE ON plan_override
BEGIN
    SELECT RAISE(ABORT, 'plan_override is only appended to');
END;

CREATE TRIGGER port_commit_no_update BEFORE UPDATE ON port_commit
BEGIN
    SELECT RAISE(ABORT, 'port_commit is only appended to');
END;

CREATE TRIGGER port_commit_no_delete BEFORE DELETE ON port_commit
BEGIN
    SELECT RAISE(ABORT, 'port_commit is only appended to');
END;

CREATE TRIGGER port_commit_hunk_no_update BEFORE UPDATE ON port_commit_hunk
BEGIN
    SELECT RAISE(ABORT, 'port_commit_hunk is only appended to');
END;

CREATE TRIGGER port_commit_hunk_no_delete BEFORE DELETE ON port_commit_hunk
BEGIN
    SELECT RAISE(ABORT, 'port_commit_hunk is only appended to');
END;

CREATE TRIGGER port_commit_undone_no_update BEFORE UPDATE ON port_commit_undone
BEGIN
    SELECT RAISE(ABORT, 'port_commit_undone is only appended to');
END;

CREATE TRIGGER port_commit_undone_no_delete BEFORE DELETE ON port_commit_undone
BEGIN
    SELECT RAISE(ABORT, 'port_commit_undone is only appended to');
END;

CREATE TRIGGER report_export_no_update BEFORE UPDATE ON report_export
BEGIN
    SELECT RAISE(ABORT, 'report_export is only appended to');
END;

CREATE TRIGGER report_export_no_delete BEFORE DELETE ON report_export
BEGIN
    SELECT RAISE(ABORT, 'report_export is only appended to');
END;
