import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { defineConfigCheck } from './check.ts';
import { defineConfigSchema } from './schema.ts';

/** `parley config`: the settings. */
export function defineConfig(config: Command, cli: Cli): void {
  defineConfigCheck(config.command('check'), cli);
  defineConfigSchema(config.command('schema'), cli);
}
