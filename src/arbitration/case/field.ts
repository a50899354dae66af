import type { Drift } from '../../model/drift.ts';
import type { Want } from '../../model/intent.ts';
import type { Rank } from '../order/rank.ts';
import { compareRanks, tierOf } from '../order/rank.ts';
import type { Claim, Settlement } from '../order/settle.ts';
import { settle } from '../order/settle.ts';
import type { DecideInput, Policy } from '../types.ts';
import { declaredVerdict } from './declared.ts';
import type { Draft, Overruling } from './draft.ts';
import { isGranted, notYetRule } from './draft.ts';
import { ordered } from './facts.ts';
import type { Judgment } from './judge.ts';
import { meetHalfway } from './meet.ts';

/** Settles one field between all intents that want something of it, and the code. */
export function settleField(input: DecideInput, judgments: readonly Judgment[]): readonly Draft[] {
  const { context } = input;
  const drift = judgments[0]?.case.drift;
  if (drift === undefined) return [];
  const code = codeClaim(input, drift);
  const wants = judgments.filter(isGranted);
  const settlement = settle([code, ...wants.map(claimOf)], context.now);
  const question = strongestQuestion(judgments.filter(isInForce));
  const drafts = judgments.map((one): Draft => {
    if (one.outcome === 'reject') {
      return { ...one, settlement: settle([code, ...refusal(input, one)], context.now) };
    }
    const overruled = isGranted(one) ? overruling(one, settlement, question) : undefined;
    return { ...one, settlement, ...overruled };
  });
  return declaredVerdict(meetHalfway(drafts, settlement));
}

/** What became of an intent that its own rule would grant. */
function overruling(
  { case: own }: Judgment,
  settlement: Settlement,
  question: Judgment | undefined,
): Pick<Draft, 'outcome' | 'overruled'> | undefined {
  const { id, expires } = own.intent;
  if (settlement.expired.some((claim) => claim.id === id)) {
    const because = `It was wanted until ${expires}.`;
    const overruled: Overruling = { rule: 'expired', because, conflict: 'temporal' };
    return { outcome: 'expired', overruled };
  }
  const defeat = settlement.defeated.find(({ claim }) => claim.id === id);
  if (defeat !== undefined) {
    const winners = defeat.blame.map((claim) => claim.id).join(' and ');
    const because =
      winners === ''
        ? 'It asks for something that cannot be.'
        : `${winners} wants something else of it and outranks it.`;
    return { outcome: 'reject', overruled: { rule: 'outranked', because } };
  }
  if (question === undefined) return undefined;
  const because = `It waits for the question that ${question.case.intent.id} raises.`;
  return { outcome: 'escalate', overruled: { rule: 'open-question', because } };
}

/** Neither over nor yet to come. */
function isInForce({ outcome, overruled }: Judgment): boolean {
  return outcome !== 'expired' && overruled?.rule !== notYetRule;
}

/** A question about a field that outranks every answer holds the answers back. */
function strongestQuestion(judgments: readonly Judgment[]): Judgment | undefined {
  const [first] = [...judgments].sort((a, b) =>
    compareRanks(a.selection.top.rank, b.selection.top.rank),
  );
  return first?.outcome === 'escalate' ? first : undefined;
}

function claimOf({ case: { intent, want, relaxation }, selection }: Judgment): Claim {
  return {
    id: intent.id,
    want,
    rank: { ...selection.top.rank, id: intent.id },
    ...(relaxation === undefined ? {} : { relaxation }),
    ...(intent.expires === undefined ? {} : { expires: intent.expires }),
  };
}

/** The rule speaks for the code against this one intent, which is left with no weight. */
function refusal(input: DecideInput, one: Judgment): readonly Claim[] {
  const { rule, rank } = one.selection.top;
  const own = claimOf(one);
  return [
    { id: `rule ${rule.rule}`, want: codeWant(input, one.case.drift), rank },
    { ...own, rank: { ...own.rank, tier: input.policy.tiers.length + 1 } },
  ];
}

/** The declared code is an intent too, with the weight that the policy gives it. */
function codeClaim(input: DecideInput, drift: Drift): Claim {
  const since = input.declaredSince?.(drift.address, drift.path);
  const rank = codeRank(input.policy, drift, since ?? '');
  return { id: 'code', want: codeWant(input, drift), rank };
}

function codeRank(policy: Policy, { declaredFrom }: Drift, time: string): Rank {
  return {
    tier: tierOf(policy, policy.code.tier),
    priority: policy.code.priority,
    authority: policy.authority.iac ?? 0,
    specificity: 0,
    confidence: declaredFrom === 'code' ? 1 : 0.5,
    time,
    id: 'code',
  };
}

function codeWant(input: DecideInput, { declared, path, type }: Drift): Want {
  switch (declared.kind) {
    case 'value':
      return path.length === 0 || typeof path.at(-1) === 'object'
        ? { kind: 'present' }
        : { kind: 'eq', value: ordered(declared.value, input.isUnordered?.(type, path) === true) };
    case 'absent':
      return { kind: 'absent' };
    case 'redacted':
    case 'unknown':
      return { kind: 'present' };
  }
}
