import type { DerivedHeader } from '../../src/providers/derived/format.ts';
import type { Derived } from './derive.ts';

/** The lines that `readDerivedRules` reads. The same input gives the same bytes. */
export function encodeDerivedRules(
  provider: string,
  version: string,
  derived: readonly Derived[],
): string {
  const lines = derived
    .map(({ service, operation, targets }) => `${service}:${operation}\t${JSON.stringify(targets)}`)
    .sort();
  const header: DerivedHeader = { format: 1, provider, version, operations: lines.length };
  return `${[JSON.stringify(header), ...lines].join('\n')}\n`;
}
