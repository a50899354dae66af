import { z } from 'zod';
import type { AttributePath } from '../../model/path.ts';
import type { LoggedReceipt, LogKey } from '../../model/receipt.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { ReadStatement } from '../../stages/receipt/statement.ts';
import { jsonText } from './safe.ts';

/** A receipt, with its content if that can be read. */
export interface ShownReceipt extends LoggedReceipt {
  readonly statement: ReadStatement | undefined;
}

/** One line for each receipt. */
export function receiptLines(receipts: readonly ShownReceipt[]): string {
  if (receipts.length === 0) return 'There are no receipts yet.\n';
  return receipts
    .map(({ id, index, statement }) => {
      const what =
        statement === undefined ? 'cannot be read' : displayText(subjectText(statement), 160);
      const time = statement === undefined ? '' : minuteText(statement.predicate.time);
      return `${String(index + 1).padStart(6)}  ${id.slice(0, 16)}  ${time.padEnd(20)}  ${what}\n`;
    })
    .join('');
}

const Decided = z.object({
  intent: z.string(),
  address: z.string(),
  path: z.array(z.json()),
  verdict: z.object({ outcome: z.string() }),
});

/**
 * For a decision, the verdict and the field, which people recognize; for anything else its name.
 */
function subjectText({ name, predicate }: ReadStatement): string {
  const decided = Decided.safeParse(predicate.about);
  if (!decided.success) return name;
  const { intent, address, path, verdict } = decided.data;
  const field = path.length === 0 ? address : `${address} ${shortPath(path as AttributePath)}`;
  return `${verdict.outcome.padEnd(8)}  ${field}  (${intent})`;
}

/** A receipt in full. */
export function receiptText({ id, index, envelope, statement }: ShownReceipt): string {
  const [signature] = envelope.signatures;
  return [
    `sha256:${id}`,
    `  number     ${index + 1}`,
    `  signed by  ${signature?.keyid ?? 'nobody'}`,
    `  about      ${displayText(statement?.name ?? 'cannot be read', 200)}`,
    jsonText(statement?.predicate ?? {}, 2).replaceAll(/^/gm, '  '),
    '',
  ].join('\n');
}

export function keyLines(keys: readonly LogKey[]): string {
  if (keys.length === 0) return 'There is no key yet: the first receipt makes one.\n';
  return keys
    .map(({ id, since, until }) => {
      const end = until === undefined ? 'signs now' : `replaced ${minuteText(until)}`;
      return `${id}  since ${minuteText(since)}, ${end}\n`;
    })
    .join('');
}
