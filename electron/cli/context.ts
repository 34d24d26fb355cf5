/** What every command gets: where it prints, which words it uses, and the desk, opened only when it asks. */
import type { OpenDesk } from '../desk/open-desk.ts';
import type { SpawnInspector } from '../inspector/transport.ts';
import type { Interruption } from './interruption.ts';
import type { Output } from './output.ts';

export interface CommandContext {
  readonly output: Output;
  /** Folder that relative file arguments are relative to. */
  readonly cwd: string;
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly version: string;
  /** How the inspector process is started here. */
  readonly spawnInspector: SpawnInspector;
  /** For what must be put away when the program is asked to end. */
  readonly interruption: Interruption;
  /**
   * Opens the desk on first use; it is closed when the command ends.
   * @param use `filesFollow` when files are handed over at once: the inspector starts while the desk opens
   * @throws ProblemError
   */
  openDesk(use?: { readonly filesFollow: boolean }): Promise<OpenDesk>;
}

/** The desk and the package that a prefix of its digest names. @throws ProblemError not-found, ambiguous */
export async function deskAndPackage(
  context: CommandContext,
  prefix: unknown,
): Promise<{ opened: OpenDesk; archive: string }> {
  const opened = await context.openDesk();
  return { opened, archive: opened.local.findPackage(String(prefix)) };
}

/** The desk and the profile that an id or a key names. @throws ProblemError not-found, ambiguous */
export async function deskAndProfile(
  context: CommandContext,
  name: unknown,
): Promise<{ opened: OpenDesk; profileKey: string }> {
  const opened = await context.openDesk();
  return { opened, profileKey: opened.local.findProfile(String(name)) };
}
