import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readServiceSettings, type ServiceFolder } from '../../../../app/stack/settings.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblems } from '../../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import { renderService } from '../../../../present/terminal/service.ts';
import type { Cli } from '../../program/command.ts';

/**
 * `parley config check`: reports everything that is wrong with the settings, else prints a summary
 * of them.
 */
export function defineConfigCheck(command: Command, { io, finish }: Cli): void {
  command
    .description('report what is wrong with parley.yaml, or what the service would watch')
    .option('--dir <folder>', 'folder with parley.yaml', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder')
    .action(async (folder: ServiceFolder) => finish(await check(io, folder)));
}

async function check(io: Io, folder: ServiceFolder): Promise<ExitCode> {
  const file = resolve(io.cwd, folder.config ?? join(folder.dir, 'parley.yaml'));
  // Other commands accept a missing default file; here the file itself is checked, so it must
  // exist.
  const read = await readServiceSettings(io, { ...folder, config: file });
  if (!read.ok) return printProblems(io, read.error);
  io.out(terminalText(`${file} is valid.\n${renderService(read.value.written)}`, false));
  return 0;
}
