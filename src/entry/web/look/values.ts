import { html } from 'hono/html';
import type { ChangedField } from '../../../ports/store/shown.ts';
import { sideText } from '../../../present/terminal/change-text.ts';
import { shortPath } from '../../../present/terminal/path.ts';
import type { PageHtml } from './layout.ts';

/** `256 → 1024`, told apart without colors, too. */
export function changeText({ path, declared, live }: ChangedField): PageHtml {
  return html`<span class="from"><span class="hidden">from </span>${sideText(declared, path)}</span><span class="arrow" aria-hidden="true">→</span><span class="to"><span class="hidden">to </span>${sideText(live, path)}</span>`;
}

export function fieldName({ path }: Pick<ChangedField, 'path'>): string {
  return path.length === 0 ? 'the resource' : shortPath(path);
}
