import type { Migration } from './index.ts';

/** The handoff desk: named folders, runs of intake, the files of a run, and the messages that prove them (format F11). */
export const handoff: Migration = {
  version: 30,
  slug: 'handoff',
  sql: `
-- Folders a person named. A change withdraws rows and adds new ones: what a message once said stays known.
CREATE TABLE handoff_places (
  place_id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind          TEXT NOT NULL CHECK (kind IN ('bucket','evidence')),
  label         TEXT NOT NULL,
  folder        TEXT NOT NULL,
  -- Device and file number, as decimal text: another folder under the same name is not the one that was named.
  identity      TEXT NOT NULL,
  named_utc     TEXT NOT NULL,
  withdrawn_utc TEXT
) STRICT;
CREATE UNIQUE INDEX handoff_places_in_force ON handoff_places (kind, label) WHERE withdrawn_utc IS NULL;

CREATE TABLE handoffs (
  handoff_id   TEXT PRIMARY KEY,
  started_utc  TEXT NOT NULL,
  started_by   TEXT NOT NULL,
  finished_utc TEXT,
  complete     INTEGER,
  message_id   TEXT
) STRICT;
-- One run is open at a time.
CREATE UNIQUE INDEX handoffs_open ON handoffs ((1)) WHERE finished_utc IS NULL;

CREATE TABLE handoff_scans (
  scan_id    INTEGER PRIMARY KEY AUTOINCREMENT,
  handoff_id TEXT NOT NULL REFERENCES handoffs,
  utc        TEXT NOT NULL,
  phase      TEXT NOT NULL CHECK (phase IN ('startup','loop','startup-and-loop','prompt-coupled','final')),
  -- Entries as JSON, in the order of their paths.
  body       TEXT NOT NULL
) STRICT;
CREATE INDEX handoff_scans_by_run ON handoff_scans (handoff_id, scan_id DESC);

CREATE TABLE handoff_files (
  file_id        TEXT PRIMARY KEY CHECK (length(file_id) = 16),
  handoff_id     TEXT NOT NULL REFERENCES handoffs,
  version        INTEGER NOT NULL DEFAULT 1,
  path           TEXT NOT NULL,
  bucket         TEXT NOT NULL,
  name           TEXT NOT NULL,
  sha256         TEXT NOT NULL CHECK (length(sha256) = 64),
  size_bytes     INTEGER NOT NULL,
  -- Time of the last change of the source in milliseconds: the same name with another time is another file.
  modified_ms    REAL NOT NULL,
  media_type     TEXT NOT NULL,
  content        TEXT NOT NULL CHECK (content IN ('package','message','text','image','binary','blocked')),
  blocked_by     TEXT,
  lines          INTEGER,
  findings       TEXT NOT NULL,
  taken_utc      TEXT NOT NULL,
  taken_by       TEXT NOT NULL,
  archive_sha256 TEXT,
  import_problem TEXT,
  viewed_utc     TEXT,
  viewed_by      TEXT,
  decision       TEXT,
  decided_utc    TEXT,
  decided_by     TEXT,
  preserved_as   TEXT,
  preserved_utc  TEXT,
  -- A removal is announced before it is done, so that a restart can end it or take it back.
  removing_utc   TEXT,
  removed_utc    TEXT,
  removed_by     TEXT,
  UNIQUE (handoff_id, path)
) STRICT;
CREATE INDEX handoff_files_by_digest ON handoff_files (sha256);

CREATE TABLE handoff_messages (
  sha256      TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  message_id  TEXT NOT NULL,
  origin      TEXT NOT NULL CHECK (origin IN ('finished','received','package')),
  kept_utc    TEXT NOT NULL,
  created_utc TEXT NOT NULL,
  files       INTEGER NOT NULL,
  complete    INTEGER NOT NULL,
  text        TEXT NOT NULL
) STRICT;
CREATE INDEX handoff_messages_by_id ON handoff_messages (message_id);
`,
};
