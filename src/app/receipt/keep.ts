import { resolve } from 'node:path';
import { openGitRepository } from '../../adapters/forge/git.ts';
import type { Decision } from '../../model/decision.ts';
import type { Sha256 } from '../../model/receipt.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { textDigest } from '../../stages/receipt/digest.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { definedOnly } from '../run/environment.ts';
import type { PolicySource } from '../run/policy.ts';
import { decisionAbout, runDrafts } from './drafts.ts';
import { openReceipts, rememberedFolder } from './open.ts';
import { policyDocument } from './policy-document.ts';

/** The receipts of the decisions of a run. */
export interface RunReceipts {
  /** Signed note. */
  readonly checkpoint: string;
  of(decisions: readonly Decision[]): readonly Sha256[];
}

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
  const policy = policyDocument(source);
  const idOf = (decision: Decision): Sha256 =>
    receiptId({ kind: 'decision', about: decisionAbout(decision, textDigest(policy)) });
  const log = await openReceipts(io, folder);
  if (!log.ok) return log;
  try {
    const ids = decisions.map(idOf);
    const there = await log.value.has(ids);
    const isNew = ids.some((id) => !there.has(id));
    const base = isNew ? await headOf(io, dir) : undefined;
    const facts = { result, policy, ...(base === undefined ? {} : { base }) };
    const drafted = isNew
      ? runDrafts(facts)
      : { drafts: decisions.map((one) => bare(one, policy)), texts: new Map() };
    const appended = await log.value.append(drafted.drafts, drafted.texts, io.now());
    if (!appended.ok) return appended;
    const { checkpoint } = appended.value;
    return ok({ checkpoint, of: (some) => [...new Set(some.map(idOf))].sort() });
  } finally {
    await log.value.close();
  }
}

/** Enough to find the receipt that is there. */
function bare(decision: Decision, policy: string): Draft {
  const about = decisionAbout(decision, textDigest(policy));
  return { kind: 'decision', name: '', about, inputs: {}, facts: {} };
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
