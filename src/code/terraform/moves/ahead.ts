import { formatResourceAddress, parseAddress } from '../address.ts';
import type { Configuration } from '../config/configuration.ts';
import { impliedMove } from './implied.ts';
import { applyMove, moveStatements } from './statements.ts';

/**
 * Creates a function that returns where an address leads in the code, applied or not: to the first
 * address on the way that is known. Undefined if there is none.
 */
export function createMoveFinder(
  configuration: Configuration,
  isKnown: (address: string) => boolean,
): (address: string) => string | undefined {
  const statements = moveStatements(configuration);
  return (address) => {
    const seen = new Set([address]);
    for (const each of seen) {
      if (isKnown(each)) return each;
      const place = parseAddress(each);
      if (place === undefined) continue;
      const implied = impliedMove(configuration, statements, place);
      for (const statement of implied === undefined ? statements : [implied]) {
        const to = applyMove(place, statement);
        if (to !== undefined) seen.add(formatResourceAddress(to));
      }
    }
    return undefined;
  };
}
