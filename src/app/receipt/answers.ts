import type { JsonObject } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import type { Io } from '../../ports/io.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import { plainJson } from '../../stages/receipt/digest.ts';
import { keepReceipts } from './keep.ts';

/** Makes a receipt of what a person said is to become of an intent. */
export function keepAnswerReceipt(
  io: Io,
  dir: string,
  answer: KeptAnswer,
): Promise<Result<undefined>> {
  const note = answer.note === undefined ? {} : { note: scrubText(answer.note) };
  const about = plainJson({ ...answer, ...note }) as JsonObject;
  const name = `${answer.intent} ${answer.id}`;
  return keepReceipts(io, dir, [{ kind: 'answer', name, about, inputs: {}, facts: {} }]);
}
