import { createStateEstate } from '../../code/terraform/state/estate.ts';
import type { Change, Effect } from '../../model/effect.ts';
import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { latestVersionAttribute } from '../../providers/traits/latest-versions.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { inFoldOrder } from '../../stages/drift/order.ts';
import type { LiveState } from '../drift/read-back.ts';
import type { KnownAttributes } from '../managed/load-project.ts';
import type { Stage } from '../stages.ts';

/**
 * Attributes that the cloud sets and that differ from the state, such as the latest version of a
 * launch template, or the default one where the code leaves it open; code that refers to them gets
 * the new values. If a resource was read back, the provider's value is used, otherwise that of the
 * log.
 */
export function movedOn(
  { index, input }: Pick<Stage, 'index' | 'input'>,
  effects: readonly Effect[],
  live: LiveState | undefined,
): KnownAttributes {
  const hint = schemaHints(input.providers.schema);
  const isOfCloud = (type: string, path: AttributePath): boolean =>
    hint(type, path)?.computedOnly === true ||
    latestVersionAttribute(type, String(path[0])) !== undefined;
  const found = new Map<string, JsonObject>();
  const note = (address: string, name: string, value: Json): void => {
    const managed = index.get(address);
    if (managed === undefined || !isOfCloud(managed.type, [name])) return;
    const before = managed.attribute(name);
    const { [name]: _, ...others } = found.get(address) ?? {};
    const isSame = before === undefined || value === null || sameJson(before, value);
    found.set(address, isSame ? others : { ...others, [name]: value });
  };
  const estate = createStateEstate(index, () => false);
  const isMove = ({ resource, change }: Effect): boolean =>
    isPlainValue(change) && isOfCloud(resource.type, change.path);
  for (const { resource, change } of inFoldOrder(effects.filter(isMove))) {
    const address = estate.find(resource)?.address;
    if (address === undefined || live?.resources.has(address) === true) continue;
    if (change.kind !== 'set' || change.value.kind !== 'known') continue;
    note(address, String(change.path[0]), change.value.value);
  }
  for (const [address, { resource }] of live?.resources ?? []) {
    if (resource.kind !== 'changed') continue;
    const secret = new Set(resource.secrets.map(({ path: [name] }) => name));
    for (const [name, value] of Object.entries(resource.attributes)) {
      if (!secret.has(name)) note(address, name, value);
    }
  }
  return new Map([...found].filter(([, attributes]) => Object.keys(attributes).length > 0));
}

function isPlainValue(change: Change): change is Extract<Change, { readonly kind: 'set' }> {
  return change.kind === 'set' && change.path.length === 1 && change.value.kind === 'known';
}
