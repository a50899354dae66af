import { unknownChange } from '../catalog/effects.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { setMembers } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { armId, idUpTo } from './arm-id.ts';
import { eventBody, idIn } from './event.ts';
import { withState } from './merge.ts';
import type { AzureTable } from './table.ts';
import { findType } from './table.ts';

/** Settings with a call of their own that are a part of the resource above. */
export interface PartSpec {
  /** ARM type of the resource. */
  readonly arm: string;
  /** The rest of the ARM type of the part: `blobServices`. */
  readonly part: string;
  readonly attributes: CatalogAttributes;
}

export function partEntry(table: AzureTable, { arm, part, attributes }: PartSpec): CatalogEntry {
  const [service = '', ...path] = arm.toLowerCase().split('/');
  const specs = table.specs(arm.toLowerCase());
  return {
    service,
    operations: [`${path.join('/')}/${part.toLowerCase()}/write`],
    types: specs.map(({ type }) => type),
    paths: Object.keys(attributes),
    effects: (event, estate) => {
      const own = idIn(event, `${arm}/${part}`, table);
      const whole = idUpTo(own, arm.slice(arm.lastIndexOf('/') + 1)) ?? own.text;
      const found = findType(table, estate, armId(whole, arm, table.spelling));
      if (found === undefined) return [];
      const body = eventBody(event);
      if (body === undefined) return [unknownChange(found.ref)];
      const sets = setMembers({ ...event, request: body }, found.ref, attributes);
      return withState(sets, found.managed);
    },
  };
}
