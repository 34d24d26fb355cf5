/** The report as a document: sections of facts, lists and tables, in words. The Markdown and the HTML form are both made from it. */
import type { Text } from '../../shared/text.ts';
import { runsOf } from './isolating.ts';
import { basisLabel, type ReportData, type ReportFile, type ReportFinding } from './report-data.ts';

/** A piece of text: our words, or the package's, which every form sets apart. */
export interface Run {
  readonly text: string;
  readonly foreign: boolean;
}

export type Cell = readonly Run[];

export type Block =
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: Cell])[] }
  | { readonly kind: 'list'; readonly items: readonly Cell[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'text'; readonly text: Cell };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface ReportDocument {
  readonly language: string;
  readonly title: string;
  readonly lead: string;
  readonly outcome: { readonly label: string; readonly text: string; readonly tone: 'bad' | 'open' | 'good' };
  readonly sections: readonly Section[];
}

export function ours(text: string): Cell {
  return [{ text, foreign: false }];
}

export function theirs(text: string | null): Cell {
  return text === null || text === '' ? ours('—') : [{ text, foreign: true }];
}

/** Puts a report into words. `data` was gathered with an isolating text; `text` is the plain one. */
export function reportDocument(data: ReportData, text: Text): ReportDocument {
  const t = (key: string, values = {}) => text.t(`report:${key}`, values);
  const tone = ['refused', 'rejected'].includes(data.outcome)
    ? 'bad'
    : ['accepted', 'loaded'].includes(data.outcome)
      ? 'good'
      : 'open';
  const { program, madeUtc } = data;
  return {
    language: text.language,
    title: t('title'),
    lead: t('lead', { program: program.name, version: program.version, utc: text.utc(madeUtc) }),
    outcome: { label: t('outcome.label'), text: t(`outcome.${data.outcome}`), tone },
    sections: [
      { title: t('section.received'), blocks: [received(data, text)] },
      { title: t('section.claims'), blocks: [claims(data, text)] },
      { title: t('section.checks'), blocks: [checks(data, text)] },
      { title: t('section.skipped'), blocks: [skipped(data, text)] },
      { title: t('section.findings'), blocks: [findings(data, text)] },
      { title: t('section.files'), blocks: files(data, text) },
      { title: t('section.policy'), blocks: policy(data, text) },
      {
        title: t('section.denied'),
        blocks: [
          list(
            data.policy.deniedAlways.map((id) => ours(text.t(`policy:denied.${id}`))),
            text,
          ),
        ],
      },
      { title: t('section.blockers'), blocks: [list(data.blockers.map(quoted), text)] },
      { title: t('section.boundary'), blocks: boundary(data, text) },
      { title: t('section.loaded'), blocks: [loaded(data, text)] },
      { title: t('section.anchors'), blocks: [anchors(data, text)] },
      ...(data.receipt ? [{ title: t('section.receipt'), blocks: receipt(data, text) }] : []),
      { title: t('section.events'), blocks: events(data, text) },
      {
        title: t('section.next'),
        blocks: [
          list(
            data.next.map((step) => ours(step.message)),
            text,
          ),
        ],
      },
      {
        title: t('section.notClaimed'),
        blocks: [
          list(
            data.notClaimed.map((claim) => ours(claim.message)),
            text,
          ),
        ],
      },
    ],
  };
}

/** A sentence of ours with what it quotes set apart. */
function quoted(sentence: string): Cell {
  return runsOf(sentence);
}

function list(items: readonly Cell[], text: Text): Block {
  return items.length > 0 ? { kind: 'list', items } : { kind: 'text', text: ours(text.t('report:none')) };
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[], text: Text): Block {
  return rows.length > 0 ? { kind: 'table', head, rows } : { kind: 'text', text: ours(text.t('report:none')) };
}

function label(text: Text, ...names: readonly string[]): readonly string[] {
  return names.map((name) => text.t(`report:label.${name}`));
}

function received({ received: r, formatPack }: ReportData, text: Text): Block {
  const [fileName = '', archive = '', size = '', utc = '', sightings = '', rules = ''] = label(
    text,
    ...['fileName', 'archive', 'size', 'receivedUtc', 'sightings', 'rules'],
  );
  return {
    kind: 'facts',
    rows: [
      [fileName, theirs(r.fileName)],
      [archive, ours(r.archiveSha256)],
      [size, ours(`${text.bytes(r.sizeBytes)} (${r.sizeBytes} B)`)],
      [utc, ours(text.utc(r.receivedUtc))],
      [sightings, ours(text.number(r.sightings))],
      [rules, ours(`${formatPack.id} ${formatPack.version}, sha256 ${formatPack.sha256}`)],
    ],
  };
}

function claims({ claims: c }: ReportData, text: Text): Block {
  if (!c) return { kind: 'text', text: ours(text.t('report:notRead')) };
  const rows: readonly (readonly [string, string | null])[] = [
    ['packageTitle', c.title],
    ['packageId', c.packageId],
    ['profileId', c.profileId],
    ['issuer', c.issuer],
    ['status', c.status],
    ['createdUtc', c.createdUtc],
    ['scopes', c.scopes.join(', ')],
    ['entrypoints', c.entrypoints.join(', ')],
  ];
  return { kind: 'facts', rows: rows.map(([name, value]) => [text.t(`report:label.${name}`), theirs(value)]) };
}

function checks(data: ReportData, text: Text): Block {
  const rows = data.checks.made.map(({ family, findings: n }) => [
    ours(text.t(`report:family.${family}`)),
    ours(text.number(n)),
  ]);
  return table(label(text, 'family', 'found'), rows, text);
}

function skipped(data: ReportData, text: Text): Block {
  return list(
    data.checks.skipped.map(({ message, paths }) => [...quoted(message), ...joined(paths)]),
    text,
  );
}

function joined(paths: readonly string[]): Cell {
  return paths.flatMap((path) => [...ours(' '), ...theirs(path)]);
}

function findings(data: ReportData, text: Text): Block {
  const rows = data.findings.map((found) => [
    ours(text.t(`report:severity.${found.severity}`)),
    ours(found.rule),
    ours(basisLabel(found.basis, found.clause)),
    placeOf(found, text),
    quoted(found.todo === '' ? found.message : `${found.message} ${found.todo}`),
    found.acknowledgement
      ? [
          ...theirs(found.acknowledgement.note),
          ...ours(` — ${found.acknowledgement.by}, ${text.utc(found.acknowledgement.utc)}`),
        ]
      : ours('—'),
  ]);
  return table(label(text, 'severity', 'rule', 'basis', 'place', 'message', 'acknowledged'), rows, text);
}

function placeOf({ path, line, pointer, offset }: ReportFinding, text: Text): Cell {
  const parts: Run[] = path === undefined ? [] : [...theirs(path)];
  const add = (part: Cell) => parts.push(...(parts.length > 0 ? ours(' ') : []), ...part);
  if (line !== undefined) add(ours(text.t('report:label.line', { line })));
  else if (pointer !== undefined && pointer !== '') add(theirs(pointer));
  if (offset !== undefined) add(ours(text.t('report:label.byte', { offset })));
  return parts.length > 0 ? parts : ours('—');
}

function files(data: ReportData, text: Text): readonly Block[] {
  const rows = data.files.map((file) => [
    theirs(file.path),
    ours(text.bytes(file.sizeBytes)),
    ours(file.sha256),
    theirs(file.role),
    decisionOf(file, text),
    ours(file.viewedUtc === null ? '—' : text.utc(file.viewedUtc)),
    ours(file.change === null ? '—' : text.t(`report:change.${file.change}`)),
  ]);
  const head = label(text, 'path', 'size', 'digest', 'role', 'decision', 'viewed', 'change');
  if (data.removedPaths.length === 0) return [table(head, rows, text)];
  const removed: Block = { kind: 'list', items: data.removedPaths.map(theirs) };
  return [table(head, rows, text), { kind: 'text', text: ours(text.t('report:removedPaths')) }, removed];
}

function decisionOf({ decision }: ReportFile, text: Text): Cell {
  if (!decision) return ours(text.t('report:decision.open'));
  const word = (name: string) => text.t(`report:decision.${name}`);
  const what = decision.stale ? `${word(decision.decision)} (${word('stale')})` : word(decision.decision);
  const by = text.t('report:decision.by', {
    what,
    manner: word(decision.manner),
    by: decision.by,
    utc: text.utc(decision.utc),
  });
  return decision.note ? [...ours(`${by}: `), ...theirs(decision.note)] : ours(by);
}

function policy(data: ReportData, text: Text): readonly Block[] {
  const rows = data.policy.clauses.map((clause) => [
    ours(text.t(`policy:clauses.${clause.id}`)),
    ours(text.t(`policy:outcome.${clause.outcome}`)),
    quoted(clause.message),
  ]);
  const digest: Block = {
    kind: 'facts',
    rows: [[text.t('report:label.policyDigest'), ours(data.policy.sha256 || '—')]],
  };
  return [digest, table(label(text, 'clause', 'outcome', 'reason'), rows, text)];
}

function boundary({ supportBoundary: { claimed, risks } }: ReportData, text: Text): readonly Block[] {
  const stated: Block = { kind: 'facts', rows: [[text.t('report:label.boundary'), theirs(claimed)]] };
  if (risks.length === 0) return [stated];
  return [stated, { kind: 'text', text: ours(text.t('report:boundaryRisks')) }, list(risks.map(quoted), text)];
}

function loaded({ loaded: l }: ReportData, text: Text): Block {
  if (!l) return { kind: 'text', text: ours(text.t('report:notLoaded')) };
  const [profile = '', generation = '', by = ''] = label(text, 'profile', 'generation', 'loadedBy');
  return {
    kind: 'facts',
    rows: [
      [profile, [...theirs(l.profileId), ...ours(` (${l.profileKey})`)]],
      [generation, ours(`${l.generation}, ${text.t(l.current ? 'report:current' : 'report:earlier')}`)],
      [by, ours(`${l.loadedBy}, ${text.utc(l.loadedUtc)}`)],
    ],
  };
}

function anchors({ anchorChanges }: ReportData, text: Text): Block {
  const word = (value: unknown) => ours(typeof value === 'string' && value !== '' ? value : '—');
  const rows = anchorChanges.map((change) => [
    theirs(String(change.path)),
    word(change.authorization ?? change.operation),
    word(change.oldSha256),
    word(change.newSha256),
    ours(`${String(change.actor)}, ${text.utc(String(change.utc))}`),
  ]);
  return table(label(text, 'path', 'operation', 'before', 'after', 'actor'), rows, text);
}

function receipt({ receipt: r }: ReportData, text: Text): readonly Block[] {
  if (!r) return [];
  const rows = r.triggers.map(({ id, rules }) => [
    ours(id),
    ours(rules.map(({ rule, findings: n }) => (n > 1 ? `${rule} × ${n}` : rule)).join(', ')),
  ]);
  const asked = r.anchors.map((anchor) => ours(anchor.authorization));
  const table_ = table(label(text, 'trigger', 'rule'), rows, text);
  const effect: Block = { kind: 'text', text: ours(text.t('report:receiptEffect')) };
  return asked.length > 0 ? [table_, list(asked, text), effect] : [table_, effect];
}

function events(data: ReportData, text: Text): readonly Block[] {
  const { broken, headHash, events: n } = data.chain;
  const chain = broken
    ? text.t('report:chainBroken', { seq: broken.seq, reason: broken.reason })
    : text.t('report:chainHolds', { events: n, hash: headHash });
  const rows = data.events.map(({ seq, utc, kind, actor, hash }) => [
    ours(String(seq)),
    ours(text.utc(utc)),
    ours(kind),
    theirs(actor),
    ours(hash),
  ]);
  const head = ['#', ...label(text, 'time', 'event', 'actor', 'hash')];
  return [table(head, rows, text), { kind: 'text', text: ours(chain) }];
}
