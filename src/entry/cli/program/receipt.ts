import type { Command } from 'commander';
import type { ExportOptions, ReceiptOptions, VerifyOptions } from '../commands/receipt.ts';
import type { Cli } from './cli.ts';

/** Adds `receipt`: signed records of what was decided and done. */
export function addReceiptCommands(program: Command, { io, finish }: Cli): void {
  const receipt = program
    .command('receipt')
    .description('show and verify signed records of decisions and changes');
  placed(receipt.command('show'))
    .description('list the receipts, or print one')
    .argument('[id]', 'the first digits of its id')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: ReceiptOptions) => {
      const { runReceiptShow } = await import('../commands/receipt.ts');
      finish(await runReceiptShow(io, id, options));
    });
  placed(
    receipt
      .command('verify')
      .description('verify the receipts of a project, or an exported bundle; needs no network')
      .argument('[bundle]', 'file that `parley receipt export` wrote')
      .option('--key <file...>', 'public keys to trust, in PEM; default: those of the project')
      .option('--checkpoint <text>', 'checkpoint of a commit, which the log has to continue'),
  )
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, options: VerifyOptions) => {
      const { runReceiptVerify } = await import('../commands/receipt.ts');
      finish(await runReceiptVerify(io, file, options));
    });
  placed(receipt.command('replay'))
    .description('decide again from the recorded input, and compare byte for byte')
    .argument('[id]', 'the first digits of its id; default: all decisions')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: ReceiptOptions) => {
      const { runReceiptReplay } = await import('../commands/receipt.ts');
      finish(await runReceiptReplay(io, id, options));
    });
  placed(receipt.command('export'))
    .description('write receipts with their proofs, to be verified elsewhere')
    .argument('[id...]', 'the first digits of their ids; default: all')
    .option('--out <file>', 'write to a file')
    .action(async (ids: readonly string[], options: ExportOptions) => {
      const { runReceiptExport } = await import('../commands/receipt.ts');
      finish(await runReceiptExport(io, ids, options));
    });
  addKeyCommands(receipt, { io, finish });
}

function addKeyCommands(receipt: Command, { io, finish }: Cli): void {
  const key = receipt.command('key').description('manage the keys that sign receipts');
  for (const [name, description] of [
    ['generate', 'make the first key; otherwise the first receipt makes it'],
    ['rotate', 'sign with a new key, which vouches for the one before'],
  ] as const) {
    placed(key.command(name).description(description))
      .option('--json', 'print JSON')
      .action(async (options: ReceiptOptions) => {
        const { runKeyRotate } = await import('../commands/receipt-key.ts');
        finish(await runKeyRotate(io, { ...options, isFirst: name === 'generate' }));
      });
  }
  placed(key.command('list'))
    .description('the public keys, the oldest first')
    .option('--json', 'print JSON')
    .option('--pem', 'print the one that signs now, in PEM')
    .action(async (options: ReceiptOptions & { pem?: boolean }) => {
      const { runKeyList } = await import('../commands/receipt-key.ts');
      finish(await runKeyList(io, options));
    });
}

function placed(command: Command): Command {
  return command
    .option('--dir <root>', 'folder of the root module with the receipts', '.')
    .option('--tenant <name>', 'tenant of the service, whose receipts to use', 'default');
}
