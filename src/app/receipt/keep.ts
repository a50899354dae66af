import { resolve } from 'node:path';
import { openGitRepository } from '../../adapters/forge/git.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { Draft } from '../../stages/receipt/statement.ts';
import { definedOnly } from '../run/environment.ts';
import type { PolicySource } from '../run/policy.ts';
import { openReceipts, rememberedFolder } from './open.ts';
import { policyDocument } from './policy-document.ts';
import { draftRun, keepRunDrafts, type RunReceipts } from './run-receipts.ts';

/**
 * Makes a receipt of each decision that has none. Undefined where nothing is remembered, and where
 * there is nothing to decide.
 */
export async function keepDecisions(
  io: Io,
  dir: string,
  source: PolicySource,
  result: RunResult,
): Promise<Result<RunReceipts | undefined>> {
  const folder = await rememberedFolder(io, dir);
  const { decisions } = result.report;
  if (folder === undefined || decisions.length === 0) return ok(undefined);
  const log = await openReceipts(io, folder);
  if (!log.ok) return log;
  try {
    const baseOf = () => headOf(io, dir);
    const run = { result, policy: policyDocument(source), baseOf };
    const drafts = await draftRun(run, (ids) => log.value.has(ids));
    return await keepRunDrafts(log.value, drafts, decisions, io.now());
  } finally {
    await log.value.close();
  }
}

/** Makes receipts of what was done, where anything is remembered. */
export async function keepReceipts(
  io: Io,
  dir: string,
  drafts: readonly Draft[],
): Promise<Result<undefined>> {
  const folder = drafts.length === 0 ? undefined : await rememberedFolder(io, dir);
  if (folder === undefined) return ok(undefined);
  const log = await openReceipts(io, folder);
  if (!log.ok) return log;
  try {
    const appended = await log.value.append(drafts, new Map(), io.now());
    return appended.ok ? ok(undefined) : appended;
  } finally {
    await log.value.close();
  }
}

/** The commit that is checked out; undefined outside of git. */
export async function headOf(io: Io, dir: string): Promise<string | undefined> {
  const repository = await openGitRepository(resolve(io.cwd, dir), definedOnly(io.env));
  return repository?.commitOf('HEAD');
}
