/** Orders to the reader: found in seven languages, judged by where they stand and what the sentence does with them. */
import type { Matcher, Scene, Window } from '../sighting.ts';
import { type Gated, gated, worthTrying } from '../text/gate.ts';
import { type Concealment, Concealments } from '../text/markup.ts';
import { isAbout, stanceOf } from '../text/stance.ts';
import { isConcealed } from '../text/surface.ts';
import { foldUnit } from '../triggers/keyword.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { FRENCH, GERMAN, RUSSIAN, SPANISH } from './european.ts';
import { JAPANESE } from './japanese.ts';
import type { Language, OrderKind } from './language.ts';

interface Order extends Gated {
  readonly kind: OrderKind;
  readonly hiddenOnly: boolean;
}

/** Unicode expressions take several times as long to compile and to match: only those that name Unicode properties are. */
const compile = (list: Language['orders'], hiddenOnly: boolean): Order[] =>
  list.map(([kind, source]) => {
    const flags = source.includes('\\p{') ? 'gimu' : 'gim';
    return { kind, ...gated([source, flags]), hiddenOnly };
  });

/** Longest part of an order that a message quotes. */
const QUOTED_UNITS = 160;

const concealments = new WeakMap<object, Concealments>();

/** Made on the first order that a surface holds: most files never need it. */
function concealmentAt(scene: Scene, offset: number): Concealment | null {
  let found = concealments.get(scene.surface);
  if (!found) {
    found = new Concealments(scene.surface.text);
    concealments.set(scene.surface, found);
  }
  return found.at(offset);
}

function matchersOf(language: Language): Matcher[] {
  const orders = compile(language.orders, false);
  const hiddenOrders = compile(language.hiddenOrders, true);
  const matchers: Matcher[] = [
    { keywords: language.keywords, ...REACH, match: (window, scene) => matchOrders(orders, window, scene) },
    {
      keywords: language.hiddenKeywords,
      ...REACH,
      match(window, scene) {
        // Words such as "assistant" fill a persona file; only where nobody looks do they matter.
        if (window.hits.some((hit) => isOutOfSight(scene, hit))) matchOrders(hiddenOrders, window, scene);
      },
    },
  ];
  return matchers.filter(({ keywords }) => keywords.length > 0);
}

/** An order is a sentence at most; half of it may stand before the keyword. */
const REACH = { before: 160, after: 320, weight: 3 } as const;

const isOutOfSight = (scene: Scene, at: number): boolean =>
  isConcealed(scene.surface) || concealmentAt(scene, at) !== null;

function matchOrders(orders: readonly Order[], window: Window, scene: Scene): void {
  matchIn(window.text, orders, window, scene);
  // Precomposed accents are ordinary in other languages, and a disguise in this one.
  if (/[\u00c0-\u024f]/.test(window.text)) matchIn(unaccented(window.text), orders, window, scene);
}

/** Unit for unit, so that offsets stay. */
function unaccented(text: string): string {
  return text.replace(/[\u00c0-\u024f]/g, (letter) => String.fromCharCode(foldUnit(letter.charCodeAt(0))));
}

function matchIn(text: string, orders: readonly Order[], window: Window, scene: Scene): void {
  for (const { kind, pattern, hiddenOnly } of worthTrying(orders, text)) {
    for (const found of text.matchAll(pattern)) {
      const lead = found[0].length - found[0].trimStart().length;
      judge(scene, kind, hiddenOnly, window.base + found.index + lead, found[0].trim());
    }
  }
}

function judge(scene: Scene, kind: OrderKind, hiddenOnly: boolean, from: number, words: string): void {
  const to = from + words.length;
  const { surface, setting } = scene;
  const where = isConcealed(surface)
    ? (surface.layers.at(-1) as string)
    : setting.manifest
      ? 'manifest'
      : concealmentAt(scene, from);
  if (hiddenOnly && (where === null || where === 'manifest')) return;
  const stance = stanceOf(surface.text, from, to);
  const about = isAbout(stance);
  const quote = words.replace(/\s+/g, ' ').slice(0, QUOTED_UNITS);
  if (where === null) {
    if (!about) scene.report('security/override-instruction', from, to, { kind, quote });
    return;
  }
  if (where === 'manifest' && about) return;
  // What stands where nobody looks is shown to a person even when it only speaks about orders; but not as an order.
  if (about && !stance.forbidden) scene.report('security/override-instruction', from, to, { kind, quote });
  else if (!about) scene.report('security/hidden-instruction', from, to, { kind, quote, variant: where, where });
}

export const ORDER_MATCHERS: readonly Matcher[] = [
  ...ENGLISH,
  CHINESE,
  SPANISH,
  GERMAN,
  FRENCH,
  RUSSIAN,
  JAPANESE,
].flatMap(matchersOf);
