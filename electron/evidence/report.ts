/** Evidence in three forms from one gathering: JSON for programs, Markdown for a ticket, HTML for print. */

import type { Language } from '../../shared/languages.ts';
import { createText } from '../../shared/text.ts';
import { reportDocument } from './document.ts';
import { reportHtml } from './html.ts';
import { isolating } from './isolating.ts';
import { reportMarkdown } from './markdown.ts';
import { type ReportInput, reportData } from './report-data.ts';

export type ReportFormat = 'json' | 'md' | 'html';

/** Digits of the archive's digest in the name of a report: enough to tell reports apart, short enough to read. */
const NAME_DIGITS = 12;

/**
 * Makes a report.
 * @returns a file name of this program's own (nothing of the package is in it) and the text
 */
export function makeReport(
  input: ReportInput,
  format: ReportFormat,
  language: Language,
): { readonly name: string; readonly text: string } {
  const text = createText(language);
  const name = `uaix-report-${input.detail.archiveSha256.slice(0, NAME_DIGITS)}.${format}`;
  switch (format) {
    case 'json':
      return { name, text: `${JSON.stringify(reportData(input, text), null, 2)}\n` };
    case 'md':
      return { name, text: reportMarkdown(reportDocument(reportData(input, isolating(text)), text)) };
    case 'html':
      return { name, text: reportHtml(reportDocument(reportData(input, isolating(text)), text)) };
  }
}
