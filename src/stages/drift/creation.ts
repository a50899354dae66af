import type { Effect, ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { compareKeys } from '../../model/text.ts';
import type { UnmanagedResource } from './correlate.ts';
import { credentialInTree } from './credential.ts';
import { addressMovesOf, algebras, applyHistoryChange } from './history.ts';
import { shownSide } from './judge.ts';
import { possibleOrders } from './ties.ts';
import { isTreeObject, type ValueTree } from './tree.ts';
import type { NetDriftInput } from './types.ts';

/** What has become of an unmanaged resource. */
export type Fate =
  /** It exists, and its creation is in the log. */
  | { readonly kind: 'created'; readonly created: Created }
  /** It was created and deleted within the log. */
  | { readonly kind: 'gone'; readonly created: Created }
  /** It existed before the log begins. */
  | { readonly kind: 'foreign' };

export interface Created {
  readonly attributes: JsonObject;
  readonly withheld: readonly string[];
  /** The kind of credential that one of the withheld values looks like, if any. */
  readonly credential: string | undefined;
  readonly importId: string | undefined;
  readonly parent: ResourceRef | undefined;
  /** Effects from its creation on, in fold order. */
  readonly effects: readonly Effect[];
}

/** Folds the effects (in fold order) of a resource that is not in the state. */
export function foldUnmanagedResource(
  input: NetDriftInput,
  { resource, effects: logged }: UnmanagedResource,
): Fate {
  const effects = possibleOrders(logged, false).first;
  const last = effects.findLastIndex(({ change }) => change.kind === 'delete');
  const since = effects.slice(last + 1);
  const births = since.filter(({ change }) => change.kind === 'create');
  if (births.length === 0) {
    const born = effects.findLastIndex(({ change }) => change.kind === 'create');
    if (born === -1) return { kind: 'foreign' };
    return { kind: 'gone', created: foldCreated(input, resource.type, effects.slice(born)) };
  }
  const first = since.findIndex(({ change }) => change.kind === 'create');
  return { kind: 'created', created: foldCreated(input, resource.type, since.slice(first)) };
}

function foldCreated(input: NetDriftInput, type: string, effects: readonly Effect[]): Created {
  const algebraAt = algebras(input.elements, type);
  let tree: ValueTree | undefined = {};
  let everything = false;
  for (const { change } of effects.flatMap(addressMovesOf)) {
    if (change.path.length === 0) everything = true;
    else tree = applyHistoryChange(tree, [], change, algebraAt);
  }
  const attributes: [string, Json][] = [];
  const withheld: string[] = everything ? ['*'] : [];
  let credential: string | undefined;
  for (const [name, value] of Object.entries(isTreeObject(tree) ? tree : {}).sort(compareKeys)) {
    const hint = input.hint(type, [name]);
    const found = credentialInTree([name], value);
    credential ??= found;
    const side = shownSide(value, found === undefined ? hint : { ...hint, sensitive: true });
    if (hint?.computedOnly === true || side.kind === 'absent') continue;
    if (side.kind === 'value') attributes.push([name, side.value]);
    else withheld.push(name);
  }
  const births = effects.flatMap(({ change }) => (change.kind === 'create' ? [change] : []));
  return {
    attributes: Object.fromEntries(attributes),
    withheld,
    credential,
    importId: births.findLast(({ importId }) => importId !== undefined)?.importId,
    parent: births.findLast(({ parent }) => parent !== undefined)?.parent,
    effects,
  };
}
