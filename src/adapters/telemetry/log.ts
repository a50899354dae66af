/** Severities of a line, from lowest to highest. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/**
 * What a line says in addition to its message. Names, numbers and ids: never a body or a header.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What a process of the service reports about itself, for people and machines to read later. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log, with these fields in each of its lines. */
  with(fields: LogFields): Log;
}
