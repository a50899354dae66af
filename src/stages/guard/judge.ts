import type { Approval } from '../../model/approval.ts';
import { groupBy } from '../../model/group.ts';
import type { Harm } from '../../model/harm.ts';
import { formatPath, overlaps, parsePath } from '../../model/path.ts';
import { scrubText } from '../../model/scrub.ts';
import { compareText, displayText } from '../../model/text.ts';
import type { HarmFacts } from '../../providers/harm/table/types.ts';
import { lessened } from '../arbitration/case/harm-facts.ts';
import { approvalOfPlanned } from './approved.ts';
import { contradicting } from './declared.ts';
import { takenBack } from './delegations.ts';
import { plannedTouch, undoing } from './drifts.ts';
import { harmOutcome, plannedHarm } from './harm.ts';
import type { KnownValues } from './known.ts';
import { outsideChanges } from './outside.ts';
import type { GuardPlan, PlannedResource } from './plan/types.ts';
import { type PutBackSources, valueOrigin } from './put-back.ts';
import { blindSpot, planNotes } from './stale.ts';
import {
  type FoundChange,
  type GuardChange,
  type GuardNote,
  type GuardOptions,
  type GuardReport,
  worstOutcome,
} from './types.ts';

export interface GuardInput {
  readonly plan: GuardPlan;
  /** The plan of the base branch, if there is one. */
  readonly base?: GuardPlan;
  readonly known: KnownValues;
  readonly facts: HarmFacts;
  readonly options: GuardOptions;
}

/** The guard's findings, with their places in the resources. */
export interface Guarded {
  readonly report: GuardReport;
  readonly found: readonly FoundChange[];
}

/** Which planned changes undo what somebody wants or do harm. */
export function judgeGuardedPlan(input: GuardInput): Guarded {
  const { plan, known } = input;
  const drifts = known.drifts.map(({ drift }) => drift);
  const sources = { plan, drifts, ...(input.base === undefined ? {} : { base: input.base }) };
  const found = plan.changes
    .flatMap((change) => judgeChange(input, sources, change))
    .sort(
      (a, b) => compareText(a.address, b.address) || compareText(a.path, b.path) || order(a, b),
    );
  const notes: readonly GuardNote[] = [
    ...planNotes(plan),
    ...known.drifts
      .flatMap((each) => blindSpot(plan, each, changeOf(plan, each.drift.address)) ?? [])
      .sort(
        (a, b) =>
          compareText(a.address ?? '', b.address ?? '') || compareText(a.path ?? '', b.path ?? ''),
      ),
  ];
  return { report: createGuardReport(input, notes, found), found };
}

/** The report of the findings, without places that were not looked up. */
export function createGuardReport(
  { plan, known }: Pick<GuardInput, 'plan' | 'known'>,
  notes: readonly GuardNote[],
  found: readonly FoundChange[],
): GuardReport {
  const { terraformVersion, createdAt, changes } = plan;
  return {
    schema: 'parley/guard/v1',
    outcome: worstOutcome([...notes, ...found].map(({ outcome }) => outcome)),
    plan: {
      terraformVersion,
      ...(createdAt === undefined ? {} : { createdAt }),
      changes: changes.length,
    },
    known: {
      store: known.store,
      openDrifts: known.drifts.length,
      delegations: known.delegations.length,
      declarations: known.declarations.length,
    },
    notes,
    changes: found.map(withoutSteps),
  };
}

function withoutSteps({ steps: _, because, intent, ...change }: FoundChange): GuardChange {
  const why = intent?.why;
  const meant = intent && { ...intent, ...(why === undefined ? {} : { why: scrubText(why) }) };
  return { ...change, ...(meant && { intent: meant }), because: scrubText(because) };
}

function changeOf({ changes }: GuardPlan, address: string): PlannedResource | undefined {
  return changes.find((each) => each.address === address || each.previousAddress === address);
}

function judgeChange(
  input: GuardInput,
  sources: PutBackSources,
  change: PlannedResource,
): readonly FoundChange[] {
  const { known, plan, options } = input;
  const isHere = (address: string) =>
    address === change.address || address === change.previousAddress;
  const undone = known.drifts
    .filter(({ drift }) => isHere(drift.address))
    .flatMap((each) => {
      const touch = plannedTouch(each, change);
      return (touch && undoing(each, touch)) ?? [];
    });
  const isUndone = ({ path }: { readonly path: FoundChange['steps'] }) =>
    undone.some(({ steps }) => overlaps(steps, path));
  const taken = known.delegations
    .filter((each) => isHere(each.address) && !isUndone(each))
    .flatMap((each) => takenBack(each, change) ?? []);
  const against = known.declarations.flatMap(
    (each) => contradicting(each, change, options.now) ?? [],
  );
  const outside = outsideChanges(plan, change, [...undone, ...taken], sources.drifts);
  const wishes = [...undone, ...taken, ...against, ...outside].map((wish) =>
    withOrigin(sources, change, wish),
  );
  const isProduction = options.isProduction?.(change) !== false;
  const whole = { harms: plannedHarm(input.facts, change, plan) };
  const weighed = isProduction ? whole : lessened(whole);
  const harms = groupBy(weighed.harms, ({ field }) => field);
  const isBack = (field: string) =>
    valueOrigin(sources, change, isWhole(change) ? [] : field.split('.').slice(0, 1)).putsBack;
  const { left, wishes: judged } = attach(wishes, harms, isBack, options);
  const harmful = left.map(([field, found]) => {
    const leave = approvalOfPlanned(known.approvals ?? [], change, field, found, options.now);
    const finding = harmfulChange(sources, change, field, found, options);
    return leave === undefined ? finding : approvedChange(finding, leave);
  });
  return [...judged, ...harmful];
}

function isWhole({ before, after }: PlannedResource): boolean {
  return before === undefined || after === undefined;
}

type Harms = ReadonlyMap<string, readonly Harm[]>;

/**
 * Reports the harm of a field that is merely put back together with the wish it contradicts. If
 * more changes, the harm is also judged separately, so that other changes cannot hide behind it.
 */
function attach(
  wishes: readonly FoundChange[],
  harms: Harms,
  isBack: (field: string) => boolean,
  options: GuardOptions,
) {
  const used = new Set<string>();
  const judged = wishes.map((wish): FoundChange => {
    const own = [...harms].filter(([field]) => isAbout(field, wish));
    if (own.length === 0) return wish;
    // A decision about the field also covers its harm.
    const isDecided = wish.outcome === 'pass' && wish.intent?.kind === 'drift';
    const isAlone = (field: string) => field === formatPath(wish.steps) || isBack(field);
    for (const [field] of own) {
      if ((wish.putsBack || isDecided) && isAlone(field)) used.add(field);
    }
    const harm = own.flatMap(([, found]) => found);
    const bad = isDecided ? 'pass' : harmOutcome(harm, options.blockFrom);
    return { ...wish, harm: harm.map(shownHarm), outcome: worstOutcome([wish.outcome, bad]) };
  });
  return { wishes: judged, left: [...harms].filter(([field]) => !used.has(field)) };
}

/**
 * Whether a finding covers a field of a harm, which has no positions. Recreating a resource covers
 * all of its fields.
 */
function isAbout(field: string, { steps, putsBack }: FoundChange): boolean {
  const names = steps.filter((step) => typeof step === 'string');
  const own = field === '' ? [] : field.split('.');
  if (steps.length === 0) return own.length === 0 || putsBack;
  return own.length > 0 && overlaps(own, names);
}

function shownHarm({ field: _, ...harm }: Harm) {
  return harm;
}

function harmfulChange(
  sources: PutBackSources,
  change: PlannedResource,
  field: string,
  harms: readonly Harm[],
  { blockFrom }: GuardOptions,
): FoundChange {
  const steps = parsePath(field) ?? [];
  const origin = valueOrigin(sources, change, isWhole(change) ? [] : steps);
  return {
    address: change.address,
    path: steps.length === 0 ? '' : formatPath(steps),
    steps,
    outcome: harmOutcome(harms, blockFrom),
    putsBack: origin.putsBack,
    ...(origin.inBase ? { inBase: true } : {}),
    harm: harms.map(shownHarm),
    because: harms.map(({ because }) => `${because}.`).join(' '),
  };
}

/** An approved change is reported and passes. */
function approvedChange(change: FoundChange, { approver, ticket }: Approval): FoundChange {
  const by = displayText(approver.name, 80);
  const title = displayText(ticket, 80);
  const because = `${change.because} ${by} approved it in ${title}.`;
  return { ...change, outcome: 'pass', approval: { by, ticket: title }, because };
}

function withOrigin(
  sources: PutBackSources,
  change: PlannedResource,
  wish: FoundChange,
): FoundChange {
  const { inBase, putsBack } = valueOrigin(sources, change, wish.steps);
  const isBack = wish.putsBack || (wish.intent?.kind !== 'drift' && putsBack);
  return { ...wish, putsBack: isBack, ...(inBase ? { inBase } : {}) };
}

const kinds = ['drift', 'delegation', 'declaration'];

function order(a: FoundChange, b: FoundChange): number {
  const rank = ({ intent }: FoundChange) => (intent === undefined ? 9 : kinds.indexOf(intent.kind));
  return (
    rank(a) - rank(b) ||
    compareText(a.intent?.id ?? '', b.intent?.id ?? '') ||
    compareText(a.because, b.because)
  );
}
