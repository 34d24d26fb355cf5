/** Acts that lead from one scene to the next, done by calls of the page's own bridge: they are no part of a picture. */
import type { Page } from '@playwright/test';

/**
 * Decides every file and acknowledges every finding of the newest package with that id.
 * @returns digest of the archive
 * @throws Error when the desk refuses
 */
export function decideAll(page: Page, packageId: string): Promise<string> {
  return page.evaluate(async (id) => {
    type Said<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: unknown };
    const value = <T>(answer: Said<T>): T => {
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
      return answer.value;
    };
    const { uaix } = window;
    const found = value(
      await uaix.listQueue({ states: ['in_review'], search: id, sort: 'received', offset: 0, limit: 1 }),
    );
    const archive = found.rows[0]?.archiveSha256 ?? '';
    let detail = value(await uaix.getPackage({ archive }));
    const ids = detail.findings.filter((each) => each.severity === 'review').map((each) => each.id);
    if (ids.length > 0) {
      const note = 'Read, and compared with what the sender says.';
      detail = value(await uaix.acknowledgeFindings({ archive, version: detail.version, ids, note }));
    }
    for (const { path } of detail.files) {
      const { version } = detail;
      const args = { archive, version, paths: [path], decision: 'approved', manner: 'single', note: null } as const;
      detail = value(await uaix.decideFiles(args));
    }
    return archive;
  }, packageId);
}

/** Loads a package in which no loaded anchor changes. @throws Error when the desk refuses */
export async function loadAs(page: Page, archive: string): Promise<void> {
  await page.evaluate(async (digest) => {
    const detail = await window.uaix.getPackage({ archive: digest });
    if (!detail.ok) throw new Error(JSON.stringify(detail.problem));
    const { version } = detail.value;
    const loaded = await window.uaix.loadPackage({ archive: digest, version, authorizations: [], source: 'same' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problem));
  }, archive);
}
