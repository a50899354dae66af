import type { Io } from '../../ports/io.ts';

/** The environment without unset variables. */
export function definedOnly(env: Io['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
