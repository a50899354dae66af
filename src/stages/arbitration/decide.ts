import type { Decision, Party } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { decides } from '../../model/parties.ts';
import { pathKey } from '../../model/path.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import { buildCase } from './case/case.ts';
import type { CaseJudgment, Overruling, VerdictDraft } from './case/draft.ts';
import { settleField } from './case/field.ts';
import { indexIntent } from './case/intent-index.ts';
import { judgeCase } from './case/judge.ts';
import { isActing } from './case/rivals.ts';
import { finalVerdict } from './case/verdict.ts';
import { explanationGrounds } from './explain/grounds.ts';
import { explanationLines } from './explain/lines.ts';
import { explainedParties, type SettledParty, withRivals } from './explain/parties.ts';
import { constrain, invariantRule } from './group/constraints.ts';
import type { DecideInput } from './types.ts';

/**
 * Decides about every drift of every intent: exactly one verdict each. If several intents want
 * something of a field, one of the verdicts decides about it. Depends on nothing but the input, and
 * not on its order.
 */
export function decide(input: DecideInput): readonly Decision[] {
  const drifts = new Map(input.drifts.map((drift) => [drift.id, drift]));
  const intents = [...new Map(input.intents.map((intent) => [intent.id, intent])).values()];
  const judgments = intents
    .sort((a, b) => compareText(a.id, b.id))
    .flatMap((intent) => {
      const intentIndex = indexIntent(intent);
      return [...new Set(intent.drifts)].flatMap((id) => {
        const drift = drifts.get(id);
        return drift === undefined
          ? []
          : [judgeCase(input, buildCase(input, intent, drift, intentIndex))];
      });
    });
  const fields = groupBy(judgments, ({ case: own }) => own.drift.id);
  const drafts = draftsOf(
    input,
    [...fields].sort(compareKeys).map(([, field]) => field),
  );
  const orphans = [...drifts.values()].filter(({ id }) => !fields.has(id)).map(orphan);
  const resources = groupBy(drafts, ({ case: { drift } }) => drift.address);
  const verdicts = drafts.map((draft): SettledParty => {
    const siblings = resources.get(draft.case.drift.address) ?? [];
    return { draft, ...finalVerdict(input, siblings, draft) };
  });
  const decisions = [...groupBy(verdicts, ({ draft }) => draft.case.drift.id).values()].flatMap(
    (field) => {
      const parties = explainedParties(field);
      return field.map((one) => decisionOf(input, one, parties));
    },
  );
  return sortByPlace([...decisions, ...orphans]);
}

/**
 * Settles the fields and applies the constraints that span several fields. If that takes a field
 * from its winner, the next party is considered. Each round refuses one party permanently, so the
 * loop ends.
 */
function draftsOf(
  input: DecideInput,
  fields: readonly (readonly CaseJudgment[])[],
): readonly VerdictDraft[] {
  const drafts = constrain(
    input,
    fields.flatMap((field) => settleField(input, field)),
  );
  const broken = new Map(drafts.filter(isBroken).map((draft) => [draft.case, draft.overruled]));
  const isContested = (field: readonly CaseJudgment[]): boolean =>
    field.filter(isActing).length > 1;
  const refused = fields
    .filter(isContested)
    .flatMap((field) => field.filter((one) => one.outcome !== 'reject' && broken.has(one.case)));
  if (refused.length === 0) return drafts;
  const isRefused = new Set(refused);
  return draftsOf(
    input,
    fields.map((field) =>
      field.map((one) => (isRefused.has(one) ? impossible(one, broken.get(one.case)) : one)),
    ),
  );
}

function isBroken({ outcome, overruled }: VerdictDraft): boolean {
  return outcome === 'reject' && overruled?.rule === invariantRule;
}

function impossible(one: CaseJudgment, overruled: Overruling | undefined): CaseJudgment {
  return { ...one, outcome: 'reject', ...(overruled === undefined ? {} : { overruled }) };
}

function decisionOf(
  input: DecideInput,
  { draft, verdict, note }: SettledParty,
  parties: readonly Party[] | undefined,
): Decision {
  const { intent, drift } = draft.case;
  const grounds = explanationGrounds(input, draft);
  return {
    intent: intent.id,
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict: parties === undefined ? verdict : withRivals(verdict, intent.id, parties, drift.type),
    explanation: [
      ...explanationLines(draft, grounds, parties),
      ...(note === undefined ? [] : [note]),
    ],
    grounds,
    ...(parties === undefined ? {} : { parties }),
  };
}

/** A drift that no intent claims. Only a person can say how to treat it. */
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
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ decision }) => decision);
}

/** Sorts the verdict that decides about a field before the others about it. */
function keyOf(decision: Decision): string {
  const { address, path, intent, drift } = decision;
  return JSON.stringify([address, pathKey(path), decides(decision) ? 0 : 1, intent, drift]);
}
