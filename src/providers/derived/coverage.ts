import type { Coverage } from '../../model/coverage.ts';
import type { WireMembers, WireTarget } from './format.ts';

/** How well the rules understand the effect of a call on this type. */
export function coverageOfTarget({ kind, members }: WireTarget): Coverage {
  if (kind !== 'update' && kind !== 'put') return 'derived';
  return members !== undefined && hasValues(members) ? 'derived' : 'touched';
}

function hasValues(members: WireMembers): boolean {
  return Object.entries(members).some(([name, code]) => {
    if (name === '') return false;
    return typeof code === 'string' ? code !== '-' && !code.endsWith(':?') : hasValues(code);
  });
}
