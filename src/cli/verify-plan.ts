import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { summaryOf } from '../intent/summary.ts';
import { fail, ok, type Result } from '../model/result.ts';
import { type Judge, judgeKnowledge, unprovedDrifts } from '../pipeline/knowledge.ts';
import type { PatchedIntent } from '../pipeline/patch-intents.ts';
import type { RunResult } from '../pipeline/run-types.ts';
import { terraformEnvironment } from '../terraform/run/environment.ts';
import { findTerraform } from '../terraform/run/locate.ts';
import { createTerraformRunner } from '../terraform/run/runner.ts';
import type { TerraformRunner } from '../terraform/run/types.ts';
import { type Verified, verifyPlan, verifyValid } from '../terraform/run/verify-plan.ts';
import type { Composed } from './compose.ts';
import { definedOnly } from './environment.ts';
import type { Io } from './io.ts';
import type { RunOptions } from './options.ts';
import { terminalText } from './safe.ts';

/** Levels `validate` and `plan`: Terraform judges every patch that was proved so far. */
export async function verifyWithTerraform(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
): Promise<Result<RunResult>> {
  const terraform = await openTerraform(io, options);
  if (!terraform.ok) return terraform;
  const judged: PatchedIntent[] = [];
  const judges: Judge[] = [];
  for (const each of result.patched) {
    if (!each.patch.verification.passed) {
      judged.push(each);
      continue;
    }
    io.err(
      `${options.verify === 'plan' ? 'Planning' : 'Validating'} ${terminalText(summaryOf(each.intent, each.patch.drifts), false)}\n`,
    );
    // Stacked patches are one change: each is planned together with all the others.
    const verdict = await judge(io, options, composed, result, each, terraform.value);
    // Terraform worked in a copy of the project, which is gone.
    if (!verdict.ok) return fail({ ...verdict.error, place: { file: options.dir } });
    const { plan, clean } = verdict.value;
    const drifts = new Set(each.patch.drifts);
    if (plan !== undefined) judges.push({ plan, clean, drifts });
    judged.push(withVerdict(each, verdict.value));
  }
  const proved =
    options.verify === 'plan' ? withKnowledge(composed, result, judged, judges) : judged;
  const failed = result.patched.some(
    (each, i) => passed(each) && !proved.slice(i, i + 1).every(passed),
  );
  const dropped = failed && options.write === true;
  const patched = dropped ? proved.map(notWritten) : proved;
  const patches = patched.map(({ patch }) => patch);
  const project = dropped ? result.original : result.project;
  return ok({
    ...result,
    patched,
    project,
    report: {
      ...result.report,
      patches,
      ...(result.learned.length === 0
        ? {}
        : {
            knowledge: judgeKnowledge(
              result.learned,
              result.report.drifts,
              judges,
              composed.input.schema,
            ),
          }),
    },
  });
}

function passed({ patch }: PatchedIntent): boolean {
  return patch.verification.passed;
}

/** A patch that rests on what no plan showed is not proved, whatever else the plan says. */
function withKnowledge(
  { input }: Composed,
  { learned, report }: RunResult,
  patched: readonly PatchedIntent[],
  judges: readonly Judge[],
): readonly PatchedIntent[] {
  const unproved = unprovedDrifts(learned, report.drifts, judges, input.schema);
  return patched.map((each) => {
    const { verification, drifts } = each.patch;
    const doubts = drifts.flatMap((id) => unproved.get(id) ?? []);
    if (!verification.passed || doubts.length === 0) return each;
    const note = 'It rests on what was learned of a call, and the plan does not show that.';
    const notes = [...doubts, note, ...verification.notes];
    return {
      ...each,
      patch: { ...each.patch, verification: { ...verification, passed: false, notes } },
    };
  });
}

/** Patches in place build on one another, so they are written together or not at all. */
function notWritten(each: PatchedIntent): PatchedIntent {
  const { verification } = each.patch;
  if (!verification.passed) return each;
  const note = 'It is not written, since another patch of this run failed; use --pr for one each.';
  const failed = { ...verification, passed: false, notes: [...verification.notes, note] };
  return { ...each, patch: { ...each.patch, verification: failed } };
}

async function openTerraform(io: Io, options: RunOptions): Promise<Result<TerraformRunner>> {
  const binary = await findTerraform(io.env['PATH'] ?? '');
  if (binary === undefined) {
    return fail({
      code: 'no-terraform',
      message: `--verify ${options.verify} needs terraform or tofu, and neither is on the PATH.`,
      hint: 'Install one of them, or use --verify evaluate.',
    });
  }
  return ok(createTerraformRunner({ binary, env: terraformEnvironment(definedOnly(io.env)) }));
}

function judge(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
  each: PatchedIntent,
  terraform: TerraformRunner,
): Promise<Result<Verified>> {
  const { input, stateText } = composed;
  const { standing, adopted } = addressesOf(result, each);
  const files = options.write
    ? changedFiles(result)
    : new Map(each.files.map((f) => [f.path, f.after]));
  const request = {
    project: resolve(io.cwd, options.dir),
    files,
    state: stateText,
    workspace: input.loadOptions.workspace ?? 'default',
    tempDir: tmpdir(),
    addresses: [...standing, ...adopted],
    varFiles: input.loadOptions.varFiles ?? [],
  };
  // Where a delegation ends, Terraform will want to put back what the code says: that is meant.
  const ends = each.decisions.every(({ verdict }) => verdict.outcome === 'expired');
  if (options.verify === 'validate' || ends) return verifyValid(terraform, request);
  return verifyPlan(terraform, request, {
    schema: input.schema,
    adopted,
    declares: (address, attribute) => {
      const location = result.project.evaluation.locate(address, [attribute]);
      return location !== undefined && location.kind !== 'absent';
    },
  });
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

function withVerdict(each: PatchedIntent, { level, clean, findings }: Verified): PatchedIntent {
  const notes = [...findings, ...each.patch.verification.notes];
  return { ...each, patch: { ...each.patch, verification: { level, passed: clean, notes } } };
}
