import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { bundleText } from '../../../../stages/receipt/bundle.ts';
import type { Cli } from '../../program/command.ts';
import { pickReceipts, type ReceiptOptions, withLogOptions, withReceiptLog } from './log.ts';

interface ExportOptions extends Omit<ReceiptOptions, 'json'> {
  readonly out?: string;
}

/**
 * `parley receipt export [ID...]`: writes bundles that can be verified elsewhere with only the
 * public key.
 */
export function defineReceiptExport(command: Command, { io, finish }: Cli): void {
  withLogOptions(command)
    .description('write receipts with their proofs, to be verified elsewhere')
    .argument('[id...]', 'the first digits of their ids; default: all')
    .option('--out <file>', 'write to a file')
    .action(async (ids: readonly string[], options: ExportOptions) =>
      finish(await exportReceipts(io, ids, options)),
    );
}

function exportReceipts(io: Io, ids: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { out } = options;
  return withReceiptLog(io, options, async (log) => {
    const all = await log.receipts();
    const picked = ids.length === 0 ? [ok(all)] : ids.map((id) => pickReceipts(all, id));
    for (const each of picked) if (!each.ok) return printProblem(io, each.error);
    const chosen = new Set(picked.flatMap((each) => (each.ok ? each.value : [])));
    const bundle = await log.bundle([...chosen]);
    if (!bundle.ok) return printProblem(io, bundle.error);
    const text = bundleText(bundle.value);
    if (out === undefined) io.out(text);
    else await writeFile(resolve(io.cwd, out), text);
    return 0;
  });
}
