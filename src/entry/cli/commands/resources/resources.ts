import type { Command } from 'commander';
import type { Cli } from '../../program/command.ts';
import { defineResourcesDiff } from './diff.ts';
import { defineResourcesList } from './list.ts';
import { defineResourcesPull } from './pull.ts';
import { defineResourcesPush } from './push.ts';
import { defineResourcesRemove } from './remove.ts';
import { defineResourcesRollback } from './rollback.ts';
import { defineResourcesStatus } from './status.ts';

/** `parley resources`: what a tenant declares, as immutable artifacts. */
export function defineResources(resources: Command, cli: Cli): void {
  defineResourcesPush(resources.command('push'), cli);
  defineResourcesRollback(resources.command('rollback'), cli);
  defineResourcesRemove(resources.command('remove'), cli);
  defineResourcesList(resources.command('list'), cli);
  defineResourcesPull(resources.command('pull'), cli);
  defineResourcesDiff(resources.command('diff'), cli);
  defineResourcesStatus(resources.command('status'), cli);
}
