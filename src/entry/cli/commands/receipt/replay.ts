import type { Command } from 'commander';
import { createReplayer } from '../../../../app/receipt/replay.ts';
import type { Problem } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { receiptStatement } from '../../../../stages/receipt/verify.ts';
import type { Cli } from '../../program/command.ts';
import { pickReceipts, type ReceiptOptions, withLogOptions, withReceiptLog } from './log.ts';

/** `parley receipt replay [ID]`: repeats decisions from the inputs of their receipts. */
export function defineReceiptReplay(command: Command, { io, finish }: Cli): void {
  withLogOptions(command)
    .description('decide again from the recorded input, and compare byte for byte')
    .argument('[id]', 'the first digits of its id; default: all decisions')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: ReceiptOptions) =>
      finish(await replay(io, id, options)),
    );
}

function replay(io: Io, id: string | undefined, options: ReceiptOptions): Promise<ExitCode> {
  const { json } = options;
  return withReceiptLog(io, options, async (log) => {
    const picked = pickReceipts(await log.receipts(), id);
    if (!picked.ok) return printProblem(io, picked.error);
    const replayer = createReplayer(log.input);
    const problems: { readonly receipt: string; readonly problem: Problem }[] = [];
    let replayed = 0;
    for (const receipt of picked.value) {
      const statement = receiptStatement(receipt);
      if (statement === undefined || (id === undefined && statement.kind !== 'decision')) continue;
      const again = await replayer.replay(statement);
      if (again.ok) replayed += 1;
      else problems.push({ receipt: receipt.id, problem: again.error });
    }
    if (json) io.out(`${jsonText({ replayed, problems }, 2)}\n`);
    else
      io.out(terminalText(`Replayed ${replayed} decisions, each the same byte for byte.\n`, false));
    for (const { problem } of problems) printProblem(io, problem);
    return problems.length === 0 ? 0 : 1;
  });
}
