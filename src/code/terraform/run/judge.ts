import type { Impact } from '../../../model/patch.ts';
import { displayText } from '../../../model/text.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { type EffectFacts, effectOf } from './effect.ts';
import type { PlanFinding, PlanJudgment } from './finding.ts';
import { type NamedPlan, names } from './named.ts';
import { openPaths, type PlanPart } from './parts.ts';
import type { PlannedChange, TerraformPlan } from './plan.ts';
import { emptyReason, followNote, plannedChangeText, stayNote, verb } from './planned-text.ts';
import { silentDrift } from './silent.ts';

export interface PlanVerdict {
  readonly clean: boolean;
  /** What speaks against it, a sentence each. */
  readonly findings: readonly string[];
  /** What a reader should know of a plan that passes all the same, a sentence each. */
  readonly notes: readonly string[];
  /** Drifts that a finding is about; a finding may be about none of them. */
  readonly wrong: readonly string[];
  /** Some of it may predate the patch, which only a plan without it shows. */
  readonly excusable: boolean;
}

export interface JudgeOptions extends Omit<EffectFacts, 'sets'> {
  /** Addresses of new code for things that exist: to be imported and nothing else. */
  readonly adopted?: readonly string[];
  /** What the patch is about; an address without any is meant as a whole. */
  readonly named?: readonly NamedPlan[];
  /** What other patches in the same plan are about, each of which is judged on its own. */
  readonly others?: readonly NamedPlan[];
  /** What follows values of the cloud that moved on, whatever the code says. */
  readonly followers?: readonly Impact[];
  /** The plan before the patch: what it would change already is not held against the patch. */
  readonly baseline?: TerraformPlan;
  /** Tells of attributes that the code sets, `dynamic` blocks included, beside what the plan says. */
  readonly declares?: (address: string, attribute: string) => boolean;
}

/** What all steps of judging look at. */
interface Bench {
  readonly plan: TerraformPlan;
  readonly options: JudgeOptions;
  readonly facts: EffectFacts;
  readonly baseline: Baseline | undefined;
  /** What the patch is about at an address. */
  readonly namedAt: (address: string) => readonly NamedPlan[];
}

/**
 * Whether a plan proves a patch: nothing to change in what the patch is about, and no drift left
 * there that the code does not speak of. "No changes" alone proves little, since Terraform is
 * content with any value of an attribute that the code leaves open. What the patch is not about
 * must be as it was without it.
 */
export function judgePlan(
  plan: TerraformPlan,
  addresses: readonly string[],
  options: JudgeOptions,
): PlanVerdict {
  const adopted = new Set(options.adopted ?? []);
  const touched = new Set([...addresses, ...adopted]);
  const bench = benchOf(plan, options);
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
    { findings: [], notes: outputNotes(bench) },
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

/** Resources that no drift is about are judged, and stand for none. */
function isNamed(drift: string): boolean {
  return drift !== '';
}

function benchOf(plan: TerraformPlan, options: JudgeOptions): Bench {
  const { named = [], declares, baseline, ...rest } = options;
  const facts: EffectFacts = {
    ...rest,
    sets: (address, attribute) =>
      plan.configures(address, attribute) || declares?.(address, attribute) === true,
  };
  return {
    plan,
    options,
    facts,
    baseline: baseline && baselineOf(baseline, facts),
    namedAt: (address) => named.filter((each) => each.address === address),
  };
}

/** What the patch is about at an address; all of it where nothing is named. */
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

/** Of what the patch is about nothing may change, and of the rest only what would change anyway. */
function touchedChange(bench: Bench, change: PlannedChange): PlanJudgment {
  if (isIdle(change)) return { findings: [], notes: [] };
  const scope = scopeAt(bench, change);
  const { parts, reasons } = effectOf(change, bench.facts);
  const open: readonly PlanPart[] = isWhole(change)
    ? openPaths(change).map((path) => ({ path, before: undefined, after: undefined }))
    : [];
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
    (part) => !follow.includes(part) && bench.baseline?.has(change, part, scope) === true,
  );
  const isExcused = (part: PlanPart) => stays.includes(part) || follow.includes(part);
  const wrong = [...mine, ...left.filter((part) => !isExcused(part))];
  // Of what comes or goes as a whole, no field can be proved.
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

/** Values that are known after apply say nothing of what comes or goes. */
function isWhole({ before, after }: PlannedChange): boolean {
  return before !== null && after !== null;
}

/** A part that the code takes from another resource, which has a newer version in the cloud. */
function follows({ options }: Bench, { address, type }: PlannedChange, part: PlanPart): boolean {
  return (options.followers ?? []).some(
    (each) => each.address === address && names({ type, drift: '', ...each }, part),
  );
}

/** A patch must not reach further than its addresses. */
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
    return finding(`Terraform would import ${change.address}, which nobody asked for.`);
  const { parts, reasons } = effectOf(change, facts);
  const isUpdate = change.actions.join() === 'update';
  if (isUpdate && parts.length + change.unknown.length === 0) {
    return { findings: [], notes: reasons.length > 0 ? reasons : [emptyReason(change)] };
  }
  const all = [
    ...parts,
    ...openPaths(change).map((path) => ({ path, before: undefined, after: undefined })),
  ];
  if (isUpdate && all.every((part) => follows(bench, change, part))) {
    return { findings: [], notes: [...reasons, followNote(change, all)] };
  }
  const { counts } = plan;
  const sum = `${counts.add} to add, ${counts.change} to change, ${counts.destroy} to destroy`;
  return finding(
    `Terraform would ${verb(change)} ${change.address}, which the patch is not about (${sum}).`,
  );
}

function outputNotes({ plan: { outputs } }: Bench): readonly string[] {
  if (outputs.length === 0) return [];
  const named = outputs.map((name) => displayText(name, 80)).join(', ');
  return [`Terraform will note new values of outputs (${named}); nothing changes in the cloud.`];
}

function isIdle(change: PlannedChange): boolean {
  return change.actions.every((action) => action === 'no-op' || action === 'read');
}
