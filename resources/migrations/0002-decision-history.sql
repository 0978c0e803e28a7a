-- Schema version 2: a hunk's decisions are found without reading the whole log, and scripts can read
-- the log as one table.

CREATE INDEX decision_by_hunk ON decision (hunk_key, batch_id);

CREATE VIEW decision_history AS
SELECT b.id AS batch, b.kind AS action, b.label, b.author,
       strftime('%Y-%m-%dT%H:%M:%fZ', b.time / 1000.0, 'unixepoch') AS time,
       d.hunk_key, d.kind AS decision, d.note, d.override_reason
FROM decision_batch AS b LEFT JOIN decision AS d ON d.batch_id = b.id
ORDER BY b.id, d.position;
