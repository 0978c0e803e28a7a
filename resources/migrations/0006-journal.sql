-- Schema version 6: what happened on nodes (probes, jobs, verification), and choices made there. The newest row of a kind and
-- a subject counts. The body is JSON whose form docs/project-file.md gives for each kind.

CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    time INTEGER NOT NULL,
    body BLOB NOT NULL
);

CREATE INDEX journal_by_subject ON journal (kind, subject, id);

CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE(ABORT, 'journal is only appended to');
END;

CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN
    SELECT RAISE(ABORT, 'journal is only appended to');
END;
