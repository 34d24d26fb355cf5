/**
 * `uaix derive PROFILE --from DIR …`: a derivative of a persona, made only on request (format F7). The folder holds the changed persona
 * files under their paths; provenance and diff note are written by the program, and the source stays as it is.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndProfile } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { writeNew } from '../write-new.ts';

export async function run(
  context: CommandContext,
  [name]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const wanted = (option: string, flag: string): string => {
    const value = options[option];
    if (typeof value !== 'string' || value === '')
      throw new ProblemError('bad-request', { variant: 'option-needed', what: flag });
    return value;
  };
  const from = resolve(context.cwd, wanted('from', '--from'));
  const request = {
    packageId: wanted('packageId', '--package-id'),
    profileId: wanted('profileId', '--profile-id'),
    title: wanted('title', '--title'),
    issuer: wanted('issuer', '--issuer'),
  };
  if (typeof options.note !== 'string' || options.note.trim() === '') throw new ProblemError('note-required');
  const { opened, profileKey } = await deskAndProfile(context, name);
  const texts = await textsBelow(from);
  const { archive } = await opened.local.profiles.derive(
    { ...request, profileKey, generation: null, texts, reason: options.note },
    output.text,
  );
  const file = await writeNew(context, String(options.output ?? `${request.packageId}.uaix`), archive);
  output.item({ schema: 'uaix-desktop.derive.v1', profileKey, file, ...request, changed: [...texts.keys()] });
  output.say('derive.done', { file });
  return 0;
}

/** Texts of a folder by their path with forward slashes. */
async function textsBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = new Map<string, string>();
  for (const file of files.sort()) {
    texts.set(relative(folder, file).split(sep).join('/'), await readFile(file, 'utf8'));
  }
  return texts;
}
