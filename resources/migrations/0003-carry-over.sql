-- Schema version 3: what decisions need to outlive a changed text, and guards that the user made.
-- decision_text: the hunk that a decision was made for, kept when a scan no longer has it.
-- generated_file: what Rocport wrote at a commit, before a person's edits were merged in; content
-- is zlib-compressed behind four bytes of length.
-- guard_setting: the newest word about a subject counts; an empty width takes it back.
-- user_guard: the newest row of a guard counts; active 0 takes it back.

CREATE TABLE decision_text (
    hunk_key TEXT PRIMARY KEY,
    source_path BLOB NOT NULL,
    target_path BLOB NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    rule_ids TEXT NOT NULL,
    finding_ids TEXT NOT NULL,
    title TEXT NOT NULL,
    original BLOB NOT NULL,
    proposed BLOB NOT NULL,
    time INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE generated_file (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    commit_id TEXT NOT NULL,
    path BLOB NOT NULL,
    content BLOB NOT NULL
);

CREATE TABLE guard_setting (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    width TEXT NOT NULL CHECK (width IN ('', 'line', 'block', 'function', 'file')),
    time INTEGER NOT NULL
);

CREATE TABLE user_guard (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guard_key TEXT NOT NULL,
    path BLOB NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    original BLOB NOT NULL,
    reason TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    time INTEGER NOT NULL
);

CREATE TRIGGER decision_text_no_delete BEFORE DELETE ON decision_text
BEGIN
    SELECT RAISE(ABORT, 'decision_text is only appended to');
END;

CREATE TRIGGER generated_file_no_update BEFORE UPDATE ON generated_file
BEGIN
    SELECT RAISE(ABORT, 'generated_file is only appended to');
END;

CREATE TRIGGER generated_file_no_delete BEFORE DELETE ON generated_file
BEGIN
    SELECT RAISE(ABORT, 'generated_file is only appended to');
END;

CREATE TRIGGER guard_setting_no_update BEFORE UPDATE ON guard_setting
BEGIN
    SELECT RAISE(ABORT, 'guard_setting is only appended to');
END;

CREATE TRIGGER guard_setting_no_delete BEFORE DELETE ON guard_setting
BEGIN
    SELECT RAISE(ABORT, 'guard_setting is only appended to');
END;

CREATE TRIGGER user_guard_no_update BEFORE UPDATE ON user_guard
BEGIN
    SELECT RAISE(ABORT, 'user_guard is only appended to');
END;

CREATE TRIGGER user_guard_no_delete BEFORE DELETE ON user_guard
BEGIN
    SELECT RAISE(ABORT, 'user_guard is only appended to');
END;
