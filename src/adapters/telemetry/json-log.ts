import { pino } from 'pino';
import { mentionsSecret } from '../../model/credential/name.ts';
import { scrubbed } from '../../model/scrub.ts';
import type { Log, LogFields, LogLevel } from './log.ts';
import type { Scrubber } from './scrubber.ts';

export interface JsonLogOptions {
  /** Receives a line with its line feed. */
  readonly write: (line: string) => void;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly scrub: Scrubber;
  /** Lines below this level are left out; `info` by default. */
  readonly level?: LogLevel;
}

/** Longest text that is not cut: a line is read by people and shipped by the million. */
const longest = 2000;

/** A log of JSON lines: `{"level", "time", fields..., "message"}`, with all texts scrubbed. */
export function createJsonLog({ write, now, scrub, level = 'info' }: JsonLogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":${JSON.stringify(now())}`,
    },
    { write },
  );
  const clean = (text: string): string => scrub(text).slice(0, longest);

  function create(common: LogFields): Log {
    const line =
      (at: LogLevel) =>
      (message: string, fields: LogFields = {}): void => {
        if (!logger.isLevelEnabled(at)) return;
        logger[at](scrubFields({ ...common, ...fields }, clean), clean(message));
      };
    return {
      debug: line('debug'),
      info: line('info'),
      warn: line('warn'),
      error: line('error'),
      with: (fields) => create({ ...common, ...fields }),
    };
  }

  return create({});
}

/** Names that a line itself uses; a field must not pass for one of them. */
const reserved = new Set(['level', 'time', 'message']);

function scrubFields(fields: LogFields, clean: (text: string) => string): LogFields {
  const cleaned: Record<string, LogFields[string]> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const key = reserved.has(name) ? `_${name}` : name;
    cleaned[key] = typeof value === 'string' && mentionsSecret(name) ? scrubbed : value;
    if (typeof cleaned[key] === 'string') cleaned[key] = clean(cleaned[key]);
  }
  return cleaned;
}
