import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, setEffect } from '../catalog/effects.ts';
import { itemsAt, requestAt, textAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import { nameIn, sameId } from './arm-id.ts';
import type { AzureType, Link } from './spec.ts';
import { azureRefById, azureRefTo } from './table.ts';
import type { AzureWrite } from './write.ts';

/** The effects on references in the body that Terraform manages as separate resources. */
export function writeLinks(
  write: AzureWrite,
  spec: AzureType,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  return (spec.links ?? []).flatMap((link) => writeLink(write, spec, link, managed));
}

function writeLink(
  write: AzureWrite,
  spec: AzureType,
  link: Link,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const { id, body, estate } = write;
  const [known] = estate.where(link.type, link.own, id.text);
  const other = textAt(body, link.from);
  if (known !== undefined) {
    const ref: ResourceRef = {
      type: link.type,
      keys: [{ id: (textAt(known.attributes, 'id') ?? id.key).toLowerCase() }],
    };
    if (other === undefined) return isGone(write, link) ? [deleteEffect(ref)] : [];
    const before = textAt(known.attributes, link.other);
    const same = before !== undefined && sameId(before, other);
    return [createEffect(ref, {}), setEffect(ref, [link.other], same ? before : other)];
  }
  if (other === undefined || wasThere(write, link, other)) return [];
  const owner = managed === undefined ? id.text : (textAt(managed.attributes, 'id') ?? id.text);
  const attributes = { [link.own]: owner, [link.other]: spelled(write, other) };
  const importId = link.importId(id.text, other);
  const ref: ResourceRef = { type: link.type, keys: [{ id: importId.toLowerCase() }] };
  return [createEffect(ref, attributes, { importId, parent: azureRefTo(spec, id) })];
}

/** The id in the state's spelling. */
function spelled({ table, estate }: AzureWrite, other: string): string {
  const ref = azureRefById(table, estate, other);
  const managed = ref && estate.find(ref);
  return (managed && textAt(managed.attributes, 'id')) ?? other;
}

/** True if the reference is null, or missing in a response that shows the entire resource. */
function isGone({ body, replaces, after }: AzureWrite, { from }: Link): boolean {
  const [head = '', ...rest] = from.split('.').slice(0, -1);
  if (isNullAt(body, [head, ...rest])) return true;
  return replaces && after !== undefined && requestAt(after, from) === undefined;
}

function isNullAt(value: Json, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return value === null;
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return false;
  return isNullAt(value[name] ?? null, rest);
}

/** True if the state of the parent shows that the reference existed before this call. */
function wasThere({ table, estate, id }: AzureWrite, { shown }: Link, other: string): boolean {
  if (shown === undefined) return false;
  const parent = id.text.split('/').slice(0, -2).join('/');
  const ref = azureRefById(table, estate, parent);
  const whole = ref && estate.find(ref);
  const elements: readonly Json[] = itemsAt(whole?.attributes, shown.block);
  const own = elements.find(
    (one): one is JsonObject => textAt(one, 'name')?.toLowerCase() === nameIn(id.key),
  );
  const before = textAt(own, shown.attribute);
  return before !== undefined && sameId(before, other);
}
