/** The HTML form of a report: one file that prints well, without a script, without a request, in light and dark. */

import { escapeHtml } from '../../shared/foreign.ts';
import type { Block, Cell, ReportDocument } from './document.ts';

/** A viewer that honours it lets nothing in the page run or fetch, whatever the page holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2326; --soft: #5a666b; --line: #d5dcdf; --ground: #fff; --foreign: #f2f5f5;
  --bad: #b3261e; --open: #8a5a00; --good: #1d6b3f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebed; --soft: #9fabb0; --line: #3a4448; --ground: #14191b;
  --foreign: #1f272a; --bad: #ff8a80; --open: #f0c060; --good: #7fd6a2; } }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1.5rem; background: var(--ground); color: var(--ink);
  font: 14px/1.55 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 22px; margin: 0 0 .25rem; } h2 { font-size: 16px; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); }
p { margin: .5rem 0; } .lead { color: var(--soft); }
.outcome { border: 1px solid var(--line); border-left: 6px solid; border-radius: 6px; padding: .75rem 1rem; margin: 1rem 0; }
.bad { border-left-color: var(--bad); } .open { border-left-color: var(--open); } .good { border-left-color: var(--good); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 12px; }
th, td { text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); padding: .35rem .5rem; overflow-wrap: break-word; }
th { color: var(--soft); font-weight: 600; } 
bdi, code { overflow-wrap: anywhere; font-family: ui-monospace, "SF Mono", Consolas, monospace; }
bdi { background: var(--foreign); border-radius: 3px; padding: 0 .25em; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } h2 { break-after: avoid; } tr { break-inside: avoid; }
  thead { display: table-header-group; } }
`;

export function reportHtml({ language, title, lead, outcome, sections }: ReportDocument): string {
  const parts = sections.map(({ title: heading, blocks }) => {
    return `<section><h2>${escapeHtml(heading)}</h2>\n${blocks.map(blockHtml).join('\n')}</section>\n`;
  });
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<p class="outcome ${outcome.tone}"><strong>${escapeHtml(outcome.label)}</strong>: ${escapeHtml(outcome.text)}</p>
${parts.join('')}</main>
</body>
</html>
`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return `<dl>${block.rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${inline(value)}</dd>`).join('')}</dl>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`;
    case 'text':
      return `<p>${inline(block.text)}</p>`;
    case 'table': {
      const head = block.head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
      const rows = block.rows
        .map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`)
        .join('\n');
      return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows}\n</tbody></table>`;
    }
  }
}

/** The package's own text is isolated in direction and set apart by its look. */
function inline(cell: Cell): string {
  return cell.map(({ text, foreign }) => (foreign ? `<bdi>${escapeHtml(text)}</bdi>` : ourHtml(text))).join('');
}

/** Digests may break anywhere, words may not. */
function ourHtml(text: string): string {
  return escapeHtml(text).replace(/\b[0-9a-f]{64}\b/g, '<code>$&</code>');
}
