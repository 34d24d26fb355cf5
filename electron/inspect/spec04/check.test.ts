import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import published from '../../../resources/spec04/file-handoff.schema.json' with { type: 'json' };
import { type CheckedMessage, checkMessage } from './check.ts';
import { isHandoffMessage } from './find.ts';
import { locateAll } from './locate.ts';
import { patchedSchema } from './schema.ts';
import { messageFile } from './testing.ts';

const check = (bytes: Buffer, nowUtc?: string): CheckedMessage =>
  checkMessage(bytes, { path: 'message.json', ...(nowUtc === undefined ? {} : { nowUtc }) });

/** Rule, variant and pointer of everything but the note that stands in every report. */
function found(bytes: Buffer, nowUtc?: string): string[] {
  return check(bytes, nowUtc)
    .findings.filter(({ rule }) => rule !== 'spec04/schema-patched')
    .map(({ rule, pointer, detail }) =>
      [rule.slice(7), detail.variant, pointer].filter((part) => part !== undefined).join(' '),
    );
}

const text = (bytes: Buffer): string => bytes.toString('utf8');

describe('a message that passes', () => {
  it('has one note, that the schema was mended, and its members', () => {
    const { message, findings } = check(messageFile());
    expect(findings).toEqual([
      {
        rule: 'spec04/schema-patched',
        severity: 'note',
        basis: 'spec',
        path: 'message.json',
        pointer: '',
        line: 1,
        column: 1,
        detail: {
          pointers: ['/properties/body/properties/evidence/items', '/properties/provenance/properties/lineage/items'],
        },
      },
    ]);
    expect(message?.body.handoffId).toBe('handoff-1');
  });

  it('may begin with a byte order mark', () => {
    expect(found(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), messageFile()]))).toEqual([]);
  });

  it('is not judged by any clock unless a present is handed in', () => {
    const bytes = messageFile((m) => {
      m.delivery.expires_at = '2001-01-01T00:00:00Z';
    });
    expect(found(bytes)).toEqual([]);
    expect(found(bytes, '2001-01-01T00:00:00Z')).toEqual([]);
    expect(found(bytes, '2001-01-01T00:00:01.000Z')).toEqual(['expired /delivery/expires_at']);
  });
});

describe('the schema', () => {
  it('is the published one', () => {
    // Worked out from the published file with Python: json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False).
    expect(hash('sha256', canonicalize(published) ?? '')).toBe(
      '173e57a57ae486ab17315e49edcea67b6769148dae5cbda73d7e28efb54c82ff',
    );
    expect(published.properties.body.properties.evidence.items).toEqual([]);
  });

  it('differs from it in two places only', () => {
    const mended: any = patchedSchema();
    expect(mended.properties.body.properties.evidence.items).toEqual({});
    expect(mended.properties.provenance.properties.lineage.items).toEqual({});
    mended.properties.body.properties.evidence.items = [];
    mended.properties.provenance.properties.lineage.items = [];
    expect(mended).toEqual(published);
  });

  it.each<[string, (m: any) => void, string]>([
    ['a member is missing', (m) => delete m.body.lifecycle, 'schema missing /body'],
    ['a member is missing at the top', (m) => delete m.trust, 'schema missing-top '],
    ['a member is unknown', (m) => (m.body.extra = 1), 'schema unknown /body/extra'],
    ['a type differs', (m) => (m.body.createdUtc = 7), 'schema type /body/createdUtc'],
    ['a time is in no form', (m) => (m.body.createdUtc = '2030-01-01'), 'schema form /body/createdUtc'],
    ['a day does not exist', (m) => (m.body.createdUtc = '2030-02-30T00:00:00Z'), 'schema form /body/createdUtc'],
    ['a URI is none', (m) => (m.source.uri = 'not a uri'), 'schema form /source/uri'],
    [
      'a value is not on the list',
      (m) => (m.body.fileOutcomes[1].disposition = 'maybe'),
      'schema value /body/fileOutcomes/1/disposition',
    ],
    ['the profile is another', (m) => (m.profile = 'uaix.spec-04.file-handoff.v2'), 'schema value /profile'],
    ['one bucket only', (m) => m.body.intakeBuckets.pop(), 'schema few /body/intakeBuckets'],
    ['an empty text', (m) => (m.body.handoffId = ''), 'schema empty /body/handoffId'],
    ['a number out of range', (m) => (m.provenance.confidence = 2), 'schema range /provenance/confidence'],
  ])('refuses when %s', (_name, change, expected) => {
    const bytes = messageFile(change);
    expect(found(bytes)).toEqual([expected]);
    expect(check(bytes).message).toBeNull();
  });

  it('points at the line and column of the place', () => {
    const bytes = messageFile((m) => {
      m.profile = 'uaix.spec-04.other';
    });
    const place = check(bytes).findings.find(({ rule }) => rule === 'spec04/schema');
    // Line 3 of the text is `  "profile": "uaix.spec-04.other",`.
    expect(text(bytes).split('\n')[2]).toBe('  "profile": "uaix.spec-04.other",');
    expect(place).toMatchObject({ line: 3, column: 14 });
  });
});

describe('the text', () => {
  it('must be JSON', () => {
    const finding = check(Buffer.from('{"profile": }')).findings;
    expect(finding).toMatchObject([{ rule: 'spec04/schema', line: 1, column: 13, detail: { variant: 'json' } }]);
  });

  it('must be an object in UTF-8', () => {
    expect(found(Buffer.from('[1]'))).toEqual(['schema not-object']);
    expect(found(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual(['schema encoding']);
    expect(found(Buffer.from(''))).toEqual(['schema json-end']);
    expect(found(messageFile().subarray(0, 300))).toEqual(['schema json-end']);
  });

  it('must not be larger than 4 MiB nor deeper than 32', () => {
    const padded = Buffer.concat([messageFile(), Buffer.alloc(10_000_000, 0x20)]);
    expect(found(padded)).toEqual(['schema size']);
    expect(found(Buffer.from(`${'['.repeat(33)}${']'.repeat(33)}`))).toEqual(['schema depth']);
  });

  it('must not give a member twice, and no checksum is told of it then', () => {
    const twice = text(messageFile()).replace('"profile":', '"uai_version": "1.0",\n  "profile":');
    expect(found(Buffer.from(twice))).toEqual(['schema duplicate-key /uai_version']);
    expect(check(Buffer.from(twice)).message).toBeNull();
  });

  it('must not name members of the language', () => {
    const planted = text(messageFile()).replace(
      '"extensions": []',
      '"extensions": [{"__proto__": {"critical": true}, "namespace": "x", "purpose": "y", "critical": false}]',
    );
    expect(found(Buffer.from(planted))).toEqual(['schema reserved-key /extensions/0/__proto__']);
  });
});

describe('outcomes', () => {
  it.each<[string, (m: any) => void, string[]]>([
    ['is missing', (m) => m.body.fileOutcomes.pop(), ['outcome missing /body/fileManifest/1/path']],
    [
      'is doubled',
      (m) => m.body.fileOutcomes.push(m.body.fileOutcomes[0]),
      ['outcome double /body/fileOutcomes/2/path'],
    ],
    [
      'is for an unknown path',
      (m) =>
        m.body.fileOutcomes.push({
          ...m.body.fileOutcomes[0],
          path: 'content/other.md',
          sourceSiteRemoval: { removed: true, path: 'content/other.md', evidence: 'x' },
        }),
      ['outcome unknown /body/fileOutcomes/2/path'],
    ],
    [
      'belongs to a file that is listed twice',
      (m) => m.body.fileManifest.push(m.body.fileManifest[0]),
      ['outcome listed-twice /body/fileManifest/2/path'],
    ],
  ])('refuses when one %s', (_name, change, expected) => {
    expect(found(messageFile(change))).toEqual(expected);
  });
});

describe('the final scan and the claim to be complete', () => {
  it('refuses pending files under a claim to be complete', () => {
    const pending = (m: any) => {
      m.body.finalIntakeScan = {
        recorded: true,
        pendingNonPlaceholderFileCount: 2,
        placeholderOnly: false,
        sourceCopiesRemaining: [],
      };
    };
    expect(found(messageFile(pending))).toEqual([
      'intake-complete pending /body/finalIntakeScan/pendingNonPlaceholderFileCount',
      'intake-complete not-placeholder-only /body/finalIntakeScan/placeholderOnly',
    ]);
    expect(
      found(
        messageFile((m) => {
          pending(m);
          m.body.intakeComplete = false;
        }),
      ),
    ).toEqual([]);
  });

  it('refuses a scan that contradicts itself', () => {
    const bytes = messageFile((m) => {
      m.body.intakeComplete = false;
      m.body.finalIntakeScan.pendingNonPlaceholderFileCount = 3;
    });
    expect(found(bytes)).toEqual(['final-scan placeholder-count /body/finalIntakeScan/placeholderOnly']);
  });

  it('refuses a removal that the scan contradicts, in both directions', () => {
    const remains = messageFile((m) => {
      m.body.intakeComplete = false;
      m.body.finalIntakeScan = {
        recorded: true,
        pendingNonPlaceholderFileCount: 1,
        placeholderOnly: false,
        sourceCopiesRemaining: ['content/mill.md'],
      };
    });
    expect(found(remains)).toEqual(['final-scan still-there /body/fileOutcomes/0/sourceSiteRemoval/removed']);
    const kept = messageFile((m) => {
      m.body.fileOutcomes[1].sourceSiteRemoval.removed = false;
    });
    expect(found(kept)).toEqual(['final-scan not-there /body/fileOutcomes/1/sourceSiteRemoval/removed']);
  });

  it('lets a kept file stand in an incomplete intake, and not in a complete one', () => {
    const keep = (m: any) => {
      m.body.fileOutcomes[0].processedOutcome = 'kept-active-with-reason';
      m.body.fileOutcomes[0].sourceSiteRemoval.removed = false;
      m.body.finalIntakeScan = {
        recorded: true,
        pendingNonPlaceholderFileCount: 1,
        placeholderOnly: false,
        sourceCopiesRemaining: ['content/mill.md'],
      };
      m.body.intakeComplete = false;
    };
    expect(found(messageFile(keep))).toEqual([]);
    expect(
      found(
        messageFile((m) => {
          m.body.fileOutcomes[0].processedOutcome = 'kept-active-with-reason';
        }),
      ),
    ).toEqual(['intake-complete kept-active /body/fileOutcomes/0/processedOutcome']);
  });

  it('refuses completeness without a final scan, or with a scanned file that is on no list', () => {
    expect(found(messageFile((m) => (m.body.finalIntakeScan.recorded = false)))).toEqual([
      'intake-complete unrecorded /body/finalIntakeScan/recorded',
    ]);
    expect(found(messageFile((m) => m.body.liveIntakeScan.filePaths.push('content/lost.md')))).toEqual([
      'intake-complete unlisted /body/liveIntakeScan/filePaths/2',
    ]);
  });
});

describe('anchors', () => {
  it('refuses three times the same anchor', () => {
    const bytes = messageFile((m) => {
      for (const anchor of m.body.anchorEvidence.protectedSet) anchor.path = '.uai/totem.uai';
      m.body.anchorEvidence.readOrder = ['.uai/totem.uai', '.uai/totem.uai', '.uai/totem.uai'];
    });
    expect(found(bytes)).toEqual([
      'anchors missing /body/anchorEvidence/protectedSet',
      'anchors missing /body/anchorEvidence/protectedSet',
      'anchors double /body/anchorEvidence/protectedSet/1/path',
      'anchors double /body/anchorEvidence/protectedSet/2/path',
      'anchors missing /body/anchorEvidence/readOrder',
      'anchors missing /body/anchorEvidence/readOrder',
      'anchors double /body/anchorEvidence/readOrder/1',
      'anchors double /body/anchorEvidence/readOrder/2',
    ]);
  });

  const authorised = (more: object) => (m: any) => {
    Object.assign(m.body.anchorEvidence.mutation, {
      requested: true,
      governedChangeAuthorized: true,
      authorizationEvidence: 'Ada typed: replace .uai/taboo.uai',
      priorVersionPreserved: true,
      rollbackEvidence: 'Generation 1 is kept.',
      ...more,
    });
  };

  it.each<[string, object, string[]]>([
    ['everything is there', {}, []],
    [
      'its authorisation is none',
      { authorizationEvidence: 'n/a' },
      ['mutation authorization /body/anchorEvidence/mutation/authorizationEvidence'],
    ],
    [
      'no prior version is kept',
      { priorVersionPreserved: false },
      ['mutation prior-version /body/anchorEvidence/mutation/priorVersionPreserved'],
    ],
    [
      'its rollback is blank',
      { rollbackEvidence: ' ' },
      ['mutation rollback /body/anchorEvidence/mutation/rollbackEvidence'],
    ],
    [
      'nobody authorised it',
      { governedChangeAuthorized: false },
      ['mutation no-receipt /body/anchorEvidence/noOpReceipts'],
    ],
    [
      'nobody asked for it and nothing proves it',
      { requested: false, authorizationEvidence: 'None.' },
      ['mutation authorization /body/anchorEvidence/mutation/authorizationEvidence'],
    ],
  ])('judges a mutation where %s', (_name, more, expected) => {
    expect(found(messageFile(authorised(more)))).toEqual(expected);
  });

  it('takes a no-op receipt for a mutation that was not authorised', () => {
    const bytes = messageFile((m) => {
      authorised({ governedChangeAuthorized: false })(m);
      m.body.anchorEvidence.noOpReceipts = [{ receipt: 'r1' }];
    });
    expect(found(bytes)).toEqual([]);
  });
});

describe('paths', () => {
  const renamed = (path: string) =>
    found(
      messageFile((m) => {
        m.body.liveIntakeScan.filePaths[0] = path;
        m.body.fileManifest[0].path = path;
        m.body.fileOutcomes[0].path = path;
        m.body.fileOutcomes[0].sourceSiteRemoval.path = path;
      }),
    );

  it.each([
    ['../secret.md', 'traversal'],
    ['content/../../secret.md', 'traversal'],
    ['/etc/passwd', 'absolute'],
    ['C:/mill.md', 'drive'],
    ['content\\mill.md', 'backslash'],
    ['content/nul.md', 'device-name'],
    ['content/mu\u0308hle.md', 'normalization'],
    ['content//mill.md', 'segment'],
  ])('refuses %s', (path, variant) => {
    expect(renamed(path)).toEqual([
      `path ${variant} /body/liveIntakeScan/filePaths/0`,
      `path ${variant} /body/fileManifest/0/path`,
      `path ${variant} /body/fileOutcomes/0/path`,
    ]);
  });

  it.each(['content/mühle.md', 'content/.DS_Store', 'content/мill.md'])('lets %s stand', (path) => {
    expect(renamed(path)).toEqual([]);
  });

  it('judges buckets, removals, remaining copies and ledger pointers too', () => {
    const bytes = messageFile((m) => {
      m.body.intakeComplete = false;
      m.body.intakeBuckets = ['../content/', 'improvement'];
      m.body.fileOutcomes[0].sourceSiteRemoval.path = '/home/ada/mill.md';
      m.body.fileOutcomes[0].longTermPointer.path = 'file:///home/ada/mill.md';
      m.body.fileOutcomes[1].longTermPointer.path = 'https://wiki.example/mill';
      m.body.finalIntakeScan = {
        recorded: true,
        pendingNonPlaceholderFileCount: 1,
        placeholderOnly: false,
        sourceCopiesRemaining: ['a/../b'],
      };
    });
    expect(found(bytes).map((line) => line.split(' ').at(-1))).toEqual(
      [
        '/body/fileOutcomes/0/longTermPointer/path',
        '/body/fileOutcomes/0/sourceSiteRemoval/path',
        '/body/finalIntakeScan/sourceCopiesRemaining/0',
        '/body/intakeBuckets/0',
      ].sort((a, b) => lineOf(bytes, a) - lineOf(bytes, b)),
    );
  });
});

function lineOf(bytes: Buffer, pointer: string): number {
  return locateAll(text(bytes), [pointer]).get(pointer)?.line ?? 0;
}

describe('the checksum', () => {
  it('is recomputed over the canonical form without integrity', () => {
    // Python: sha256(json.dumps(message without integrity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)).
    const { integrity } = JSON.parse(text(messageFile()));
    expect(integrity.checksum).toBe('3065465fc43ca111ef913b3a70e684c0987e4e941863da764c0e14a3630f958a');
    const changed = text(messageFile()).replace('Rename the mill.', 'Rename the well.');
    expect(found(Buffer.from(changed))).toEqual(['checksum /integrity/checksum']);
  });

  it('does not depend on order and blanks, and may carry a prefix', () => {
    const message = JSON.parse(text(messageFile()));
    const turned = Object.fromEntries(Object.entries(message).reverse());
    (turned as any).integrity = {
      ...message.integrity,
      checksum: `SHA256:${message.integrity.checksum.toUpperCase()}`,
    };
    expect(found(Buffer.from(JSON.stringify(turned)))).toEqual([]);
  });

  it('says when it cannot be recomputed here', () => {
    const with_ = (integrity: object) => {
      const message = JSON.parse(text(messageFile()));
      return Buffer.from(JSON.stringify({ ...message, integrity: { ...message.integrity, ...integrity } }));
    };
    expect(found(with_({ canonicalization: 'own-form' }))).toEqual([
      'checksum-unverifiable canonicalization /integrity/canonicalization',
    ]);
    expect(found(with_({ algorithm: 'md5' }))).toEqual(['checksum-unverifiable algorithm /integrity/algorithm']);
    expect(found(with_({ checksum: 'later' }))).toEqual(['checksum form /integrity/checksum']);
    expect(found(with_({ algorithm: 'SHA-256', canonicalization: 'RFC 8785 (JCS)' }))[0]).toMatch(
      /^checksum-unverifiable/,
    );
    expect(found(with_({ algorithm: 'SHA-256', canonicalization: 'jcs' }))).toEqual([]);
  });
});

describe('messages in a package', () => {
  it('are told by their own profile', () => {
    expect(isHandoffMessage(text(messageFile()))).toBe(true);
    expect(isHandoffMessage('{"profile": "uaix\\u002espec-04.file-handoff.v1"}')).toBe(true);
    expect(isHandoffMessage('{"inner": {"profile": "uaix.spec-04.file-handoff.v1"}}')).toBe(false);
    expect(isHandoffMessage('{"profile": "uaix.spec-03.other"}')).toBe(false);
    expect(isHandoffMessage('["uaix.spec-04.file-handoff.v1"]')).toBe(false);
  });

  it('do not slip away broken, doubled or too large', () => {
    expect(isHandoffMessage('{"profile": "uaix.spec-04.file-handoff.v1",')).toBe(true);
    expect(isHandoffMessage('{"profile": "uaix.spec-04.file-handoff.v1", "profile": "x"}')).toBe(true);
    expect(isHandoffMessage(`{"profile": "uaix.spec-04.file-handoff.v1"}${' '.repeat(5_000_000)}`)).toBe(true);
  });
});

describe('any bytes', () => {
  it('end in findings, never in a throw', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        expect(check(Buffer.from(json)).message).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('spoil a message only with findings', () => {
    const keys = [
      'body',
      'fileOutcomes',
      'fileManifest',
      'finalIntakeScan',
      'anchorEvidence',
      'mutation',
      '0',
      '1',
      'path',
      'integrity',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 }), fc.jsonValue(), (path, value) => {
        const bytes = messageFile((m) => {
          let at = m;
          for (const name of path.slice(0, -1)) at = typeof at[name] === 'object' && at[name] !== null ? at[name] : at;
          at[path.at(-1) as string] = value;
        });
        expect(check(bytes).findings.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('stay cheap when a message holds a hundred thousand faults', () => {
    const bytes = messageFile((m) => {
      m.body.fileOutcomes = Array.from({ length: 100_000 }, () => ({ path: '../x' }));
    });
    const { findings } = check(bytes);
    expect(findings.length).toBeLessThan(500);
    expect(findings.some(({ detail }) => detail.variant === 'more')).toBe(true);
  });
});
