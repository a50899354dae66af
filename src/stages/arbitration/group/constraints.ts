import type { Bounds } from '../../../model/bounds.ts';
import type { Outcome } from '../../../model/decision.ts';
import { type AttributePath, formatPath, pathKey } from '../../../model/path.ts';
import { compareText, displayText } from '../../../model/text.ts';
import { orderedNeighbors } from '../../../providers/traits/ordered-fields.ts';
import { isGranted, notYetRule, type Overruling, type VerdictDraft } from '../case/draft.ts';
import { asNumber, limitsText } from '../case/limits.ts';
import { explainSide, explainValue, fieldText } from '../explain/text.ts';
import { compareRanks, hardTier } from '../order/rank.ts';
import { type RegionClaim, settleRegions } from '../order/settle.ts';
import type { DecideInput } from '../types.ts';
import { connectedDrafts } from './components.ts';
import { atomicGroupsOf } from './groups.ts';

/** The rule for a value that is fine alone but conflicts with another field. */
export const invariantRule = 'invariant';

/** From harmless to severe: the parts of one action get the most severe verdict among them. */
const severity: readonly Outcome[] = [
  'noop',
  'accept',
  'delegate',
  'compromise',
  'defer',
  'expired',
  'reject',
  'escalate',
];

/**
 * Applies the constraints that span several fields: minimum <= value <= maximum, and actions whose
 * parts are granted or refused together. Each step only withdraws something, so the loop ends.
 */
export function constrain(
  input: DecideInput,
  drafts: readonly VerdictDraft[],
): readonly VerdictDraft[] {
  const groups = input.policy.groups ? atomicGroupsOf(drafts) : [];
  return connectedDrafts(drafts, groups).flatMap((component) => {
    let current = component;
    for (;;) {
      const next = breakInvariant(input, current) ?? levelGroup(input, current);
      if (next === undefined) return current;
      current = next;
    }
  });
}

/** A draft that is overruled also loses the value it would have written. */
function overruledDraft(
  draft: VerdictDraft,
  outcome: Outcome,
  overruled: Overruling,
): VerdictDraft {
  const { value: _value, deal: _deal, ...rest } = draft;
  return { ...rest, outcome, overruled };
}

/** Withdraws the weakest change that breaks an invariant, if there is one. */
function breakInvariant(
  input: DecideInput,
  drafts: readonly VerdictDraft[],
): readonly VerdictDraft[] | undefined {
  if (!input.policy.invariants) return undefined;
  const weakestFirst = drafts
    .filter((draft) => isGranted(draft) && writtenBy(draft) !== undefined)
    .sort((a, b) => compareRanks(b.selection.top.rank, a.selection.top.rank));
  for (const draft of weakestFirst) {
    const value = writtenBy(draft);
    const limits = invariantLimits(input, drafts, draft);
    const { drift } = draft.case;
    const isOff = value === orderedNeighbors(drift.type, drift.path).off;
    if (value === undefined || isOff || Object.keys(limits).length === 0) continue;
    const settlement = settleRegions(claimsFor(draft, value, limits), input.context);
    if (settlement.defeated.length === 0) continue;
    const { live } = draft.case.wanted;
    const shown = draft.value === undefined ? explainSide(live) : explainValue(draft.value);
    const text = `${formatPath(drift.path)} = ${shown} must be ${limitsText(limits)}`;
    const disputed = isDisputed(drafts, draft);
    const [outcome, why] = disputed
      ? (['escalate', 'and whether those bounds change is an open question itself'] as const)
      : draft.outcome === 'delegate' && isAlone(drafts, draft)
        ? (['escalate', 'and the owner of the field asks for more than that'] as const)
        : (['reject', 'because of the other sizes of the same resource'] as const);
    const because = `${text}, ${why}.`;
    const overruled: Overruling = { rule: invariantRule, because, conflict: 'dependency' };
    const next = { ...overruledDraft(draft, outcome, overruled), settlement };
    return drafts.map((one) => (one === draft ? next : one));
  }
  return undefined;
}

/** The invariant as a claim of the hardest tier, against the value to be written. */
function claimsFor(
  { case: { intent }, selection }: VerdictDraft,
  value: number,
  limits: Bounds,
): RegionClaim[] {
  const { rank } = selection.top;
  return [
    {
      id: 'invariant',
      want: { kind: 'range', ...limits },
      rank: { ...rank, tier: hardTier, id: 'invariant' },
    },
    { id: intent.id, want: { kind: 'eq', value }, rank: { ...rank, id: intent.id } },
  ];
}

/**
 * The value that a granted draft gives its field. Undefined for a compromise, which may end
 * anywhere within its bounds.
 */
function writtenBy({ case: { drift, wanted }, outcome, value }: VerdictDraft): number | undefined {
  if (value !== undefined) return asNumber(value);
  if (outcome === 'compromise' || drift.path.length === 0) return undefined;
  return wanted.live.kind === 'value' ? asNumber(wanted.live.value) : undefined;
}

/** True when no other party's wish could be granted instead. */
function isAlone(drafts: readonly VerdictDraft[], { case: own }: VerdictDraft): boolean {
  return drafts.filter(({ case: { drift } }) => drift.id === own.drift.id).length === 1;
}

/** True when a neighbor has drifted too and is still undecided. */
function isDisputed(drafts: readonly VerdictDraft[], { case: own }: VerdictDraft): boolean {
  const { below, above } = orderedNeighbors(own.drift.type, own.drift.path);
  const keys = new Set([...below, ...above].map(pathKey));
  return drafts.some(
    ({ case: { drift }, outcome, overruled }) =>
      drift.address === own.drift.address &&
      keys.has(pathKey(drift.path)) &&
      (outcome === 'escalate' || outcome === 'defer') &&
      overruled?.rule !== notYetRule,
  );
}

/** The bounds that the neighbors leave a field, given the current drafts of its resource. */
export function invariantLimits(
  input: DecideInput,
  drafts: readonly VerdictDraft[],
  { case: { drift } }: VerdictDraft,
): Bounds {
  const { below, above, off } = orderedNeighbors(drift.type, drift.path);
  const values = (paths: readonly AttributePath[]): readonly number[] =>
    paths
      .flatMap((path) => valueAt(input, drafts, drift.address, path) ?? [])
      .filter((value) => value !== off);
  const [lows, highs] = [values(below), values(above)];
  return {
    ...(lows.length === 0 ? {} : { min: Math.max(...lows) }),
    ...(highs.length === 0 ? {} : { max: Math.min(...highs) }),
  };
}

function valueAt(
  input: DecideInput,
  drafts: readonly VerdictDraft[],
  address: string,
  path: AttributePath,
): number | undefined {
  const key = pathKey(path);
  const own = drafts.filter(
    ({ case: { drift } }) => drift.address === address && pathKey(drift.path) === key,
  );
  const [first] = own;
  if (first === undefined) return asNumber(input.declared?.(address, path));
  const granted = own.find(isGranted);
  if (granted !== undefined) return writtenBy(granted);
  const { declared } = first.case.drift;
  return declared.kind === 'value' ? asNumber(declared.value) : undefined;
}

/** Gives all parts of one action the most severe verdict among them, if they differ. */
function levelGroup(
  input: DecideInput,
  drafts: readonly VerdictDraft[],
): readonly VerdictDraft[] | undefined {
  if (!input.policy.groups) return undefined;
  for (const group of atomicGroupsOf(drafts)) {
    const open = group.filter(({ outcome }) => outcome !== 'noop');
    const worst = [...open].sort(bySeverity)[0];
    if (worst === undefined || isGranted(worst)) continue;
    const better = new Set(open.filter(({ outcome }) => outcome !== worst.outcome));
    if (better.size === 0) continue;
    const { drift } = worst.case;
    const rule = worst.overruled?.rule ?? worst.selection.top.rule.rule;
    const because = `It belongs together with ${fieldText(drift.path)} of ${displayText(drift.address, 160)}, which is decided by ${rule}.`;
    const overruled: Overruling = { rule, because, conflict: 'atomicity' };
    return drafts.map((draft) =>
      better.has(draft) ? overruledDraft(draft, worst.outcome, overruled) : draft,
    );
  }
  return undefined;
}

function bySeverity(a: VerdictDraft, b: VerdictDraft): number {
  return (
    severity.indexOf(b.outcome) - severity.indexOf(a.outcome) ||
    compareRanks(a.selection.top.rank, b.selection.top.rank) ||
    compareText(a.case.drift.id, b.case.drift.id)
  );
}
