/** Which files of a package are SPEC-04 messages: JSON objects whose own `profile` says so. */
import type { Finding } from '../../../shared/findings.ts';
import { parseJsonTree } from '../manifest/json-tree.ts';
import type { PackageFile } from '../package.ts';
import { checkMessage, MESSAGE_LIMITS } from './check.ts';

/** Any version of the profile: one that this program does not know is a finding of its schema, not a way around it. */
const PROFILE = /^uaix\.spec-04\./;
/** What every such text holds, or else the escape with which it is spelled. */
const HINTS = ['uaix.spec-04.', '\\u00'] as const;

const SPELLED = /"profile"\s*:\s*"uaix\.spec-04\./;

/** Whether a JSON text is a message of the handoff profile. A message too large to be one is told by its words. */
export function isHandoffMessage(text: string): boolean {
  if (!HINTS.some((hint) => text.includes(hint))) return false;
  if (text.length > MESSAGE_LIMITS.bytes) return SPELLED.test(text);
  const tree = parseJsonTree(text.replace(/^\ufeff/, ''), MESSAGE_LIMITS.depth);
  // What is broken, or deeper than a message may be, must not slip away as ordinary JSON.
  if (!tree.ok) return SPELLED.test(text);
  const { value, oddities } = tree;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { profile } = value as Record<string, unknown>;
  if (typeof profile === 'string' && PROFILE.test(profile)) return true;
  // Given twice: some reader takes the other one.
  return oddities.some(({ kind, pointer }) => kind === 'duplicate-key' && pointer === '/profile') && SPELLED.test(text);
}

/** Findings of a file of a package when it is a message; none when it is anything else. */
export function checkHandoffFile(file: PackageFile): readonly Finding[] {
  if (file.text === null || file.text.encoding !== 'utf-8') return [];
  const isJson = file.path.toLowerCase().endsWith('.json') || file.declared?.mediaType === 'application/json';
  if (!isJson || !isHandoffMessage(file.text.text)) return [];
  return checkMessage(file.bytes, { path: file.path }).findings;
}
