/** The UAI-1 envelope around a handoff body, and its seal: SHA-256 over the RFC 8785 form (format F11). Pure. */
import type { HandoffMessage, MessageBody } from '../../shared/handoff.ts';
import { createText, type TextValues } from '../../shared/text.ts';
import { messageChecksum } from '../inspect/spec04/checksum.ts';
import { HANDOFF_PROFILE } from '../inspect/spec04/schema.ts';

/** Words of a message are read by programs and people everywhere: they are English, whatever language the desk speaks. */
const text = createText('en');

/** The sentence of a message at `handoff:message.<key>`. */
export function say(key: string, values: TextValues = {}): string {
  return text.t(`handoff:message.${key}`, values);
}

/** An instant as messages write it: whole seconds. @param utc ISO 8601, with or without a fraction */
export function wholeSeconds(utc: string): string {
  return `${utc.slice(0, 19)}Z`;
}

/** How long a message stays fresh: long enough to reach anybody, short enough that nobody takes an old one for the present. In days. */
const FRESH_DAYS = 90;

export interface EnvelopeFacts {
  /** Lower case; every id of the envelope is made from it, so that writing the same message again gives the same ids. */
  readonly id: string;
  readonly createdUtc: string;
  readonly actor: string;
  readonly appVersion: string;
  /** Newest event of the desk's log: `42 9f3a…`. */
  readonly logRef: string;
  readonly lineage: readonly unknown[];
}

/** Puts a body into its envelope and seals it. */
export function composeMessage(facts: EnvelopeFacts, body: MessageBody): HandoffMessage {
  const { id, actor, appVersion, logRef, lineage } = facts;
  const createdUtc = wholeSeconds(facts.createdUtc);
  const expires = new Date(Date.parse(createdUtc) + FRESH_DAYS * 86_400_000).toISOString();
  const party = { type: 'desktop-client', label: 'UAIX Desktop', uri: 'urn:uaix-desktop:desk' };
  const open = {
    uai_version: '1.0' as const,
    profile: HANDOFF_PROFILE as HandoffMessage['profile'],
    message_id: `msg_${id}`,
    source: { ...party, id: 'uaix-desktop', role: 'intake-desk' },
    target: {
      type: 'any-desk',
      id: 'receiver',
      label: say('receiver'),
      uri: 'urn:uaix-desktop:receiver',
      role: 'evidence-reader',
    },
    conversation: {
      conversation_id: `conv_${id}`,
      turn_id: `turn_${id}`.slice(0, 60),
      correlation_id: `corr_${id}`,
      sequence: 1,
    },
    delivery: {
      mode: 'async',
      priority: 'routine',
      expires_at: wholeSeconds(expires),
      reply_requested: false,
      ack_required: false,
      idempotency_key: `idem_${id}`,
      retry_count: 0,
      sequence: 1,
      lifecycle: 'recorded',
      timeout_ms: 0,
      fallback_directive: 'no-op',
    },
    trust: {
      channel: 'private-api',
      auth_scheme: 'none',
      principal: actor,
      signatureStatus: 'unsigned',
      verification: { status: 'checksum-only', reason: say('unsigned') },
    },
    body,
    provenance: {
      trace_id: `trace_${id}`,
      issued_at: createdUtc,
      log_ref: logRef,
      agent_id: `uaix-desktop ${appVersion}`,
      model_id: 'none',
      confidence: 1,
      lineage,
    },
    extensions: [{ namespace: 'uaix-desktop', purpose: say('extension'), critical: false, version: appVersion }],
  };
  const checksum = messageChecksum(open);
  return { ...open, integrity: { version: 1, algorithm: 'sha256', canonicalization: 'RFC8785', checksum } };
}

/** The message as a file. */
export function messageText(message: HandoffMessage): string {
  return `${JSON.stringify(message, null, 2)}\n`;
}

/** Members of a body that are the same in every message of this program. */
export const CONSTANT_BODY = {
  intakeAuthority: {
    contractStatus: 'mandatory_trusted_work_contract',
    contentHandling: 'interpret_and_verify_not_blind_obedience',
    pendingWorkSourceOfTruth: 'physical_active_intake_directories',
    compactRule: say('compactRule'),
  },
  redactionPolicy: { secrets: say('redaction'), paths: say('redactionPaths') },
  supportBoundary: say('supportBoundary'),
  localPolicyWins: true,
} as const satisfies Partial<MessageBody>;
