import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { summaryOf } from '../../intent/summary.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { PatchedIntent } from '../../pipeline/patch-intents.ts';
import type { RunResult } from '../../pipeline/run-types.ts';
import type { TerraformRunner } from '../../terraform/run/types.ts';
import {
  type PlanRequest,
  type Verified,
  verifyPlan,
  verifyValid,
} from '../../terraform/run/verify-plan.ts';
import type { Composed } from '../compose.ts';
import type { Io } from '../io.ts';
import type { RunOptions } from '../options.ts';
import { terminalText } from '../safe.ts';

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
  readonly asked: Map<string, Verified>;
}

/** Terraform's word on every patch that was proved so far. */
export async function checkAll(
  session: Session,
  result: RunResult,
): Promise<Result<readonly Checked[]>> {
  const checked: Checked[] = [];
  for (const each of result.patched) {
    if (!each.patch.verification.passed) {
      checked.push({ each });
      continue;
    }
    const verdict = await check(session, result, each);
    // Terraform worked in a copy of the project, which is gone.
    if (!verdict.ok) return fail({ ...verdict.error, place: { file: session.options.dir } });
    checked.push({ each, verdict: verdict.value });
  }
  return ok(checked);
}

async function check(
  session: Session,
  result: RunResult,
  each: PatchedIntent,
): Promise<Result<Verified>> {
  const { io, options, composed, terraform, asked } = session;
  const { standing, adopted } = addressesOf(result, each);
  const request = requestFor(session, result, each, [...standing, ...adopted]);
  // Where a delegation ends, Terraform will want to put back what the code says: that is meant.
  const ends = each.decisions.every(({ verdict }) => verdict.outcome === 'expired');
  const onlyValid = options.verify === 'validate' || ends;
  const key = JSON.stringify([onlyValid, request.addresses, adopted, [...request.files]]);
  const before = asked.get(key);
  if (before !== undefined) return ok(before);
  const verb = options.verify === 'plan' ? 'Planning' : 'Validating';
  io.err(`${verb} ${terminalText(summaryOf(each.intent, each.patch.drifts), false)}\n`);
  const verdict = onlyValid
    ? await verifyValid(terraform, request)
    : await verifyPlan(terraform, request, {
        schema: composed.input.schema,
        adopted,
        declares: (address, attribute) => {
          const location = result.project.evaluation.locate(address, [attribute]);
          return location !== undefined && location.kind !== 'absent';
        },
      });
  if (verdict.ok) asked.set(key, verdict.value);
  return verdict;
}

function requestFor(
  { io, options, composed }: Session,
  result: RunResult,
  each: PatchedIntent,
  addresses: readonly string[],
): PlanRequest {
  const { input, stateText } = composed;
  return {
    project: resolve(io.cwd, options.dir),
    // Stacked patches are one change: each is planned together with all the others.
    files: options.write
      ? changedFiles(result)
      : new Map(each.files.map(({ path, after }) => [path, after])),
    state: stateText,
    workspace: input.loadOptions.workspace ?? 'default',
    tempDir: tmpdir(),
    addresses,
    varFiles: input.loadOptions.varFiles ?? [],
  };
}

/** The resources that a patch is about: those that stay, and those that are to be imported. */
function addressesOf(
  { original, report }: RunResult,
  { patch, moved }: PatchedIntent,
): { readonly standing: readonly string[]; readonly adopted: readonly string[] } {
  const comesOrGoes = new Set(
    patch.blastRadius.filter(({ path }) => path.length === 0).map(({ address }) => address),
  );
  const drifts = report.drifts.filter((drift) => patch.drifts.includes(drift.id));
  const isThere = (address: string) => original.evaluation.instance(address) !== undefined;
  const kept = [...new Set(drifts.map(({ address }) => address))].filter(
    (address) => isThere(address) && !comesOrGoes.has(address),
  );
  const comes = [...comesOrGoes].filter((address) => !isThere(address)).sort();
  return {
    standing: [...kept, ...moved],
    adopted: comes.filter((address) => !moved.includes(address)),
  };
}

function changedFiles(result: RunResult): ReadonlyMap<string, string> {
  const { tree } = result.project;
  return new Map([...tree].filter(([path, text]) => result.original.tree.get(path) !== text));
}
