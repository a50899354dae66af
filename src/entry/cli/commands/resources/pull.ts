import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { pickVersion } from '../../../../app/resource/pick.ts';
import { ok } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import type { Cli } from '../../program/command.ts';
import { type ResourceOptions, withPlace, withResources } from './place.ts';
import { resourceYaml } from './yaml.ts';

interface PullOptions extends ResourceOptions {
  /** A file; otherwise it is printed. */
  readonly out?: string;
}

/** `parley resources pull NAME[@VERSION]`: prints a version in the form in which it is pushed. */
export function defineResourcesPull(command: Command, { io, finish }: Cli): void {
  withPlace(command)
    .description('print what a version says')
    .argument('<name>', 'with @3 or @sha256:... for a version that is not the latest')
    .option('--out <file>', 'write to a file')
    .action(async (name: string, options: PullOptions) => finish(await pull(io, name, options)));
}

function pull(io: Io, named: string, options: PullOptions): Promise<ExitCode> {
  return withResources(io, options, async ({ catalogue }) => {
    const [name = '', which] = named.split(/@(.*)/s);
    const picked = await pickVersion(catalogue, name, which);
    if (!picked.ok) return picked;
    const { facts, version } = picked.value;
    const text = options.json
      ? `${jsonText({ ...version, digest: facts.digest, number: facts.number }, 2)}\n`
      : `# version ${facts.number}, ${facts.digest}${facts.removed ? ', removed' : ''}\n${resourceYaml(version)}`;
    if (options.out === undefined) io.out(terminalText(text, false));
    else await writeFile(resolve(io.cwd, options.out), text);
    return ok(0);
  });
}
