import type { JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { addEffect, deleteEffect, removeEffect, setEffect } from '../catalog/effects.ts';
import { elementRule } from '../catalog/elements.ts';
import { itemsAt, requestAt, textAt } from '../catalog/request.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { armId, nameIn, segment } from './arm-id.ts';
import { objectsIn } from './convert.ts';
import { merged } from './merge.ts';
import { readElement } from './repeated.ts';
import type { AzureType, Children } from './spec.ts';
import type { AzureTable } from './table.ts';
import { azureRefTo } from './table.ts';
import type { AzureWrite } from './write.ts';

/**
 * A part with calls of its own, and the block in which the code has it. Undefined if the code has
 * it as a separate resource.
 */
export interface InlinePart {
  readonly host: ManagedResource;
  readonly hostId: ArmId;
  readonly spec: AzureType;
  readonly children: Children;
  readonly block: string;
}

/** The block of a managed parent that holds the part with this id. */
export function inlinePart(table: AzureTable, estate: Estate, id: ArmId): InlinePart | undefined {
  for (const { spec, children } of table.hosts(id.type.toLowerCase())) {
    const own = id.text.split('/').slice(0, -2).join('/');
    const hostId = armId(own, spec.arm, table.spelling);
    const host = estate.find(azureRefTo(spec, hostId));
    const { block } = children;
    if (host === undefined || block === undefined) continue;
    if (isInline(host, children)) return { host, hostId, spec, children, block };
  }
  return undefined;
}

function isInline(host: ManagedResource | undefined, { block }: Children): boolean {
  return block !== undefined && host?.declares(block) === true;
}

/** Replaces the element of the block with the part that the call wrote. */
export function writeInline(part: InlinePart, write: AzureWrite): readonly DraftEffect[] {
  const ref = azureRefTo(part.spec, part.hostId);
  const name = nameIn(write.id.text);
  const element = elementOfPart(write, part.children, { ...write.body, name }, part.host);
  return [removeEffect(ref, [part.block], { name }), addEffect(ref, [part.block], element)];
}

export function deleteInline(part: InlinePart, id: ArmId): readonly DraftEffect[] {
  const name = stateName(part.host, part.block, nameIn(id.text));
  return [removeEffect(azureRefTo(part.spec, part.hostId), [part.block], { name })];
}

/** Names are case-insensitive, so the state's spelling is used to match. */
function stateName(host: ManagedResource, block: string, name: string): string {
  const known = itemsAt(host.attributes, block).map((one) => textAt(one, 'name'));
  return known.find((one) => one?.toLowerCase() === name.toLowerCase()) ?? name;
}

/** An element of the block, with the state's values for what the body does not mention. */
function elementOfPart(
  { event }: AzureWrite,
  { child, inline, block = '' }: Children,
  body: JsonObject,
  host: ManagedResource | undefined,
): JsonObject {
  const attributes = { name: 'name', ...(inline ?? child.fields) };
  const made = readElement(event, body, attributes, Object.keys(child.resets ?? {}));
  if (host === undefined) return made;
  const identity = elementRule(host.type, block)?.identity ?? ['name'];
  const before = itemsAt(host.attributes, block).find(
    (one) => isJsonObject(one) && identity.every((name) => textAt(one, name) === made[name]),
  );
  const whole = before === undefined ? made : merged([before], [made], identity);
  return isJsonArray(whole) && isJsonObject(whole[0] ?? null) ? (whole[0] as JsonObject) : made;
}

/** The effects of a body that lists all parts of a resource: parts written, created and missing. */
export function writeChildren(
  write: AzureWrite,
  spec: AzureType,
  managed: ManagedResource | undefined,
  writePart: (write: AzureWrite, spec: AzureType) => readonly DraftEffect[],
): readonly DraftEffect[] {
  return (spec.children ?? []).flatMap((children) => {
    const list = requestAt(write.body, children.from);
    if (!isJsonArray(list)) return [];
    const elements = objectsIn(list).filter((element) => textAt(element, 'name') !== undefined);
    const { block } = children;
    if (block !== undefined && isInline(managed, children)) {
      const blocks = elements.map((one) => elementOfPart(write, children, one, managed));
      return [setEffect(azureRefTo(spec, write.id), [block], blocks)];
    }
    return standalone(write, children, elements, managed, writePart);
  });
}

function standalone(
  write: AzureWrite,
  children: Children,
  elements: readonly JsonObject[],
  host: ManagedResource | undefined,
  writePart: (write: AzureWrite, spec: AzureType) => readonly DraftEffect[],
): readonly DraftEffect[] {
  const { child } = children;
  const collection = nameIn(child.arm);
  const listed = new Set<string>();
  const written = elements.flatMap((body) => {
    const text = `${write.id.text}/${collection}/${textAt(body, 'name') ?? ''}`;
    const id = armId(text, child.arm, write.table.spelling);
    listed.add(id.key);
    const isManaged = write.estate.find(azureRefTo(child, id)) !== undefined;
    if (!isManaged && wasThere(host, children, nameIn(text))) return [];
    return writePart({ ...write, id, body, after: undefined }, child);
  });
  const gone = managedParts(write, children)
    .filter((part) => !listed.has(String(textAt(part.attributes, 'id')).toLowerCase()))
    .map((part) => deleteEffect({ type: part.type, keys: [{ id: idKey(part) }] }));
  return [...written, ...gone];
}

function idKey(part: ManagedResource): string {
  return (textAt(part.attributes, 'id') ?? '').toLowerCase();
}

/**
 * True if the state shows the part in a block; the provider also reads unmanaged parts back there.
 */
function wasThere(host: ManagedResource | undefined, { block }: Children, name: string): boolean {
  if (host === undefined || block === undefined) return false;
  return itemsAt(host.attributes, block).some(
    (one) => textAt(one, 'name')?.toLowerCase() === name.toLowerCase(),
  );
}

/** The parts of the resource that are managed as separate resources. */
function managedParts(
  { estate, id }: AzureWrite,
  { child, by: [attribute, collection] }: Children,
): readonly ManagedResource[] {
  const value = collection === 'id' ? id.text : segment(id, collection);
  if (value === undefined) return [];
  return estate
    .where(child.type, attribute, value)
    .filter((part) => idKey(part).startsWith(`${id.key}/`));
}
