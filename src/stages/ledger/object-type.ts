import type { JsonObject } from '../../model/json.ts';
import { mergeKeysAt } from '../../providers/kubernetes/values/keys.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { FieldType, ListShape } from './field-type.ts';
import { terraformType } from './terraform-type.ts';

/** How the fields of a resource of Terraform or of an object of a cluster are owned. */
export function fieldTypeOf(schema: ProviderSchema, type: string): FieldType {
  // Types of objects have their group, which Terraform's have not.
  return type.includes('/') ? objectType(type) : terraformType(schema, type);
}

/**
 * How the fields of an object are owned: containers, variables, ports, volumes and their like one
 * by one, as server-side apply does it, every other list as a whole, all else field by field.
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

/** A port by its name, which it keeps with another number. */
function portName(port: JsonObject, key: string): JsonObject | undefined {
  if (typeof port['name'] === 'string') return { name: port['name'] };
  const number = port[key];
  return number === undefined ? undefined : { [key]: number, protocol: port['protocol'] ?? 'TCP' };
}
