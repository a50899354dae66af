import { type Outcome, outcomes } from '../../../../src/model/decision.ts';
import type { Situation } from './situation.ts';

const nonProduction = ['staging', 'sandbox'];

/** The regret of each verdict that is not the best, as fixtures/arbitration/README.md tells it. */
export function measured(one: Situation): Readonly<Partial<Record<Outcome, number>>> {
  const [first] = one.best;
  const costs = costsOf(first, one);
  const others = outcomes.filter((outcome) => !one.best.includes(outcome));
  return Object.fromEntries(others.map((outcome) => [outcome, costs[outcome]]));
}

function costsOf(best: Outcome, one: Situation): Record<Outcome, number> {
  const { harms, helps } = severityOf(one);
  const refuse = Math.max(isOpen(one) ? 4 : 2, helps);
  const hold = 1 + (harms >= 4 ? harms : 0);
  const costs = (write: number, silent: number, back: number, wait = 1, ask = 1) => ({
    ...{ accept: write, delegate: write, compromise: write, noop: silent },
    ...{ reject: back, expired: back, defer: wait, escalate: ask },
  });
  switch (best) {
    case 'accept':
    case 'delegate':
    case 'compromise':
      return costs(1, refuse, refuse);
    case 'reject':
    case 'expired':
      return costs(harms, harms, 0, hold);
    case 'escalate':
      return costs(Math.max(harms, 2), Math.max(harms, 2), refuse, hold);
    case 'defer':
      return costs(Math.max(harms, 1), refuse, refuse);
    case 'noop':
      return costs(1, 0, 1);
  }
}

/** Severity of what a situation harms or improves in its environment; approved harm counts as 0. */
export function severityOf({ harm, environment, approval }: Situation): {
  readonly harms: number;
  readonly helps: number;
} {
  if (harm === 'none') return { harms: 0, helps: 0 };
  const severity = harm.severity - (nonProduction.includes(environment) ? 1 : 0);
  if (harm.direction === 'strengthens') return { harms: 0, helps: severity };
  return { harms: approval === 'matching' ? 0 : severity, helps: 0 };
}

/** True if an incident was open when the change was made and still is. */
function isOpen({ incidents, changes, environment }: Situation): boolean {
  return incidents.some(({ from, to, environments, addresses }) => {
    const concerns = environments?.includes(environment) ?? addresses === undefined;
    const during = changes.every(({ time }) => time === undefined || time >= from);
    return to === undefined && concerns && during;
  });
}
