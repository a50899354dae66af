import type { Decision } from '../../model/decision.ts';
import { ok } from '../../model/result.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { textDigest } from '../../stages/receipt/digest.ts';
import { receiptId } from '../../stages/receipt/statement.ts';
import { answerDraft } from './answers.ts';
import { decisionAbout } from './drafts.ts';

export interface ReceiptSubject {
  readonly decisions: readonly Decision[];
  readonly answers: readonly KeptAnswer[];
  /** The document of the policy that made the decisions; undefined where it is unknown. */
  readonly policy: string | undefined;
}

/** The existing receipts of these decisions and answers; empty where no receipts are made. */
export async function receiptsAbout(
  receipts: WithReceipts,
  { tenant, stack }: StackKey,
  { decisions, answers, policy }: ReceiptSubject,
): Promise<readonly { readonly id: string; readonly kind: string }[]> {
  const digest = policy === undefined ? undefined : textDigest(policy);
  const named = [
    ...decisions.flatMap((decision) =>
      digest === undefined
        ? []
        : [{ kind: 'decision', about: decisionAbout(decision, digest) } as const],
    ),
    ...answers.map((answer) => answerDraft(answer, { stack })),
  ].map((draft) => ({ id: receiptId(draft), kind: draft.kind }));
  if (named.length === 0) return [];
  const there = await receipts(tenant, async (log) => ok(await log.has(named.map(({ id }) => id))));
  const has = there.ok ? there.value : undefined;
  return has === undefined ? [] : named.filter(({ id }) => has.has(id));
}
