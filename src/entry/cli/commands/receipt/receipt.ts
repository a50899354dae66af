import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { defineReceiptExport } from './export.ts';
import { defineReceiptKey } from './key.ts';
import { defineReceiptReplay } from './replay.ts';
import { defineReceiptShow } from './show.ts';
import { defineReceiptVerify } from './verify.ts';

/** `parley receipt`: signed records of what was decided and done. */
export function defineReceipt(receipt: Command, cli: Cli): void {
  defineReceiptShow(receipt.command('show'), cli);
  defineReceiptVerify(receipt.command('verify'), cli);
  defineReceiptReplay(receipt.command('replay'), cli);
  defineReceiptExport(receipt.command('export'), cli);
  defineReceiptKey(receipt.command('key'), cli);
}
