import type { Json } from '../../../model/json.ts';
import { prohibitionsLost } from '../document/scope.ts';
import { type Statement, statementsOf } from '../document/statements.ts';
import { describeOpening, openingsBeyond, openingsOf } from '../document/wildcard.ts';
import { isEmpty, type Pair } from '../value/node.ts';
import { type Outcome, strengthens, weakens } from './outcome.ts';

/** What a document opens that it did not before, or no longer opens. */
export function judgeOpenings({ before, after }: Pair): Outcome | undefined {
  const [old, now] = [openings(before.value), openings(after.value)];
  if (old === undefined || now === undefined) return weakens({ kind: 'unlisted' }, 'cannot-tell');
  const [opened] = openingsBeyond(now, old);
  if (opened !== undefined) {
    return weakens({ kind: 'says', sentence: `now ${describeOpening(opened)}` });
  }
  const [closed] = openingsBeyond(old, now);
  if (closed === undefined) return undefined;
  return strengthens({ kind: 'says', sentence: `no longer ${describeOpening(closed)}` });
}

function openings(value: Json | undefined) {
  return isEmpty(value) ? [] : openingsOf(value);
}

/** What a policy forbade and no longer does, or the other way round. */
export function judgeProhibitions({ before, after }: Pair): Outcome | undefined {
  const [old, now] = [statements(before.value), statements(after.value)];
  if (old === undefined || now === undefined) return weakens({ kind: 'unlisted' }, 'cannot-tell');
  const [lost] = prohibitionsLost(old, now);
  if (lost !== undefined) {
    return weakens({ kind: 'says', sentence: `no longer forbids ${names(lost)} as far as it did` });
  }
  const [gained] = prohibitionsLost(now, old);
  return gained && strengthens({ kind: 'says', sentence: `now forbids ${names(gained)}` });
}

function statements(value: Json | undefined): readonly Statement[] | undefined {
  return isEmpty(value) ? [] : statementsOf(value);
}

function names({ actions, notActions }: Statement): string {
  return actions.length > 0 ? actions.join(', ') : `all but ${notActions.join(', ')}`;
}
