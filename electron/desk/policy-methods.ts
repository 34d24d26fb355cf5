/** The local policy: shown, tried, changed. */
import type { Desk, PolicyPreview, PolicySaved, PolicyText } from '../../shared/contract.ts';
import { parsePolicy } from '../policy/parse.ts';
import { type PreviewPackage, previewOverBroken, previewPolicy } from '../policy/preview.ts';
import { departures, resetPolicy, savePolicy, viewPolicy } from '../policy/store.ts';
import { ProblemError } from '../problem.ts';
import { archivesIn } from '../quarantine/packages.ts';
import { storeAllProgress } from '../review/progress.ts';
import { answering } from './answering.ts';
import { type DeskContext, policyInForce, policyOrFault, reviewBasis } from './desk-context.ts';
import { gatherPackage } from './package-detail.ts';

type Methods = Pick<Desk, 'getPolicy' | 'readPolicyText' | 'previewPolicy' | 'setPolicy' | 'resetPolicy'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function policyMethods(context: DeskContext): Methods {
  const { db, actor, resourcesFolder } = context;
  /** Packages under review as they stand under a policy; under none that can be read there are none. */
  const packagesUnder = (policy: Parameters<typeof gatherPackage>[3]): readonly PreviewPackage[] =>
    archivesIn(db, ['in_review']).flatMap((archiveSha256) => {
      const { detail, input } = gatherPackage(context, archiveSha256, 'now', policy);
      const title = detail.claims?.title ?? detail.claims?.packageId ?? detail.fileName;
      return input ? [{ archiveSha256, title, input }] : [];
    });
  /** Changes the policy and what hangs on it in one step, then tells the windows. */
  const change = (act: () => PolicySaved): PolicySaved => {
    const saved = db.transaction(() => {
      const done = act();
      storeAllProgress(db, () => reviewBasis(context));
      return done;
    });
    context.emit('changed', { what: 'policy', key: saved.sha256 });
    return saved;
  };
  const policyContext = { db, clock: db.clock, actor };
  return answering({
    getPolicy: () => policyInForce(context),
    readPolicyText(): PolicyText {
      const { path, text, problems } = viewPolicy(db.layout, resourcesFolder, db.files);
      return { path, text, problem: problems[0] ?? null, departs: departures(db) };
    },
    previewPolicy({ text }: Args<'previewPolicy'>): PolicyPreview {
      const parsed = parsePolicy(text);
      if (parsed.policy === null) throw new ProblemError('policy-broken', parsed.problems[0].values);
      const current = policyOrFault(context);
      return 'policy' in current
        ? previewPolicy(current.policy, parsed.policy, packagesUnder(current))
        : previewOverBroken(parsed.policy, packagesUnder(parsed));
    },
    setPolicy: ({ text, confirmed }: Args<'setPolicy'>) =>
      change(() => savePolicy(policyContext, resourcesFolder, text, confirmed)),
    resetPolicy: () => change(() => resetPolicy(policyContext, resourcesFolder)),
  });
}
