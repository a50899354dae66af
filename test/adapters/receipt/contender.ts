import { openReceiptLog } from '../../../src/adapters/receipt/open.ts';
import { textDigest } from '../../../src/stages/receipt/digest.ts';
import { decisionDraft, time } from '../../stages/receipt/logs.ts';

/** Appends receipts one by one, some of them the same in every process, and prints each. */
const [, , folder = '', from = '0', to = '0'] = process.argv;

for (let n = Number(from); n < Number(to); n += 1) {
  const log = await openReceiptLog(folder, { timeout: 60_000 });
  if (!log.ok) throw new Error(log.error.message);
  const { draft, texts } = decisionDraft(n);
  const kept = new Map(texts.map((text) => [textDigest(text), text]));
  const done = await log.value.append([draft], kept, time);
  await log.value.close();
  if (!done.ok) throw new Error(done.error.message);
  process.stdout.write(`${n} ${done.value.made.length}\n`);
}
