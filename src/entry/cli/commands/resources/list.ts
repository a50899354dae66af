import type { Command } from 'commander';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { resourceLines } from '../../../../present/terminal/resources.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import type { CatalogueEntry } from '../../../../stages/resource/catalogue.ts';
import type { Cli } from '../../program/command.ts';
import { type ResourceOptions, withPlace, withResources } from './place.ts';

interface ListedOptions extends ResourceOptions {
  readonly all?: boolean;
}

/** `parley resources list`: lists the declared resources, one per line. */
export function defineResourcesList(command: Command, { io, finish }: Cli): void {
  withPlace(command)
    .description('list what is declared')
    .option('--all', 'also what was removed')
    .action(async (options: ListedOptions) => finish(await list(io, options)));
}

function list(io: Io, options: ListedOptions): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue }) => {
    const names = await catalogue.names();
    if (!names.ok) return names;
    const entries: CatalogueEntry[] = [];
    for (const name of names.value) {
      const entry = await catalogue.entry(name);
      if (!entry.ok) return entry;
      if (entry.value === undefined) continue;
      if (options.all || !entry.value.current.removed) entries.push(entry.value);
    }
    if (options.json) io.out(`${jsonText(entries, 2)}\n`);
    else io.out(terminalText(resourceLines(entries), false));
    return ok(0);
  });
}
