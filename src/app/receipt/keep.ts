import { resolve } from 'node:path';
import { headCommit } from '../../adapters/forge/git.ts';
import { ownTenant } from '../../adapters/receipt/tenant-folder.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { Draft } from '../../stages/receipt/statement.ts';
import { definedOnly } from '../run/environment.ts';
import type { PolicySource } from '../run/policy.ts';
import { projectReceipts } from './open.ts';
import { policyDocument } from './policy-document.ts';
import { draftRun, keepRunDrafts, type RunReceipts } from './run-receipts.ts';

interface DecidedRun {
  readonly source: PolicySource;
  readonly result: RunResult;
  /** Whether the decisions are also written into the code. */
  readonly isToWrite: boolean;
}

/**
 * Makes a receipt of each decision that has none. Undefined where there is no store, and where
 * there is nothing to decide. Whether a receipt of a patch can be made is checked before anything
 * is written.
 */
export async function keepDecisions(
  io: Io,
  dir: string,
  { source, result, isToWrite }: DecidedRun,
): Promise<Result<RunReceipts | undefined>> {
  const { decisions } = result.report;
  if (decisions.length === 0) return ok(undefined);
  return projectReceipts(io, dir)(ownTenant, async (log) => {
    const baseOf = () => logHead(io, dir);
    const run = { result, policy: policyDocument(source), baseOf };
    const drafts = await draftRun(run, (ids) => log.has(ids));
    const kept = await keepRunDrafts(log, drafts, decisions, io.now());
    const ready = isToWrite && kept.ok ? await log.ready() : kept;
    return ready.ok ? kept : ready;
  });
}

/** Makes receipts of what was done, where there is a store. */
export async function keepReceipts(
  io: Io,
  dir: string,
  drafts: readonly Draft[],
): Promise<Result<unknown>> {
  if (drafts.length === 0) return ok(undefined);
  return projectReceipts(io, dir)(ownTenant, (log) => log.append(drafts, new Map(), io.now()));
}

/** The commit that is checked out; undefined outside of a git repository. */
export async function logHead(io: Io, dir: string): Promise<string | undefined> {
  return headCommit(resolve(io.cwd, dir), definedOnly(io.env));
}
