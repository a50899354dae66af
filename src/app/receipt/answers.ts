import type { JsonObject } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import type { Io } from '../../ports/io.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { plainJson } from '../../stages/receipt/digest.ts';
import type { Draft } from '../../stages/receipt/statement.ts';
import { keepReceipts } from './keep.ts';

/** Makes a receipt of a person's answer about an intent. */
export function keepAnswerReceipt(
  io: Io,
  dir: string,
  answer: KeptAnswer,
): Promise<Result<unknown>> {
  return keepReceipts(io, dir, [answerDraft(answer, {})]);
}

/** The equivalent in the service; `time` is ISO 8601 UTC. */
export function keepStackAnswer(
  receipts: WithReceipts,
  { tenant, stack }: StackKey,
  answer: KeptAnswer,
  time: string,
): Promise<Result<unknown>> {
  return receipts(tenant, (log) => log.append([answerDraft(answer, { stack })], new Map(), time));
}

/** The same answer has the same draft, and hence the same id. */
export function answerDraft(answer: KeptAnswer, where: { readonly stack?: string }): Draft {
  const note = answer.note === undefined ? {} : { note: scrubText(answer.note) };
  const about = plainJson({ ...where, ...answer, ...note }) as JsonObject;
  return { kind: 'answer', name: `${answer.intent} ${answer.id}`, about, inputs: {}, facts: {} };
}
