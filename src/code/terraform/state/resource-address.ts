import type { StateResource } from './types.ts';

/** Address of a resource without an instance key, in its module instance from the state. */
export function stateAddress(at: Pick<StateResource, 'module' | 'mode' | 'type' | 'name'>): string {
  const module = at.module === '' ? '' : `${at.module}.`;
  return `${module}${at.mode === 'data' ? 'data.' : ''}${at.type}.${at.name}`;
}
