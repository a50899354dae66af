import type { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { wantedResource } from '../../../../app/resource/file.ts';
import { pickVersion } from '../../../../app/resource/pick.ts';
import { ok, type Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import type { Cli } from '../../program/command.ts';
import { type ResourceOptions, withPlace, withResources } from './place.ts';
import { readResource } from './read.ts';
import { resourceYaml } from './yaml.ts';

interface DiffOptions extends ResourceOptions {
  readonly file?: string;
}

/** Defines `parley resources diff`. */
export function defineResourcesDiff(command: Command, { io, finish }: Cli): void {
  withPlace(command)
    .description('show what differs between two versions, or from a file')
    .argument('<name>', 'name of the resource')
    .argument('[from]', 'number or digest; the version before, unless given')
    .argument('[to]', 'number or digest; the latest, unless given')
    .option('--file <file>', 'compare with a file that is not pushed yet')
    .action(
      async (
        name: string,
        from: string | undefined,
        to: string | undefined,
        options: DiffOptions,
      ) => finish(await runResourcesDiff(io, name, { from, to }, options)),
    );
}

/** `parley resources diff NAME [FROM] [TO]`: prints the differences as a unified diff. */
export function runResourcesDiff(
  io: Io,
  name: string,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  options: DiffOptions,
): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue, tenant }): Promise<Result<ExitCode>> => {
    const after = options.file === undefined ? await pickVersion(catalogue, name, to) : undefined;
    if (after !== undefined && !after.ok) return after;
    const written = options.file === undefined ? undefined : await readResource(io, options.file);
    if (written !== undefined && !written.ok) return written;
    const parent = after?.value.facts.parents.at(0);
    if (from === undefined && after !== undefined && parent === undefined) {
      const text = resourceYaml(after.value.version);
      return ok(
        printDiff(
          io,
          name,
          { text: '', title: 'nothing' },
          { text, title: title(after.value.facts) },
        ),
      );
    }
    const before = await pickVersion(catalogue, name, from ?? parent);
    if (!before.ok) return before;
    const old = { text: resourceYaml(before.value.version), title: title(before.value.facts) };
    const next =
      after === undefined
        ? {
            text: resourceYaml(wantedResource(tenant, written?.value ?? before.value.version)),
            title: options.file ?? '',
          }
        : { text: resourceYaml(after.value.version), title: title(after.value.facts) };
    return ok(printDiff(io, name, old, next));
  });
}

interface Side {
  readonly text: string;
  readonly title: string;
}

function printDiff(io: Io, name: string, old: Side, next: Side): ExitCode {
  if (old.text !== next.text) {
    const patch = createTwoFilesPatch(name, name, old.text, next.text, old.title, next.title);
    io.out(terminalText(patch.replace(/^Index:.*\n=+\n/, ''), false));
  }
  return 0;
}

function title({ number, digest }: { readonly number: number; readonly digest: string }): string {
  return `version ${number} ${digest}`;
}
