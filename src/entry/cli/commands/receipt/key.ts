import type { Command } from 'commander';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { keyLines } from '../../../../present/terminal/receipt.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import type { Cli } from '../../program/command.ts';
import { type ReceiptOptions, withLogOptions, withReceiptLog } from './log.ts';

interface KeyListOptions extends ReceiptOptions {
  readonly pem?: boolean;
}

/** `parley receipt key`: the keys that sign receipts. */
export function defineReceiptKey(key: Command, { io, finish }: Cli): void {
  key.description('manage the keys that sign receipts');
  for (const [name, description] of [
    ['generate', 'make the first key; otherwise the first receipt makes it'],
    ['rotate', 'sign with a new key, which vouches for the one before'],
  ] as const) {
    withLogOptions(key.command(name).description(description))
      .option('--json', 'print JSON')
      .action(async (options: ReceiptOptions) =>
        finish(await rotate(io, { ...options, isFirst: name === 'generate' })),
      );
  }
  withLogOptions(key.command('list'))
    .description('the public keys, the oldest first')
    .option('--json', 'print JSON')
    .option('--pem', 'print the one that signs now, in PEM')
    .action(async (options: KeyListOptions) => finish(await list(io, options)));
}

/** `parley receipt key list`: lists the public keys of the log, the oldest first. */
function list(io: Io, options: KeyListOptions): Promise<ExitCode> {
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
function rotate(
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
