import { describe, expect, it } from 'vitest';
import { ALL_MATCHERS } from '../engine.ts';
import type { Scene, Setting } from '../sighting.ts';
import { plainSurface } from '../text/surface.ts';
import { HONEST, HOSTILE, measure, recordedScores, recordedTable, scanString, tableOf, worsened } from './measure.ts';

describe('the corpora', () => {
  it('are large enough and hold no text twice', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(250);
    expect(HONEST.length).toBeGreaterThanOrEqual(250);
    expect(new Set(HONEST.map(({ text }) => text)).size).toBe(HONEST.length);
  });

  it('are judged no worse than recorded, and within the goal', async () => {
    const { scores } = await measure();
    expect(worsened(scores, recordedScores())).toEqual([]);
    expect(tableOf(scores)).toBe(recordedTable());
  });

  it('tell when something got worse', () => {
    const row = { rule: 'security/secret', hostile: 100, found: 99, honest: 400, wrong: 0 } as const;
    expect(worsened([row], [row])).toEqual([]);
    expect(worsened([{ ...row, found: 98 }], [row])).toEqual(['security/secret: recall 98/100']);
    expect(worsened([{ ...row, wrong: 1 }], [row])).toEqual(['security/secret: wrong 1/400']);
    expect(worsened([{ ...row, found: 97 }], [{ ...row, found: 97 }])).toEqual(['security/secret: recall 97/100']);
    expect(worsened([row], [])).toEqual(['security/secret: not recorded']);
  });
});

describe('the keyword prefilter', () => {
  it('loses nothing that the matchers would find on the bare text', async () => {
    const { matchers } = ALL_MATCHERS();
    const lost: string[] = [];
    for (const { text, path } of HOSTILE) {
      const genre = path?.endsWith('.json') ? 'json' : path?.endsWith('.js') ? 'source' : 'prose';
      const setting: Setting = { genre, manifest: false, codeBearing: false };
      const rules = new Set<string>();
      const scene: Scene = { surface: plainSurface(text), setting, report: (rule) => rules.add(rule) };
      const hits = Array.from({ length: Math.ceil(text.length / 8) }, (_, i) => i * 8);
      for (const matcher of matchers) await matcher.match({ text, base: 0, hits }, scene);
      const found = new Set<string>((await scanString(text, path)).map((finding) => finding.rule));
      // A rule may give way to a more telling one of its family; what must not happen is silence.
      if (rules.size > 0 && found.size === 0) lost.push(`${[...rules].join(' ')}: ${text}`);
    }
    expect(lost).toEqual([]);
  });
});
