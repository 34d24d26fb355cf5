import type { Migration } from './index.ts';

/** The queue opens as fast with 10 000 packages as with ten: counts by state are kept, and each order has its index. */
export const queue: Migration = {
  version: 20,
  slug: 'queue',
  sql: `
-- Title, file name, issuer and ids, case folded, for the search of the queue.
ALTER TABLE packages ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE packages SET search_text =
  lower(concat_ws(char(10), title, file_name, issuer, package_id, profile_id, archive_sha256));

-- Names the queue sorts by: what the package calls itself, else the name of its file.
CREATE INDEX packages_by_title ON packages (COALESCE(title, file_name) COLLATE NOCASE, archive_sha256);
CREATE INDEX packages_by_issuer ON packages (COALESCE(issuer, '') COLLATE NOCASE, archive_sha256);
-- What waits for a person comes first.
CREATE INDEX packages_by_rank ON packages (
  (CASE state WHEN 'in_review' THEN 0 WHEN 'failed' THEN 1 WHEN 'no_op' THEN 2 WHEN 'receiving' THEN 3
    WHEN 'loaded' THEN 4 WHEN 'rejected' THEN 5 ELSE 6 END),
  received_utc DESC, archive_sha256);

CREATE TABLE package_states (
  state  TEXT PRIMARY KEY,
  number INTEGER NOT NULL CHECK (number >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO package_states (state, number) SELECT state, COUNT(*) FROM packages GROUP BY state;

CREATE TRIGGER packages_counted AFTER INSERT ON packages BEGIN
  INSERT INTO package_states (state, number) VALUES (NEW.state, 1)
    ON CONFLICT (state) DO UPDATE SET number = number + 1;
END;
CREATE TRIGGER packages_recounted AFTER UPDATE OF state ON packages WHEN OLD.state <> NEW.state BEGIN
  UPDATE package_states SET number = number - 1 WHERE state = OLD.state;
  INSERT INTO package_states (state, number) VALUES (NEW.state, 1)
    ON CONFLICT (state) DO UPDATE SET number = number + 1;
END;
CREATE TRIGGER packages_uncounted AFTER DELETE ON packages BEGIN
  UPDATE package_states SET number = number - 1 WHERE state = OLD.state;
END;

-- The sweep and the list of imports look for what has not ended.
CREATE INDEX imports_open ON imports (started_utc) WHERE ended_utc IS NULL;
CREATE INDEX imports_ended ON imports (ended_utc DESC) WHERE ended_utc IS NOT NULL;
CREATE INDEX imports_by_archive ON imports (archive_sha256);
`,
};
