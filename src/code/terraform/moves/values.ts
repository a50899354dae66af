import { formatResourceAddress, parseAddress } from '../address.ts';
import type { Configuration } from '../config/configuration.ts';
import type { StateValues } from '../config/types.ts';
import { applyMove, moveStatements } from './statements.ts';

/**
 * The values of a state for edited code, which may have more `moved` blocks than the code to which
 * the addresses of the state belong: what is not there yet has the values of what moves there.
 */
export function withNewMoves(state: StateValues, configuration: Configuration): StateValues {
  const statements = moveStatements(configuration);
  if (statements.length === 0) return state;
  const back = statements.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }));
  return {
    get(address) {
      const own = state.get(address);
      const place = own === undefined ? parseAddress(address) : undefined;
      if (place === undefined) return own;
      for (const statement of back) {
        const from = applyMove(place, statement);
        const values = from && state.get(formatResourceAddress(from));
        if (values !== undefined) return values;
      }
      return undefined;
    },
    keys: (resourceAddress) => state.keys(resourceAddress),
  };
}
