import type { Command } from 'commander';
import { removeResource } from '../../../../app/resource/push.ts';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { Cli } from '../../program/command.ts';
import { withResources } from './place.ts';
import { keepPushed, type PushOptions, printPushes, termsOf, withPublishing } from './publish.ts';

/** `parley resources remove NAME`: publishes that the resource is no longer wanted. */
export function defineResourcesRemove(command: Command, { io, finish }: Cli): void {
  withPublishing(command)
    .description('publish that a resource is no longer wanted')
    .argument('<name>', 'name of the resource')
    .action(async (name: string, options: PushOptions) => finish(await remove(io, name, options)));
}

function remove(io: Io, name: string, options: PushOptions): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const push = await removeResource(desk.catalogue, name, terms.value);
    const kept = await keepPushed(io, options, desk, push);
    return kept.ok ? ok(printPushes(io, options, desk, [kept.value])) : kept;
  });
}
