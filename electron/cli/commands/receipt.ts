/** `uaix receipt PKG`: the no-op receipt of a refused package. Exits 1 when the package was not refused. */
import { type CommandContext, deskAndPackage } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(context: CommandContext, [prefix]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const receipt = opened.local.noOpReceipt(archive);
  if (receipt === null) {
    output.item({ schema: 'uaix-desktop.receipt.v1', archiveSha256: archive, receipt: null });
    output.say('receipt.none');
    return 1;
  }
  output.raw(`${JSON.stringify(receipt, null, output.json ? 0 : 2)}\n`);
  return 0;
}
