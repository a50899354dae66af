import type { JsonObject } from '../../model/json.ts';
import { mergeKeysAt } from '../../providers/kubernetes/values/keys.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { FieldType, ListShape } from './field-type.ts';
import { terraformType } from './terraform-type.ts';

/** How the fields of a Terraform resource or a cluster object are owned. */
export function fieldTypeOf(schema: ProviderSchema, type: string): FieldType {
  // Only types of cluster objects contain a group, and so a slash.
  return type.includes('/') ? objectType(type) : terraformType(schema, type);
}

/**
 * How the fields of a cluster object are owned: containers, variables, ports, volumes and similar
 * members individually, as in server-side apply, all other lists entirely, everything else field by
 * field.
 */
function objectType(type: string): FieldType {
  return fieldAt(type, []);
}

function fieldAt(type: string, names: readonly string[]): FieldType {
  return { scalar: true, list: listAt(type, names), ...mapAt(type, names) };
}

function mapAt(type: string, names: readonly string[]): FieldType {
  return { map: { kind: 'granular', field: (name) => fieldAt(type, [...names, name]) } };
}

function listAt(type: string, names: readonly string[]): ListShape {
  const [key, protocol] = mergeKeysAt(type, names) ?? [];
  if (key === undefined) return { kind: 'atomic' };
  const member = mapAt(type, names);
  if (protocol !== 'protocol') return { kind: 'keyed', keys: [key], member };
  return { kind: 'keyed', keys: [key, protocol], member, named: (port) => portName(port, key) };
}

/** Identifies a port by its name, which it keeps when its number changes. */
function portName(port: JsonObject, key: string): JsonObject | undefined {
  if (typeof port['name'] === 'string') return { name: port['name'] };
  const number = port[key];
  return number === undefined ? undefined : { [key]: number, protocol: port['protocol'] ?? 'TCP' };
}
