/** The Markdown form of a report: plain in an editor, and inert where it is rendered. */

import { codeSpan, escapeMarkdown } from '../../shared/foreign.ts';
import type { Block, Cell, ReportDocument } from './document.ts';

export function reportMarkdown({ title, lead, outcome, sections }: ReportDocument): string {
  const lines = [`# ${plain(title)}`, '', plain(lead), '', `**${plain(outcome.label)}**: ${plain(outcome.text)}`];
  for (const section of sections) {
    lines.push('', `## ${plain(section.title)}`);
    for (const block of section.blocks) lines.push('', ...blockLines(block));
  }
  return `${lines.join('\n')}\n`;
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return block.rows.map(([label, value]) => `- ${plain(label)}: ${inline(value)}`);
    case 'list':
      return block.items.map((item) => `- ${inline(item)}`);
    case 'text':
      return [inline(block.text)];
    case 'table':
      return [
        `| ${block.head.map(plain).join(' | ')} |`,
        `| ${block.head.map(() => '---').join(' | ')} |`,
        ...block.rows.map((row) => `| ${row.map(inline).join(' | ')} |`),
      ];
  }
}

function inline(cell: Cell): string {
  return cell.map(({ text, foreign }) => (foreign ? codeSpan(text) : plain(text))).join('');
}

/** One line; only what Markdown could take for markup is escaped. */
function plain(text: string): string {
  return escapeMarkdown(text);
}
