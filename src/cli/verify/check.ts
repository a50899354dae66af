import { tmpdir } from 'node:os';
import { equivalent } from '../../drift/equal.ts';
import { schemaHints } from '../../drift/hints.ts';
import { summaryOf } from '../../intent/summary.ts';
import { isObjectAddress } from '../../kubernetes/names.ts';
import type { Drift } from '../../model/drift.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { PatchedIntent } from '../../pipeline/patch-intents.ts';
import type { RunResult } from '../../pipeline/run-types.ts';
import { parseAddress } from '../../terraform/address.ts';
import type { Named } from '../../terraform/run/named.ts';
import type { Plan } from '../../terraform/run/plan.ts';
import type { TerraformRunner } from '../../terraform/run/types.ts';
import {
  judged,
  type Planned,
  type PlanRequest,
  planPatched,
  planValid,
  refusedBy,
  type Verified,
  verifyValid,
} from '../../terraform/run/verify-plan.ts';
import type { Composed } from '../compose-input.ts';
import type { Io } from '../io.ts';
import type { RunOptions } from '../options.ts';
import { terminalText } from '../safe.ts';
import { copyPlace } from './copy-place.ts';

/** A patch, and what Terraform says of it; nothing where it was not asked. */
export interface Checked {
  readonly each: PatchedIntent;
  readonly verdict?: Verified;
}

export interface Session {
  readonly io: Io;
  readonly options: RunOptions;
  readonly composed: Composed;
  readonly terraform: TerraformRunner;
  /** What was asked before, by the request: an unchanged patch is not planned again. */
  readonly asked: Map<string, Planned>;
  /** Plans of the project as it is, by their addresses. */
  readonly without: Map<string, Plan>;
}

/** What is asked of Terraform about a patch. */
interface Question {
  readonly each: PatchedIntent;
  /** The resources that it is about: those that stay, and those that are to be imported. */
  readonly addresses: readonly string[];
  readonly named: readonly Named[];
  readonly adopted: readonly string[];
  readonly level: 'validate' | 'plan';
}

/** True for a patch that Terraform has no word in: objects of clusters are not its own. */
export function isOfManifests({ patch }: PatchedIntent): boolean {
  return patch.blastRadius.every(({ address }) => isObjectAddress(address));
}

/**
 * Terraform's word on every patch that was proved so far; `baseline` is the plan without them,
 * which excuses what was so before.
 */
export async function checkAll(
  session: Session,
  result: RunResult,
  baseline?: Plan,
): Promise<Result<readonly Checked[]>> {
  const questions = questionsOf(session, result);
  const checked = new Map<PatchedIntent, Verified>();
  for (const question of questions) {
    const others = session.options.write ? questions.filter((one) => one !== question) : [];
    const verdict = await check(session, result, question, others, baseline);
    // Terraform worked in a copy of the project, which is gone.
    if (!verdict.ok) return fail({ ...verdict.error, place: { file: session.options.dir } });
    checked.set(question.each, verdict.value);
  }
  return ok(
    result.patched.map((each) => {
      const verdict = checked.get(each);
      return verdict === undefined ? { each } : { each, verdict };
    }),
  );
}

function questionsOf(session: Session, result: RunResult): readonly Question[] {
  return result.patched
    .filter((each) => each.patch.verification.passed && !isOfManifests(each))
    .map((each) => questionOf(session, result, each));
}

/** The plan of the project as it is, about all that patches are about; undefined where it fails. */
export async function planWithout(session: Session, result: RunResult): Promise<Plan | undefined> {
  const questions = questionsOf(session, result).filter(({ level }) => level === 'plan');
  const asked = questions.map(({ addresses }) => addresses);
  // Without an address the plan is of everything.
  const addresses = asked.some((each) => each.length === 0) ? [] : sortedUnique(asked.flat());
  const request = requestFor(session, new Map(), addresses);
  const key = JSON.stringify(['without', request.addresses]);
  const before = session.without.get(key);
  if (before !== undefined) return before;
  session.io.err('Planning without the patches\n');
  const planned = await planPatched(session.terraform, request);
  if (planned.ok) session.without.set(key, planned.value);
  return planned.ok ? planned.value : undefined;
}

function sortedUnique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** Stacked patches are one change: one plan is made of all of them, and each judged by its part. */
async function check(
  session: Session,
  result: RunResult,
  { each, addresses, named, adopted, level }: Question,
  others: readonly Question[],
  baseline: Plan | undefined,
): Promise<Result<Verified>> {
  const alike = others.filter((other) => other.level === level);
  const targets = [...addresses, ...alike.flatMap((one) => one.addresses)];
  const files = filesOf(session, result, each);
  const request = requestFor(session, files, sortedUnique(targets));
  const planned = await ask(session, each, request, level);
  if (!planned.ok) {
    // What Terraform plans without the patches, it refuses because of them.
    const isOurs = planned.error.code === 'terraform-failed' && level === 'plan';
    const works = isOurs && (await planWithout(session, result)) !== undefined;
    return works ? ok(refusedBy(planned.error)) : planned;
  }
  const { evaluation } = result.project;
  const { schema } = session.composed.input;
  const hint = schemaHints(schema);
  const verdict = judged(planned.value, addresses, {
    schema,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
    adopted,
    named,
    others: alike.flatMap((one) => one.named),
    ...(baseline === undefined ? {} : { baseline }),
    declares: (address, attribute) => {
      const location = evaluation.locate(address, [attribute]);
      return location !== undefined && location.kind !== 'absent';
    },
  });
  return ok(verdict);
}

async function ask(
  { io, options, terraform, asked }: Session,
  { intent, patch }: PatchedIntent,
  request: PlanRequest,
  level: Question['level'],
): Promise<Result<Planned>> {
  const key = JSON.stringify([level, request.addresses, [...request.files]]);
  const before = asked.get(key);
  if (before !== undefined) return ok(before);
  const verb = options.verify === 'plan' ? 'Planning' : 'Validating';
  io.err(`${verb} ${terminalText(summaryOf(intent, patch.drifts), false)}\n`);
  const planned =
    level === 'plan' ? await planValid(terraform, request) : await verifyValid(terraform, request);
  if (planned.ok) asked.set(key, planned.value);
  return planned;
}

/** Stacked patches are one change: each is planned together with all the others. */
function filesOf(
  { options }: Session,
  result: RunResult,
  { files }: PatchedIntent,
): ReadonlyMap<string, string> {
  return options.write
    ? changedFiles(result)
    : new Map(files.map(({ path, after }) => [path, after]));
}

export function requestFor(
  { composed }: Session,
  files: ReadonlyMap<string, string>,
  addresses: readonly string[],
): PlanRequest {
  const { input, stateText, terraform, copied, kept } = composed;
  return {
    ...copyPlace(copied, files),
    state: stateText,
    workspace: input.loadOptions.workspace ?? 'default',
    tempDir: tmpdir(),
    kept,
    addresses,
    varFiles: input.loadOptions.varFiles ?? [],
    ...(terraform.parallelism === undefined ? {} : { parallelism: terraform.parallelism }),
  };
}

function questionOf(
  { options }: Session,
  { original, report }: RunResult,
  each: PatchedIntent,
): Question {
  const { patch, moved, decisions } = each;
  const comesOrGoes = new Set(
    patch.blastRadius
      .filter(({ path, address }) => path.length === 0 && !isObjectAddress(address))
      .map(({ address }) => address),
  );
  const drifts = report.drifts.filter((drift) => patch.drifts.includes(drift.id));
  const isThere = (address: string) => original.evaluation.instance(address) !== undefined;
  const kept = [...new Set(drifts.map(({ address }) => address))].filter(
    (address) => isThere(address) && !comesOrGoes.has(address),
  );
  const comes = [...comesOrGoes].filter((address) => !isThere(address)).sort();
  const adopted = comes.filter((address) => !moved.includes(address));
  // Where a delegation ends, Terraform will want to put back what the code says: that is meant.
  const ends = decisions.every(({ verdict }) => verdict.outcome === 'expired');
  const addresses = [...kept, ...moved, ...adopted];
  return {
    each,
    addresses,
    named: namedBy(addresses, drifts),
    adopted,
    level: options.verify === 'validate' || ends ? 'validate' : 'plan',
  };
}

/** What the patch is about; of a resource that no drift names it is the whole. */
function namedBy(addresses: readonly string[], drifts: readonly Drift[]): readonly Named[] {
  return addresses.flatMap((address): readonly Named[] => {
    const own = drifts.filter((drift) => drift.address === address);
    if (own.length > 0)
      return own.map(({ id, type, path }) => ({ address, type, path, drift: id }));
    return [{ address, type: parseAddress(address)?.type ?? '', path: [], drift: '' }];
  });
}

function changedFiles(result: RunResult): ReadonlyMap<string, string> {
  const { tree } = result.project;
  return new Map([...tree].filter(([path, text]) => result.original.tree.get(path) !== text));
}
