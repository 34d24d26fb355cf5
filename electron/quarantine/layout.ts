/** Where things lie in the data folder. No name of a package ever becomes part of one of these paths. */
import { join } from 'node:path';

/** Paths of one data folder. All of them are derived; nothing here touches the disk. */
export class DataLayout {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get database(): string {
    return join(this.root, 'desk.sqlite');
  }
  /** Number and hash of the newest event, outside the database: a witness against a log that was cut or put back. */
  get eventsHead(): string {
    return join(this.root, 'events.head');
  }
  get backups(): string {
    return join(this.root, 'backups');
  }
  get policy(): string {
    return join(this.root, 'policy.json');
  }
  get quarantine(): string {
    return join(this.root, 'quarantine');
  }
  /** Work in progress: one folder per import; never read by anything but its import and the sweep. */
  get staging(): string {
    return join(this.root, 'staging');
  }
  stagingOf(importId: string): string {
    return join(this.staging, importId);
  }
  archive(archiveSha256: string): string {
    return join(this.quarantine, archiveSha256, 'package.uaix');
  }
  archiveFolder(archiveSha256: string): string {
    return join(this.quarantine, archiveSha256);
  }
  blobs(archiveSha256: string): string {
    return join(this.quarantine, archiveSha256, 'blobs');
  }
  blob(archiveSha256: string, fileSha256: string): string {
    return join(this.blobs(archiveSha256), fileSha256);
  }
  /** Private copies of handed-over files, named by their digests. */
  get handoff(): string {
    return join(this.root, 'handoff');
  }
  get profiles(): string {
    return join(this.root, 'profiles');
  }
  profile(profileKey: string): string {
    return join(this.profiles, profileKey);
  }
  generation(profileKey: string, n: number): string {
    return join(this.profile(profileKey), 'generations', String(n));
  }
  /** The list of a generation's files and digests, beside its folder. */
  generationList(profileKey: string, n: number): string {
    return join(this.profile(profileKey), 'generations', `${n}.json`);
  }
  /** A small file that names the current generation, for other programs. */
  currentPointer(profileKey: string): string {
    return join(this.profile(profileKey), 'current');
  }
}
