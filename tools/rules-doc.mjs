/**
 * Writes docs/rules.md from the rule catalogue and its locales.
 *   node tools/rules-doc.mjs           writes it
 *   node tools/rules-doc.mjs --check   writes nothing; exit 1 when the file differs or a rule lacks a sentence
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULE_IDS, RULES } from '../shared/rules.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TARGET = join(ROOT, 'docs', 'rules.md');
const PARTS = ['title', 'explanation', 'todo'];

const FAMILIES = {
  zip: 'the container',
  path: 'names, in the archive and in the manifest alike',
  manifest: 'the manifest',
  inventory: 'the list of files against the archive',
  type: 'media types and bytes',
  scope: 'declared scopes and their closed sets',
  content: 'what required files must say',
  anchor: 'totem, taboo, talisman',
  security: 'what no package may carry',
  boundary: 'the support boundary',
  spec04: 'SPEC-04 messages',
};

/** Rule id → sentences, of one language. */
function sentences(language) {
  const folder = join(ROOT, 'shared', 'locales', language, 'rules');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return Object.assign({}, ...names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** `{{found, bytes}}` is a value of the finding: shown by its name. */
const withNames = (text) => text.replace(/\{\{\s*(\w+)[^}]*\}\}/g, '‹$1›');

function severityOf({ severity, also = [] }) {
  return [severity, ...also].join(' / ');
}

function basisOf({ basis, clause }) {
  return basis === 'spec' ? `format ${clause}` : 'local hardening';
}

/** Cases for which a rule has sentences of its own. */
function variantsOf(texts) {
  const names = Object.keys(texts)
    .map((key) => /^(?:title|explanation|todo)_(.+)$/.exec(key)?.[1])
    .filter((name) => name !== undefined && name !== 'one')
    // A plural form is no case of its own.
    .map((name) => name.replace(/_one$/, ''));
  return [...new Set(names)];
}

function ruleSection(id, english, chinese) {
  const lines = [`### \`${id}\``, '', `${severityOf(RULES[id])} · ${basisOf(RULES[id])}`, ''];
  for (const texts of [english[id] ?? {}, chinese[id] ?? {}]) {
    const [title, explanation, todo] = PARTS.map((part) => withNames(texts[part] ?? ''));
    lines.push(`**${title}**  `, `${explanation}  `, `→ ${todo}`, '');
  }
  const variants = variantsOf(english[id] ?? {});
  if (variants.length > 0) lines.push(`Told apart: ${variants.map((name) => `\`${name}\``).join(' ')}`, '');
  return lines;
}

function documentText(english, chinese) {
  const lines = [
    '# The rules',
    '',
    'Made by `tools/rules-doc.mjs` from `shared/rules.ts` and `shared/locales/`; edit those, not this page.',
    '',
    '**no-op**: the package cannot be loaded; only a corrected package helps. **review**: a person must acknowledge it. **note**: shown,',
    "asks nothing. *format F…* names the clause of the format page as this project reads it; *local hardening* is this program's own.",
    'Words in ‹angle brackets› are values of the finding. `uaix rules ID` prints one rule.',
    '',
  ];
  for (const [family, subject] of Object.entries(FAMILIES)) {
    const ids = RULE_IDS.filter((id) => id.startsWith(`${family}/`));
    lines.push(`## ${family}/ — ${subject}`, '', '| id | severity | basis | |', '|---|---|---|---|');
    for (const id of ids) {
      const title = withNames(english[id]?.title ?? '');
      lines.push(
        `| [\`${id}\`](#${id.replace('/', '')}) | ${severityOf(RULES[id])} | ${basisOf(RULES[id])} | ${title} |`,
      );
    }
    lines.push('', ...ids.flatMap((id) => ruleSection(id, english, chinese)));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function missingSentences(languages) {
  return Object.entries(languages).flatMap(([language, texts]) =>
    RULE_IDS.flatMap((id) =>
      PARTS.filter((part) => !texts[id]?.[part]).map((part) => `${language}: ${id} has no ${part}`),
    ),
  );
}

const languages = { en: sentences('en'), 'zh-CN': sentences('zh-CN') };
const text = documentText(languages.en, languages['zh-CN']);
if (process.argv.includes('--check')) {
  const problems = missingSentences(languages);
  let written = '';
  try {
    written = readFileSync(TARGET, 'utf8');
  } catch {
    problems.push('docs/rules.md is not there');
  }
  if (written !== '' && written !== text)
    problems.push('docs/rules.md is not what the catalogue says: run node tools/rules-doc.mjs');
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  writeFileSync(TARGET, text);
  console.log(`docs/rules.md: ${RULE_IDS.length} rules`);
}
