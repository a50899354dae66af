import type { Decision } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import { groupBy } from '../model/group.ts';
import { pathKey } from '../model/path.ts';
import { caseOf } from './case/case.ts';
import type { Draft } from './case/draft.ts';
import { settleField } from './case/field.ts';
import { judge } from './case/judge.ts';
import { sayingsOf } from './case/sayings.ts';
import { verdictOf } from './case/verdict.ts';
import { groundsOf } from './explain/grounds.ts';
import { inWords } from './explain/words.ts';
import { constrain } from './group/constraints.ts';
import type { DecideInput } from './types.ts';

/**
 * Decides about every drift of every intent: exactly one verdict each, the same whatever the order
 * of the input, and from the input alone.
 */
export function decide(input: DecideInput): readonly Decision[] {
  const drifts = new Map(input.drifts.map((drift) => [drift.id, drift]));
  const intents = [...new Map(input.intents.map((intent) => [intent.id, intent])).values()];
  const judgments = intents
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((intent) => {
      const sayings = sayingsOf(intent);
      return [...new Set(intent.drifts)].flatMap((id) => {
        const drift = drifts.get(id);
        return drift === undefined ? [] : [judge(input, caseOf(input, intent, drift, sayings))];
      });
    });
  const fields = groupBy(judgments, ({ case: own }) => own.drift.id);
  const settled = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const drafts = constrain(
    input,
    settled.flatMap(([, field]) => settleField(input, field)),
  );
  const orphans = [...drifts.values()].filter(({ id }) => !fields.has(id)).map(orphan);
  const resources = groupBy(drafts, ({ case: { drift } }) => drift.address);
  const decisions = drafts.map((draft) =>
    decisionOf(input, resources.get(draft.case.drift.address) ?? [], draft),
  );
  return sortByPlace([...decisions, ...orphans]);
}

function decisionOf(input: DecideInput, siblings: readonly Draft[], draft: Draft): Decision {
  const { intent, drift } = draft.case;
  const { verdict, note } = verdictOf(input, siblings, draft);
  const grounds = groundsOf(input, draft);
  return {
    intent: intent.id,
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict,
    explanation: [...inWords(draft, grounds), ...(note === undefined ? [] : [note])],
    grounds,
  };
}

/** A drift that no intent claims; only a person can say what to make of it. */
function orphan(drift: Drift): Decision {
  const because = 'No intent explains this drift.';
  return {
    intent: '',
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict: { outcome: 'escalate', rule: 'no-intent', because },
    explanation: [because],
  };
}

function sortByPlace(decisions: readonly Decision[]): readonly Decision[] {
  return decisions
    .map((decision) => ({ decision, key: keyOf(decision) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ decision }) => decision);
}

function keyOf({ address, path, intent, drift }: Decision): string {
  return JSON.stringify([address, pathKey(path), intent, drift]);
}
