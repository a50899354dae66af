import { html } from 'hono/html';
import type { Decision } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import { replacedValue } from '../../../model/parties.ts';
import { shortPath } from '../../../model/short-path.ts';
import { displayText } from '../../../model/text.ts';
import type { ChangedField } from '../../../ports/store/shown.ts';
import { changeWord, sideText } from '../../../present/terminal/change-text.ts';
import type { PageHtml } from './layout.ts';

/**
 * `256 → 1024`, readable without colors. `, now 512 by Release Pipeline` is added where a later
 * change followed.
 */
export function changeText(field: ChangedField): PageHtml {
  const { path, declared, live, replaced } = field;
  const word = replaced === undefined ? changeWord(field) : undefined;
  if (word !== undefined)
    return html`<span class="${word === 'removed' || word === 'deleted' ? 'from' : 'to'}">${word}</span>`;
  const set = replaced?.set ?? live;
  const change = html`<span class="from"><span class="hidden">from </span>${sideText(declared, path)}</span><span class="arrow" aria-hidden="true">→</span><span class="to"><span class="hidden">to </span>${sideText(set, path)}</span>`;
  if (replaced === undefined) return change;
  return html`${change}<span class="faint">, now ${sideText(live, path)} by ${displayText(replaced.by, 80)}</span>`;
}

/** The change as the intent of these decisions made it. */
export function withReplaced(drift: Drift, decisions: readonly Decision[]): ChangedField {
  const replaced = replacedValue(drift.id, decisions);
  return replaced === undefined ? drift : { ...drift, replaced };
}

export function fieldName({ path }: Pick<ChangedField, 'path'>): string {
  return path.length === 0 ? 'the resource' : shortPath(path);
}
