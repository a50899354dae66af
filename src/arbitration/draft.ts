import type { Outcome } from '../model/decision.ts';
import type { Drift } from '../model/drift.ts';
import type { Want } from '../model/intent.ts';
import type { Case } from './case.ts';
import type { Rank } from './rank.ts';
import type { Match, Selection } from './select.ts';
import { tierOf } from './select.ts';
import type { Claim, Settlement } from './settle.ts';
import { settle } from './settle.ts';
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
const refusing: ReadonlySet<Outcome> = new Set(['reject', 'expired']);

/** True when the live value, or one near it, stands. */
export function isGranted({ outcome }: Pick<Draft, 'outcome'>): boolean {
  return granting.has(outcome);
}

/** Settles one field between all intents that want something of it, the rules and the code. */
export function settleField(
  { policy, context }: DecideInput,
  selected: readonly { readonly case: Case; readonly selection: Selection }[],
): readonly Draft[] {
  const drift = selected[0]?.case.drift;
  if (drift === undefined) return [];
  const claims = [
    codeClaim(policy, drift),
    ...selected.flatMap(({ case: own, selection }) => claimsOf(policy, own, selection.top)),
  ];
  const settlement = settle(claims, context.now);
  const pending = strongestQuestion(selected);
  return selected.map(({ case: own, selection }) => {
    const { outcome } = selection.top.rule.then;
    const base = { case: own, selection, outcome, settlement };
    if (!granting.has(outcome)) return base;
    if (settlement.expired.some(({ id }) => id === own.intent.id)) {
      const because = `It was wanted until ${own.intent.expires}.`;
      return { ...base, outcome: 'expired', overruled: { rule: 'expired', because } };
    }
    const defeat = settlement.defeated.find(({ claim }) => claim.id === own.intent.id);
    if (defeat !== undefined) {
      const winners = defeat.blame.map(({ id }) => id).join(' and ');
      const because = `${winners} wants something else of it and outranks it.`;
      return { ...base, outcome: 'reject', overruled: { rule: 'outranked', because } };
    }
    if (pending === undefined || own === pending.case) return base;
    const because = `It waits for the question that ${pending.case.intent.id} raises.`;
    return { ...base, outcome: 'escalate', overruled: { rule: 'open-question', because } };
  });
}

/** A question about a field that outranks every answer holds the answers back. */
function strongestQuestion(
  selected: readonly { readonly case: Case; readonly selection: Selection }[],
): { readonly case: Case } | undefined {
  const ranked = [...selected].sort(
    (a, b) => a.selection.top.rank.tier - b.selection.top.rank.tier,
  );
  const [first] = ranked;
  return first?.selection.top.rule.then.outcome === 'escalate' ? first : undefined;
}

function claimsOf(policy: Policy, { intent, drift, want }: Case, { rule, rank }: Match): Claim[] {
  const { outcome } = rule.then;
  const own = {
    id: intent.id,
    want,
    ...(intent.expires === undefined ? {} : { expires: intent.expires }),
  };
  if (granting.has(outcome)) return [{ ...own, rank: { ...rank, id: intent.id } }];
  if (!refusing.has(outcome)) return [];
  // The rule speaks for the code with its own weight; without it, the change would have none.
  const below = { ...rank, tier: policy.tiers.length + 1, id: intent.id };
  return [
    { id: `rule ${rule.id}`, want: codeWant(drift), rank },
    { ...own, rank: below },
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
