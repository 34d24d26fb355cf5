/** Declared scopes and their closed sets of files (format F5). */
import { type Finding, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { shown } from '../manifest/shown.ts';
import { isCodeFile } from './code-files.ts';
import type { FormatContext } from './context.ts';
import type { RequiredFile, ScopeRule } from './pack-data.ts';
import { tokenKey } from './token.ts';

export function checkSets(context: FormatContext): readonly Finding[] {
  return [...declaredScopes(context), ...missingFiles(context), ...triggers(context)];
}

/** scope/unknown, scope/none. A list that did not pass the schema has its finding there. */
function declaredScopes(context: FormatContext): readonly Finding[] {
  const declared = context.view.manifest.value.declaredScopes;
  if (!Array.isArray(declared)) return [];
  if (declared.length === 0) return [context.atManifest('scope/none', '/declaredScopes')];
  return declared.flatMap((scope: unknown, index) => {
    if (typeof scope !== 'string' || scope.trim() === '' || context.pack.scopeIds.has(tokenKey(scope))) return [];
    const known = [...context.pack.scopes.keys()];
    return [context.atManifest('scope/unknown', `/declaredScopes/${index}`, { actual: shown(scope), known })];
  });
}

/** One finding for each file, however many scopes ask for it. */
function missingFiles(context: FormatContext): readonly Finding[] {
  const missing = new Map<string, Finding>();
  for (const scope of activeScopes(context)) {
    for (const required of scope.files) {
      const path = required.anyOf[0] as string;
      if (missing.has(path) || required.anyOf.some((one) => context.isAccountedFor(one))) continue;
      const others = required.anyOf.slice(1);
      const detail = {
        scope: scope.id,
        variant: required.purpose,
        ...(others.length > 0 ? { other: others[0] as string } : {}),
      };
      missing.set(path, finding('scope/missing-file', { path }, detail));
    }
  }
  return [...missing.values(), ...missingRoles(context)];
}

/** Evidence that is known by its role, wherever it lies. */
function missingRoles(context: FormatContext): readonly Finding[] {
  const { files } = context.view.manifest;
  if (!Array.isArray(context.view.manifest.value.files)) return [];
  const roles = new Set(files.map(({ role }) => tokenKey(role)));
  return activeScopes(context).flatMap((scope) =>
    scope.roles
      .filter(({ role }) => !roles.has(role))
      .map(({ role, purpose, path }) =>
        finding('scope/missing-file', {}, { scope: scope.id, role, suggested: path, variant: purpose }),
      ),
  );
}

/** Rules of the scopes that hold for this package, `universal` first, then in the order of the pack. */
export function activeScopes({ scopes, pack }: FormatContext): readonly ScopeRule[] {
  return [...pack.scopes.values()].filter(({ id }) => scopes.has(id));
}

/** Required files of the active scopes that are in the package. */
export function presentRequired(
  context: FormatContext,
): readonly { readonly required: RequiredFile; readonly paths: readonly string[] }[] {
  const seen = new Set<string>();
  return activeScopes(context).flatMap((scope) =>
    scope.files.flatMap((required) => {
      const paths = required.anyOf.filter((path) => context.files.has(path) && !seen.has(path));
      for (const path of paths) seen.add(path);
      return paths.length > 0 ? [{ required, paths }] : [];
    }),
  );
}

/** Content without its scope (format F5.1): one finding for each scope that is called for, at the first file that calls. */
function triggers(context: FormatContext): readonly Finding[] {
  const { pack, scopes, view } = context;
  const called = new Map<string, string[]>();
  const call = (scope: string, path: string): void => void called.set(scope, [...(called.get(scope) ?? []), path]);
  for (const file of view.files) {
    if (file.path === MANIFEST_PATH) continue;
    const owners = context
      .setsWith(file.path)
      .filter(({ files }) =>
        files.some((required) => required.triggers !== false && required.anyOf.includes(file.path)),
      );
    const [first] = owners;
    if (first && !owners.some(({ id }) => scopes.has(id))) call(first.id, file.path);
    if (!scopes.has('code_bearing') && isCodeFile(file.path, file.declared, pack)) call('code_bearing', file.path);
  }
  return [...called].map(([scope, paths]) => {
    const code =
      scope === 'code_bearing' &&
      !pack.scopes.get(scope)?.files.some(({ anyOf }) => anyOf.includes(paths[0] as string));
    const detail = { scope, count: paths.length, ...(code ? { variant: 'code' } : {}) };
    return finding('scope/trigger', { path: paths[0] as string }, detail);
  });
}
