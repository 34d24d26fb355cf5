/** What is wrong with a policy's text, and where. */
import type { Problem } from '../../shared/models.ts';
import { useText } from '../ui/text-context.tsx';

export function FaultText({ problem }: { readonly problem: Problem }) {
  const { t, has } = useText();
  const { reason, line, column } = problem.values;
  const key = `policy:broken.${reason}`;
  return (
    <p>
      {line === undefined ? null : `${t('policyScreen.place', { line, column: column ?? 1 })} `}
      {has(key) ? t(key, problem.values) : String(problem.values.message ?? '')}
    </p>
  );
}
