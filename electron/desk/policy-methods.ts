/** The local policy: shown, tried, changed. */
import type { Desk, PolicyPreview } from '../../shared/contract.ts';
import { parsePolicy } from '../policy/parse.ts';
import { previewPolicy } from '../policy/preview.ts';
import { savePolicy } from '../policy/store.ts';
import { ProblemError } from '../problem.ts';
import { archivesIn } from '../quarantine/packages.ts';
import { storeAllProgress } from '../review/progress.ts';
import { answering } from './answering.ts';
import { type DeskContext, policyInForce, reviewBasis } from './desk-context.ts';
import { gatherPackage } from './package-detail.ts';

type Methods = Pick<Desk, 'getPolicy' | 'previewPolicy' | 'setPolicy'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function policyMethods(context: DeskContext): Methods {
  const { db, actor, resourcesFolder } = context;
  return answering({
    getPolicy: () => policyInForce(context),
    previewPolicy({ text }: Args<'previewPolicy'>): PolicyPreview {
      const parsed = parsePolicy(text);
      if (parsed.policy === null) throw new ProblemError('policy-broken', parsed.problems[0].values);
      const packages = archivesIn(db, ['in_review']).flatMap((archiveSha256) => {
        const { detail, input } = gatherPackage(context, archiveSha256);
        const title = detail.claims?.title ?? detail.claims?.packageId ?? detail.fileName;
        return input ? [{ archiveSha256, title, input }] : [];
      });
      return previewPolicy(policyInForce(context).policy, parsed.policy, packages);
    },
    setPolicy({ text, confirmed }: Args<'setPolicy'>) {
      const state = db.transaction(() => {
        const saved = savePolicy({ db, clock: db.clock, actor }, resourcesFolder, text, confirmed);
        storeAllProgress(db, () => reviewBasis(context));
        return saved;
      });
      context.emit('changed', { what: 'policy', key: state.sha256 });
      return state;
    },
  });
}
