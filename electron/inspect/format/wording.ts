/** Headings that label files with a word that is no requirement status (format F5.5). Ordinary prose is free. */
import type { Finding } from '../../../shared/findings.ts';
import type { FormatContext } from './context.ts';
import { extensionOf } from './extension.ts';
import { readLines } from './fact-lines.ts';
import { activeScopes } from './sets.ts';

/** In required files, in texts for people (`.human`), and in Markdown at the root: where files are listed by requirement. */
export function checkHeadingWording(context: FormatContext): readonly Finding[] {
  const { bannedHeadingWords, fileHeadingWords } = context.pack.vocabulary;
  const banned = wordPattern(bannedHeadingWords);
  const files = wordPattern(fileHeadingWords);
  const required = new Set(activeScopes(context).flatMap((scope) => scope.files.flatMap(({ anyOf }) => anyOf)));
  return context.view.files
    .filter(({ path }) => required.has(path) || extensionOf(path) === 'human' || /^[^/]+\.(?:md|txt)$/.test(path))
    .flatMap(({ path }) => {
      const text = context.text(path)?.text ?? '';
      return readLines(text, new Set())
        .filter(({ kind }) => kind === 'heading')
        .flatMap((line) => {
          const word = banned.exec(line.label)?.[0];
          if (word === undefined || !files.test(line.label)) return [];
          return [
            context.inText(
              'scope/wording',
              path,
              { line: line.number, column: line.column },
              { variant: 'heading', word, heading: line.label.slice(0, 120) },
            ),
          ];
        });
    });
}

/** Whole words for Latin scripts; Chinese has no blanks between words. */
function wordPattern(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[ _-]'));
  return new RegExp(
    escaped.map((word) => (/^[\w[]/.test(word) ? `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])` : word)).join('|'),
    'iu',
  );
}
