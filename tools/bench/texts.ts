/** Text as it stands in real packages: English and Chinese prose, README files, JSON records and code. The same seed gives the same text. */
import { randomFrom } from '../../electron/durability/random.ts';

export type Genre = 'prose' | 'chinese' | 'readme' | 'json' | 'code';

/** What the files of a package are, in turn; each ending is a media type of the format. */
export const GENRES: readonly { readonly genre: Genre; readonly ending: string; readonly mediaType: string }[] = [
  { genre: 'prose', ending: 'md', mediaType: 'text/markdown' },
  { genre: 'chinese', ending: 'md', mediaType: 'text/markdown' },
  { genre: 'readme', ending: 'md', mediaType: 'text/markdown' },
  { genre: 'json', ending: 'json', mediaType: 'application/json' },
  { genre: 'code', ending: 'py', mediaType: 'text/x-python' },
];

const SUBJECTS = [
  'The teacher',
  'A pupil of the evening class',
  'The neighbour with the greenhouse',
  'Everybody in the reading room',
  'The older of the two sisters',
  'A visitor from the harbour',
  'Whoever keeps the lamp',
  'The carpenter',
];
const VERBS = [
  'writes down',
  'measures',
  'explains',
  'draws again',
  'compares',
  'puts aside',
  'looks after',
  'asks about',
  'remembers',
  'describes',
];
const OBJECTS = [
  'the shorter side of the triangle',
  'a row of seedlings by the window',
  'what was said last Thursday',
  'the map of the old quarter',
  'each line of the notebook',
  'the sound of the river in March',
  'a letter from the school',
  'the angle between two roofs',
  'three questions about the proof',
  'the weight of a ripe pear',
];
const ENDINGS = [
  'before the light goes',
  'while the others are still reading',
  'as carefully as on the first day',
  'and smiles',
  'without hurry',
  'so that nothing is forgotten',
  'in pencil',
  'once more from the beginning',
];

const CHINESE = {
  who: ['老师', '夜校的学生', '隔壁的园丁', '图书室里的人', '姐姐', '港口来的客人', '守灯人', '木匠'],
  does: ['记下', '测量', '解释', '重新画出', '比较', '放好', '照看', '询问', '想起', '描述'],
  what: [
    '三角形较短的一边',
    '窗边的一排幼苗',
    '上星期四说过的话',
    '老城区的地图',
    '笔记本里的每一行',
    '三月里河水的声音',
    '学校寄来的信',
    '两片屋顶之间的角',
    '关于证明的三个问题',
    '一只熟梨的重量',
  ],
  how: [
    '在天黑以前',
    '趁别人还在读书',
    '像第一天那样仔细',
    '面带微笑',
    '不慌不忙',
    '免得忘记',
    '用铅笔',
    '从头再来一遍',
  ],
} as const;

/** Words that follow each other in any order, as no phrase book has them: they deflate like prose and not like a form. */
const WORDS = [
  'almond anchor apron autumn barrel basket beacon bellows birch blanket bottle branch bridge broom bucket button cabin candle canvas carpet',
  'cellar chalk cherry chimney cloud clover coffee compass copper corner cotton cradle crane cupboard curtain drawer dusk engine evening fabric',
  'feather fence ferry finger flour forest garden garlic ginger glass grain granite harvest hazel hedge honey hour island ivory jacket',
  'kettle kitchen ladder lantern lemon letter linen lumber mantle marble market meadow minute mirror morning mountain mulberry needle nickel noon',
  'oatmeal orchard oven paddle paper parcel pebble pencil pepper pillar pillow plank plaster pocket pottery quarter quilt railway raisin',
  'ribbon saddle sailor saucer shadow shelf shovel silver slate spoon spring station summer sunset syrup tailor teapot thimble thread timber',
  'tobacco tower tulip twilight umbrella valley velvet village violin walnut water whistle willow winter wool yard yellow zinc basin',
].flatMap((line) => line.split(' '));
const CHARACTERS = [
  ...'春夏秋冬山川河海风雨云雪花草树木石土金银铜铁灯火光影窗门桌椅书纸笔墨茶米面盐糖油刀针线布衣帽鞋船车路桥城村田园鸟鱼马牛羊犬',
];

const NAMES = ['angle', 'lamp', 'pear', 'river', 'roof', 'seed', 'lesson', 'map', 'bench', 'window', 'ledger', 'page'];

class Writer {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  one<T>(of: readonly T[]): T {
    return of[this.number(of.length)] as T;
  }

  sentence(): string {
    return `${this.one(SUBJECTS)} ${this.one(VERBS)} ${this.one(OBJECTS)} ${this.one(ENDINGS)}, ${2 + this.number(97)} times in ${1 + this.number(360)} days: ${this.words(40)}.`;
  }

  words(most: number): string {
    return Array.from({ length: 3 + this.number(most - 2) }, () => this.one(WORDS)).join(' ');
  }

  characters(most: number): string {
    return Array.from({ length: 3 + this.number(most - 2) }, () => this.one(CHARACTERS)).join('');
  }

  chineseSentence(): string {
    const { who, does, what, how } = CHINESE;
    return `${this.one(who)}${this.one(how)}${this.one(does)}${this.one(what)}，一共${2 + this.number(97)}次，用了${1 + this.number(360)}天：${this.characters(56)}。`;
  }

  name(): string {
    return `${this.one(NAMES)}_${this.one(NAMES)}_${this.number(1_000)}`;
  }
}

const PIECES: Readonly<Record<Genre, (writer: Writer, at: number) => string>> = {
  prose: (w, at) => `${at % 12 === 0 ? `## Day ${at / 12 + 1}\n\n` : ''}${w.sentence()} ${w.sentence()}\n\n`,
  chinese: (w, at) =>
    `${at % 12 === 0 ? `## 第${at / 12 + 1}天\n\n` : ''}${w.chineseSentence()}${w.chineseSentence()}\n\n`,
  readme: (w, at) =>
    [
      `## Part ${at + 1}\n\n${w.sentence()}\n\n`,
      `- ${w.sentence()}\n- \`${w.name()}\`: ${w.sentence()}\n\n`,
      `| name | count | note |\n|---|---|---|\n| ${w.name()} | ${w.number(900)} | ${w.one(OBJECTS)} |\n\n`,
      `\`\`\`python\n${w.name()} = measure(${w.number(90)}, ${w.number(90)})\n\`\`\`\n\n`,
    ][at % 4] as string,
  json: (w, at) =>
    `    {\n      "number": ${at + 1},\n      "name": "${w.name()}",\n      "sizes": [${w.number(900)}, ${w.number(900)}],\n      "note": "${w.sentence()}"\n    }`,
  code: (w, at) => {
    const [name, part] = [w.name(), w.name()];
    return `def ${name}_${at}(${part}, limit=${w.number(90)}):\n    """${w.sentence()}"""\n    if ${part} > limit:\n        return ${part} - ${w.number(90)}\n    return [${part} * step for step in range(${1 + w.number(12)})]\n\n\n`;
  },
};

const FRAMES: Readonly<Record<Genre, readonly [start: string, between: string, end: string]>> = {
  prose: ['# Diary of the Lamp Room\n\n', '', ''],
  chinese: ['# 灯室日记\n\n', '', ''],
  readme: ['# Reading room\n\n', '', ''],
  json: ['{\n  "entries": [\n', ',\n', '\n  ]\n}\n'],
  code: ['"""Measurements of the evening class."""\n\n\n', '', ''],
};

/** A text of at most `bytes` bytes of UTF-8, and less than one piece shorter. A JSON text is whole. */
export function textOf(genre: Genre, bytes: number, seed: number): Buffer {
  const writer = new Writer(seed);
  const [start, between, end] = FRAMES[genre];
  const parts: string[] = [start];
  let room = bytes - Buffer.byteLength(start) - Buffer.byteLength(end);
  for (let at = 0; ; at += 1) {
    const piece = `${at === 0 ? '' : between}${PIECES[genre](writer, at)}`;
    room -= Buffer.byteLength(piece);
    if (room < 0) break;
    parts.push(piece);
  }
  return Buffer.from([...parts, end].join(''), 'utf8');
}
