import { html } from 'hono/html';
import type { EvidenceNote } from '../../../model/open-drift.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText, spanText } from '../../../model/time-text.ts';
import type { PageHtml } from '../look/layout.ts';

/** Repeated calls of the same operation by the same actor, shown as one line. */
interface Folded {
  readonly operation: string;
  readonly actor: string;
  readonly notes: readonly EvidenceNote[];
}

const maxLinesShown = 40;

/** The calls on which the intent is based; `path` is that of the intent. */
export function evidencePart(evidence: readonly EvidenceNote[], path: string): PageHtml {
  if (evidence.length === 0) return html``;
  const lines = folded(evidence);
  return html`<section class="panel" aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>
<ul class="plain">${lines.slice(0, maxLinesShown).map((line) => foldedLine(line, path))}</ul>
${lines.length > maxLinesShown ? html`<p class="faint">and ${lines.length - maxLinesShown} more kinds of calls</p>` : ''}</section>`;
}

function folded(evidence: readonly EvidenceNote[]): readonly Folded[] {
  const lines: { operation: string; actor: string; notes: EvidenceNote[] }[] = [];
  for (const note of evidence) {
    const last = lines.find(
      ({ operation, actor }) => operation === note.operation && actor === note.actor,
    );
    if (last === undefined) lines.push({ ...note, notes: [note] });
    else last.notes.push(note);
  }
  return lines;
}

function foldedLine({ operation, actor, notes }: Folded, path: string): PageHtml {
  const [first, second] = notes;
  if (first === undefined) return html``;
  const last = notes.at(-1) ?? first;
  const when = spanText({ from: first.time, to: last.time }, 'minute');
  const head = html`<code>${displayText(operation, 120)}</code> <span class="faint">${displayText(actor, 100)}, ${when}</span>`;
  if (second === undefined) return html`<li>${head} ${recordLink(first, path)}</li>`;
  return html`<li><details><summary>${head} <span class="tag">${notes.length} times</span></summary>
<ul class="plain">${notes.slice(0, maxLinesShown).map((note) => html`<li class="faint">${minuteText(note.time)} ${recordLink(note, path)}</li>`)}</ul></details></li>`;
}

function recordLink({ event }: EvidenceNote, path: string): PageHtml {
  return html`<a class="faint" href="${path}/evidence/${encodeURIComponent(event)}">record</a>`;
}
