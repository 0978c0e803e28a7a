-- Schema version 7: commits that an amended or squashed one took the place of. They are in
-- port_commit_undone too; the same number of `rewrite`: replaced in one go.

CREATE TABLE port_commit_replaced (
    port_commit INTEGER PRIMARY KEY REFERENCES port_commit (id),
    by_commit TEXT NOT NULL,
    rewrite INTEGER NOT NULL CHECK (rewrite > 0)
);

CREATE TRIGGER port_commit_replaced_no_update BEFORE UPDATE ON port_commit_replaced
BEGIN
    SELECT RAISE(ABORT, 'port_commit_replaced is only appended to');
END;

CREATE TRIGGER port_commit_replaced_no_delete BEFORE DELETE ON port_commit_replaced
BEGIN
    SELECT RAISE(ABORT, 'port_commit_replaced is only appended to');
END;
