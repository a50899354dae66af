import { readServiceSettings, type ServiceFolder } from '../../../../app/stack/settings.ts';
import { resolvePlaces } from '../../../../config/service/resolved.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem, printProblems } from '../../../../present/terminal/print-problem.ts';
import type { Console } from '../../../service/console.ts';

/** Opens the service's store and queues for `work`. */
export async function withConsole(
  io: Io,
  options: ServiceFolder,
  work: (console: Console) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = await readServiceSettings(io, options, resolvePlaces);
  if (!settings.ok) return printProblems(io, settings.error);
  const { openConsole } = await import('../../../service/open-console.ts');
  const opened = await openConsole(io, settings.value);
  if (!opened.ok) return printProblem(io, opened.error);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}
