import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Reported } from './outcome.ts';

/** What was already played, so that several runs can play all scenarios between them. */
export interface Journal {
  readonly reported: readonly Reported[];
  keep(reported: Reported): void;
}

/** A file with a line for each scenario and seed; without a file nothing is kept. */
export function journalAt(file: string | undefined, seed: number): Journal {
  if (file === undefined) return { reported: [], keep: () => undefined };
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const entries = lines.map((line): Reported & { readonly seed: number } => JSON.parse(line));
  const last = new Map(
    entries.filter((one) => one.seed === seed).map((one) => [one.title, one] as const),
  );
  return {
    reported: [...last.values()],
    keep: (reported) => appendFileSync(file, `${JSON.stringify({ seed, ...reported })}\n`),
  };
}
