import type { Command } from 'commander';
import { type WrittenResource, wantedResource } from '../../../../app/resource/file.ts';
import { type Push, pushResource } from '../../../../app/resource/push.ts';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { Cli } from '../../program/command.ts';
import { withResources } from './place.ts';
import { keepPushed, type PushOptions, printPushes, termsOf, withPublishing } from './publish.ts';
import { readResource } from './read.ts';

/** Defines `parley resources push`. */
export function defineResourcesPush(command: Command, { io, finish }: Cli): void {
  withPublishing(command)
    .description('publish a version of each resource that differs from the current one')
    .argument('<file...>', 'YAML with kind, name and spec')
    .option('--source <url>', 'repository that the files are from')
    .option('--revision <text>', 'commit that they are from: main@sha1:...')
    .action(async (files: readonly string[], options: PushOptions) =>
      finish(await runResourcesPush(io, files, options)),
    );
}

/** `parley resources push FILE...`: publishes a version of each resource. */
export function runResourcesPush(
  io: Io,
  files: readonly string[],
  options: PushOptions,
): Promise<ExitCode> {
  return withResources(io, options, async (desk) => {
    const terms = termsOf(options);
    if (!terms.ok) return terms;
    const written: WrittenResource[] = [];
    for (const file of files) {
      const read = await readResource(io, file);
      if (!read.ok) return read;
      written.push(read.value);
    }
    const pushes: Push[] = [];
    for (const one of written) {
      const push = await pushResource(desk, wantedResource(desk.tenant, one), terms.value);
      const kept = await keepPushed(io, options, desk, push);
      if (!kept.ok) return kept;
      pushes.push(kept.value);
    }
    return ok(printPushes(io, options, desk, pushes));
  });
}
