/** `uaix retry PKG`: tries a failed import again from the private copy, or inspects again under the rules of today. */
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap, worse } from '../exit.ts';
import { tell } from './import.ts';

export async function run(context: CommandContext, [prefix]: readonly unknown[]): Promise<ExitCode> {
  const { opened, archive } = await deskAndPackage(context, prefix);
  let exitCode: ExitCode = 0;
  for (const { importId, fileName } of unwrap(await opened.desk.retryPackage({ archive }))) {
    exitCode = worse(exitCode, tell(context, opened, fileName, await opened.local.importEnd(importId)));
  }
  return exitCode;
}
