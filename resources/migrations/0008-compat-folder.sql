-- Schema version 8: where the headers stand that stand in for CUDA's.

ALTER TABLE project ADD COLUMN compat_folder TEXT NOT NULL DEFAULT 'rocm_compat';
