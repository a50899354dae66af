import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { keyLines } from '../../../present/terminal/receipt.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { type ReceiptOptions, withReceiptLog } from './receipt.ts';

/** `parley receipt key list`: lists the public keys of the log, the oldest first. */
export function runKeyList(
  io: Io,
  options: ReceiptOptions & { readonly pem?: boolean },
): Promise<ExitCode> {
  const { json, pem } = options;
  return withReceiptLog(io, options, async (log) => {
    const keys = await log.keys();
    if (json) io.out(`${jsonText(keys, 2)}\n`);
    else if (pem) io.out(terminalText(keys.at(-1)?.pem ?? '', false));
    else io.out(terminalText(keyLines(keys), false));
    return 0;
  });
}

/** `parley receipt key generate` makes the first key, `rotate` one that replaces it. */
export function runKeyRotate(
  io: Io,
  options: ReceiptOptions & { readonly isFirst: boolean },
): Promise<ExitCode> {
  const { json, isFirst } = options;
  return withReceiptLog(io, options, async (log) => {
    if (isFirst && (await log.keys()).length > 0) return printProblem(io, thereIsOne);
    const rotated = await log.rotate(io.now());
    if (!rotated.ok) return printProblem(io, rotated.error);
    io.out(
      json ? `${jsonText(rotated.value, 2)}\n` : terminalText(keyLines([rotated.value]), false),
    );
    return 0;
  });
}

const thereIsOne = {
  code: 'receipt-key-there',
  message: 'There is a key already, and receipts are signed with it.',
  hint: 'Replace it with `parley receipt key rotate`: the new one vouches for the old one.',
};
