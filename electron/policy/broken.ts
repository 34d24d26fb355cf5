/** The English sentence of a fault, taken from the locale file: for logs and for callers that show a message as it comes. */
import texts from '../../shared/locales/en/policy.json' with { type: 'json' };
import type { PolicyFaultReason } from './syntax.ts';

/** Fills the placeholders `{{name}}` of the sentence with the values of the fault. Without the full stop: it becomes part of a sentence. */
export function faultSentence(reason: PolicyFaultReason, values: Readonly<Record<string, string | number>>): string {
  return texts.broken[reason]
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
    .replace(/\.$/, '');
}
