/** Writes dist/notices: THIRD-PARTY-NOTICES.txt and sbom.cdx.json, from the sources and the lock file. `npm run notices` */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onProjectNode, ROOT } from './bootstrap/project.mjs';
import { runTool, say } from './bootstrap/say.mjs';

/** `LICENSE`, `LICENCE.md`, `COPYING`, and the notices that Apache-2.0 asks to pass on. */
const TEXTS = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

function textOf({ path }) {
  const folder = join(ROOT, path);
  const names = readdirSync(folder)
    .filter((name) => TEXTS.test(name))
    .sort();
  return names.length === 0 ? null : names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const { cycloneDx, thirdPartyNotices } = await import('./bill-of-materials.ts');
  const { mayShip } = await import('./licences.ts');
  const { importedPackages, shippedPackages } = await import('./shipped-packages.ts');
  const program = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const packages = shippedPackages(ROOT);
  const refused = packages.filter(({ license }) => !mayShip(license));
  for (const { name, license } of refused) say(`${name}: ${license} is not on the list of licences that may ship.`);
  if (refused.length > 0) return 1;
  const folder = join(ROOT, 'dist', 'notices');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(program, packages, textOf));
  writeFileSync(join(folder, 'sbom.cdx.json'), cycloneDx(program, packages, importedPackages(ROOT)));
  say(`${packages.length} packages in dist/notices.`);
  return 0;
});
