import { createHash } from 'node:crypto';
import type { ReportedIntent } from '../../../../reconcile/shown/intents.ts';
import { columnText } from '../../text.ts';

/** The columns of an intent from a run; `time` is when the run began, ISO 8601 UTC. */
export function shownRow(
  tenant: string,
  run: { readonly id: string; readonly time: string },
  { card, detail, asks, text, dimensions }: ReportedIntent,
) {
  const body = { card: JSON.stringify(card), detail: JSON.stringify(detail) };
  return {
    ...{ tenant, stack: card.stack, id: card.intent, run: run.id, open: true, asks },
    severity: card.harm?.severity ?? 0,
    class: card.class,
    outcomes: listed(card.outcomes),
    dimensions: listed(dimensions),
    rules: columnText([...new Set(detail.decisions.map(ruleOf))].join('\n')),
    words: columnText(text),
    ...{ from_time: card.from, to_time: card.to, first_seen: run.time, last_seen: run.time },
    digest: createHash('sha256').update(body.card).update(body.detail).digest('hex'),
    ...body,
  };
}

/** One line for a verdict. */
function ruleOf({ verdict: { outcome, rule } }: ReportedIntent['detail']['decisions'][number]) {
  return `${outcome} ${rule.replaceAll(/\s+/g, ' ')}`;
}

/** Words between blanks, so that each is found by ` word `. */
function listed(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
