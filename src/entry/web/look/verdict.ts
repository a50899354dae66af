import { html } from 'hono/html';
import type { Outcome } from '../../../model/decision.ts';
import type { Harm } from '../../../model/harm.ts';
import { day, hour, minute } from '../../../model/instant.ts';
import { minuteText } from '../../../model/time-text.ts';
import type { PageHtml } from './layout.ts';

export type Look = 'good' | 'bad' | 'ask' | 'plain';

/** The color and mark of each outcome. The mark is for people who see no colors. */
export const outcomeLooks: Readonly<
  Record<Outcome, { readonly look: Look; readonly mark: string }>
> = {
  accept: { look: 'good', mark: '✓' },
  compromise: { look: 'good', mark: '✓' },
  delegate: { look: 'good', mark: '→' },
  reject: { look: 'bad', mark: '✗' },
  expired: { look: 'bad', mark: '✗' },
  escalate: { look: 'ask', mark: '?' },
  defer: { look: 'ask', mark: '…' },
  noop: { look: 'plain', mark: '·' },
};

/** `✓ accept`, as a mark and a word. */
export function verdictBadge(outcome: Outcome): PageHtml {
  const { look, mark } = outcomeLooks[outcome];
  return html`<span class="verdict ${look}"><span aria-hidden="true">${mark}</span>${outcome}</span>`;
}

/** The severity, as bars and in words. */
export function harmMeter({ dimension, severity }: Pick<Harm, 'dimension' | 'severity'>): PageHtml {
  const level = severity > 3 ? 'high' : severity === 3 ? 'middle' : 'low';
  return html`<span class="meter ${level}" aria-hidden="true">${'▮'.repeat(severity)}${'▯'.repeat(5 - severity)}</span> <span class="faint">${dimension}, ${severity} of 5</span>`;
}

/** `3 h ago`, with the exact time on hover. */
export function ageText(time: string, now: string): PageHtml {
  const age = Date.parse(now) - Date.parse(time);
  const text =
    age < minute
      ? 'just now'
      : age < hour
        ? `${Math.floor(age / minute)} min ago`
        : age < 2 * day
          ? `${Math.floor(age / hour)} h ago`
          : `${Math.floor(age / day)} days ago`;
  return html`<time datetime="${time}" title="${minuteText(time)}">${text}</time>`;
}
