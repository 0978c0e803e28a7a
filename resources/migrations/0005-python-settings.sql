-- Schema version 5: settings for Python, and rules that are switched off (ids with commas).

ALTER TABLE project ADD COLUMN inductor_profile TEXT NOT NULL DEFAULT 'safe';

ALTER TABLE project ADD COLUMN flag_module TEXT NOT NULL DEFAULT '';

ALTER TABLE project ADD COLUMN rules_off TEXT NOT NULL DEFAULT '';
