import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { summaryOf } from '../intent/summary.ts';
import { fail, ok, type Result } from '../model/result.ts';
import type { PatchedIntent } from '../pipeline/patch-intents.ts';
import type { RunResult } from '../pipeline/run-types.ts';
import { terraformEnvironment } from '../terraform/run/environment.ts';
import type { PlanVerdict } from '../terraform/run/judge.ts';
import { findTerraform } from '../terraform/run/locate.ts';
import { createTerraformRunner } from '../terraform/run/runner.ts';
import type { TerraformRunner } from '../terraform/run/types.ts';
import { verifyPlan } from '../terraform/run/verify-plan.ts';
import { type Composed, definedOnly } from './compose.ts';
import type { Io } from './io.ts';
import type { RunOptions } from './options.ts';
import { terminalText } from './safe.ts';

/** Level `plan`: Terraform itself judges every patch that was proved so far. */
export async function verifyWithPlan(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
): Promise<Result<RunResult>> {
  const terraform = await openTerraform(io);
  if (!terraform.ok) return terraform;
  const judged: PatchedIntent[] = [];
  let failed = false;
  for (const each of result.patched) {
    if (!each.patch.verification.passed) {
      judged.push(each);
      continue;
    }
    io.err(`Planning ${terminalText(summaryOf(each.intent, each.patch.drifts), false)}\n`);
    // Stacked patches are one change: each is planned together with all the others.
    const verdict = await judge(io, options, composed, result, each, terraform.value);
    // Terraform worked in a copy of the project, which is gone.
    if (!verdict.ok) return fail({ ...verdict.error, place: { file: options.dir } });
    failed ||= !verdict.value.clean;
    judged.push(withVerdict(each, verdict.value));
  }
  const dropped = failed && options.write === true;
  const patched = dropped ? judged.map(notWritten) : judged;
  const patches = patched.map(({ patch }) => patch);
  const project = dropped ? result.original : result.project;
  return ok({ ...result, patched, project, report: { ...result.report, patches } });
}

/** Patches in place build on one another, so they are written together or not at all. */
function notWritten(each: PatchedIntent): PatchedIntent {
  const { verification } = each.patch;
  if (!verification.passed) return each;
  const note = 'It is not written, since another patch of this run failed; use --pr for one each.';
  const failed = { ...verification, passed: false, notes: [...verification.notes, note] };
  return { ...each, patch: { ...each.patch, verification: failed } };
}

async function openTerraform(io: Io): Promise<Result<TerraformRunner>> {
  const binary = await findTerraform(io.env['PATH'] ?? '');
  if (binary === undefined) {
    return fail({
      code: 'no-terraform',
      message: '--verify plan needs terraform or tofu, and neither is on the PATH.',
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
): Promise<Result<PlanVerdict>> {
  const { input, stateText } = composed;
  const drifts = result.report.drifts.filter((drift) => each.patch.drifts.includes(drift.id));
  const created = drifts.filter((drift) => drift.creation !== undefined);
  const gone = new Set(
    drifts
      .filter((drift) => drift.path.length === 0 && drift.live.kind === 'absent')
      .map((drift) => drift.address),
  );
  const files = options.write
    ? changedFiles(result)
    : new Map(each.files.map((f) => [f.path, f.after]));
  return verifyPlan(
    terraform,
    {
      project: resolve(io.cwd, options.dir),
      files,
      state: stateText,
      workspace: input.loadOptions.workspace ?? 'default',
      tempDir: tmpdir(),
      addresses: [...new Set(drifts.map((drift) => drift.address))].filter((a) => !gone.has(a)),
      varFiles: input.loadOptions.varFiles ?? [],
    },
    {
      schema: input.schema,
      adopted: created.map((drift) => drift.address),
      declares: (address, attribute) => {
        const location = result.project.evaluation.locate(address, [attribute]);
        return location !== undefined && location.kind !== 'absent';
      },
    },
  );
}

function changedFiles(result: RunResult): ReadonlyMap<string, string> {
  const { tree } = result.project;
  return new Map([...tree].filter(([path, text]) => result.original.tree.get(path) !== text));
}

function withVerdict(each: PatchedIntent, verdict: PlanVerdict): PatchedIntent {
  const verification = { level: 'plan', passed: verdict.clean, notes: verdict.findings } as const;
  return { ...each, patch: { ...each.patch, verification } };
}
