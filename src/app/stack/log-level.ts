import { type LogLevel, logLevels } from '../../adapters/telemetry/log.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';

/** The log level: of the flag, else of PARLEY_LOG_LEVEL, else `info`. */
export function logLevel({ env }: Pick<Io, 'env'>, flag: LogLevel | undefined): Result<LogLevel> {
  const given = flag ?? (env['PARLEY_LOG_LEVEL'] || 'info');
  const level = logLevels.find((one) => one === given);
  if (level !== undefined) return ok(level);
  return fail({
    code: 'no-such-log-level',
    message: `PARLEY_LOG_LEVEL is ${displayText(given, 60)}, which is not a log level.`,
    hint: `Use one of ${logLevels.join(', ')}.`,
  });
}
