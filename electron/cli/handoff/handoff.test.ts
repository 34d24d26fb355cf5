import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageFile } from '../../inspect/spec04/testing.ts';
import { type CommandLine, commandLine } from '../testing.ts';

const PYTHON = '/usr/bin/python3';
const hasJsonschema = spawnSync(PYTHON, ['-c', 'import jsonschema']).status === 0;
const SCHEMA = join(import.meta.dirname, '../../../resources/spec04/file-handoff.schema.json');

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

function desk(): { cli: CommandLine; content: string; improvement: string; evidence: string } {
  const cli = commandLine();
  const [content, improvement, evidence] = ['in/content', 'in/improvement', 'evidence'].map((name) =>
    join(cli.folder, name),
  );
  for (const folder of [content, improvement, evidence]) mkdirSync(folder as string, { recursive: true });
  return { cli, content: content as string, improvement: improvement as string, evidence: evidence as string };
}

const named = ['handoff', 'buckets', 'in', '--evidence', 'evidence'];
const reject = [
  '--disposition',
  'block-as-unsafe-or-out-of-scope',
  '--outcome',
  'rejected-with-reason',
  '--reason',
  'Nobody opens it.',
  '--recommendation',
  'rejected-with-reason|Run the file.|It is of a blocked kind.',
];
const adopt = [
  '--disposition',
  'apply-now',
  '--outcome',
  'adapted',
  '--reason',
  'The names were corrected.',
  '--recommendation',
  'adapted|Rename the mill.|The old name stays in brackets.',
  '--check',
  'Names compared with the map|they agree',
];

/** Two tiny steps that every file needs before it may go. */
async function endFile(cli: CommandLine, path: string): Promise<void> {
  expect((await cli('handoff', 'preserve', path)).exitCode).toBe(0);
  expect((await cli('handoff', 'remove', path)).exitCode).toBe(0);
}

describe('a whole run', () => {
  it('takes five files of different kinds over both buckets to a message that passes everywhere', async () => {
    const { cli, content, improvement, evidence } = desk();
    expect((await cli(...named)).exitCode).toBe(0);
    writeFileSync(join(content, '.gitkeep'), '');
    writeFileSync(join(content, 'mill.md'), '# The mill\n\nBuilt in 1912.\n');
    writeFileSync(join(content, 'map.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    writeFileSync(join(improvement, 'run.sh'), '#!/bin/sh\necho hi\n');
    writeFileSync(join(improvement, 'plan.json'), '{"step": 1}');
    writeFileSync(join(improvement, 'broken.uaix'), 'no archive at all');

    const scan = await cli.json('handoff', 'scan', '--phase', 'startup');
    expect(scan.items[0]).toMatchObject({ pending: 5, placeholders: 1, missing: [] });
    const taken = await cli.json('handoff', 'take', '--all');
    expect(taken.exitCode).toBe(0);
    expect(taken.items.map((item) => [item.path, item.content, item.blockedBy])).toEqual([
      ['content/map.png', 'image', null],
      ['content/mill.md', 'text', null],
      ['improvement/broken.uaix', 'package', null],
      ['improvement/plan.json', 'text', null],
      ['improvement/run.sh', 'blocked', 'script #!'],
    ]);
    // The package is in the quarantine under the digest of the very bytes.
    expect(taken.items[2]?.archiveSha256).toBe(sha256('no archive at all'));
    expect((await cli.json('queue')).items.map((item) => item.archiveSha256)).toEqual([sha256('no archive at all')]);

    const shown = await cli('handoff', 'show', 'content/mill.md');
    expect(shown.out).toContain('Built in 1912.');
    await cli('handoff', 'show', 'improvement/plan.json');
    const paths = taken.items.map((item) => String(item.path));
    for (const path of paths) {
      const isUsed = path.endsWith('.md') || path.endsWith('.json');
      expect((await cli('handoff', 'decide', path, ...(isUsed ? adopt : reject))).exitCode).toBe(0);
      await endFile(cli, path);
    }
    expect(readdirSync(content)).toEqual(['.gitkeep']);
    expect(readdirSync(improvement)).toEqual([]);

    const finished = await cli('handoff', 'finish', '-o', 'message.json');
    expect(finished.err).toBe('');
    expect(finished.exitCode).toBe(0);
    const text = readFileSync(join(cli.folder, 'message.json'), 'utf8');
    const message = JSON.parse(text);
    expect(message.body.intakeComplete).toBe(true);
    expect(message.body.intakeBuckets).toEqual(['content/', 'improvement/']);
    expect(message.body.liveIntakeScan).toMatchObject({ scanPhase: 'startup', pendingNonPlaceholderFileCount: 5 });
    expect(message.body.fileManifest.map((file: any) => [file.path, file.checksum])).toEqual(
      paths.map((path) => [path, `sha256:${taken.items.find((item) => item.path === path)?.sha256}`]),
    );
    expect(message.body.fileOutcomes[1].fullReadEvidence[0].summary).toMatch(
      /^27 bytes, 3 lines, hashed whole and viewed/,
    );
    expect(message.body.fileOutcomes[4].fullReadEvidence[0].kind).toBe('not-opened');
    expect(readFileSync(join(evidence, message.body.handoffId, 'message.json'), 'utf8')).toBe(text);
    expect(readFileSync(join(evidence, message.body.handoffId, sha256('{"step": 1}')), 'utf8')).toBe('{"step": 1}');

    const validated = await cli.json('handoff', 'validate', 'message.json');
    expect(validated.exitCode).toBe(0);
    expect((validated.items[0]?.findings as any[]).map(({ rule }) => rule)).toEqual(['spec04/schema-patched']);
    if (hasJsonschema) expect(judgedByPython(join(cli.folder, 'message.json'))).toBe('valid checksum-agrees');
    expect((await cli('audit', 'verify')).exitCode).toBe(0);

    // Another desk keeps it as evidence of what this one says.
    const other = commandLine();
    cpSync(join(cli.folder, 'message.json'), join(other.folder, 'm.json'));
    expect((await other('handoff', 'receive', 'm.json')).exitCode).toBe(0);
    const listed = (await other.json('handoff', 'list')).items;
    expect(listed).toMatchObject([{ messageId: message.message_id, origin: 'received', files: 5, complete: true }]);
    expect((await other('handoff', 'export')).out).toBe(text);
  });

  it.runIf(hasJsonschema)('is judged by Python as it should be', () => {
    const cli = commandLine();
    const file = join(cli.folder, 'm.json');
    writeFileSync(file, messageFile());
    expect(judgedByPython(file)).toBe('valid checksum-agrees');
    writeFileSync(
      file,
      messageFile((m) => delete m.body.lifecycle),
    );
    expect(judgedByPython(file)).toMatch(/^refused/);
  });
});

/** An independent judge: Debian's jsonschema over the published schema with its two patches, and hashlib over a canonical form. */
function judgedByPython(file: string): string {
  const program = `
import hashlib, json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
schema["properties"]["body"]["properties"]["evidence"]["items"] = {}
schema["properties"]["provenance"]["properties"]["lineage"]["items"] = {}
Draft202012Validator.check_schema(schema)
message = json.load(open(sys.argv[2]))
faults = list(Draft202012Validator(schema).iter_errors(message))
if faults:
    print("refused", faults[0].json_path)
    sys.exit()
claimed = message.pop("integrity")["checksum"]
form = json.dumps(message, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
print("valid", "checksum-agrees" if hashlib.sha256(form).hexdigest() == claimed else "checksum-differs")
`;
  const ran = spawnSync(PYTHON, ['-c', program, SCHEMA, file], { encoding: 'utf8' });
  return `${ran.stdout}${ran.stderr}`.trim();
}

describe('folders', () => {
  it('are refused as links, nested, in the data folder, too few, or missing', async () => {
    const { cli, content } = desk();
    symlinkSync(content, join(cli.folder, 'link'));
    mkdirSync(join(content, 'inner'));
    mkdirSync(join(cli.dataFolder, 'mine'), { recursive: true });
    const refusals: [string[], string][] = [
      [['a=link', 'b=in/improvement'], 'symlink'],
      [['a=in/content', 'b=in/content/inner'], 'nested'],
      [['a=in/content', 'b=in/content'], 'nested'],
      [['a=in/content', 'b=data/mine'], 'data-folder'],
      [['a=in/content'], 'too-few'],
      [['a=in/content', 'b=nowhere'], 'missing'],
      [['a=in/content', 'A=in/improvement'], 'label'],
      [['a=in/content', '..=in/improvement'], 'label'],
    ];
    for (const [items, variant] of refusals) {
      const ran = await cli.json('handoff', 'buckets', ...items, '--evidence', 'evidence');
      expect([ran.exitCode, (ran.items[0]?.values as any)?.variant, items]).toEqual([1, variant, items]);
    }
    const inside = await cli.json('handoff', 'buckets', 'in', '--evidence', 'in/content');
    expect((inside.items[0]?.values as any).variant).toBe('nested');
  });

  it('that vanish or are replaced are told, and nothing is claimed about them', async () => {
    const { cli, content } = desk();
    await cli(...named);
    renameSync(content, `${content}-away`);
    const gone = await cli.json('handoff', 'scan');
    expect([gone.exitCode, gone.items[0]?.missing]).toEqual([1, ['content']]);
    mkdirSync(content);
    expect((await cli.json('handoff', 'buckets')).items[0]?.buckets).toMatchObject([
      { state: 'replaced' },
      { state: 'ready' },
    ]);
    const finished = await cli.json('handoff', 'finish', '-o', 'm.json');
    expect([finished.exitCode, finished.items[0]?.complete]).toEqual([1, false]);
    const { body } = JSON.parse(readFileSync(join(cli.folder, 'm.json'), 'utf8'));
    expect(body.finalIntakeScan).toMatchObject({ recorded: false, placeholderOnly: false });
  });
});

describe('what is refused', () => {
  const variantOf = (ran: { items: readonly Record<string, unknown>[] }): unknown =>
    (ran.items[0]?.values as any)?.variant;

  it('nothing goes before it is read, decided, preserved and verified', async () => {
    const { cli, content, evidence } = desk();
    await cli(...named);
    writeFileSync(join(content, 'mill.md'), 'one\n');
    await cli('handoff', 'scan');
    await cli('handoff', 'take', 'content/mill.md');
    expect(variantOf(await cli.json('handoff', 'remove', 'content/mill.md'))).toBe('undecided');
    expect(variantOf(await cli.json('handoff', 'decide', 'content/mill.md', ...adopt))).toBe('not-read');
    expect(variantOf(await cli.json('handoff', 'finish'))).toBe('undecided');
    await cli('handoff', 'show', 'content/mill.md');
    await cli('handoff', 'decide', 'content/mill.md', ...adopt);
    expect(variantOf(await cli.json('handoff', 'remove', 'content/mill.md'))).toBe('not-preserved');
    expect(variantOf(await cli.json('handoff', 'finish'))).toBe('not-preserved');
    const preserved = await cli.json('handoff', 'preserve', 'content/mill.md');
    const copy = join(evidence, String(preserved.items[0]?.preservedAs));
    writeFileSync(copy, 'two\n');
    expect((await cli.json('handoff', 'remove', 'content/mill.md')).items[0]?.code).toBe('damaged');
    expect(readFileSync(join(content, 'mill.md'), 'utf8')).toBe('one\n');
    // Preserving again repairs the copy; then the file may go, and it can come back.
    await endFile(cli, 'content/mill.md');
    expect(existsSync(join(content, 'mill.md'))).toBe(false);
    expect((await cli('handoff', 'undo', 'content/mill.md')).exitCode).toBe(0);
    expect(readFileSync(join(content, 'mill.md'), 'utf8')).toBe('one\n');
  });

  it('a file that was changed, renamed or removed in its bucket since it was taken', async () => {
    const { cli, content } = desk();
    await cli(...named);
    for (const name of ['a.md', 'b.md', 'c.md']) writeFileSync(join(content, name), `${name}\n`);
    await cli('handoff', 'scan');
    await cli('handoff', 'take', '--all');
    for (const name of ['a.md', 'b.md', 'c.md']) {
      await cli('handoff', 'show', `content/${name}`);
      await cli('handoff', 'decide', `content/${name}`, ...adopt);
      await cli('handoff', 'preserve', `content/${name}`);
    }
    writeFileSync(join(content, 'a.md'), 'another text\n');
    renameSync(join(content, 'b.md'), join(content, 'd.md'));
    expect(variantOf(await cli.json('handoff', 'remove', 'content/a.md'))).toBe('changed');
    expect(readFileSync(join(content, 'a.md'), 'utf8')).toBe('another text\n');
    expect(variantOf(await cli.json('handoff', 'remove', 'content/b.md'))).toBe('gone');
    await cli('handoff', 'remove', 'content/c.md');
    // A new file under the name of one that went is another file.
    writeFileSync(join(content, 'c.md'), 'later\n');
    const scan = await cli.json('handoff', 'scan');
    expect((scan.items[0]?.entries as any[]).map(({ path, fileId }) => [path, fileId === null])).toEqual([
      ['content/a.md', true],
      ['content/c~2.md', true],
      ['content/d.md', true],
    ]);
    const finished = await cli.json('handoff', 'finish', '-o', 'm.json');
    expect(finished.exitCode).toBe(1);
    const { body } = JSON.parse(readFileSync(join(cli.folder, 'm.json'), 'utf8'));
    expect(body.intakeComplete).toBe(false);
    expect(body.finalIntakeScan.sourceCopiesRemaining).toEqual(['content/a.md', 'content/c~2.md', 'content/d.md']);
    const removed = body.fileOutcomes.map((outcome: any) => [outcome.path, outcome.sourceSiteRemoval.removed]);
    expect(removed).toEqual([
      ['content/a.md', false],
      ['content/b.md', true],
      ['content/c.md', true],
    ]);
    expect(body.fileOutcomes[1].sourceSiteRemoval.evidence).toContain('this desk did not remove it');
    expect((await cli('handoff', 'validate', 'm.json')).exitCode).toBe(0);
  });

  it('links, files that are too large or still being written, and blocked kinds that are to be used', async () => {
    const { cli, content } = desk();
    await cli(...named);
    writeFileSync(join(cli.folder, 'secret.txt'), 'not in the bucket');
    symlinkSync(join(cli.folder, 'secret.txt'), join(content, 'link.md'));
    writeFileSync(join(content, 'film.md.part'), 'half');
    writeFileSync(join(content, 'huge.bin'), '');
    spawnSync('truncate', ['-s', '5G', join(content, 'huge.bin')]);
    writeFileSync(join(content, 'tool.exe'), 'MZ');
    const scan = await cli.json('handoff', 'scan');
    expect((scan.items[0]?.entries as any[]).map(({ path, status }) => [path, status])).toEqual([
      ['content/film.md.part', 'settling'],
      ['content/huge.bin', 'pending'],
      ['content/link.md', 'special'],
      ['content/tool.exe', 'pending'],
    ]);
    expect(variantOf(await cli.json('handoff', 'take', 'content/link.md'))).toBe('not-pending-special');
    expect(variantOf(await cli.json('handoff', 'take', 'content/film.md.part'))).toBe('not-pending-settling');
    expect(variantOf(await cli.json('handoff', 'take', 'content/huge.bin'))).toBe('too-large');
    await cli('handoff', 'take', 'content/tool.exe');
    expect(variantOf(await cli.json('handoff', 'decide', 'content/tool.exe', ...adopt))).toBe('blocked-kind');
    expect((await cli('handoff', 'show', 'content/tool.exe')).out).toContain('never opened');
    rmSync(join(content, 'huge.bin'));
  });

  it('keeps what is to stay, and does not call the intake complete', async () => {
    const { cli, content } = desk();
    await cli(...named);
    writeFileSync(join(content, 'mill.md'), 'one\n');
    await cli('handoff', 'scan');
    await cli('handoff', 'take', '--all');
    await cli('handoff', 'show', 'content/mill.md');
    const keep = [
      '--disposition',
      'defer-with-reason',
      '--outcome',
      'kept-active-with-reason',
      '--reason',
      'Next week.',
    ];
    const recommendation = ['--recommendation', 'adapted|Rename.|Not yet.'];
    await cli('handoff', 'decide', 'content/mill.md', ...keep, ...recommendation);
    expect(variantOf(await cli.json('handoff', 'remove', 'content/mill.md'))).toBe('kept');
    const finished = await cli.json('handoff', 'finish');
    expect([finished.exitCode, finished.items[0]?.complete]).toEqual([1, false]);
    expect(readdirSync(content)).toEqual(['mill.md']);
  });

  it('names in NFD and names that break a rule of paths get a path that a message may have', async () => {
    const { cli, content } = desk();
    await cli(...named);
    writeFileSync(join(content, 'mu\u0308hle.md'), 'a\n');
    writeFileSync(join(content, 'm\u00fchle.md'), 'b\n');
    writeFileSync(join(content, 'a\\b.md'), 'c\n');
    const scan = await cli.json('handoff', 'scan');
    const paths = (scan.items[0]?.entries as any[]).map(({ path }) => path);
    expect(paths[0]).toMatch(/^content\/unnameable-[0-9a-f]{16}$/);
    expect(paths.slice(1)).toEqual(['content/m\u00fchle.md', 'content/m\u00fchle~2.md']);
  });
});

describe('messages as files', () => {
  it('end each with its finding and exit code', async () => {
    const cli = commandLine();
    const file = (name: string, bytes: Buffer | string): string => {
      writeFileSync(join(cli.folder, name), bytes);
      return name;
    };
    const pending = file(
      'pending.json',
      messageFile((m) => (m.body.finalIntakeScan.pendingNonPlaceholderFileCount = 2)),
    );
    const big = file('big.json', Buffer.concat([messageFile(), Buffer.alloc(10_000_000, 0x20)]));
    const good = file('good.json', messageFile());
    const ran = await cli.json('handoff', 'validate', pending, big, good, 'absent.json');
    expect(ran.exitCode).toBe(2);
    expect(ran.items.map((item) => item.verdict ?? item.code)).toEqual([
      'no_op',
      'no_op',
      'review_required',
      'source-missing',
    ]);
    expect((await cli.json('handoff', 'validate', big)).items[0]?.findings).toMatchObject([
      { rule: 'spec04/schema', detail: { variant: 'size' } },
    ]);
    expect((await cli('handoff', 'validate', good)).exitCode).toBe(0);
    expect((await cli('handoff', 'validate', good)).out).toContain('What the message tells');
    const refused = await cli.json('handoff', 'receive', pending);
    expect([refused.exitCode, (refused.items[0]?.values as any).variant]).toEqual([1, 'not-a-message']);
  });
});
