import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { liesElsewhere } from '../catalog/naming.ts';
import { textAt } from '../catalog/request.ts';
import { findSingleton, singletons } from '../catalog/singletons.ts';
import type { Estate, ManagedResource } from '../catalog/types.ts';
import type { WireTarget } from './format.ts';

type Key = Readonly<Record<string, string>>;

/** The managed resource that a call names. */
export type FoundRules =
  /**
   * `surely`: identified by the members that name such a resource, not merely by an equal value.
   */
  | { readonly kind: 'one'; readonly resource: ManagedResource; readonly surely: boolean }
  | { readonly kind: 'several'; readonly addresses: readonly string[] }
  /** A resource of the same name in another account or region. */
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'none' };

/** Matches ids that AWS generates. */
const generatedId = /^[a-z]+(?:-[a-z]+)*-[0-9a-f]{8,17}$/;

export function isGeneratedId(text: string): boolean {
  return generatedId.test(text);
}

/** The identities whose values the event has completely. */
export function keysIn(event: AuditEvent, { keys }: WireTarget): readonly Key[] {
  return keys.flatMap((key) => {
    const found: Record<string, string> = {};
    for (const [attribute, source] of Object.entries(key)) {
      const side = source.startsWith('r.') ? event.response : event.request;
      const text = textAt(side, source.slice(2));
      if (text === undefined) return [];
      found[attribute] = text;
    }
    return [found];
  });
}

/** The managed resource of the target's type that the event names, if any. */
export function findTarget(event: AuditEvent, target: WireTarget, estate: Estate): FoundRules {
  const { type, kind } = target;
  const keys = keysIn(event, target);
  if (keys.length === 0 && singletons.has(type)) return settingOf(event, type, estate);
  let elsewhere: ManagedResource | undefined;
  for (const key of keys) {
    const resource = estate.find({ type, keys: [key] });
    if (resource !== undefined && !liesElsewhere(resource, event)) {
      return { kind: 'one', resource, surely: true };
    }
    elsewhere ??= resource;
  }
  const near = (all: readonly ManagedResource[]) => all.filter((one) => !liesElsewhere(one, event));
  const exact = near(keys.flatMap((key) => withAll(estate, type, key)));
  const same = exact.length > 0 ? exact : near(composed(estate, type, keys));
  if (same.length > 0) return oneOf(same, true);
  if (elsewhere !== undefined) return { kind: 'elsewhere', address: elsewhere.address };
  if (kind === 'create') return { kind: 'none' };
  return oneOf(near(byValue(event, type, estate, keys.length === 0)), false);
}

/** The only setting of an account or region; its calls name no resource. */
function settingOf(event: AuditEvent, type: string, estate: Estate): FoundRules {
  const match = findSingleton(event, estate, type);
  switch (match.kind) {
    case 'one':
      return { kind: 'one', resource: match.resource, surely: true };
    case 'elsewhere':
      return { kind: 'elsewhere', address: match.resource.address };
    case 'unclear':
      return { kind: 'several', addresses: match.resources.map(({ address }) => address) };
    case 'none':
      return { kind: 'none' };
  }
}

function oneOf(all: readonly ManagedResource[], surely: boolean): FoundRules {
  const byAddress = new Map(all.map((resource) => [resource.address, resource]));
  const [resource] = byAddress.values();
  if (resource === undefined) return { kind: 'none' };
  if (byAddress.size === 1) return { kind: 'one', resource, surely };
  return { kind: 'several', addresses: [...byAddress.keys()].sort() };
}

/** Resources in which every attribute of the key has its value. */
function withAll(estate: Estate, type: string, key: Key): readonly ManagedResource[] {
  const [first, ...rest] = Object.entries(key);
  if (first === undefined) return [];
  return estate
    .where(type, ...first)
    .filter(({ attributes }) =>
      rest.every(([name, value]) => Object.hasOwn(attributes, name) && attributes[name] === value),
    );
}

/** Resources whose id contains all names that the call gives: `mesh/router/route`. */
function composed(estate: Estate, type: string, keys: readonly Key[]): readonly ManagedResource[] {
  const longest = [...keys].sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
  const values = Object.values(longest ?? {});
  if (values.length < 2) return [];
  return estate.ofType(type).filter(({ attributes }) => {
    const id = attributes['id'];
    if (typeof id !== 'string') return false;
    const parts = new Set(id.split(/[/,:|#]/));
    return values.every((value) => parts.has(value));
  });
}

const shortest = 4;
const maxValues = 100;
const deepest = 4;
const naming = /(?:id|arn|name|identifier|url)$/i;

/** Resources whose id or ARN equals a value in the call, or whose name does if there are none. */
function byValue(
  event: AuditEvent,
  type: string,
  estate: Estate,
  withNames: boolean,
): readonly ManagedResource[] {
  const values = [...namedTexts(event.request), ...namedTexts(event.response)];
  const found = values.flatMap((value) =>
    ['id', 'arn'].flatMap((attribute) => estate.where(type, attribute, value)),
  );
  if (found.length > 0 || !withNames) return found;
  return values.flatMap((value) => estate.where(type, 'name', value));
}

/** Texts that may name something, breadth first, since the resource's own name is near the top. */
function namedTexts(root: Json): readonly string[] {
  const found = new Set<string>();
  let level: readonly (readonly [string, Json])[] = [['', root]];
  for (let depth = 0; depth <= deepest && found.size < maxValues; depth += 1) {
    const next: (readonly [string, Json])[] = [];
    for (const [name, value] of level) {
      if (typeof value === 'string') {
        const isName = naming.test(name) || value.startsWith('arn:') || isGeneratedId(value);
        if (isName && value.length >= shortest) found.add(value);
      } else if (isJsonArray(value)) {
        for (const item of value.slice(0, maxValues)) next.push([name, item]);
      } else if (isJsonObject(value)) {
        for (const [inner, child] of Object.entries(value)) {
          if (!/^tags?(?:set|list)?$/i.test(inner)) next.push([inner, child]);
        }
      }
    }
    level = next.slice(0, 10 * maxValues);
  }
  return [...found];
}
