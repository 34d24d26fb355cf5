/** Persona files (format F5.2, F5.4, F7): depth levels, the one label of a dimension, and what belongs beside the persona, not in it. */
import type { Finding } from '../../../shared/findings.ts';
import type { FormatContext } from './context.ts';
import { isBlank } from './obligations.ts';
import { labelKey } from './token.ts';

/** Characters of a level with its remark: `4  # reviewed`. */
const LONGEST_LEVEL = 80;

export function checkDimensions(context: FormatContext): readonly Finding[] {
  return [...depthLevels(context), ...orientationLabels(context), ...identities(context), ...sourceNotes(context)];
}

function depthLevels(context: FormatContext): readonly Finding[] {
  const { scope, files, folder, labels, minimum, maximum } = context.pack.content.depthLevel;
  if (!context.scopes.has(scope)) return [];
  const keys = new Set(labels.map(labelKey));
  const label = labels[0] as string;
  return context.view.files
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path }) => {
      // A file without text is content/empty, not also a file without a level.
      if (context.text(path) === null || isBlank(context, path)) return [];
      const fact = context.facts(path, labels).find((one) => one.keys.some((key) => keys.has(key)));
      if (!fact) return files.includes(path) ? [context.inText('content/depth-level', path, {}, { label })] : [];
      const value = fact.value
        .slice(0, LONGEST_LEVEL)
        .replace(/\s+#.*$/, '')
        .replace(/[`*_"',]/g, '')
        .trim();
      const level = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
      if (level >= minimum && level <= maximum) return [];
      const detail = { variant: 'value', label: fact.label, actual: fact.value.slice(0, 80).toWellFormed() };
      return [context.inText('content/depth-level', path, fact, detail)];
    });
}

/** Labels only: prose may quote what it likes. */
function orientationLabels(context: FormatContext): readonly Finding[] {
  const { files, label, others } = context.pack.content.orientation;
  const keys = new Set(others.map(labelKey));
  return files.flatMap((path) =>
    context
      .facts(path, others)
      .filter((fact) => fact.keys.some((key) => keys.has(key)))
      .map((fact) => context.inText('content/orientation-label', path, fact, { actual: fact.label, expected: label })),
  );
}

/** Format F5.4: the package's identity file is about the package, the persona's about the persona. */
function identities(context: FormatContext): readonly Finding[] {
  const { identity } = context.pack.content;
  const own = context.files.get(identity.package);
  if (!own || !context.scopes.has('persona_profile')) return [];
  const copy = identity.persona.find((path) => context.files.get(path)?.sha256 === own.sha256);
  if (copy) return [context.inText('content/persona', own.path, {}, { variant: 'identity-copied', other: copy })];
  const keys = new Set(identity.personaLabels.map(labelKey));
  const fact = context
    .facts(own.path, identity.personaLabels)
    .find((one) => one.value !== '' && one.keys.some((key) => keys.has(key)));
  return fact
    ? [context.inText('content/persona', own.path, fact, { variant: 'identity-persona', actual: fact.label })]
    : [];
}

/** Format F7: limits and review notes are kept beside the source persona, never written into it. */
function sourceNotes(context: FormatContext): readonly Finding[] {
  const { files, labels } = context.pack.content.sourceNotes;
  if (!context.scopes.has('persona_profile')) return [];
  const keys = new Set(labels.map(labelKey));
  return files.flatMap((path) =>
    context
      .facts(path, [...labels])
      .filter((fact) => fact.value !== '' && fact.keys.some((key) => keys.has(key)))
      .map((fact) => context.inText('content/persona', path, fact, { variant: 'notes-in-source', actual: fact.label })),
  );
}
