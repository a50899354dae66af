import { createHash } from 'node:crypto';
import type { ReceiptRows } from '../../../src/ports/store/receipt-rows.ts';
import { textOf } from './growth-text.ts';

/** Sizes in bytes of an envelope, and of the texts that a decision rests on. */
const sizes = { payload: 3400, arbitration: 28_000, evidence: 4200, patch: 20_000 };

/**
 * Logs receipts as the first run that sees a change does: one per decision and one for the branch,
 * with the texts they rest on. `seed` makes them differ from those of other runs.
 */
export async function logReceipts(
  rows: ReceiptRows,
  decisions: number,
  seed: number,
  time: string,
): Promise<void> {
  const size = (await rows.head())?.size ?? 0;
  const texts = [sizes.arbitration, sizes.evidence, sizes.patch].map((length, at) =>
    jsonText(length, seed * 3 + at),
  );
  const inputs = new Map(texts.map((text) => [digestOf(text), text]));
  const receipts = Array.from({ length: decisions + 1 }, (_, at) => {
    const predicate = { time, inputs: { arbitration: [...inputs.keys()][0] ?? '' } };
    const padding = jsonText(sizes.payload - 200, seed * 11 + at);
    const payload = Buffer.from(JSON.stringify({ predicate, padding })).toString('base64');
    const signatures = [{ keyid: digestOf('key'), sig: textOf(88, seed + at) }];
    const id = digestOf(`${seed} ${at}`);
    const envelope = { payload, payloadType: 'application/vnd.in-toto+json', signatures };
    return { id, leaf: digestOf(payload), envelope };
  });
  const key = { id: digestOf('key'), pem: textOf(113, 1), since: time };
  const origin = 'parley.test/log';
  const checkpoint = `${origin}\n${size + receipts.length}\n${textOf(200, seed)}`;
  if (!(await rows.add(size, { origin, key, receipts, checkpoint, inputs }))) {
    throw new Error('Nobody else writes to it.');
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** JSON that compresses about as well as a report: much of it is words, and some is ids. */
function jsonText(length: number, seed: number): string {
  const entries: string[] = [];
  for (let at = 0; entries.length * 320 < length; at += 1) {
    entries.push(
      JSON.stringify({
        id: textOf(24, seed * 1000 + at),
        address: `module.shop.aws_sqs_queue.queue["${textOf(4, seed + at)}"]`,
        path: ['visibility_timeout_seconds'],
        because: [{ kind: 'matched', rule: 'severe-exposure', reads: ['harm.exposure'] }],
        verdict: { outcome: 'escalate', because: 'The change is one that people decide about.' },
      }),
    );
  }
  return entries.join('\n').slice(0, length);
}
