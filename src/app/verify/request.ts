import { tmpdir } from 'node:os';
import type { TerraformPlan } from '../../code/terraform/run/plan.ts';
import type { TerraformRunner } from '../../code/terraform/run/types.ts';
import type { PlannedPatch, PlanRequest } from '../../code/terraform/run/verify-plan.ts';
import type { Io } from '../../ports/io.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { Composed } from '../run/compose-input.ts';
import type { RunOptions } from '../run/options.ts';
import { copyPlace } from './copy-place.ts';
import type { VerifyQuestion } from './question.ts';
import { isSettledPatch } from './settled.ts';

export interface VerifySession {
  readonly io: Io;
  readonly options: RunOptions;
  readonly composed: Composed;
  readonly terraform: TerraformRunner;
  /** Earlier answers, by request, so that an unchanged patch is not planned again. */
  readonly asked: Map<string, PlannedPatch>;
  /** Plans that several questions share, by the request of each question that passed. */
  readonly joined: Map<string, JoinedRequest>;
  /** Plans of the unchanged project, by their addresses. */
  readonly without: Map<string, TerraformPlan>;
}

/** A plan of several patches, which are independent of each other. */
export interface JoinedRequest {
  readonly plan: TerraformPlan;
  readonly others: readonly VerifyQuestion[];
}

/** Identifies a question. */
export function requestKey(
  level: VerifyQuestion['level'],
  { addresses, files }: PlanRequest,
): string {
  return JSON.stringify([level, addresses, [...files]]);
}

/** Stacked patches are one change: each is planned together with all the others. */
export function filesToPlan(
  { options }: VerifySession,
  result: RunResult,
  { files }: PatchedIntent,
): ReadonlyMap<string, string> {
  return options.delivery.write
    ? filesInPlace(result)
    : new Map(files.map(({ path, after }) => [path, after]));
}

/** `patches` are those whose edits are in the files. */
export function requestFor(
  { composed }: VerifySession,
  files: ReadonlyMap<string, string>,
  addresses: readonly string[],
  patches: readonly PatchedIntent[] = [],
): PlanRequest {
  const { input, stateBytes, terraform, copied, kept } = composed;
  const seen = kept.seen();
  const settled = seen !== undefined && isSettledPatch(seen, input.state, addresses, patches);
  return {
    ...(settled && { refresh: false }),
    ...copyPlace(copied, files),
    state: stateBytes,
    workspace: input.code.loadOptions.workspace ?? 'default',
    tempDir: tmpdir(),
    kept,
    ...(input.state.moves && { moves: input.state.moves }),
    addresses,
    varFiles: input.code.loadOptions.varFiles ?? [],
    ...(terraform.parallelism === undefined ? {} : { parallelism: terraform.parallelism }),
  };
}

export function sortedUniqueTexts(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** The new texts of files that patches in place changed, by path. */
export function filesInPlace(result: RunResult): ReadonlyMap<string, string> {
  const { tree } = result.project;
  return new Map([...tree].filter(([path, text]) => result.original.tree.get(path) !== text));
}
