import type { Outcome } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { Want } from '../model/intent.ts';
import type { Case } from './case.ts';
import type { Rank } from './order/rank.ts';
import { compareRanks } from './order/rank.ts';
import type { Selection } from './order/select.ts';
import { tierOf } from './order/select.ts';
import type { Claim, Settlement } from './order/settle.ts';
import { settle } from './order/settle.ts';
import type { DecideInput, Policy } from './types.ts';

/** A verdict in the making: what the rule says, and what overruled it. */
export interface Draft {
  readonly case: Case;
  readonly selection: Selection;
  readonly outcome: Outcome;
  /** How the field was settled between the parties. */
  readonly settlement: Settlement;
  readonly overruled?: Overruling;
}

/** Why the outcome is not that of the rule. */
export interface Overruling {
  readonly rule: string;
  readonly because: string;
}

const granting: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/** True when the live value, or one near it, stands. */
export function isGranted({ outcome }: Pick<Draft, 'outcome'>): boolean {
  return granting.has(outcome);
}

interface Selected {
  readonly case: Case;
  readonly selection: Selection;
}

/** Settles one field between all intents that want something of it, and the code. */
export function settleField(input: DecideInput, selected: readonly Selected[]): readonly Draft[] {
  const { policy, context } = input;
  const drift = selected[0]?.case.drift;
  if (drift === undefined) return [];
  const code = codeClaim(policy, drift);
  const wants = selected.filter((one) => granting.has(one.selection.top.rule.then.outcome));
  const settlement = settle([code, ...wants.map(claimOf)], context.now);
  const question = strongestQuestion(selected);
  return selected.map((one): Draft => {
    const { outcome } = one.selection.top.rule.then;
    if (outcome === 'reject') {
      const own = settle([code, ...refusal(policy, one)], context.now);
      return { ...one, outcome, settlement: own };
    }
    const overruled = granting.has(outcome) ? overruling(one, settlement, question) : undefined;
    return overruled === undefined
      ? { ...one, outcome, settlement }
      : { ...one, settlement, ...overruled };
  });
}

/** What became of an intent that its own rule would grant. */
function overruling(
  { case: own }: Selected,
  settlement: Settlement,
  question: Selected | undefined,
): { readonly outcome: Outcome; readonly overruled: Overruling } | undefined {
  const { id, expires } = own.intent;
  if (settlement.expired.some((claim) => claim.id === id)) {
    const because = `It was wanted until ${expires}.`;
    return { outcome: 'expired', overruled: { rule: 'expired', because } };
  }
  const defeat = settlement.defeated.find(({ claim }) => claim.id === id);
  if (defeat !== undefined) {
    const winners = defeat.blame.map((claim) => claim.id).join(' and ');
    const because = `${winners} wants something else of it and outranks it.`;
    return { outcome: 'reject', overruled: { rule: 'outranked', because } };
  }
  if (question === undefined) return undefined;
  const because = `It waits for the question that ${question.case.intent.id} raises.`;
  return { outcome: 'escalate', overruled: { rule: 'open-question', because } };
}

/** A question about a field that outranks every answer holds the answers back. */
function strongestQuestion(selected: readonly Selected[]): Selected | undefined {
  const [first] = [...selected].sort((a, b) =>
    compareRanks(a.selection.top.rank, b.selection.top.rank),
  );
  return first?.selection.top.rule.then.outcome === 'escalate' ? first : undefined;
}

function claimOf({ case: { intent, want }, selection }: Selected): Claim {
  return {
    id: intent.id,
    want,
    rank: { ...selection.top.rank, id: intent.id },
    ...(intent.expires === undefined ? {} : { expires: intent.expires }),
  };
}

/** The rule speaks for the code against this one intent, which is left with no weight. */
function refusal(policy: Policy, one: Selected): readonly Claim[] {
  const { rule, rank } = one.selection.top;
  const own = claimOf(one);
  return [
    { id: `rule ${rule.id}`, want: codeWant(one.case.drift), rank },
    { ...own, rank: { ...own.rank, tier: policy.tiers.length + 1 } },
  ];
}

/** The declared code is an intent too, with the weight that the policy gives it. */
function codeClaim(policy: Policy, drift: Drift): Claim {
  const rank: Rank = {
    tier: tierOf(policy, policy.code.tier),
    priority: policy.code.priority,
    authority: policy.authority.iac ?? 0,
    specificity: 0,
    confidence: drift.declaredFrom === 'code' ? 1 : 0.5,
    time: '',
    id: 'code',
  };
  return { id: 'code', want: codeWant(drift), rank };
}

function codeWant({ declared, path }: Drift): Want {
  switch (declared.kind) {
    case 'value':
      return path.length === 0 || typeof path.at(-1) === 'object'
        ? { kind: 'present' }
        : { kind: 'eq', value: declared.value };
    case 'absent':
      return { kind: 'absent' };
    case 'redacted':
    case 'unknown':
      return { kind: 'present' };
  }
}
