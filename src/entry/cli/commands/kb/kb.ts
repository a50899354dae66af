import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { defineKbExport } from './export.ts';
import { defineKbForget } from './forget.ts';
import { defineKbList } from './list.ts';

/** `parley kb`: what was learned about calls that the catalog does not know. */
export function defineKb(kb: Command, cli: Cli): void {
  defineKbList(kb.command('list'), cli);
  defineKbExport(kb.command('export'), cli);
  defineKbForget(kb.command('forget'), cli);
}
