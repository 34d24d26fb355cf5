import type { Migration } from './index.ts';

export const desk: Migration = {
  version: 10,
  slug: 'desk',
  sql: `
-- The desk, first edition. Times are UTC in ISO 8601; digests are lower-case hex; lists and objects are JSON text.

-- One row per attempt to take a file in. It names the process that works on it, so that a sweep never eats a live import.
CREATE TABLE imports (
  import_id      TEXT PRIMARY KEY,
  file_name      TEXT NOT NULL,
  stage          TEXT NOT NULL CHECK (stage IN ('waiting','copying','inspecting','recording','done','failed','cancelled')),
  started_utc    TEXT NOT NULL,
  ended_utc      TEXT,
  archive_sha256 TEXT,
  known          INTEGER NOT NULL DEFAULT 0,
  problem        TEXT,
  owner_pid      INTEGER NOT NULL,
  -- Start time of the owner process as the system tells it: a pid alone may have been given away again.
  owner_started  TEXT NOT NULL,
  heartbeat_utc  TEXT NOT NULL
) STRICT;

CREATE TABLE packages (
  archive_sha256   TEXT PRIMARY KEY CHECK (length(archive_sha256) = 64),
  version          INTEGER NOT NULL DEFAULT 1,
  state            TEXT NOT NULL CHECK (state IN ('receiving','no_op','in_review','loaded','rejected','failed','purged')),
  file_name        TEXT NOT NULL,
  size_bytes       INTEGER NOT NULL,
  received_utc     TEXT NOT NULL,
  verdict          TEXT CHECK (verdict IN ('no_op','review_required')),
  pack_id          TEXT,
  pack_version     TEXT,
  pack_sha256      TEXT,
  -- Claims of the manifest, as JSON, and the ones the queue sorts and searches by.
  claims           TEXT,
  package_id       TEXT,
  profile_id       TEXT,
  issuer           TEXT,
  title            TEXT,
  count_no_op      INTEGER NOT NULL DEFAULT 0,
  count_review     INTEGER NOT NULL DEFAULT 0,
  count_note       INTEGER NOT NULL DEFAULT 0,
  -- Progress of the review, kept with every change so that the queue never has to count.
  files_total      INTEGER NOT NULL DEFAULT 0,
  files_decided    INTEGER NOT NULL DEFAULT 0,
  acknowledged     INTEGER NOT NULL DEFAULT 0,
  to_acknowledge   INTEGER NOT NULL DEFAULT 0,
  first_no_op      TEXT,
  problem          TEXT,
  -- Note and author of a rejection.
  ended_note       TEXT,
  ended_by         TEXT,
  ended_utc        TEXT
) STRICT;
CREATE INDEX packages_by_received ON packages (received_utc DESC, archive_sha256);
CREATE INDEX packages_by_state ON packages (state, received_utc DESC);
CREATE INDEX packages_by_profile ON packages (profile_id);

CREATE TABLE sightings (
  archive_sha256 TEXT NOT NULL REFERENCES packages,
  seen_utc       TEXT NOT NULL,
  file_name      TEXT NOT NULL,
  import_id      TEXT NOT NULL
) STRICT;
CREATE INDEX sightings_by_archive ON sightings (archive_sha256);

CREATE TABLE files (
  archive_sha256  TEXT NOT NULL REFERENCES packages ON DELETE CASCADE,
  ordinal         INTEGER NOT NULL,
  path            TEXT NOT NULL,
  sha256          TEXT NOT NULL,
  size_bytes      INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('text','image','binary')),
  declared        INTEGER NOT NULL,
  media_type      TEXT,
  role            TEXT,
  required_status TEXT,
  scope           TEXT,
  review_state    TEXT,
  source          TEXT,
  PRIMARY KEY (archive_sha256, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_blob ON files (sha256);

CREATE TABLE findings (
  archive_sha256 TEXT NOT NULL REFERENCES packages ON DELETE CASCADE,
  ordinal        INTEGER NOT NULL,
  finding_id     TEXT NOT NULL,
  rule           TEXT NOT NULL,
  severity       TEXT NOT NULL,
  path           TEXT,
  -- The finding as JSON, exactly as the inspector reported it.
  body           TEXT NOT NULL,
  PRIMARY KEY (archive_sha256, finding_id)
) STRICT, WITHOUT ROWID;

-- Acts of review: rows are never changed, only withdrawn. The act in force is the newest one that is not withdrawn.
CREATE TABLE review_acts (
  act_id         INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Acts that one command made together; undo takes a whole group back.
  act_group      TEXT NOT NULL,
  archive_sha256 TEXT NOT NULL REFERENCES packages ON DELETE CASCADE,
  kind           TEXT NOT NULL CHECK (kind IN ('view','decision','acknowledgement')),
  -- Path of a file, or id of a finding.
  target         TEXT NOT NULL,
  file_sha256    TEXT,
  value          TEXT NOT NULL,
  manner         TEXT,
  note           TEXT,
  actor          TEXT NOT NULL,
  utc            TEXT NOT NULL,
  pack_sha256    TEXT NOT NULL,
  policy_sha256  TEXT NOT NULL,
  withdrawn_utc  TEXT
) STRICT;
CREATE INDEX review_acts_in_force ON review_acts (archive_sha256, kind, target, act_id) WHERE withdrawn_utc IS NULL;

CREATE TABLE profiles (
  profile_key  TEXT PRIMARY KEY CHECK (length(profile_key) = 16),
  version      INTEGER NOT NULL DEFAULT 1,
  profile_id   TEXT NOT NULL,
  issuer       TEXT NOT NULL,
  title        TEXT NOT NULL,
  badge        TEXT NOT NULL,
  hue          INTEGER NOT NULL,
  current      INTEGER NOT NULL,
  created_utc  TEXT NOT NULL,
  removed_utc  TEXT
) STRICT;
CREATE INDEX profiles_by_id ON profiles (profile_id);

CREATE TABLE generations (
  profile_key     TEXT NOT NULL REFERENCES profiles,
  n               INTEGER NOT NULL,
  archive_sha256  TEXT NOT NULL,
  package_created TEXT NOT NULL,
  loaded_utc      TEXT NOT NULL,
  loaded_by       TEXT NOT NULL,
  files           INTEGER NOT NULL,
  policy_sha256   TEXT NOT NULL,
  -- SHA-256 of the generation's own list of files and digests, kept beside its folder.
  list_sha256     TEXT NOT NULL,
  pinned          INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (profile_key, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX generations_by_archive ON generations (archive_sha256);

CREATE TABLE generation_files (
  profile_key TEXT NOT NULL,
  n           INTEGER NOT NULL,
  path        TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  size_bytes  INTEGER NOT NULL,
  PRIMARY KEY (profile_key, n, path),
  FOREIGN KEY (profile_key, n) REFERENCES generations (profile_key, n) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  seq           INTEGER PRIMARY KEY,
  utc           TEXT NOT NULL,
  kind          TEXT NOT NULL,
  actor         TEXT NOT NULL,
  subject       TEXT,
  data          TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash          TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX events_by_subject ON events (subject, seq DESC);

CREATE TRIGGER events_append_only BEFORE INSERT ON events
WHEN NEW.seq <> COALESCE((SELECT MAX(seq) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended only'); END;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`,
};
