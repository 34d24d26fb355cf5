/** What required files must say (format F5): text at all, and each named obligation under a label of its own. */
import type { Finding } from '../../../shared/findings.ts';
import type { FormatContext } from './context.ts';
import { hasText } from './facts.ts';
import type { ObligationGroup } from './pack-data.ts';
import { activeScopes, presentRequired } from './sets.ts';
import { labelKey, tokenKey } from './token.ts';

/** content/empty, and for files with text the obligations of every active scope. */
export function checkObligations(context: FormatContext): readonly Finding[] {
  const empty = new Set<string>();
  const findings: Finding[] = [];
  for (const { paths } of presentRequired(context)) {
    const blank = paths.filter((path) => isBlank(context, path));
    // Of two files that can stand for one another, one with text is enough.
    if (blank.length < paths.length) continue;
    empty.add(paths[0] as string);
    findings.push(context.inText('content/empty', paths[0] as string));
  }
  findings.push(...emptyRoles(context));
  for (const group of context.pack.content.groups) {
    if (context.scopes.has(group.scope)) findings.push(...checkGroup(context, group, empty));
  }
  return findings;
}

/** Evidence that a scope requires by role: one file of that role with text is enough. */
function emptyRoles(context: FormatContext): readonly Finding[] {
  const roles = activeScopes(context).flatMap((scope) => scope.roles.map(({ role }) => role));
  return roles.flatMap((role) => {
    const paths = context.view.files
      .filter(({ declared }) => declared !== null && tokenKey(declared.role) === role)
      .map(({ path }) => path);
    const blank = paths.filter((path) => isBlank(context, path));
    return paths.length > 0 && blank.length === paths.length
      ? [context.inText('content/empty', paths[0] as string)]
      : [];
  });
}

/** JSON that holds nothing, without the blanks around it. */
const HOLLOW_JSON = /^(?:\{\s*\}|\[\s*\]|null|"\s*")?$/;

/** Whether a file has no text of its own. What is not JSON and should be is type/content, empty or not. */
export function isBlank(context: FormatContext, path: string): boolean {
  const isJson = context.files.get(path)?.declared?.mediaType === 'application/json';
  if (context.files.get(path)?.sizeBytes === 0) return !isJson;
  const text = context.text(path);
  if (text === null) return false;
  if (path.endsWith('.json')) {
    const bare = text.text.trim();
    return HOLLOW_JSON.test(bare) && !(isJson && bare === '');
  }
  const { metadataLabels, depthLevel } = context.pack.content;
  const metadata = new Set([...metadataLabels, ...depthLevel.labels].map(labelKey));
  return !hasText(text.text, metadata, context.vocabulary(labelsAt(context, path)));
}

/** Labels of all active obligations that a file may meet. */
function labelsAt(context: FormatContext, path: string): readonly string[] {
  const groups = context.pack.content.groups.filter(
    ({ files, scope }) => files.includes(path) && context.scopes.has(scope),
  );
  return groups.flatMap(({ obligations }) => obligations.flatMap(({ en, zh }) => [...en, ...zh]));
}

/** One finding for each obligation that no file of the group covers. Files that are missing, unreadable or empty have said so. */
function checkGroup(context: FormatContext, group: ObligationGroup, empty: ReadonlySet<string>): readonly Finding[] {
  const silent = group.files.filter((path) => empty.has(path) || context.text(path) === null);
  const spoken = group.files.filter((path) => !silent.includes(path));
  const [first] = spoken;
  if (first === undefined) return [];
  const filled = new Set<string>();
  const unfilled = new Map<string, { readonly path: string; readonly line: number; readonly column: number }>();
  for (const path of spoken) {
    for (const { keys, value, line, column } of context.facts(path, labelsAt(context, path))) {
      for (const key of keys) {
        if (value !== '') filled.add(key);
        else if (!unfilled.has(key)) unfilled.set(key, { path, line, column });
      }
    }
  }
  return group.obligations.flatMap(({ id, en, zh }) => {
    const keys = [...en, ...zh].map(labelKey);
    if (keys.some((key) => filled.has(key))) return [];
    const bare = keys.map((key) => unfilled.get(key)).find((place) => place !== undefined);
    const detail = { variant: id, label: en[0] as string, labelZh: zh[0] as string, unfilled: bare !== undefined };
    return [context.inText(group.rule, bare?.path ?? first, bare ?? {}, detail)];
  });
}
