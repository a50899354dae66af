import type { CopyRequest } from './in-copy.ts';
import type { PlanOptions } from './types.ts';

/**
 * The options of a plan that come from the request for it. `all`, or no address, means a plan of
 * everything. Terraform makes no plan of a part that leaves out what moves, under its old or its
 * new address.
 */
export function planInputs(
  {
    varFiles,
    vars,
    parallelism,
    moves = [],
  }: Pick<CopyRequest, 'varFiles' | 'vars' | 'parallelism' | 'moves'>,
  addresses: readonly string[] | 'all',
): Omit<PlanOptions, 'out'> {
  const moved = addresses.length === 0 ? [] : moves.flatMap(({ from, to }) => [from, to]);
  return {
    ...(addresses !== 'all' && { targets: [...new Set([...addresses, ...moved])] }),
    ...(varFiles && { varFiles }),
    ...(vars && { vars }),
    ...(parallelism !== undefined && { parallelism }),
  };
}
