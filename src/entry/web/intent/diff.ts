import { html } from 'hono/html';
import type { DiffHunk, DiffLine, FileDiff } from '../../../model/file-diff.ts';
import { displayText } from '../../../model/text.ts';
import type { PageHtml } from '../look/layout.ts';
import { codeLine, type Marked } from './highlight.ts';
import { type LinePair, pairLines } from './line-pairs.ts';

export type DiffForm = 'split' | 'unified';

/** The changes of files: code in color, with differing words marked, and with comments. */
export function diffView(files: readonly FileDiff[], form: DiffForm): PageHtml {
  return html`${files.map(
    (
      file,
    ) => html`<div class="diff ${form}"><h3>${displayText(file.path, 300)}${file.isNew ? ' (new)' : ''}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Change of ${displayText(file.path, 200)}"><table>${form === 'split' ? html`<colgroup><col class="num"><col><col class="num"><col></colgroup>` : ''}
<thead class="hidden"><tr>${form === 'split' ? html`<th scope="col">Line</th><th scope="col">Before</th><th scope="col">Line</th><th scope="col">After</th>` : html`<th scope="col">Before</th><th scope="col">After</th><th scope="col">Sign</th><th scope="col">Code</th>`}</tr></thead>
<tbody>${file.hunks.map((hunk) => hunkRows(hunk, form))}</tbody></table></div></div>`,
  )}`;
}

function hunkRows(hunk: DiffHunk, form: DiffForm): PageHtml {
  const [first] = hunk.lines;
  const heading = hunk.heading ?? `line ${first?.before ?? first?.after ?? 1}`;
  const pairs = pairLines(hunk);
  return html`<tr class="heading"><td colspan="4">${displayText(heading, 300)}</td></tr>
${form === 'split' ? pairs.map(splitRow) : unifiedRows(pairs)}`;
}

/** Removed lines come before those that replace them, as in `git diff`. */
function unifiedRows(pairs: readonly LinePair[]): readonly PageHtml[] {
  const rows: PageHtml[] = [];
  const added: PageHtml[] = [];
  for (const { before, after, removed, added: words } of pairs) {
    const isChange = before?.kind !== 'same';
    if (!isChange) rows.push(...added.splice(0));
    if (before !== undefined) rows.push(unifiedRow(before, removed));
    if (isChange && after !== undefined) added.push(unifiedRow(after, words));
  }
  return [...rows, ...added];
}

function unifiedRow(line: DiffLine, marked: Marked): PageHtml {
  const { kind, before, after } = line;
  return html`<tr class="${kind}"><td class="num">${before ?? ''}</td><td class="num">${after ?? ''}</td>
<td class="sign">${signOf(kind)}</td><td>${code(line, marked)}</td></tr>`;
}

function splitRow({ before, after, removed, added }: LinePair): PageHtml {
  return html`<tr>${side(before, before?.before, removed)}${side(after, after?.after, added)}</tr>`;
}

function side(line: DiffLine | undefined, number: number | undefined, marked: Marked): PageHtml {
  if (line === undefined) return html`<td class="num none"></td><td class="side none"></td>`;
  return html`<td class="num">${number ?? ''}</td><td class="side ${line.kind}"><span class="hidden">${signOf(line.kind)}</span>${code(line, marked)}</td>`;
}

function signOf(kind: DiffLine['kind']): string {
  return kind === 'removed' ? '-' : kind === 'added' ? '+' : '';
}

/**
 * Keeps tabs and escapes invisible characters, so that code cannot look different from what it is.
 */
function code({ kind, text }: DiffLine, marked: Marked): PageHtml {
  return codeLine(visibleCode(text), marked, kind === 'removed' ? 'del' : 'ins');
}

/** Replaces each character by one of the same length, so that marks stay in place. */
function visibleCode(text: string): string {
  return text.replaceAll(/(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    '\uFFFD'.repeat(character.length),
  );
}
