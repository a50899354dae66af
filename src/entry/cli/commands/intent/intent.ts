import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { defineDeclare } from './declare.ts';
import { defineIntentList } from './list.ts';

/** `parley intent`: declared and inferred intents. */
export function defineIntent(intent: Command, cli: Cli): void {
  defineDeclare(intent.command('declare'), cli);
  defineIntentList(intent.command('list'), cli);
}
