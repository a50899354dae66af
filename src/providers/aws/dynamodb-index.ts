import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { toTextSet } from '../catalog/convert.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { addEffect, removeEffect, setEffect } from '../catalog/effects.ts';
import { member, numberAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';

const gsi = 'global_secondary_index';

/** The hash and range key of a key schema. */
export function readKeySchema(value: Json | undefined): JsonObject {
  const named = (type: string): string | null => {
    const found = objectsAt(value, 'keySchema').find((key) => textAt(key, 'keyType') === type);
    return textAt(found, 'attributeName') ?? null;
  };
  return withoutDefaults({ hash_key: named('HASH'), range_key: named('RANGE') });
}

/** The `attribute` blocks of a request, with the types of the key attributes. */
export function readDefinitions(value: Json | undefined): readonly JsonObject[] {
  return objectsAt(value, 'attributeDefinitions').map((item) => ({
    name: requireText(item, 'attributeName'),
    type: requireText(item, 'attributeType'),
  }));
}

function readIndex(index: JsonObject): JsonObject {
  const projected = toTextSet(requestAt(index, 'projection.nonKeyAttributes') ?? []);
  return withoutDefaults({
    name: requireText(index, 'indexName'),
    ...readKeySchema(index),
    projection_type: textAt(index, 'projection.projectionType'),
    non_key_attributes: projected ?? [],
  });
}

export function readGlobalIndex(index: JsonObject): JsonObject {
  const capacity = member(index, 'provisionedThroughput');
  return {
    ...readIndex(index),
    ...withoutDefaults(
      {
        read_capacity: numberAt(capacity, 'readCapacityUnits'),
        write_capacity: numberAt(capacity, 'writeCapacityUnits'),
      },
      { read_capacity: 0, write_capacity: 0 },
    ),
  };
}

/** A local index uses the hash key of its table, so its block has none. */
export function readLocalIndex(index: JsonObject): JsonObject {
  const { hash_key: _, ...rest } = readIndex(index);
  return rest;
}

/** The effects of UpdateTable on the indexes and on the attributes that they use as keys. */
export function indexEffects(
  event: AuditEvent,
  ref: ResourceRef,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const changes = objectsAt(event.request, 'globalSecondaryIndexUpdates').flatMap((change) => [
    ...objectsAt(change, 'create').map((index) => addEffect(ref, [gsi], readGlobalIndex(index))),
    ...objectsAt(change, 'update').flatMap((index) => capacityEffects(ref, index)),
    ...objectsAt(change, 'delete').map((index) =>
      removeEffect(ref, [gsi], { name: requireText(index, 'indexName') }),
    ),
  ]);
  const defined = readDefinitions(event.request);
  return [
    ...defined.map((definition) => addEffect(ref, ['attribute'], definition)),
    ...changes,
    ...orphans(changes, managed, defined).map((name) => removeEffect(ref, ['attribute'], { name })),
  ];
}

function capacityEffects(ref: ResourceRef, index: JsonObject): readonly DraftEffect[] {
  const element = { name: requireText(index, 'indexName') };
  const units = [
    ['read_capacity', numberAt(index, 'provisionedThroughput.readCapacityUnits')],
    ['write_capacity', numberAt(index, 'provisionedThroughput.writeCapacityUnits')],
  ] as const;
  return units.flatMap(([attribute, value]) =>
    value === undefined ? [] : [setEffect(ref, [gsi, { element }, attribute], value)],
  );
}

/**
 * Attributes that no key uses any more. DynamoDB drops them together with the index, and Terraform
 * rejects a table that declares them.
 */
function orphans(
  changes: readonly DraftEffect[],
  managed: ManagedResource | undefined,
  defined: readonly JsonObject[],
): readonly string[] {
  const gone = new Set(
    changes.flatMap(({ change }) =>
      change.kind === 'remove' ? [textAt(change.element, 'name')] : [],
    ),
  );
  const before = objectsAt(managed?.attributes, gsi);
  const added = changes.flatMap(({ change }) => (change.kind === 'add' ? [change.element] : []));
  const kept = [
    managed?.attributes,
    ...before.filter((index) => !gone.has(textAt(index, 'name'))),
    ...objectsAt(managed?.attributes, 'local_secondary_index'),
    ...added,
  ];
  const used = new Set(kept.flatMap(keysOf));
  const named = new Set(defined.map((definition) => textAt(definition, 'name')));
  const candidates = before.filter((index) => gone.has(textAt(index, 'name'))).flatMap(keysOf);
  return [...new Set(candidates)].filter((name) => !used.has(name) && !named.has(name)).sort();
}

function keysOf(value: Json | undefined): readonly string[] {
  return [textAt(value, 'hash_key'), textAt(value, 'range_key')].filter(
    (name) => name !== undefined,
  );
}

/** With on-demand billing, neither the table nor its indexes may have a capacity. */
export function billingEffects(
  event: AuditEvent,
  ref: ResourceRef,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  if (textAt(event.request, 'billingMode') !== 'PAY_PER_REQUEST') return [];
  const attributes = ['read_capacity', 'write_capacity'];
  const indexes = objectsAt(managed?.attributes, gsi).map((index) => ({
    name: requireText(index, 'name'),
  }));
  return [
    ...attributes.map((attribute) =>
      // A table that was already on demand has 0 in the state.
      setEffect(ref, [attribute], managed?.attributes[attribute] === 0 ? 0 : null),
    ),
    ...indexes.flatMap((element) =>
      attributes.map((attribute) => setEffect(ref, [gsi, { element }, attribute], null)),
    ),
  ];
}

export function replicaEffects(event: AuditEvent, ref: ResourceRef): readonly DraftEffect[] {
  return objectsAt(event.request, 'replicaUpdates').flatMap((change) => [
    ...objectsAt(change, 'create').map((replica) =>
      addEffect(
        ref,
        ['replica'],
        withoutDefaults({
          region_name: requireText(replica, 'regionName'),
          kms_key_arn: textAt(replica, 'kmsMasterKeyId'),
        }),
      ),
    ),
    ...objectsAt(change, 'update').flatMap((replica) => {
      const key = textAt(replica, 'kmsMasterKeyId');
      const element = { region_name: requireText(replica, 'regionName') };
      return key === undefined
        ? []
        : [setEffect(ref, ['replica', { element }, 'kms_key_arn'], key)];
    }),
    ...objectsAt(change, 'delete').map((replica) =>
      removeEffect(ref, ['replica'], { region_name: requireText(replica, 'regionName') }),
    ),
  ]);
}
