import type { Command } from 'commander';
import { openResources, type ResourceServices } from '../../../../app/resource/open.ts';
import type { Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';

export interface ResourceOptions {
  readonly dir: string;
  readonly tenant: string;
  readonly registry?: string;
  readonly kinds?: string;
  readonly json?: boolean;
}

/** Adds the options that locate the declared resources. */
export function withPlace(command: Command): Command {
  return command
    .option('--dir <root>', 'folder of the project', '.')
    .option('--tenant <name>', 'whose resources', 'default')
    .option('--registry <place>', 'URL of an OCI registry, or a folder; default: PARLEY_REGISTRY')
    .option('--kinds <folder>', 'folder of kinds; default: PARLEY_KINDS, else kinds')
    .option('--json', 'print JSON');
}

/** Opens the resources that the options name, for `work`. */
export async function withResources(
  io: Io,
  options: ResourceOptions,
  work: (desk: ResourceServices) => Promise<Result<ExitCode>>,
): Promise<ExitCode> {
  const { dir, tenant, registry, kinds } = options;
  const desk = await openResources({ env: io.env, cwd: io.cwd, dir, registry, kinds }, tenant);
  if (!desk.ok) return printProblem(io, desk.error);
  const done = await work(desk.value);
  return done.ok ? done.value : printProblem(io, done.error);
}
