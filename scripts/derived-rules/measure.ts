import type { CatalogEntry } from '../../src/providers/catalog/types.ts';
import type { WireMembers } from '../../src/providers/derived/format.ts';
import type { Derived } from './derive.ts';

/** How the rules compare with hand-written entries for the same operations. */
export interface Measured {
  /** Operations that both have and whose entry lists its paths. */
  readonly operations: number;
  /** Attributes to which the rules give a value. */
  readonly derived: number;
  /** Those of them that the entry also has: at the same path, or within a block that it builds. */
  readonly right: number;
  /** Attributes that the entries have. */
  readonly written: number;
  /** `service:operation type path`, derived but not written. */
  readonly strange: readonly string[];
  /** The same form, written but not derived, and not used to find the resource either. */
  readonly missed: readonly string[];
}

export function measure(derived: readonly Derived[], entries: readonly CatalogEntry[]): Measured {
  const byOperation = new Map(
    derived.map(({ service, operation, targets }) => [`${service}:${operation}`, targets]),
  );
  const result = { operations: 0, derived: 0, right: 0, written: 0 };
  const unwritten: string[] = [];
  const missed: string[] = [];
  for (const { service, operations, types, paths = [] } of entries) {
    for (const operation of operations) {
      const targets = byOperation.get(`${service}:${operation}`);
      const target = targets?.find(({ type }) => type === types[0]);
      if (target === undefined || paths.length === 0) continue;
      const own = fieldSetPaths(target.members ?? {});
      const place = (path: string) => `${service}:${operation} ${target.type} ${path}`;
      result.operations += 1;
      result.derived += own.length;
      result.written += paths.length;
      const strange = own.filter((path) => !paths.some((other) => isWithin(path, other)));
      result.right += own.length - strange.length;
      unwritten.push(...strange.map(place));
      // A rule covers what it finds the resource by, even without giving it a value.
      const known = [...own, ...target.keys.flatMap((key) => Object.keys(key))];
      missed.push(
        ...paths.filter((path) => !known.some((other) => isWithin(other, path))).map(place),
      );
    }
  }
  return { ...result, strange: unwritten.sort(), missed: missed.sort() };
}

/** True for the same path, or a place within the other path's block. */
function isWithin(path: string, other: string): boolean {
  const block = other.replace(/\.0$/, '');
  return path === other || path.startsWith(`${block}.`);
}

/** State paths, dotted, to which the members give a value. */
export function fieldSetPaths(members: WireMembers, base = ''): readonly string[] {
  const own = `${base}${typeof members[''] === 'string' ? members[''] : ''}`;
  return Object.entries(members)
    .filter(([name]) => name !== '')
    .flatMap(([, code]) => {
      if (typeof code !== 'string') return fieldSetPaths(code, own);
      const [attribute = '', conversion = '?'] = code.split(':');
      return code === '-' || conversion === '?' ? [] : [`${own}${attribute}`];
    });
}
