import { posix } from 'node:path';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject, jsonAt, sameJson } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import { type Unaccounted, withoutKeys } from '../harness/accounting.ts';
import type { ParleyRun } from '../harness/parley.ts';
import { onlyRegroups } from '../harness/regroup.ts';
import type { PlanResult, ResourceChange } from '../harness/terraform.ts';
import type { TreeDiff } from '../harness/tree.ts';
import { followersOf } from './followers.ts';
import type { Scenario } from './scenario.ts';

export type Finding =
  /** The code says what is live: Terraform has nothing to do. */
  | { readonly kind: 'clean' }
  /** Nothing was left to see: Terraform does not look at the change, or it ended as it began. */
  | { readonly kind: 'still' }
  /** Parley reports what is left, with these reason codes and in these words. */
  | {
      readonly kind: 'refused';
      readonly reasons: readonly string[];
      readonly words: readonly string[];
    }
  /** The policy decided against it, or lets people decide. */
  | { readonly kind: 'left'; readonly reasons: readonly string[] }
  /** All that is left follows from a value that only the cloud sets, and that changed. */
  | { readonly kind: 'follows'; readonly reasons: readonly string[] }
  /** The API refused the calls. */
  | { readonly kind: 'barred'; readonly reasons: readonly string[] }
  | { readonly kind: 'wrong'; readonly reasons: readonly string[] };

/** Everything that is known after a run. */
export interface Seen {
  readonly scenario: Scenario;
  readonly records: readonly JsonObject[];
  readonly parley: ParleyRun;
  /** Changes in the whole repository. */
  readonly diff: TreeDiff;
  /** Folder of the root that was acted on; patches name their files relative to it. */
  readonly root: string;
  readonly stateChanged: boolean;
  readonly plan: PlanResult;
  readonly unaccounted: readonly Unaccounted[];
  /** Files that `terraform fmt` would change now, and would not have changed before. */
  readonly unformatted: readonly string[];
  /** Other roots of the repository in which Terraform has something to do. */
  readonly elsewhere: readonly string[];
}

export function judge(seen: Seen): Finding {
  const { parley, plan, diff, scenario } = seen;
  if (parley.code !== 0 || parley.report === undefined) {
    const words = `${parley.stderr}${parley.stdout}`.slice(-800);
    return { kind: 'wrong', reasons: [`parley ended with ${parley.code}: ${words}`] };
  }
  if (plan.exitCode !== 0 && plan.exitCode !== 2) {
    return { kind: 'wrong', reasons: [`the plan failed: ${plan.output.slice(-800)}`] };
  }
  const { report } = parley;
  const reported = withheldBy(report);
  const left = leftover(seen).map((one) => ({ ...one, because: because(report, one, reported) }));
  const followers = followersOf(plan.plan, scenario.addresses);
  const unsaid = left.filter((one) => one.because.length === 0);
  const moved = unsaid.filter(({ address }) => followers.has(withoutKeys(address)));
  const faults = [
    ...strays(seen, report),
    ...unsaid.filter((one) => !moved.includes(one)).map(({ what }) => what),
  ];
  if (faults.length > 0) return { kind: 'wrong', reasons: [...faults, ...said(report)] };
  if (left.length > 0 && moved.length === left.length) {
    return { kind: 'follows', reasons: moved.map(({ what }) => what) };
  }
  if (left.length > 0) {
    return withheld(
      report,
      left.flatMap((one) => one.because),
    );
  }
  if (diff.files.length > 0 || scenario.settled) return { kind: 'clean' };
  return reported.length === 0 ? { kind: 'still' } : withheld(report, reported);
}

/** Codes of everything that was not written; nothing but the scenario can have caused it. */
function withheldBy({ unresolved, decisions }: Report): readonly string[] {
  return [
    ...unresolved.map(({ code }) => code),
    ...decisions
      .filter(({ verdict }) => verdict.outcome !== 'accept')
      .map(({ verdict }) => `verdict ${verdict.outcome}`),
  ];
}

/**
 * Why Parley left something; for a consequence without a reason of its own, all that it reported.
 */
function because(report: Report, { address, follows }: Left, reported: readonly string[]) {
  const own = excuses(report, address);
  return own.length === 0 && follows ? reported : own;
}

/** A verdict is not a refusal: the policy left the change to people, or to the cloud. */
function withheld(report: Report, reasons: readonly string[]): Finding {
  const each = [...new Set(reasons)].sort();
  const refusals = each.filter((reason) => !reason.startsWith('verdict '));
  return refusals.length === 0
    ? { kind: 'left', reasons: each }
    : { kind: 'refused', reasons: refusals, words: said(report) };
}

/** What should not have happened, whatever the plan says. */
function strays({ scenario, diff, parley, records, ...seen }: Seen, report: Report): string[] {
  const patched = new Set(
    report.patches.flatMap(({ files }) => files.map(({ path }) => posix.join(seen.root, path))),
  );
  const reported = new Set(parley.trace.map(({ event }) => event));
  const untold = records.filter(
    (record) => record['readOnly'] !== true && !reported.has(String(record['eventID'])),
  );
  return [
    ...(scenario.settled && diff.files.length > 0
      ? [`put back, and yet written: ${diff.text}`]
      : []),
    ...diff.files.filter((file) => !patched.has(file)).map((file) => `${file} is in no patch`),
    ...(seen.stateChanged ? ['the state changed'] : []),
    ...seen.unformatted.map((file) => `terraform fmt would change ${file}`),
    ...seen.elsewhere.map((root) => `something changes in ${root}`),
    ...undeclared(scenario, records),
    ...untold.map((record) => `the trace is silent about ${String(record['eventName'])}`),
  ];
}

/**
 * Calls that the scenario's mutators do not declare, so that the table of mutators would be wrong.
 */
function undeclared({ mutators }: Scenario, records: readonly JsonObject[]): readonly string[] {
  const declared = new Set(mutators.flatMap(({ calls }) => calls));
  return records
    .filter((record) => record['readOnly'] !== true)
    .map(({ eventSource, eventName }) => {
      // The log adds the date of the API to the names of Lambda's operations.
      const operation = String(eventName).replace(/20\d{6}(v\d)?$/, '');
      return `${String(eventSource).replace('.amazonaws.com', '')} ${operation}`;
    })
    .filter((call) => !declared.has(call))
    .map((call) => `no mutator speaks of ${call}`);
}

interface Left {
  readonly address: string;
  readonly what: string;
  /**
   * True when it may be a consequence of something else that is left: a dependant that is created
   * again, or a value that shows it too.
   */
  readonly follows: boolean;
}

/** What Terraform would do, and live values that are nowhere in the code. */
function leftover({ scenario, plan, unaccounted }: Seen): readonly Left[] {
  const changes = (plan.plan.resource_changes ?? [])
    .filter(({ change }) =>
      change.actions.some((action) => action !== 'no-op' && action !== 'read'),
    )
    .filter((change) => !onlyRegroups(change) && !onlyNotesDefaults(change))
    .filter((change) => !outlivesItsGroup(scenario, change))
    .map((change) => ({
      address: change.address,
      what: inWords(change),
      follows: change.change.actions.includes('create') || isYetUnknown(change.change),
    }));
  const silent = unaccounted.map(({ address, attribute, live }) => ({
    address,
    follows: true,
    what: `live ${address}.${attribute} stands nowhere: ${JSON.stringify(live).slice(0, 300)}`,
  }));
  return [...changes, ...silent];
}

/**
 * True for an import whose update only notes defaults of the provider, which the import left out:
 * nothing is sent to the cloud.
 */
function onlyNotesDefaults({ change: { importing, before, after } }: ResourceChange): boolean {
  if (importing === undefined || !isJsonObject(before) || !isJsonObject(after)) return false;
  return Object.entries(after).every(
    ([name, value]) => sameJson(before[name] ?? null, value) || (before[name] ?? null) === null,
  );
}

/** True for a filter of a deleted log group, which the emulator keeps and the cloud does not. */
function outlivesItsGroup({ mutators }: Scenario, { type, change }: ResourceChange): boolean {
  const isGone = mutators.some(({ name }) => name === 'log group: deleted');
  return (
    isGone && type === 'aws_cloudwatch_log_metric_filter' && change.actions.join() === 'delete'
  );
}

/** True when the change is only to values that the plan leaves out, as known after apply. */
function isYetUnknown({ before, after }: ResourceChange['change']): boolean {
  return after !== null && isPartOf(after, before);
}

function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (isJsonObject(part)) {
    return Object.entries(part).every(([key, value]) => isPartOf(value, jsonAt(whole, key)));
  }
  if (!isJsonArray(part)) return sameJson(part, whole) || (isUnset(part) && isUnset(whole));
  // Elements of a set come in another order when a value in one of them becomes unknown.
  if (!isJsonArray(whole) || part.length !== whole.length) return false;
  const left = [...whole];
  return part.every((one) => {
    const at = left.findIndex((other) => isPartOf(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function inWords({ address, change: { actions, before, after } }: ResourceChange): string {
  const [left, right] = [before, after].map((value) => (value ?? {}) as JsonObject);
  const parts = Object.keys(right ?? {})
    .filter((key) => JSON.stringify(left?.[key]) !== JSON.stringify(right?.[key]))
    .map((key) => `${key}: ${JSON.stringify(left?.[key])} -> ${JSON.stringify(right?.[key])}`);
  return `${address} would ${actions.join('/')} ${parts.join(', ').slice(0, 4000)}`;
}

/** Codes that say why an address was left as it is; a refusal may name the dependants. */
function excuses(report: Report, address: string): readonly string[] {
  const name = new RegExp(`(^|[^\\w.])${withoutKeys(address).replaceAll('.', '\\.')}($|[^\\w.])`);
  return [
    ...report.unresolved
      .filter((one) => one.address === address || name.test(withoutKeys(one.reason)))
      .map(({ code }) => code),
    ...report.decisions
      .filter((one) => one.address === address && one.verdict.outcome !== 'accept')
      .map(({ verdict }) => `verdict ${verdict.outcome}`),
    ...report.patches
      .flatMap(({ verification }) => verification.notes)
      .filter((note) => note.includes('no longer finds it') && name.test(withoutKeys(note)))
      .map(() => 'there-again'),
    // Terraform looks for the id that the resource had, which no edit of the code can fix.
    ...report.reverted
      .filter((one) => one.address === address && /^It exists again as /.test(one.because ?? ''))
      .map(() => 'there-again'),
  ];
}

function said(report: Report): readonly string[] {
  return report.unresolved.map(
    ({ address, code, reason }) => `said${address ? ` of ${address}` : ''}: ${code}: ${reason}`,
  );
}
