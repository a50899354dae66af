import type { Decision } from '../../model/decision.ts';
import { groupBy } from '../../model/group.ts';
import type { Sha256 } from '../../model/receipt.ts';
import { ok, type Result } from '../../model/result.ts';
import type { ReceiptLog } from '../../ports/receipt/receipt-log.ts';
import type { RunDrafts } from '../../ports/receipt/run-drafts.ts';
import type { NamedReceipts } from '../../present/commit/receipts.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { textDigest } from '../../stages/receipt/digest.ts';
import { type Draft, receiptId } from '../../stages/receipt/statement.ts';
import { decisionAbout, runDrafts } from './drafts.ts';

/** The receipts of the decisions of a run. */
export interface RunReceipts {
  /** The receipts of some decisions of one intent, with the oldest checkpoint that covers them. */
  named(decisions: readonly Decision[]): NamedReceipts;
}

export interface RunSource {
  readonly result: RunResult;
  /** See `policy-document.ts`. */
  readonly policy: string;
  /** Commit of the code that was read. Called only where there is something new. */
  readonly baseOf: () => Promise<string | undefined>;
}

/** Drafts for those decisions of a run that have no receipt. Most runs decide nothing new. */
export async function draftRun(
  { result, policy, baseOf }: RunSource,
  has: ReceiptLog['has'],
): Promise<RunDrafts> {
  const { decisions } = result.report;
  const digest = textDigest(policy);
  const bare = decisions.map((decision) => bareDraft(decision, digest));
  const ids = bare.map(receiptId);
  const there = await has(ids);
  if (ids.every((id) => there.has(id))) return { policy: digest, drafts: bare, texts: [] };
  const base = await baseOf();
  const due = new Set(decisions.filter((_, index) => !there.has(ids[index] ?? '')));
  const { drafts, texts } = runDrafts({
    ...{ result, policy, isDue: (decision) => due.has(decision) },
    ...(base === undefined ? {} : { base }),
  });
  return { policy: digest, drafts, texts: [...texts] };
}

/** Makes a receipt for each draft; `time` is ISO 8601 UTC. */
export async function keepRunDrafts(
  log: ReceiptLog,
  { policy, drafts, texts }: RunDrafts,
  decisions: readonly Decision[],
  time: string,
): Promise<Result<RunReceipts | undefined>> {
  if (drafts.length === 0) return ok(undefined);
  const appended = await log.append(drafts, new Map(texts), time);
  if (!appended.ok) return appended;
  const idOf = (decision: Decision): Sha256 => receiptId(bareDraft(decision, policy));
  const intents = [...groupBy(decisions, ({ intent }) => intent)];
  const notes = await log.covering(intents.map(([, own]) => own.map(idOf)));
  const checkpoints = new Map(intents.map(([intent], at) => [intent, notes[at]]));
  return ok({
    named: (some) => ({
      ids: [...new Set(some.map(idOf))].sort(),
      checkpoint: checkpoints.get(some[0]?.intent ?? '') ?? appended.value.checkpoint,
    }),
  });
}

/** A draft with just enough to find an existing receipt. */
function bareDraft(decision: Decision, policy: Sha256): Draft {
  return {
    kind: 'decision',
    name: '',
    about: decisionAbout(decision, policy),
    inputs: {},
    facts: {},
  };
}
