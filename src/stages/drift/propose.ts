import {
  formatResourceAddress,
  type ModuleStep,
  parseAddress,
  type ResourceAddress,
} from '../../code/terraform/address.ts';
import { type Json, type JsonObject, jsonAt } from '../../model/json.ts';
import { isEmptyName } from '../../providers/traits/empty-names.ts';
import { nameAttribute } from '../../providers/traits/names.ts';

/** Attributes that distinguish several children of one parent. */
const distinctions: readonly string[] = [
  'policy_arn',
  'from_port',
  'destination_cidr_block',
  'member',
  'role_definition_name',
];
const longestName = 60;

/** Where a new resource is written. */
export interface ProposedPlace {
  /** Address of the resource that it belongs to. */
  readonly parent?: string | undefined;
  /** The module, which defaults to the module of the parent. */
  readonly modules?: readonly ModuleStep[] | undefined;
}

/** A free address for a resource that is not in the code yet, in the module of its parent. */
export function proposeAddress(
  type: string,
  attributes: JsonObject,
  { parent, modules }: ProposedPlace,
  isTaken: (address: string) => boolean,
): string {
  const owner = parent === undefined ? undefined : parseAddress(parent);
  const home = owner && modules ? besideCall(owner, modules) : owner;
  const base = baseName(type, attributes, home);
  for (let suffix = 1; ; suffix += 1) {
    const name = suffix === 1 ? base : `${base}_${suffix}`;
    const address = formatResourceAddress({
      modules: home?.modules ?? [],
      mode: 'managed',
      type,
      name,
    });
    if (!isTaken(address)) return address;
  }
}

/** Outside the parent's module, the name of the module call stands in for the parent. */
function besideCall(owner: ResourceAddress, modules: readonly ModuleStep[]): ResourceAddress {
  const call = owner.modules[modules.length]?.name;
  if (call === undefined) return owner;
  return {
    ...owner,
    modules,
    name: isEmptyName(owner.type, owner.name) ? call : `${call}_${owner.name}`,
  };
}

/** The name of the parent: that of the instance, if there are several. */
function parentName(parent: ResourceAddress, type: string): string {
  const isSibling = parent.type === type;
  const key = typeof parent.key === 'string' && !isSibling ? snakeCase(parent.key) : '';
  if (key === '') return parent.name;
  return isEmptyName(parent.type, parent.name)
    ? asIdentifier(key, parent.type)
    : `${parent.name}_${key}`;
}

function baseName(type: string, attributes: JsonObject, home: ResourceAddress | undefined): string {
  const own = [jsonAt(attributes, nameAttribute(type)), jsonAt(attributes, 'tags', 'Name')]
    .map(snakeCase)
    .find((name) => name !== '');
  if (own !== undefined) return asIdentifier(own, type);
  const suffix = type.slice(type.indexOf('_') + 1);
  if (home === undefined) return asIdentifier(suffix, type);
  const distinction = distinctions
    .map((name) => snakeCase(lastSegment(jsonAt(attributes, name))))
    .find((name) => name !== '');
  const name = parentName(home, type);
  return distinction === undefined ? name : `${name}_${distinction}`;
}

function lastSegment(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  // The name of an IAM member of Google Cloud, without its kind and domain.
  const [, member] = /^(?:user|group|serviceAccount|domain):([^@]+)/.exec(value) ?? [];
  return member ?? value.replace(/^arn:.*\//, '');
}

function snakeCase(value: Json | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, 2 * longestName)
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longestName)
    .replace(/^_+|_+$/g, '');
}

/** Terraform names begin with a letter. */
function asIdentifier(name: string, type: string): string {
  return /^[a-z]/.test(name) ? name : `${type.slice(type.lastIndexOf('_') + 1)}_${name}`;
}
