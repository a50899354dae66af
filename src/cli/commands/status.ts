import { resolvePlaces } from '../../config/service/resolved.ts';
import type { ExitCode, Io } from '../io.ts';
import { printProblem, printProblems } from '../print-problem.ts';
import { renderStatus } from '../render/service-status.ts';
import { jsonText, terminalText } from '../safe.ts';
import { openConsole } from '../service/open-console.ts';
import { readServiceSettings, type ServiceFolder } from '../service/settings.ts';

export interface StatusOptions extends ServiceFolder {
  readonly json?: boolean;
}

/** `parley status`: stacks with their last run and open proposals, and the queues. */
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
