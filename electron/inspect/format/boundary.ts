/** The support boundary (format F1.2, F4.1): that it says something, and that nothing in it claims what a package never is. */
import { type Finding, finding } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { pointerOf } from '../manifest/json-tree.ts';
import { textsOf } from '../manifest/texts.ts';
import { type ClaimReader, type ClaimSetting, claimReader } from './boundary-claims.ts';
import type { FormatContext } from './context.ts';
import { presentRequired } from './sets.ts';
import { labelKey, memberKey } from './token.ts';

export function checkBoundary(context: FormatContext): readonly Finding[] {
  const { value } = context.view.manifest;
  const boundary = value.supportBoundary;
  // Absent, or of another type: manifest/schema has said so.
  const isGiven = typeof boundary === 'string' || (typeof boundary === 'object' && boundary !== null);
  const empty = isGiven && textsOf(boundary).length === 0 && !hasAnswer(boundary);
  const reader = claimReader(context.pack.boundary);
  return [
    ...(empty ? [context.atManifest('boundary/empty', '/supportBoundary')] : []),
    ...(isGiven ? inValue(context, boundary, ['supportBoundary'], 'plain', reader) : []),
    ...['title', 'description'].flatMap((name) => inValue(context, value[name], [name], 'plain', reader)),
    ...inSections(context, reader),
  ];
}

/** `{ "certification": false }` says something, without a text. */
function hasAnswer(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasAnswer);
}

/** Strings of a manifest value. The names above a string set its tone: under `outside` nothing is claimed, under `supported` everything is. */
function inValue(
  context: FormatContext,
  value: unknown,
  segments: readonly (string | number)[],
  setting: ClaimSetting,
  reader: ClaimReader,
): readonly Finding[] {
  if (typeof value === 'string') {
    return reader.claims(value, setting).map(({ claim, found }) => overclaim(context, segments, claim, found));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...segments, Array.isArray(value) ? Number(name) : name];
    if (Array.isArray(value)) return inValue(context, inner, at, setting, reader);
    const claim = reader.memberClaim(name);
    if (claim !== null && setting !== 'denying' && inner === true)
      return [overclaim(context, at, claim, `${name}: true`)];
    const key = memberKey(name);
    const inside = context.pack.boundary.denyingKeys.includes(key)
      ? 'denying'
      : context.pack.boundary.affirmingKeys.includes(key)
        ? 'affirming'
        : setting;
    // `"certification": "none"` denies, `"certification": "by UAIX"` does not.
    return inValue(context, inner, at, inside, reader);
  });
}

function overclaim(
  context: FormatContext,
  segments: readonly (string | number)[],
  claim: string,
  found: string,
): Finding {
  const pointer = pointerOf(segments);
  const place = { path: MANIFEST_PATH, ...context.view.manifest.locate(pointer) };
  return finding('boundary/overclaim', place, { variant: claim, found });
}

/** Sections and lines of required files that are labelled as a support boundary. */
function inSections(context: FormatContext, reader: ClaimReader): readonly Finding[] {
  const { sectionLabels } = context.pack.boundary;
  const keys = new Set(sectionLabels.map(labelKey));
  return presentRequired(context).flatMap(({ paths }) =>
    paths.flatMap((path) =>
      context
        .facts(path, sectionLabels)
        .filter((fact) => fact.keys.some((key) => keys.has(key)))
        .flatMap(({ body }) => body)
        .flatMap(({ text, line }) =>
          reader
            .claims(text, 'plain')
            .map(({ claim, found }) => context.inText('boundary/overclaim', path, { line }, { variant: claim, found })),
        ),
    ),
  );
}
