import type { ResourceRef } from '../../model/effect.ts';
import { own } from '../../model/json.ts';
import type { Estate, ManagedResource } from '../catalog/types.ts';

/** A ref that finds exactly this resource, or undefined if its attributes do not distinguish it. */
export function derivedRefOf(resource: ManagedResource, estate: Estate): ResourceRef | undefined {
  const { type, attributes } = resource;
  const texts = Object.fromEntries(
    ['arn', 'id', 'name'].flatMap((name): (readonly [string, string])[] => {
      const value = own(attributes, name);
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  const { arn, id } = texts;
  const alone = [arn === undefined ? [] : [{ arn }], id === undefined ? [] : [{ id }]].flat();
  const refs: readonly ResourceRef[] = [
    { type, keys: alone },
    { type, keys: [texts] },
    { type, keys: [allTexts(resource)] },
  ];
  return refs.find((ref) => ref.keys.length > 0 && estate.find(ref)?.address === resource.address);
}

function allTexts({ attributes }: ManagedResource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && value.length < 200 ? [[name, value]] : [],
    ),
  );
}
