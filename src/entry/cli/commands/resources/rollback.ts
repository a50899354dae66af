import type { Command } from 'commander';
import { wantedResource } from '../../../../app/resource/file.ts';
import { pickVersion } from '../../../../app/resource/pick.ts';
import { pushResource } from '../../../../app/resource/push.ts';
import { fail, ok, type Problem } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { Cli } from '../../program/command.ts';
import { withResources } from './place.ts';
import { keepPushed, type PushOptions, printPushes, termsOf, withPublishing } from './publish.ts';

/** `parley resources rollback NAME VERSION`: publishes the content of an older version again. */
export function defineResourcesRollback(command: Command, { io, finish }: Cli): void {
  withPublishing(command)
    .description('publish the content of an older version again')
    .argument('<name>', 'name of the resource')
    .argument('<version>', 'number, or the first digits of the digest')
    .action(async (name: string, version: string, options: PushOptions) =>
      finish(await rollback(io, name, version, options)),
    );
}

function rollback(io: Io, name: string, which: string, options: PushOptions): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const picked = await pickVersion(desk.catalogue, name, which);
    if (!picked.ok) return picked;
    const { version, facts } = picked.value;
    if (facts.removed) return fail(removal(name, facts.number));
    const push = await pushResource(desk, wantedResource(desk.tenant, version), terms.value);
    const kept = await keepPushed(io, options, desk, push);
    return kept.ok ? ok(printPushes(io, options, desk, [kept.value])) : kept;
  });
}

function removal(name: string, number: number): Problem {
  return {
    code: 'resource-removal',
    message: `Version ${number} of ${name} is its removal.`,
    hint: `Use \`parley resources remove ${name}\` if that is wanted.`,
  };
}
