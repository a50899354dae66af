import type { Command } from 'commander';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { receiptLines, receiptText } from '../../../../present/terminal/receipt.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { receiptStatement } from '../../../../stages/receipt/verify.ts';
import type { Cli } from '../../program/command.ts';
import { pickReceipts, type ReceiptOptions, withLogOptions, withReceiptLog } from './log.ts';

/** `parley receipt show [ID]`: lists the receipts, or shows the content of one. */
export function defineReceiptShow(command: Command, { io, finish }: Cli): void {
  withLogOptions(command)
    .description('list the receipts, or print one')
    .argument('[id]', 'the first digits of its id')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: ReceiptOptions) =>
      finish(await show(io, id, options)),
    );
}

function show(io: Io, id: string | undefined, options: ReceiptOptions): Promise<ExitCode> {
  const { json } = options;
  return withReceiptLog(io, options, async (log) => {
    const picked = pickReceipts(await log.receipts(), id);
    if (!picked.ok) return printProblem(io, picked.error);
    const shown = picked.value.map((receipt) => ({
      ...receipt,
      statement: receiptStatement(receipt),
    }));
    if (json) io.out(`${jsonText(id === undefined ? shown : shown[0], 2)}\n`);
    else
      io.out(
        terminalText(
          id === undefined ? receiptLines(shown) : shown.map(receiptText).join('\n'),
          false,
        ),
      );
    return 0;
  });
}
