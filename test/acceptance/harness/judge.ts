import type { JsonObject } from '../../../src/model/json.ts';
import type { TraceLine } from '../../../src/model/trace.ts';
import { plannedResources, type Unaccounted } from './accounting.ts';
import type { Case, Expectation } from './case.ts';
import type { ParleyRun } from './parley.ts';
import { onlyRegroups } from './regroup.ts';
import type { PlanResult, ResourceChange } from './terraform.ts';
import type { LostComment, TreeDiff } from './tree.ts';
import type { Performed } from './workshop.ts';

/** Everything that is known after a run. */
export interface Outcome {
  readonly parley: ParleyRun;
  readonly diff: TreeDiff;
  readonly lostComments: readonly LostComment[];
  /** Files whose `terraform fmt -check` verdict differs from the one before. */
  readonly reformatted: readonly { readonly file: string; readonly good: boolean }[];
  /** Missing when no file may have changed, since no plan is made then. */
  readonly plan?: PlanResult;
  readonly unaccounted: readonly Unaccounted[];
}

type Touching = Exclude<Expectation, { kind: 'untouched' }>;

/**
 * Everything that is wrong with one case, in words for whoever has to fix it. `cases` are all that
 * shared the run: a comment that one of them may lose is not another's fault.
 */
export function judgeCase(
  outcome: Outcome,
  one: Case,
  performed: Performed,
  cases: readonly Case[] = [one],
): readonly string[] {
  if (performed.error !== undefined) return [`the calls failed: ${performed.error}`];
  const { parley } = outcome;
  if (parley.code !== 0) {
    return [`parley ended with ${parley.code}: ${`${parley.stderr}${parley.stdout}`.slice(-1500)}`];
  }
  if (one.expect.kind === 'untouched') {
    return [...untouched(outcome), ...traced(parley.trace, one, performed)];
  }
  const faults = [
    ...survived(outcome, one.expect, cases),
    ...written(outcome, one.expect),
    ...planned(outcome, one.expect),
    ...accounted(outcome, one.expect),
    ...traced(parley.trace, one, performed),
  ];
  return faults.length === 0 ? [] : [...faults, ...excuses(outcome, one.expect)];
}

/** What Parley itself says about the addresses of a case that failed. */
function excuses({ parley }: Outcome, expect: Touching): readonly string[] {
  return (parley.report?.unresolved ?? [])
    .filter(({ address }) => address !== undefined && expect.at.includes(address))
    .map(({ address, code, reason }) => `parley on ${address}: ${code}: ${reason}`);
}

/** True when the plan shows what the calls of a case did; otherwise the case proves nothing. */
export function stirred({ plan, unaccounted }: Outcome, { expect }: Case): boolean {
  if (expect.kind === 'untouched' || plan === undefined) return false;
  if (expect.unseen) return true;
  const seen = [...changes(plan), ...unaccounted].map(({ address }) => address);
  return seen.some((address) => expect.at.includes(address));
}

/** Faults that belong to no case of the group. */
export function judgeRest(outcome: Outcome, cases: readonly Case[]): readonly string[] {
  const touching = cases.flatMap(({ expect }) => (expect.kind === 'untouched' ? [] : [expect]));
  const claimed = new Set(touching.flatMap(({ at }) => at));
  const allowed = new Set(touching.flatMap((expect) => expect.in.flatMap(alternatives)));
  const imports = touching.reduce(
    (sum, one) => sum + (one.kind === 'adopted' ? one.imports : 0),
    0,
  );
  const { plan, diff, unaccounted } = outcome;
  if (plan === undefined) return [];
  const others = changes(plan).filter(
    ({ address, change }) => !claimed.has(address) && !change.importing,
  );
  const regrouped = touching.some((one) =>
    changes(plan).some((change) => one.regroups?.includes(change.address) && onlyRegroups(change)),
  );
  const imported = changes(plan).filter(({ change }) => change.importing !== undefined).length;
  // Outputs are values of the state: they follow what was written, and no cloud has them.
  const outputs = Object.values(plan.plan.output_changes ?? {}).some(
    ({ actions }) => actions.join() !== 'no-op',
  );
  const code = imports > 0 || regrouped || outputs ? 2 : 0;
  return [
    ...others.map(({ address, change }) => `${address} would change: ${change.actions.join()}`),
    ...unaccounted
      .filter(({ address }) => !claimed.has(address))
      .map(({ address, attribute }) => `live ${address}.${attribute} stands nowhere in the code`),
    ...diff.files.filter((file) => !allowed.has(file)).map((file) => `${file} changed`),
    ...(imported === imports ? [] : [`${imported} imports planned, not ${imports}`]),
    ...(plan.exitCode === code ? [] : [`the plan ended with ${plan.exitCode}: ${lastWords(plan)}`]),
    ...(plan.misread ?? []).map((part) => `the saved plan is misread: ${part}`),
  ];
}

function untouched({ diff, parley }: Outcome): readonly string[] {
  const files = diff.files.map((file) => `${file} changed`);
  const drifts = (parley.report?.drifts ?? []).map(
    ({ address, id }) => `drift ${id} on ${address}`,
  );
  return diff.files.length === 0 ? [] : [...files, diff.text, ...drifts];
}

function survived(outcome: Outcome, expect: Touching, cases: readonly Case[]): readonly string[] {
  const mine = (file: string) => expect.in.flatMap(alternatives).includes(file);
  // The removed lines may have been the only badly formatted ones of a file.
  const removes = cases.some((one) => one.expect.kind === 'removed');
  const allowed = cases.flatMap((one) =>
    one.expect.kind === 'untouched' ? [] : (one.expect.loses ?? []),
  );
  return [
    ...outcome.lostComments
      .filter(({ file, comment }) => mine(file) && !allowed.includes(comment))
      .map(({ file, comment }) => `${file} lost a comment: ${comment}`),
    ...outcome.reformatted
      .filter(({ file, good }) => mine(file) && !(good && removes))
      .map(({ file }) => `terraform fmt thinks differently of ${file}`),
  ];
}

function written({ diff }: Outcome, expect: Touching): readonly string[] {
  if (diff.files.length === 0) return ['no file changed'];
  const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const has = (lines: readonly string[], text: string) =>
    lines.some((line) => squeeze(line).includes(squeeze(text)));
  return [
    ...(expect.kind === 'adopted' ? [] : expect.in)
      .filter((files) => !alternatives(files).some((file) => diff.files.includes(file)))
      .map((files) => `${files} did not change`),
    ...(expect.writes ?? [])
      .filter((text) => !has(diff.added, text))
      .map((text) => `not added: ${text}`),
    ...(expect.drops ?? [])
      .filter((text) => !has(diff.removed, text))
      .map((text) => `not removed: ${text}`),
  ].map((fault, index) => (index === 0 ? `${fault}\n${diff.text}` : fault));
}

function alternatives(files: string): readonly string[] {
  return files.split('|');
}

function planned({ plan, parley }: Outcome, expect: Touching): readonly string[] {
  if (plan === undefined) return ['no plan was made'];
  if (plan.exitCode === 1 || plan.exitCode < 0) return [`the plan failed: ${lastWords(plan)}`];
  const mine = changes(plan)
    .filter(({ address }) => expect.at.includes(address))
    .filter((change) => !(expect.regroups?.includes(change.address) && onlyRegroups(change)));
  const wrong = mine
    .filter(({ change }) =>
      change.actions.some((action) => action !== 'no-op' && action !== 'read'),
    )
    .map(
      ({ address, change }) =>
        `${address} would change: ${change.actions.join()} ${difference(change)}`,
    );
  if (expect.kind === 'removed') {
    const left = plannedResources(plan.plan.planned_values?.root_module)
      .filter(({ address }) => expect.at.includes(address))
      .map(({ address }) => `${address} is still in the code`);
    return [...wrong, ...left];
  }
  if (expect.kind === 'adopted') {
    const mineImported = changes(plan).filter(({ change }) => change.importing !== undefined);
    if (mineImported.length === 0) {
      const said = (parley.report?.unresolved ?? []).map(({ reason }) => reason);
      return [...wrong, `nothing is imported; unresolved: ${said.join('; ')}`];
    }
  }
  return wrong;
}

function accounted({ unaccounted }: Outcome, expect: Touching): readonly string[] {
  return unaccounted
    .filter(({ address }) => expect.at.includes(address))
    .filter(({ address, attribute }) => !(expect.leaves ?? []).includes(`${address}.${attribute}`))
    .map(
      ({ address, attribute, live }) =>
        `live ${address}.${attribute} stands nowhere in the code: ${JSON.stringify(live)}`,
    );
}

function traced(trace: readonly TraceLine[], one: Case, performed: Performed): readonly string[] {
  const ids = new Set(performed.records.filter(isMutating).map((record) => record['eventID']));
  const mine = trace.filter(({ event }) => ids.has(event));
  const seen = new Set(mine.map(({ disposition }) => disposition));
  const { expect } = one;
  const wanted =
    expect.kind === 'untouched' ? expect.trace : (['drift', ...(expect.trace ?? [])] as const);
  const said = mine.map(
    ({ operation, disposition, because }) => `${operation} ${disposition}: ${because}`,
  );
  const missing = wanted.filter((disposition) => !seen.has(disposition));
  const surplus = [...seen].filter(
    (one) => expect.kind === 'untouched' && !expect.trace.includes(one),
  );
  const untold = [...ids].filter((id) => !mine.some(({ event }) => event === id));
  return [
    ...missing.map((disposition) => `no event is traced as ${disposition}; ${said.join(' | ')}`),
    ...surplus.map((disposition) => `unexpected ${disposition}; ${said.join(' | ')}`),
    ...untold.map((id) => `the trace does not speak of event ${String(id)}`),
  ];
}

function isMutating(record: JsonObject): boolean {
  return String(record['readOnly']) !== 'true' && typeof record['eventID'] === 'string';
}

function changes({ plan }: PlanResult): readonly ResourceChange[] {
  return (plan.resource_changes ?? []).filter(
    ({ change }) =>
      change.importing !== undefined ||
      change.actions.some((action) => action !== 'no-op' && action !== 'read'),
  );
}

function difference({ before, after }: ResourceChange['change']): string {
  const left = (before ?? {}) as JsonObject;
  const right = (after ?? {}) as JsonObject;
  const parts = Object.keys(right)
    .filter((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]))
    .map((key) => `${key}: ${JSON.stringify(left[key])} -> ${JSON.stringify(right[key])}`);
  return parts.join(', ').slice(0, 600);
}

function lastWords({ output }: PlanResult): string {
  const start = output.search(/^(Error|No changes|.*Terraform will perform)/m);
  return (start < 0 ? output.slice(-1500) : output.slice(start)).slice(0, 1500);
}
