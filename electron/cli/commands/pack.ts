/** `uaix pack DIR [-o OUT.uaix]`: builds a package, inspects what it wrote, and keeps it only when inspection does not refuse it. */
import { basename, resolve } from 'node:path';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { inspectArchive } from '../../inspect/inspect.ts';
import { currentFormatPack } from '../../inspector/format-packs.ts';
import { type Packed, PackRefused, packFolder } from '../../packer/pack.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { findingItem, printFindings, printReport, reportItem } from '../report-lines.ts';
import { writeOver } from '../write-new.ts';

export async function run(
  context: CommandContext,
  [folder]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const source = resolve(context.cwd, String(folder));
  const target = resolve(context.cwd, typeof options.output === 'string' ? options.output : `${basename(source)}.uaix`);
  const pack = currentFormatPack(context.resourcesFolder);
  const base = typeof options.base === 'string' ? { base: resolve(context.cwd, options.base) } : {};
  let packed: Packed;
  try {
    packed = await packFolder(source, { pack, ...base });
  } catch (thrown) {
    if (!(thrown instanceof PackRefused)) throw thrown;
    output.item({
      schema: 'uaix-desktop.pack.v1',
      file: target,
      written: false,
      findings: thrown.findings.map((found) => findingItem(found, output.text)),
    });
    output.say('pack.standsInTheWay', { folder: String(folder) }, 'bold', 'red');
    printFindings(output, thrown.findings);
    return 1;
  }
  const report = await inspectArchive(packed.archive, { fileName: basename(target), limits: DEFAULT_LIMITS, pack });
  const written = report.verdict !== 'no_op' || options.allowNoOp === true;
  if (written) await writeOver(context, target, packed.archive);
  output.item({ ...reportItem('uaix-desktop.pack.v1', target, report, output.text), written, leftOut: packed.leftOut });
  printReport(output, basename(target), report);
  for (const { path, reason } of packed.leftOut)
    output.say('pack.leftOut', { path, reason: output.text.t(`cli:pack.reason.${reason}`) }, 'dim');
  if (written)
    output.say('pack.done', {
      file: target,
      size: output.text.bytes(packed.archive.length),
      sha256: report.archiveSha256,
    });
  else output.say('pack.refused');
  return report.verdict === 'no_op' ? 1 : 0;
}
