import type { Depth } from '../../model/depth.ts';
import type { WireMembers, WireTarget } from './format.ts';

/** How deeply the rules understand the effect of a call on this type. */
export function depthOfTarget({ kind, members }: WireTarget): Depth {
  if (kind !== 'update' && kind !== 'put') return 'derived';
  return members !== undefined && hasValues(members) ? 'derived' : 'touched';
}

function hasValues(members: WireMembers): boolean {
  return Object.entries(members).some(([name, code]) => {
    if (name === '') return false;
    return typeof code === 'string' ? code !== '-' && !code.endsWith(':?') : hasValues(code);
  });
}
