/** Requests to change an anchor (format F6): in the manifest, in JSON files, and in labelled records of memory files. */
import { type Finding, finding } from '../../../shared/findings.ts';
import { pointerOf } from '../manifest/json-tree.ts';
import { shown } from '../manifest/shown.ts';
import type { PackageFile } from '../package.ts';
import { isHandoffMessage } from '../spec04/find.ts';
import type { FormatContext } from './context.ts';
import { extensionOf } from './extension.ts';
import { readAllLines } from './fact-lines.ts';
import { MutationWords } from './mutation-words.ts';
import type { FormatPack } from './pack.ts';
import { labelKey, memberKey, tokenKey } from './token.ts';

/** Requests listed for one file; more of them say nothing new. */
const MOST_REQUESTS = 20;

/** Requests in the manifest: in its members, and in the roles of files. */
export function checkManifestMutations(context: FormatContext): readonly Finding[] {
  const words = mutationWords(context.pack);
  const { manifest } = context.view;
  const requests = words.names.mayStandIn(manifest.text) ? requestsIn(manifest.value, words) : [];
  const findings = requests.map(({ pointer, detail }) =>
    context.atManifest('anchor/mutation-request', pointer, detail),
  );
  for (const file of manifest.files) {
    const role = tokenKey(file.role).split('_');
    if (role.some((word) => words.operations.has(word)) && role.some((word) => words.isAnchorWord(word))) {
      findings.push(
        context.atManifest('anchor/mutation-request', `/files/${file.index}/role`, {
          variant: 'role',
          member: shown(file.role),
        }),
      );
    }
  }
  return findings;
}

/** Requests in the text of one file that is not the manifest. */
export function checkFileMutations({ path, text }: PackageFile, pack: FormatPack): readonly Finding[] {
  if (text === null) return [];
  const extension = extensionOf(path);
  if (extension === 'json') return inJson(path, text.text, mutationWords(pack));
  return extension === 'uai' ? inRecords(path, text.text, mutationWords(pack)) : [];
}

/** Made once for a pack. */
const WORDS = new WeakMap<FormatPack, MutationWords>();

function mutationWords(pack: FormatPack): MutationWords {
  const words = WORDS.get(pack) ?? new MutationWords(pack);
  WORDS.set(pack, words);
  return words;
}

interface Request {
  readonly pointer: string;
  readonly detail: Record<string, string>;
}

const DENYING_PARENT = /den(?:y|ied)|block|forbid|prohibit|refus|reject|disallow|noop/;
const OUTCOME_MEMBERS = new Set([
  'outcome',
  'status',
  'decision',
  'result',
  'disposition',
  'verdict',
  'allowed',
  'requested',
  'permitted',
]);

/** Walks a JSON value with a stack of its own: a file may nest as deep as it likes. */
function requestsIn(root: unknown, words: MutationWords): readonly Request[] {
  const requests: Request[] = [];
  const stack: { readonly value: object; readonly segments: readonly (string | number)[] }[] = [];
  if (typeof root === 'object' && root !== null) stack.push({ value: root, segments: [] });
  for (let next = stack.pop(); next !== undefined && requests.length < MOST_REQUESTS; next = stack.pop()) {
    const { value, segments } = next;
    const request = Array.isArray(value) ? null : recordRequest(value as Record<string, unknown>, segments, words);
    if (request) {
      requests.push(request);
      continue;
    }
    if (Array.isArray(value)) {
      // An index names nothing.
      for (const [index, inner] of value.entries())
        if (typeof inner === 'object' && inner !== null) stack.push({ value: inner, segments: [...segments, index] });
      continue;
    }
    for (const [name, inner] of Object.entries(value)) {
      const key = memberKey(name);
      if (words.members.has(key)) {
        if (!words.denies(inner))
          requests.push({ pointer: pointerOf([...segments, name]), detail: { member: shown(name) } });
      } else if (typeof inner === 'object' && inner !== null && !DENYING_PARENT.test(key)) {
        stack.push({ value: inner, segments: [...segments, name] });
      } else if (words.anchor(name) !== null && words.isOperation(inner)) {
        requests.push({
          pointer: pointerOf([...segments, name]),
          detail: { variant: 'record', operation: shown(inner), target: shown(name) },
        });
      }
    }
  }
  return requests;
}

/** `{ operation: "replace", target: ".uai/taboo.uai" }`; the target may be the name of the record itself. */
function recordRequest(
  record: Readonly<Record<string, unknown>>,
  segments: readonly (string | number)[],
  words: MutationWords,
): Request | null {
  const entries = Object.entries(record);
  const operation = entries.find(
    ([name, value]) => words.operationMembers.has(memberKey(name)) && words.isOperation(value),
  );
  if (!operation) return null;
  const denied = entries.some(([name, value]) => OUTCOME_MEMBERS.has(memberKey(name)) && words.denies(value));
  if (denied) return null;
  const named = entries
    .filter(([name]) => words.targetMembers.has(memberKey(name)))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .find((value) => typeof value === 'string' && words.anchor(value) !== null);
  const own = String(segments.at(-1) ?? '');
  const target = typeof named === 'string' ? named : words.anchor(own) === null ? null : own;
  if (target === null) return null;
  return {
    pointer: pointerOf(segments),
    detail: { variant: 'record', operation: shown(String(operation[1])), target: shown(target) },
  };
}

function inJson(path: string, text: string, words: MutationWords): readonly Finding[] {
  if (!/totem|taboo|talisman|anchor/i.test(text) || !words.names.mayStandIn(text)) return [];
  // A message of the handoff profile has rules of its own (spec04/mutation).
  if (isHandoffMessage(text)) return [];
  const value = parsed(text);
  return requestsIn(value, words).map(({ pointer, detail }) =>
    finding('anchor/mutation-request', { path, pointer }, detail),
  );
}

/** Undefined for what is no JSON: type/content has said so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Operation: replace` beside `Target: .uai/taboo.uai` in one block of labelled lines. */
function inRecords(path: string, text: string, words: MutationWords): readonly Finding[] {
  if (!/totem|taboo|talisman/i.test(text)) return [];
  const findings: Finding[] = [];
  let block: { line: number; operation: string | null; target: string | null; denied: boolean } | null = null;
  const close = (): void => {
    if (block?.operation && block.target && !block.denied && findings.length < MOST_REQUESTS) {
      const detail = { variant: 'record', operation: shown(block.operation), target: shown(block.target) };
      findings.push(finding('anchor/mutation-request', { path, line: block.line }, detail));
    }
    block = null;
  };
  for (const line of readAllLines(text)) {
    if (line.kind !== 'label') {
      close();
      continue;
    }
    const key = memberKey(labelKey(line.label));
    if (words.members.has(key) && !words.denies(line.value.replace(/[.。]$/, '')) && line.value !== '') {
      findings.push(
        finding(
          'anchor/mutation-request',
          { path, ...(line.number ? { line: line.number } : {}) },
          { member: line.label },
        ),
      );
    }
    block ??= { line: line.number, operation: null, target: null, denied: false };
    if (words.operationMembers.has(key) && words.isOperation(line.value)) block.operation = line.value;
    if (words.targetMembers.has(key) && words.anchor(line.value.replace(/^`|`$/g, '')) !== null)
      block.target = line.value;
    if (OUTCOME_MEMBERS.has(key) && words.denies(line.value)) block.denied = true;
  }
  close();
  return findings;
}
