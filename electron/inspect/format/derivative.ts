/** Derivatives of a persona (format F7): they carry provenance and a diff note, and are never shown as the preserved original. */
import type { Finding } from '../../../shared/findings.ts';
import { textsOf } from '../manifest/texts.ts';
import type { FormatContext } from './context.ts';
import type { Fact } from './facts.ts';
import type { DerivativeData } from './pack-data.ts';
import { labelKey, tokenKey } from './token.ts';

/** Three findings at most: presented as the original, no provenance, no diff note. None for a package that is no derivative. */
export function checkDerivative(context: FormatContext): readonly Finding[] {
  const data = context.pack.content.derivative;
  const labels = labelsOf(data);
  const facts = data.files.flatMap((path) => context.facts(path, labels).map((fact) => ({ path, fact })));
  const sign = derivativeSign(context, data, facts);
  if (sign === null) return [];
  const at = (variant: string, detail = {}): Finding =>
    'pointer' in sign
      ? context.atManifest('content/derivative', sign.pointer, { variant, ...detail })
      : context.inText('content/derivative', sign.path, sign.fact, { variant, ...detail });
  const findings: Finding[] = [];
  const original = originalSign(context, data, facts);
  if (original !== null) findings.push(at('presented-as-original', { actual: original }));
  if (!hasEvidence(context, facts, data.provenanceMembers, data.provenanceRoles, data.provenanceLabels))
    findings.push(at('provenance'));
  if (!hasEvidence(context, facts, data.diffMembers, data.diffRoles, data.diffLabels)) findings.push(at('diff-note'));
  return findings;
}

interface PlacedFact {
  readonly path: string;
  readonly fact: Fact;
}

type Sign = { readonly pointer: string } | { readonly path: string; readonly fact: Fact };

function labelsOf(data: DerivativeData): readonly string[] {
  return [
    ...data.derivativeLabels,
    ...data.statusLabels,
    ...data.originalLabels,
    ...data.provenanceLabels,
    ...data.diffLabels,
  ];
}

const DENIAL = /^(?:no|none|false|n\/a|否|无|不是)[.。]?$/i;

function labelled(facts: readonly PlacedFact[], labels: readonly string[]): readonly PlacedFact[] {
  const keys = new Set(labels.map(labelKey));
  return facts.filter(({ fact }) => fact.value !== '' && fact.keys.some((key) => keys.has(key)));
}

/** Where the package says that it is a derivative, or null. */
function derivativeSign(context: FormatContext, data: DerivativeData, facts: readonly PlacedFact[]): Sign | null {
  const { manifest } = context.view;
  const member = data.packageMembers.find((name) => affirms(manifest.value[name]));
  if (member) return { pointer: `/${member}` };
  const file = manifest.files.find(({ role }) => data.derivativeRoles.includes(tokenKey(role)));
  if (file) return { pointer: `/files/${file.index}/role` };
  const said = labelled(facts, data.derivativeLabels).find(({ fact }) => !DENIAL.test(fact.value.trim()));
  return (
    said ?? labelled(facts, data.statusLabels).find(({ fact }) => isWord(fact.value, data.derivativeWords)) ?? null
  );
}

/** The words with which the package presents itself as the original, or null. */
function originalSign(context: FormatContext, data: DerivativeData, facts: readonly PlacedFact[]): string | null {
  const { manifest } = context.view;
  const derivative = manifest.value.derivative;
  const places = [manifest.value, ...(isRecord(derivative) ? [derivative] : [])];
  for (const place of places) {
    for (const name of data.manifestStatusMembers) {
      const value = place[name];
      if (typeof value === 'string' && isWord(value, data.originalWords)) return `${name}: ${value}`;
    }
    if (place.preservedOriginal === true || place.isOriginal === true) return 'preservedOriginal: true';
  }
  const file = manifest.files.find(({ role }) => data.originalRoles.includes(tokenKey(role)));
  if (file) return `${file.path}: ${file.role}`;
  const status = labelled(facts, data.statusLabels).find(({ fact }) => isWord(fact.value, data.originalWords));
  const claim = labelled(facts, data.originalLabels).find(({ fact }) =>
    /^(?:yes|true|是|preserved|保留)/i.test(fact.value.trim()),
  );
  const fact = (status ?? claim)?.fact;
  return fact ? `${fact.label}: ${fact.value.slice(0, 80)}` : null;
}

/** In the manifest's derivative members, as a file with the role, or under a label of the persona file. */
function hasEvidence(
  context: FormatContext,
  facts: readonly PlacedFact[],
  members: readonly string[],
  roles: readonly string[],
  labels: readonly string[],
): boolean {
  const { manifest } = context.view;
  const derivative = manifest.value.derivative;
  if (isRecord(derivative) && members.some((name) => textsOf(derivative[name]).length > 0)) return true;
  if (
    manifest.files.some(
      ({ role, path }) => roles.includes(tokenKey(role)) && (context.files.get(path)?.sizeBytes ?? 0) > 0,
    )
  )
    return true;
  return labelled(facts, labels).length > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function affirms(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !DENIAL.test(value.trim());
  return value === true || (isRecord(value) && Object.keys(value).length > 0);
}

function isWord(value: string, words: readonly string[]): boolean {
  return words.some((word) => labelKey(word) === labelKey(value));
}
