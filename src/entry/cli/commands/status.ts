import { readServiceSettings, type ServiceFolder } from '../../../app/stack/settings.ts';
import { resolvePlaces } from '../../../config/service/resolved.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem, printProblems } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { renderStatus } from '../../../present/terminal/service-status.ts';
import { openConsole } from '../../service/open-console.ts';

export interface StatusOptions extends ServiceFolder {
  readonly json?: boolean;
}

/** `parley status`: shows stacks with their last run and open proposals, and the queues. */
export async function runStatus(io: Io, options: StatusOptions): Promise<ExitCode> {
  const settings = await readServiceSettings(io, options, resolvePlaces);
  if (!settings.ok) return printProblems(io, settings.error);
  const opened = await openConsole(io, settings.value);
  if (!opened.ok) return printProblem(io, opened.error);
  try {
    const status = await opened.value.status();
    io.out(options.json ? `${jsonText(status, 2)}\n` : terminalText(renderStatus(status), false));
    return 0;
  } finally {
    await opened.value.close();
  }
}
