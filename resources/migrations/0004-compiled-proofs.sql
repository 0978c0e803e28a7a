-- Schema version 4: what compilers' output said about hunks. The newest row of a hunk counts, and only while base_hash and
-- edited_hash are those of its text now.

CREATE TABLE compiled_proof (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hunk_key TEXT NOT NULL,
    base_hash TEXT NOT NULL,
    edited_hash TEXT NOT NULL,
    agrees INTEGER NOT NULL CHECK (agrees IN (0, 1)),
    compiler TEXT NOT NULL,
    evidence TEXT NOT NULL,
    time INTEGER NOT NULL
);

CREATE TRIGGER compiled_proof_no_update BEFORE UPDATE ON compiled_proof
BEGIN
    SELECT RAISE(ABORT, 'compiled_proof is only appended to');
END;

CREATE TRIGGER compiled_proof_no_delete BEFORE DELETE ON compiled_proof
BEGIN
    SELECT RAISE(ABORT, 'compiled_proof is only appended to');
END;
