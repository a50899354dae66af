import type { Json } from '../../../model/json.ts';
import { prohibitionsLost } from '../document/scope.ts';
import { type HarmStatement, harmStatements } from '../document/statements.ts';
import { describeOpening, documentOpenings, openingsBeyond } from '../document/wildcard.ts';
import { isEmptyNode, type Pair } from '../value/node.ts';
import { type HarmOutcome, strengthens, weakens } from './outcome.ts';

/** What a document newly opens, or no longer opens. */
export function judgeOpenings({ before, after }: Pair): HarmOutcome | undefined {
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
  return isEmptyNode(value) ? [] : documentOpenings(value);
}

/** What a policy no longer denies, or newly denies. */
export function judgeProhibitions({ before, after }: Pair): HarmOutcome | undefined {
  const [old, now] = [statements(before.value), statements(after.value)];
  if (old === undefined || now === undefined) return weakens({ kind: 'unlisted' }, 'cannot-tell');
  const [lost] = prohibitionsLost(old, now);
  if (lost !== undefined) {
    return weakens({ kind: 'says', sentence: `no longer forbids ${names(lost)} as far as it did` });
  }
  const [gained] = prohibitionsLost(now, old);
  return gained && strengthens({ kind: 'says', sentence: `now forbids ${names(gained)}` });
}

function statements(value: Json | undefined): readonly HarmStatement[] | undefined {
  return isEmptyNode(value) ? [] : harmStatements(value);
}

function names({ actions, notActions }: HarmStatement): string {
  return actions.length > 0 ? actions.join(', ') : `all but ${notActions.join(', ')}`;
}
