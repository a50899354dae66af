import type { Outcome } from '../../model/decision.ts';
import type { Harm } from '../../model/harm.ts';

/** How an outcome looks: with a mark, for who sees no colors. */
export const outcomeLooks: Readonly<
  Record<Outcome, { readonly look: 'good' | 'bad' | 'ask' | 'plain'; readonly mark: string }>
> = {
  accept: { look: 'good', mark: '✓' },
  compromise: { look: 'good', mark: '✓' },
  delegate: { look: 'good', mark: '✓' },
  reject: { look: 'bad', mark: '✗' },
  expired: { look: 'bad', mark: '✗' },
  escalate: { look: 'ask', mark: '?' },
  defer: { look: 'ask', mark: '…' },
  noop: { look: 'plain', mark: '·' },
};

/** The worst first; only what weakens. */
export function weakenings(harms: readonly Harm[]): readonly Harm[] {
  return harms
    .filter(({ direction }) => direction === 'weakens')
    .sort((a, b) => b.severity - a.severity || (a.because < b.because ? -1 : 1));
}

/** `2026-03-14 02:22 UTC`. */
export function minuteText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
