import type { Outcome } from '../../model/decision.ts';
import type { AttributePath } from '../../model/path.ts';
import { formatPath, pathKey } from '../../model/path.ts';
import type { Limits } from '../case.ts';
import { asNumber, limitsText } from '../case.ts';
import type { Draft } from '../draft.ts';
import { isGranted } from '../draft.ts';
import { sideText } from '../explain/text.ts';
import { compareRanks } from '../order/rank.ts';
import { conflicts } from '../order/settle.ts';
import type { DecideInput } from '../types.ts';
import { neighborsOf } from './fields.ts';

/** From harmless to severe: parts of one action share the most severe verdict among them. */
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
 * Applies what binds several fields: minimum <= value <= maximum, and actions that stand or fall
 * together. Each step only takes something back, so it comes to an end.
 */
export function constrain(input: DecideInput, drafts: readonly Draft[]): readonly Draft[] {
  let current = drafts;
  for (;;) {
    const next = breakInvariant(input, current) ?? levelGroup(input, current);
    if (next === undefined) return current;
    current = next;
  }
}

function replace(drafts: readonly Draft[], old: Draft, next: Draft): readonly Draft[] {
  return drafts.map((draft) => (draft === old ? next : draft));
}

/** Takes back the weakest change that breaks an invariant, if any does. */
function breakInvariant(
  input: DecideInput,
  drafts: readonly Draft[],
): readonly Draft[] | undefined {
  if (!input.policy.invariants) return undefined;
  const weakestFirst = drafts
    .filter((draft) => isGranted(draft) && draft.outcome !== 'compromise')
    .sort((a, b) => compareRanks(b.selection.top.rank, a.selection.top.rank));
  for (const draft of weakestFirst) {
    const { drift, intent, want } = draft.case;
    const limits = invariantLimits(input, drafts, draft);
    const rank = draft.selection.top.rank;
    const bound = {
      id: 'invariant',
      want: { kind: 'range', ...limits },
      rank: { ...rank, tier: -1 },
    } as const;
    const isNumber = want.kind === 'eq' && asNumber(want.value) !== undefined;
    if (!isNumber || Object.keys(limits).length === 0) continue;
    const own = {
      id: intent.id,
      want: { kind: 'eq', value: asNumber(want.value) ?? 0 },
      rank,
    } as const;
    if (!conflicts(own, [bound])) continue;
    const disputed = isDisputed(drafts, draft);
    const text = `${formatPath(drift.path)} = ${sideText(drift.live)} must be ${limitsText(limits)}`;
    const because = disputed
      ? `${text}, and whether those bounds change is an open question itself.`
      : `${text}, by the other sizes of the same resource.`;
    const outcome = disputed ? 'escalate' : 'reject';
    return replace(drafts, draft, { ...draft, outcome, overruled: { rule: 'invariant', because } });
  }
  return undefined;
}

/** A neighbor has drifted, too, and nobody has decided about it. */
function isDisputed(drafts: readonly Draft[], { case: own }: Draft): boolean {
  const { below, above } = neighborsOf(own.drift.type, own.drift.path);
  const keys = new Set([...below, ...above].map(pathKey));
  return drafts.some(
    ({ case: { drift }, outcome }) =>
      drift.address === own.drift.address &&
      keys.has(pathKey(drift.path)) &&
      (outcome === 'escalate' || outcome === 'defer'),
  );
}

/** The room that the neighbors leave a field, as things stand. */
export function invariantLimits(
  input: DecideInput,
  drafts: readonly Draft[],
  { case: { drift } }: Draft,
): Limits {
  const { below, above } = neighborsOf(drift.type, drift.path);
  const values = (paths: readonly AttributePath[]): readonly number[] =>
    paths.flatMap((path) => valueAt(input, drafts, drift.address, path) ?? []);
  const [lows, highs] = [values(below), values(above)];
  return {
    ...(lows.length === 0 ? {} : { min: Math.max(...lows) }),
    ...(highs.length === 0 ? {} : { max: Math.min(...highs) }),
  };
}

function valueAt(
  input: DecideInput,
  drafts: readonly Draft[],
  address: string,
  path: AttributePath,
): number | undefined {
  const key = pathKey(path);
  const own = drafts.find(
    ({ case: { drift } }) => drift.address === address && pathKey(drift.path) === key,
  );
  const drift = own?.case.drift;
  if (own !== undefined && drift !== undefined) {
    // A compromise ends up within its bounds, so it binds nobody else.
    if (own.outcome === 'compromise') return undefined;
    const side = isGranted(own) ? drift.live : drift.declared;
    return side.kind === 'value' ? asNumber(side.value) : undefined;
  }
  return asNumber(input.declared?.(address, path));
}

/** Gives all parts of one action the most severe verdict among them, if they differ. */
function levelGroup(input: DecideInput, drafts: readonly Draft[]): readonly Draft[] | undefined {
  if (!input.policy.groups) return undefined;
  for (const group of groupsOf(drafts)) {
    const open = group.filter(({ outcome }) => outcome !== 'noop');
    const worst = [...open].sort(bySeverity)[0];
    if (worst === undefined || isGranted(worst)) continue;
    const better = open.find(({ outcome }) => outcome !== worst.outcome);
    if (better === undefined) continue;
    const { drift } = worst.case;
    const rule = worst.overruled?.rule ?? worst.selection.top.rule.id;
    const because = `It belongs together with ${formatPath(drift.path)} of ${drift.address}, which is decided by ${rule}.`;
    const overruled = { rule, because };
    return replace(drafts, better, { ...better, outcome: worst.outcome, overruled });
  }
  return undefined;
}

function groupsOf(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { intent, part } = draft.case;
    if (part === undefined || !part.together || part.drifts.length < 2) continue;
    const key = `${intent.id} ${part.drifts[0]}`;
    groups.set(key, [...(groups.get(key) ?? []), draft]);
  }
  return [...groups.values()];
}

function bySeverity(a: Draft, b: Draft): number {
  return (
    severity.indexOf(b.outcome) - severity.indexOf(a.outcome) ||
    compareRanks(a.selection.top.rank, b.selection.top.rank) ||
    (a.case.drift.id < b.case.drift.id ? -1 : 1)
  );
}
