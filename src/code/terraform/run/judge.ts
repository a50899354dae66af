import type { Impact } from '../../../model/patch.ts';
import { type Baseline, createBaseline } from './baseline.ts';
import { type EffectFacts, reduceToEffect } from './effect.ts';
import type { PlanFinding, PlanJudgment } from './finding.ts';
import { isKnownDifference, type KnownDifference } from './known-difference.ts';
import { type NamedPlan, names } from './named.ts';
import { openParts, type PlanPart } from './parts.ts';
import type { PlannedChange, TerraformPlan } from './plan.ts';
import {
  emptyReason,
  followNote,
  outputNotes,
  plannedChangeText,
  stayNote,
  verb,
} from './planned-text.ts';
import { silentDrift } from './silent.ts';

export interface PlanVerdict {
  readonly clean: boolean;
  /** Objections to the patch, one sentence each. */
  readonly findings: readonly string[];
  /** Remarks that readers should know although the plan is acceptable, one sentence each. */
  readonly notes: readonly string[];
  /** Drifts that the findings concern; a finding may concern none. */
  readonly wrong: readonly string[];
  /** True if some findings may predate the patch, which only a plan without the patch can show. */
  readonly excusable: boolean;
}

export interface JudgeOptions extends Omit<EffectFacts, 'sets'> {
  /** Addresses of new code for existing resources, which must only be imported. */
  readonly adopted?: readonly string[];
  /** What the patch concerns. For an address that is not listed, the entire resource. */
  readonly named?: readonly NamedPlan[];
  /** What other patches in the same plan concern; each of them is judged separately. */
  readonly others?: readonly NamedPlan[];
  /** Places whose values follow those of other resources, which have newer values in the cloud. */
  readonly followers?: readonly Impact[];
  /** What differs from the code in any case. Changes that undo it do not count against the patch. */
  readonly known?: readonly KnownDifference[];
  /** The plan before the patch. Changes that it already has do not count against the patch. */
  readonly baseline?: TerraformPlan;
  /**
   * Reports attributes that the code sets, including by `dynamic` blocks, which the plan does not
   * show.
   */
  readonly declares?: (address: string, attribute: string) => boolean;
}

/** The inputs of all steps of the judgment. */
interface Bench {
  readonly plan: TerraformPlan;
  readonly options: JudgeOptions;
  readonly facts: EffectFacts;
  readonly baseline: Baseline | undefined;
  /** What the patch concerns at an address. */
  readonly namedAt: (address: string) => readonly NamedPlan[];
}

/**
 * Decides whether a plan proves a patch: nothing that the patch concerns may change, and no drift
 * may remain there in attributes that the code leaves open. "No changes" alone proves little, since
 * Terraform accepts any value of an attribute that the code does not set. Everything else must be
 * as it was without the patch.
 */
export function judgePlan(
  plan: TerraformPlan,
  addresses: readonly string[],
  options: JudgeOptions,
): PlanVerdict {
  const adopted = new Set(options.adopted ?? []);
  const touched = new Set([...addresses, ...adopted]);
  const bench = createBench(plan, options);
  const isTouched = ({ address, previousAddress = '' }: PlannedChange): boolean =>
    touched.has(address) || touched.has(previousAddress);
  const others = new Set((options.others ?? []).map(({ address }) => address));
  const isOthers = ({ address, previousAddress = '' }: PlannedChange): boolean =>
    others.has(address) || others.has(previousAddress);
  const judgments: readonly PlanJudgment[] = [
    { findings: plan.errored ? [stopped] : [], notes: [] },
    ...[...touched].sort().map((address) => missing(bench, address, adopted.has(address))),
    ...plan.resourceChanges.filter(isTouched).map((change) => touchedChange(bench, change)),
    ...plan.resourceChanges
      .filter((change) => !isTouched(change) && !isOthers(change))
      .map((change) => strayChange(bench, change)),
    ...plan.resourceDrift
      .filter(({ address }) => touched.has(address))
      .map((drift) => silentDrift(drift, bench.facts, bench.namedAt(drift.address))),
    { findings: [], notes: outputNotes(plan.outputs) },
  ];
  const findings = judgments.flatMap((each) => each.findings);
  return {
    clean: findings.length === 0,
    findings: findings.map(({ text }) => text),
    notes: judgments.flatMap(({ notes }) => notes),
    wrong: [...new Set(findings.flatMap(({ drifts }) => drifts).filter(isNamed))].sort(),
    excusable: findings.some(({ excusable }) => excusable === true),
  };
}

const stopped: PlanFinding = { text: 'Terraform stopped planning with an error.', drifts: [] };

/** False for resources that are judged without a drift. */
function isNamed(drift: string): boolean {
  return drift !== '';
}

function createBench(plan: TerraformPlan, options: JudgeOptions): Bench {
  const { named = [], declares, baseline, ...rest } = options;
  const facts: EffectFacts = {
    ...rest,
    sets: (address, attribute) =>
      plan.configures(address, attribute) || declares?.(address, attribute) === true,
  };
  const namedAt = (address: string) => named.filter((each) => each.address === address);
  return { plan, options, facts, baseline: baseline && createBaseline(baseline, facts), namedAt };
}

/** What the patch concerns at an address; the entire resource if it is not listed. */
function scopeAt(
  { namedAt }: Bench,
  { address, type, previousAddress }: PlannedChange,
): readonly NamedPlan[] {
  const own = [address, previousAddress ?? ''].flatMap(namedAt);
  return own.length > 0 ? own : [{ address, type, path: [], drift: '' }];
}

function missing({ plan, namedAt }: Bench, address: string, adopted: boolean): PlanJudgment {
  const change = plan.resourceChanges.find((other) => other.address === address);
  const drifts = namedAt(address).map(({ drift }) => drift);
  const finding = (text: string): PlanJudgment => ({ findings: [{ text, drifts }], notes: [] });
  if (adopted && change?.importing === undefined)
    return finding(`${address} would not be imported.`);
  const gone = plan.resourceDrift.some(
    (drift) => drift.address === address && drift.actions.includes('delete'),
  );
  if (change !== undefined || gone) return { findings: [], notes: [] };
  return finding(`${address} is not part of the plan.`);
}

/** Nothing that the patch concerns may change, and elsewhere only what would change anyway. */
function touchedChange(bench: Bench, change: PlannedChange): PlanJudgment {
  if (isIdle(change)) return { findings: [], notes: [] };
  const scope = scopeAt(bench, change);
  const { parts, reasons } = reduceToEffect(change, bench.facts);
  const open = isWhole(change) ? openParts(change) : [];
  const isUpdate = change.actions.join() === 'update';
  if (isUpdate && parts.length + open.length === 0) {
    return { findings: [], notes: reasons.length > 0 ? reasons : [emptyReason(change)] };
  }
  const others = (bench.options.others ?? []).filter(({ address }) => address === change.address);
  const mine = [...parts, ...open].filter((part) => scope.some((each) => names(each, part)));
  const left = [...parts, ...open].filter(
    (part) => !mine.includes(part) && !others.some((each) => names(each, part)),
  );
  const follow = left.filter((part) => follows(bench, change, part));
  const stays = left.filter(
    (part) => !follow.includes(part) && isAsWithout(bench, change, part, scope),
  );
  const isExcused = (part: PlanPart) => stays.includes(part) || follow.includes(part);
  const wrong = [...mine, ...left.filter((part) => !isExcused(part))];
  // For a resource that is created or deleted, single fields prove nothing.
  const isAsBefore = isUpdate || (isWhole(change) && bench.baseline?.acts(change) === true);
  if (wrong.length === 0 && isAsBefore) {
    const notes = [
      ...(stays.length === 0 ? [] : [stayNote(change, stays)]),
      ...(follow.length === 0 ? [] : [followNote(change, follow)]),
    ];
    return { findings: [], notes: [...reasons, ...notes] };
  }
  const about = scope.filter((each) => mine.some((part) => names(each, part)));
  const drifts = (about.length > 0 ? about : scope).map(({ drift }) => drift);
  return {
    findings: [
      {
        text: plannedChangeText(change, wrong),
        drifts,
        excusable: bench.baseline === undefined && mine.length === 0,
      },
    ],
    notes: [],
  };
}

/** True for a part that Terraform would change without the patch, too. */
function isAsWithout(
  bench: Bench,
  change: PlannedChange,
  part: PlanPart,
  scope: readonly NamedPlan[],
): boolean {
  return bench.baseline?.has(change, part, scope) === true || isKnown(bench, change, part);
}

function isKnown({ options, facts }: Bench, change: PlannedChange, part: PlanPart): boolean {
  return isKnownDifference(options.known ?? [], change, part, facts);
}

/**
 * True if the resource exists on both sides. For one that is created or deleted, values that are
 * known after apply mean nothing.
 */
function isWhole({ before, after }: PlannedChange): boolean {
  return before !== null && after !== null;
}

/** True for a part whose value comes from another resource that has a newer value in the cloud. */
function follows({ options }: Bench, { address, type }: PlannedChange, part: PlanPart): boolean {
  const { followers = [] } = options;
  return followers.some((each) => each.address === address && names({ ...each, type }, part));
}

/** A patch must not affect other addresses than its own. */
function strayChange(bench: Bench, change: PlannedChange): PlanJudgment {
  const nothing: PlanJudgment = { findings: [], notes: [] };
  if (isIdle(change) && change.importing === undefined) return nothing;
  const { baseline, facts, plan } = bench;
  if (baseline?.isSame(change) === true) return nothing;
  const finding = (text: string): PlanJudgment => ({
    findings: [{ text, drifts: [], excusable: baseline === undefined }],
    notes: [],
  });
  if (isIdle(change))
    return finding(`Terraform would import ${change.address}, which is not part of the patch.`);
  const { parts, reasons } = reduceToEffect(change, facts);
  const isUpdate = change.actions.join() === 'update';
  if (isUpdate && parts.length + change.unknown.length === 0) {
    return { findings: [], notes: reasons.length > 0 ? reasons : [emptyReason(change)] };
  }
  const all = [...parts, ...openParts(change)];
  const follow = all.filter((part) => follows(bench, change, part));
  if (isUpdate && all.every((part) => follow.includes(part) || isKnown(bench, change, part))) {
    const notes = follow.length === 0 ? [] : [followNote(change, follow)];
    return { findings: [], notes: [...reasons, ...notes] };
  }
  const { counts } = plan;
  const sum = `${counts.add} to add, ${counts.change} to change, ${counts.destroy} to destroy`;
  return finding(
    `Terraform would ${verb(change)} ${change.address}, which is not part of the patch (${sum}).`,
  );
}

function isIdle(change: PlannedChange): boolean {
  return change.actions.every((action) => action === 'no-op' || action === 'read');
}
