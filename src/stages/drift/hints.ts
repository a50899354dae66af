import type { AttributePath, PathStep } from '../../model/path.ts';
import { isContentHash } from '../../providers/catalog/content-hashes.ts';
import type {
  AttributeSchema,
  AttributeType,
  BlockSchema,
  ProviderSchema,
} from '../../providers/schema/types.ts';
import { cloudOfType } from '../../providers/traits/clouds.ts';
import { isDnsName, isVersionPrefix } from '../../providers/traits/notations.ts';
import type { AttributeHint } from './types.ts';

/** A node of the schema: a single block, repeated blocks, or a value of an attribute. */
type Node =
  | { readonly kind: 'block'; readonly block: BlockSchema }
  | { readonly kind: 'blocks'; readonly set: boolean; readonly block: BlockSchema }
  | { readonly kind: 'value'; readonly type: AttributeType; readonly of: AttributeSchema };

/**
 * Texts that the provider compares literally: changed formatting makes a document in them a
 * different one.
 */
const verbatimTexts: ReadonlySet<string> = new Set([
  'alarm_description',
  'content',
  'description',
  'insecure_value',
  'user_data',
  'value',
]);

/** What a provider's schema says about the paths of its resource types. */
export function schemaHints(
  schema: Pick<ProviderSchema, 'resource'>,
): (type: string, path: AttributePath) => AttributeHint | undefined {
  // Cached, since each drift asks several times, mostly about a resource's top-level attributes.
  const known = new Map<string, AttributeHint | undefined>();
  return (type, path) => {
    const [name] = path;
    if (path.length !== 1 || typeof name !== 'string') return hintAt(schema, type, path);
    const key = `${type}.${name}`;
    if (!known.has(key)) known.set(key, hintAt(schema, type, path));
    return known.get(key);
  };
}

function hintAt(
  schema: Pick<ProviderSchema, 'resource'>,
  type: string,
  path: AttributePath,
): AttributeHint | undefined {
  const root = schema.resource(type);
  if (root === undefined) return undefined;
  let node: Node | undefined = { kind: 'block', block: root };
  for (const step of path) node = node === undefined ? undefined : inner(node, step);
  const hint = node === undefined ? undefined : hintOf(node, cloudOfType(type) === 'gcp');
  if (hint === undefined) return undefined;
  // New content under the same name is a change, although only the provider sets the hash.
  if (isContentHash(type, path)) return { ...hint, computed: false, computedOnly: false };
  const attribute = path.join('.');
  if (path.length === 1 && verbatimTexts.has(String(path[0]))) return { ...hint, verbatim: true };
  if (isDnsName(type, attribute)) return { ...hint, dns: true };
  if (cloudOfType(type) === 'azure' && path.at(-1) === 'location') return { ...hint, place: true };
  return isVersionPrefix(type, attribute) ? { ...hint, versionPrefix: true } : hint;
}

function inner(node: Node, step: PathStep): Node | undefined {
  switch (node.kind) {
    case 'blocks':
      return typeof step === 'string' ? undefined : { kind: 'block', block: node.block };
    case 'block':
      return typeof step === 'string' ? namedIn(node.block, step) : undefined;
    case 'value':
      return valueIn(node, step);
  }
}

function namedIn(block: BlockSchema, name: string): Node | undefined {
  const attribute = block.attributes.get(name);
  if (attribute !== undefined) return { kind: 'value', type: attribute.type, of: attribute };
  const nested = block.blocks.get(name);
  if (nested === undefined) return undefined;
  const { nesting, block: child } = nested;
  if (nesting === 'single' || nesting === 'group') return { kind: 'block', block: child };
  return { kind: 'blocks', set: nesting === 'set', block: child };
}

function valueIn(node: Extract<Node, { kind: 'value' }>, step: PathStep): Node | undefined {
  const { type, of } = node;
  if (type.kind === 'list' || type.kind === 'set' || type.kind === 'map') {
    return { kind: 'value', type: type.element, of };
  }
  const child =
    type.kind === 'object' && typeof step === 'string' ? type.attributes.get(step) : undefined;
  return child === undefined ? undefined : { kind: 'value', type: child, of };
}

function hintOf(node: Node, google: boolean): AttributeHint {
  const within = (step: string | number): AttributeHint | undefined => {
    const next = inner(node, step);
    return next === undefined ? undefined : hintOf(next, google);
  };
  if (node.kind === 'block') return { within };
  if (node.kind === 'blocks') {
    // Such blocks were replaced by separate resources, whose values the provider reports in
    // them.
    const computed = node.block.deprecated;
    return { collection: node.set ? 'set' : 'list', ...(computed ? { computed } : {}), within };
  }
  const { kind } = node.type;
  const { required, optional, computed, sensitive, writeOnly } = node.of;
  return {
    ...(kind === 'set' || kind === 'list' || kind === 'map' ? { collection: kind } : {}),
    optional: !required,
    ...(google ? { google } : {}),
    computed,
    computedOnly: computed && !optional && !required,
    sensitive: sensitive || writeOnly,
    within,
  };
}
