import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonArray } from '../../model/json.ts';
import { everything, type GoogleLocation } from './fields.ts';
import { memberValueAt, plainName } from './members.ts';

/**
 * Reads `updateMask`, which is text or a message. Without it, the call changes what the body has.
 */
export function maskScope({ request }: AuditEvent): GoogleLocation {
  const raw = memberValueAt(request, 'updateMask') ?? memberValueAt(request, 'fieldMask');
  const mask = pathsIn(raw).map((path) => path.split('.').map(plainName).join('.'));
  if (mask.length === 0 || mask.includes('*')) return everything;
  const plain = (api: string): string => api.split('.').map(plainName).join('.');
  return {
    speaksOf: (api) =>
      mask.some((path) => isWithin(plain(api), path) || isWithin(path, plain(api))),
    resets: (api) => mask.some((path) => isWithin(plain(api), path)),
    loses: () => false,
  };
}

function pathsIn(raw: Json | undefined): readonly string[] {
  if (typeof raw === 'string') return raw.split(',').filter((path) => path !== '');
  const paths = memberValueAt(raw, 'paths');
  if (!isJsonArray(paths)) return [];
  return paths.filter((path): path is string => typeof path === 'string');
}

/** True for the path itself and everything below it. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

export const replacedScope: GoogleLocation = { ...everything, loses: () => true };

export function putScope(whole: readonly string[]): GoogleLocation {
  return { ...everything, loses: (attribute) => whole.includes(attribute) };
}
