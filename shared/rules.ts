/**
 * The rule catalogue: every finding carries one of these ids, and nothing else does. An id never changes its meaning.
 * Titles, explanations and what to do live in the locales, keyed by the same ids.
 */

/** `no-op`: only a corrected package helps. `review`: a person must acknowledge it. `note`: shown, asks nothing. */
export type Severity = 'no-op' | 'review' | 'note';

/** `spec`: the format page says so (see `clause`). `local`: hardening of this program. */
export type Basis = 'spec' | 'local';

/** One row of the catalogue. */
export interface Rule {
  /** The severity a finding has unless the rule itself names another. */
  readonly severity: Severity;
  readonly basis: Basis;
  /** Clause of the format as this project reads it (F1 … F11). */
  readonly clause?: string;
  /** Other severities this rule may use, for the cases its explanation names. */
  readonly also?: readonly Severity[];
}

export const RULES = {
  // zip/
  'zip/extension': { severity: 'no-op', basis: 'spec', clause: 'F1.1' },
  'zip/not-zip': { severity: 'no-op', basis: 'spec', clause: 'F1.1' },
  'zip/leading-bytes': { severity: 'no-op', basis: 'local' },
  'zip/gap': { severity: 'no-op', basis: 'local' },
  'zip/trailing-bytes': { severity: 'no-op', basis: 'local' },
  'zip/comment': { severity: 'no-op', basis: 'local' },
  'zip/end-record': { severity: 'no-op', basis: 'local' },
  'zip/zip64': { severity: 'no-op', basis: 'local' },
  'zip/overlap': { severity: 'no-op', basis: 'local' },
  'zip/header-mismatch': { severity: 'no-op', basis: 'local' },
  'zip/descriptor-mismatch': { severity: 'no-op', basis: 'local' },
  'zip/extra-field': { severity: 'no-op', basis: 'local' },
  'zip/encrypted': { severity: 'no-op', basis: 'local' },
  'zip/method': { severity: 'no-op', basis: 'local' },
  'zip/flags': { severity: 'no-op', basis: 'local' },
  'zip/crc': { severity: 'no-op', basis: 'local' },
  'zip/size': { severity: 'no-op', basis: 'local' },
  'zip/corrupt': { severity: 'no-op', basis: 'local' },
  'zip/deflate-tail': { severity: 'no-op', basis: 'local' },
  'zip/symlink': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'zip/special-file': { severity: 'no-op', basis: 'local' },
  'zip/directory-data': { severity: 'no-op', basis: 'local' },
  'zip/stray-directory': { severity: 'review', basis: 'local' },
  'zip/archive-size': { severity: 'no-op', basis: 'local' },
  'zip/entry-count': { severity: 'no-op', basis: 'local' },
  'zip/entry-size': { severity: 'no-op', basis: 'local' },
  'zip/total-size': { severity: 'no-op', basis: 'local' },
  'zip/ratio': { severity: 'no-op', basis: 'local' },

  // path/
  'path/traversal': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/absolute': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/drive': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/backslash': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/device-name': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/duplicate': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/conflict': { severity: 'no-op', basis: 'local' },
  'path/encoding': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'path/normalization': { severity: 'no-op', basis: 'local' },
  'path/control-character': { severity: 'no-op', basis: 'local' },
  'path/invisible-character': { severity: 'no-op', basis: 'local' },
  'path/stream': { severity: 'no-op', basis: 'local' },
  'path/reserved-character': { severity: 'no-op', basis: 'local' },
  'path/segment': { severity: 'no-op', basis: 'local' },
  'path/length': { severity: 'no-op', basis: 'local' },
  'path/depth': { severity: 'no-op', basis: 'local' },
  'path/mixed-script': { severity: 'review', basis: 'local' },
  'path/system-litter': { severity: 'no-op', basis: 'local' },

  // manifest/
  'manifest/missing': { severity: 'no-op', basis: 'spec', clause: 'F2' },
  'manifest/duplicate': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'manifest/encoding': { severity: 'no-op', basis: 'spec', clause: 'F10' },
  'manifest/json': { severity: 'no-op', basis: 'spec', clause: 'F10' },
  'manifest/size': { severity: 'no-op', basis: 'local' },
  'manifest/depth': { severity: 'no-op', basis: 'local' },
  'manifest/duplicate-key': { severity: 'no-op', basis: 'local' },
  'manifest/reserved-key': { severity: 'no-op', basis: 'local' },
  'manifest/schema': { severity: 'no-op', basis: 'spec', clause: 'F4' },
  'manifest/version': { severity: 'no-op', basis: 'spec', clause: 'F4.3' },
  'manifest/format': { severity: 'no-op', basis: 'spec', clause: 'F4.3' },
  'manifest/timestamp': { severity: 'no-op', basis: 'spec', clause: 'F4.3', also: ['review'] },
  'manifest/entrypoint': { severity: 'no-op', basis: 'spec', clause: 'F4.3' },
  'manifest/unknown-member': { severity: 'review', basis: 'local' },
  'manifest/unknown-value': { severity: 'review', basis: 'spec', clause: 'F4.3' },
  'manifest/alias': { severity: 'note', basis: 'local' },

  // inventory/
  'inventory/undeclared': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'inventory/missing': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'inventory/duplicate': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'inventory/size': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'inventory/hash': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'inventory/hash-sentinel': { severity: 'review', basis: 'spec', clause: 'F4.7' },
  'inventory/package-digest': { severity: 'no-op', basis: 'spec', clause: 'F4.8' },
  'inventory/package-digest-sentinel': { severity: 'review', basis: 'spec', clause: 'F4.7' },
  'inventory/package-digest-unverifiable': { severity: 'review', basis: 'spec', clause: 'F4.8' },

  // type/
  'type/unsupported': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'type/extension': { severity: 'review', basis: 'local' },
  'type/content': { severity: 'no-op', basis: 'local' },
  'type/encoding': { severity: 'no-op', basis: 'local' },
  'type/executable': { severity: 'no-op', basis: 'local' },
  'type/archive': { severity: 'no-op', basis: 'local' },
  'type/active-content': { severity: 'no-op', basis: 'local' },

  // scope/
  'scope/unknown': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'scope/none': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'scope/missing-file': { severity: 'no-op', basis: 'spec', clause: 'F5' },
  'scope/file-scope': { severity: 'no-op', basis: 'spec', clause: 'F5' },
  'scope/required-status': { severity: 'no-op', basis: 'spec', clause: 'F3' },
  'scope/status-mismatch': { severity: 'review', basis: 'spec', clause: 'F5' },
  'scope/trigger': { severity: 'no-op', basis: 'spec', clause: 'F5.1' },
  'scope/wording': { severity: 'review', basis: 'spec', clause: 'F5.5' },

  // content/
  'content/empty': { severity: 'no-op', basis: 'spec', clause: 'F5' },
  'content/assistant': { severity: 'review', basis: 'spec', clause: 'F5' },
  'content/persona': { severity: 'review', basis: 'spec', clause: 'F5' },
  'content/code-bearing': { severity: 'review', basis: 'spec', clause: 'F5' },
  'content/handoff': { severity: 'review', basis: 'spec', clause: 'F5' },
  'content/depth-level': { severity: 'review', basis: 'spec', clause: 'F5.2' },
  'content/orientation-label': { severity: 'review', basis: 'spec', clause: 'F5.2' },
  'content/derivative': { severity: 'no-op', basis: 'spec', clause: 'F7' },
  'content/long-memory': { severity: 'no-op', basis: 'spec', clause: 'F5' },
  'content/pointer-record': { severity: 'review', basis: 'spec', clause: 'F5.3' },
  'content/inline-memory': { severity: 'review', basis: 'spec', clause: 'F5.3' },
  'content/unreviewed': { severity: 'review', basis: 'spec', clause: 'F8' },

  // anchor/
  'anchor/mutation-request': { severity: 'no-op', basis: 'spec', clause: 'F6' },
  'anchor/role': { severity: 'review', basis: 'local' },
  'anchor/change': { severity: 'review', basis: 'spec', clause: 'F6' },

  // security/
  'security/private-key': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/secret': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/credential': { severity: 'review', basis: 'spec', clause: 'F8' },
  'security/destructive-command': { severity: 'no-op', basis: 'spec', clause: 'F8', also: ['review'] },
  'security/hidden-text': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/hidden-instruction': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/override-instruction': { severity: 'review', basis: 'spec', clause: 'F8' },
  'security/authority-field': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/authority-claim': { severity: 'review', basis: 'spec', clause: 'F1.2' },
  'security/runtime-request': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/private-endpoint': { severity: 'review', basis: 'spec', clause: 'F4.11', also: ['no-op'] },
  'security/network-probe': { severity: 'no-op', basis: 'spec', clause: 'F8' },
  'security/local-path': { severity: 'review', basis: 'spec', clause: 'F4.11', also: ['no-op'] },
  'security/production-log': { severity: 'review', basis: 'spec', clause: 'F8' },
  'security/scan-limit': { severity: 'no-op', basis: 'local' },

  // boundary/
  'boundary/empty': { severity: 'no-op', basis: 'spec', clause: 'F4.1' },
  'boundary/overclaim': { severity: 'review', basis: 'spec', clause: 'F1.2' },

  // spec04/
  'spec04/schema': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/outcome': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/final-scan': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/intake-complete': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/anchors': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/mutation': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/path': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/checksum': { severity: 'no-op', basis: 'spec', clause: 'F11' },
  'spec04/checksum-unverifiable': { severity: 'review', basis: 'spec', clause: 'F11' },
  'spec04/expired': { severity: 'review', basis: 'spec', clause: 'F11' },
  'spec04/schema-patched': { severity: 'note', basis: 'spec', clause: 'F11' },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

/** The catalogue row of a rule id. */
export function rule(id: RuleId): Rule {
  return RULES[id];
}
