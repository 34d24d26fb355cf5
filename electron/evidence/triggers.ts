/** The no-op triggers that UAIX publishes, and which of our rules pulls which: one table for every rule that can refuse. */
import type { RULES, RuleId } from '../../shared/rules.ts';

export const NO_OP_TRIGGERS = [
  'malformed_schema',
  'missing_profile',
  'unsupported_capability_level',
  'authority_boundary_conflict',
  'missing_integrity_checksum',
  'provenance_mismatch',
  'runtime_execution_requested',
  'credential_validation_requested',
  'private_network_probe_requested',
  'philosophical_claim_widening',
  'certification_claim_requested',
  'memory_conflict_unresolved',
] as const;
export type NoOpTrigger = (typeof NO_OP_TRIGGERS)[number];

type Catalogue = typeof RULES;

/** Rules that refuse, always or in the cases their explanation names. A rule without a trigger does not compile. */
export type RefusingRule = {
  [K in RuleId]: Catalogue[K] extends { readonly severity: 'no-op' }
    ? K
    : Catalogue[K] extends { readonly also: readonly (infer S)[] }
      ? 'no-op' extends S
        ? K
        : never
      : never;
}[RuleId];

/**
 * `philosophical_claim_widening` and `certification_claim_requested` have no refusing rule here: such claims are put before a person
 * (`boundary/overclaim`, `security/authority-claim`) and are named on a receipt only when they stand beside a refusal.
 */
export const TRIGGER_OF_RULE: Readonly<Record<RefusingRule, NoOpTrigger>> = {
  // The archive is not what the format describes, or its bytes contradict each other.
  'zip/extension': 'malformed_schema',
  'zip/not-zip': 'malformed_schema',
  'zip/leading-bytes': 'malformed_schema',
  'zip/gap': 'malformed_schema',
  'zip/trailing-bytes': 'malformed_schema',
  'zip/comment': 'malformed_schema',
  'zip/end-record': 'malformed_schema',
  'zip/overlap': 'malformed_schema',
  'zip/header-mismatch': 'malformed_schema',
  'zip/descriptor-mismatch': 'malformed_schema',
  'zip/extra-field': 'malformed_schema',
  'zip/flags': 'malformed_schema',
  'zip/directory-data': 'malformed_schema',
  'zip/symlink': 'malformed_schema',
  'zip/special-file': 'malformed_schema',
  'zip/zip64': 'unsupported_capability_level',
  'zip/encrypted': 'unsupported_capability_level',
  'zip/method': 'unsupported_capability_level',
  'zip/archive-size': 'unsupported_capability_level',
  'zip/entry-count': 'unsupported_capability_level',
  'zip/entry-size': 'unsupported_capability_level',
  'zip/total-size': 'unsupported_capability_level',
  'zip/ratio': 'unsupported_capability_level',
  'zip/crc': 'missing_integrity_checksum',
  'zip/size': 'missing_integrity_checksum',
  'zip/corrupt': 'missing_integrity_checksum',
  'zip/deflate-tail': 'missing_integrity_checksum',

  // Names that leave their place are an attempt on the receiver; others are malformed.
  'path/traversal': 'authority_boundary_conflict',
  'path/absolute': 'authority_boundary_conflict',
  'path/drive': 'authority_boundary_conflict',
  'path/device-name': 'authority_boundary_conflict',
  'path/stream': 'authority_boundary_conflict',
  'path/backslash': 'malformed_schema',
  'path/duplicate': 'malformed_schema',
  'path/conflict': 'malformed_schema',
  'path/encoding': 'malformed_schema',
  'path/normalization': 'malformed_schema',
  'path/control-character': 'malformed_schema',
  'path/invisible-character': 'malformed_schema',
  'path/reserved-character': 'malformed_schema',
  'path/segment': 'malformed_schema',
  'path/length': 'malformed_schema',
  'path/depth': 'malformed_schema',
  'path/system-litter': 'malformed_schema',

  'manifest/missing': 'missing_profile',
  'manifest/duplicate': 'malformed_schema',
  'manifest/encoding': 'malformed_schema',
  'manifest/json': 'malformed_schema',
  'manifest/size': 'malformed_schema',
  'manifest/depth': 'malformed_schema',
  'manifest/duplicate-key': 'malformed_schema',
  'manifest/reserved-key': 'malformed_schema',
  'manifest/schema': 'malformed_schema',
  'manifest/version': 'unsupported_capability_level',
  'manifest/format': 'unsupported_capability_level',
  'manifest/timestamp': 'malformed_schema',
  'manifest/entrypoint': 'malformed_schema',

  'inventory/undeclared': 'provenance_mismatch',
  'inventory/missing': 'missing_profile',
  'inventory/duplicate': 'malformed_schema',
  'inventory/size': 'missing_integrity_checksum',
  'inventory/hash': 'missing_integrity_checksum',
  'inventory/package-digest': 'missing_integrity_checksum',

  'type/unsupported': 'unsupported_capability_level',
  'type/content': 'provenance_mismatch',
  'type/encoding': 'malformed_schema',
  'type/executable': 'runtime_execution_requested',
  'type/archive': 'unsupported_capability_level',
  'type/active-content': 'runtime_execution_requested',

  'scope/unknown': 'unsupported_capability_level',
  'scope/none': 'missing_profile',
  'scope/missing-file': 'missing_profile',
  'scope/file-scope': 'malformed_schema',
  'scope/required-status': 'malformed_schema',
  'scope/trigger': 'unsupported_capability_level',

  'content/empty': 'missing_profile',
  'content/derivative': 'provenance_mismatch',
  'content/long-memory': 'memory_conflict_unresolved',

  'anchor/mutation-request': 'authority_boundary_conflict',

  'security/private-key': 'credential_validation_requested',
  'security/secret': 'credential_validation_requested',
  'security/destructive-command': 'runtime_execution_requested',
  'security/hidden-text': 'authority_boundary_conflict',
  'security/hidden-instruction': 'authority_boundary_conflict',
  'security/authority-field': 'authority_boundary_conflict',
  'security/runtime-request': 'runtime_execution_requested',
  'security/private-endpoint': 'private_network_probe_requested',
  'security/network-probe': 'private_network_probe_requested',
  'security/local-path': 'provenance_mismatch',
  'security/scan-limit': 'unsupported_capability_level',

  'boundary/empty': 'authority_boundary_conflict',

  'spec04/schema': 'malformed_schema',
  'spec04/outcome': 'memory_conflict_unresolved',
  'spec04/final-scan': 'memory_conflict_unresolved',
  'spec04/intake-complete': 'memory_conflict_unresolved',
  'spec04/anchors': 'authority_boundary_conflict',
  'spec04/mutation': 'authority_boundary_conflict',
  'spec04/path': 'malformed_schema',
  'spec04/checksum': 'missing_integrity_checksum',
};

/** Claims that a person judges; on a receipt they stand beside what refused. */
export const TRIGGER_OF_CLAIM: Readonly<Partial<Record<RuleId, NoOpTrigger>>> = {
  'boundary/overclaim': 'certification_claim_requested',
  'security/authority-claim': 'philosophical_claim_widening',
};

/** The trigger of a rule that can refuse; null for others. */
export function triggerOf(rule: RuleId): NoOpTrigger | null {
  return rule in TRIGGER_OF_RULE ? TRIGGER_OF_RULE[rule as RefusingRule] : null;
}
